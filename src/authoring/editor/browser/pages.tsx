import type { JSX } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { Button, colourOf, placed, Quiet, useSeen } from '../../../core/page/kit.js';
import { shown } from '../../../core/platform/visible-text.js';
import { type Point, touchedPoint } from '../../page/browser/view.js';
import type { EditorField, EditorPage, EditorState } from '../shapes.js';
import { fieldWords, isToName, nameOf } from './words.js';

interface PagesProps {
  readonly state: EditorState;
  /** Whether the pages are filled with samples. */
  readonly isFilled: boolean;
  readonly openField: (id: string) => void;
  /** The field of the form that is open. */
  readonly openId: string | null;
  /** Shows the pages large, with this point where it was. */
  readonly enlarge: (point: Point) => void;
}

/** The pages with their fields over them; a picture is loaded when its page stays in view. */
export function Pages({ state, isFilled, openField, openId, enlarge }: PagesProps): JSX.Element {
  const byPage = useMemo(() => fieldsByPage(state), [state]);
  const { pages, people } = state;
  const drawn = useRef<readonly Drawn[]>([]);
  // A page whose fields are the same is not drawn again: a long form has thousands of them.
  drawn.current = pages.map((page, index) => {
    const fields = byPage[index] ?? [];
    const before = drawn.current[index];
    const own = fields.some(({ field: { id } }) => id === openId) ? openId : null;
    const isUnchanged = before?.people === people && before.isFilled === isFilled && before.openId === own;
    if (isUnchanged && isSame(before.fields, fields)) return before;
    const props = { index, page, fields, people, isFilled, openField, openId: own, enlarge };
    return { people, isFilled, openId: own, fields, element: <Page key={index} of={pages.length} {...props} /> };
  });
  return <>{drawn.current.map(({ element }) => element)}</>;
}

interface Drawn {
  readonly people: EditorState['people'];
  readonly isFilled: boolean;
  readonly openId: string | null;
  readonly fields: readonly Placed[];
  readonly element: JSX.Element;
}

const isSame = (before: readonly Placed[], now: readonly Placed[]): boolean =>
  before.length === now.length &&
  now.every(({ field, isDouble }, index) => before[index]?.field === field && before[index].isDouble === isDouble);

function fieldsByPage({ pages, fields, conflicts }: EditorState): readonly (readonly Placed[])[] {
  const double = new Set(conflicts.flatMap(({ fields: ids }) => ids));
  const all: Placed[][] = pages.map(() => []);
  for (const field of fields) {
    const isDouble = double.has(field.id);
    field.places.forEach((place, nth) => all[place.at]?.push({ field, place, nth, isDouble }));
  }
  return all;
}

interface Placed {
  readonly field: EditorField;
  readonly place: EditorField['places'][number];
  /** An answer that runs on has several places; the first one is reached by keyboard. */
  readonly nth: number;
  /** Another field has the same name. */
  readonly isDouble: boolean;
}

interface PageProps extends Omit<PagesProps, 'state'> {
  readonly index: number;
  readonly page: EditorPage;
  readonly fields: readonly Placed[];
  readonly people: EditorState['people'];
  /** How many pages there are. */
  readonly of: number;
}

/** Events of the window: a picture could not be loaded; the service can be reached again. */
export const missing = 'picture-missing';
export const connected = 'service-connected';

/** Samples change with the fields: a new address makes the browser ask again. */
let drawings = 0;

/** Points: a field that is narrower, such as a tickbox, has no room for words. */
const narrow = 30;

function Page({ index, of, page, fields, people, isFilled, openField, openId, enlarge }: PageProps): JSX.Element {
  const figure = useRef<HTMLElement>(null);
  const isSeen = useSeen(figure);
  const [isMissing, setMissing] = useState(false);
  const picture = useMemo(() => {
    drawings += 1;
    return isFilled ? `filled/${index}/${drawings}` : `pages/${index}`;
  }, [index, isFilled, fields]);
  useEffect(() => setMissing(false), [picture]);
  // Another picture changes none of them.
  const buttons = useMemo(
    () =>
      fields.map(({ field, place, nth, isDouble }) => (
        <Button
          key={`${field.id} ${nth}`}
          data-field={field.id}
          aria-current={field.id === openId ? 'true' : undefined}
          class={`field ${colourOf(field.person)}${isToName(field) ? ' open' : ''}${isDouble ? ' double' : ''}${place.w * page.width < narrow ? ' narrow' : ''}`}
          aria-label={fieldWords(field, people)}
          title={fieldWords(field, people)}
          tabIndex={nth === 0 ? undefined : -1}
          style={placed(place)}
          onClick={() => openField(field.id)}
        >
          {nth === 0 ? nameOf(field.names) || shown(field.called, 60) : ''}
        </Button>
      )),
    [fields, people, openField, openId, page.width],
  );
  useEffect(() => {
    if (!isMissing) return undefined;
    const again = (): void => setMissing(false);
    window.dispatchEvent(new Event(missing));
    window.addEventListener(connected, again);
    return () => window.removeEventListener(connected, again);
  }, [isMissing]);
  const title = `Page ${index + 1} of ${of}${isFilled ? ', filled with samples' : ''}`;
  const touch = (event: MouseEvent): void => {
    const point = touchedPoint(event, figure.current);
    if (point === null) return;
    event.stopPropagation();
    enlarge(point);
  };
  return (
    <figure
      ref={figure}
      class="page"
      style={{ aspectRatio: `${page.width} / ${page.height}` }}
      onClickCapture={isMissing ? undefined : touch}
    >
      {isSeen && !isMissing && <img src={picture} alt={title} onError={() => setMissing(true)} />}
      {isMissing && (
        <figcaption>
          {title}: the picture could not be loaded. <Quiet onClick={() => setMissing(false)}>Load it again</Quiet>
        </figcaption>
      )}
      {buttons}
    </figure>
  );
}
