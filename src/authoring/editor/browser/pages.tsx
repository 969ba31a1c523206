import type { JSX } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { shown } from '../../../core/platform/visible-text.js';
import type { EditorField, EditorPage, EditorState } from '../shapes.js';
import { fieldWords, isToName, nameOf } from './words.js';

interface PagesProps {
  readonly state: EditorState;
  /** Whether the pages are filled with samples. */
  readonly isFilled: boolean;
  readonly openField: (id: string) => void;
  /** Shows the pages large, with this point where it was. */
  readonly enlarge: (point: Point) => void;
}

/** A point of a page: the element, and fractions of it. */
export interface Point {
  readonly page: HTMLElement;
  readonly x: number;
  readonly y: number;
}

/** The pages with their fields over them; a picture is loaded when its page stays in view. */
export function Pages({ state, isFilled, openField, enlarge }: PagesProps): JSX.Element {
  const byPage = useMemo(() => fieldsByPage(state), [state]);
  const { pages, people } = state;
  const drawn = useRef<readonly Drawn[]>([]);
  // A page whose fields are the same is not drawn again: a long form has thousands of them.
  drawn.current = pages.map((page, index) => {
    const fields = byPage[index] ?? [];
    const before = drawn.current[index];
    if (before?.people === people && before.isFilled === isFilled && isSame(before.fields, fields)) return before;
    const element = (
      <Page key={index} of={pages.length} {...{ index, page, fields, people, isFilled, openField, enlarge }} />
    );
    return { people, isFilled, fields, element };
  });
  return <>{drawn.current.map(({ element }) => element)}</>;
}

interface Drawn {
  readonly people: EditorState['people'];
  readonly isFilled: boolean;
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

const percent = (part: number): string => `${part * 100}%`;

/** Samples change with the fields: a new address makes the browser ask again. */
let drawings = 0;

/** Points: a field that is narrower, such as a tickbox, has no room for words. */
const narrow = 30;

/** Pixels: on a narrower page a finger does not meet a field. */
const touchWidth = 700;

function Page({ index, of, page, fields, people, isFilled, openField, enlarge }: PageProps): JSX.Element {
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
        <button
          key={`${field.id} ${nth}`}
          type="button"
          data-field={field.id}
          class={`field ${colourOf(field.person)}${isToName(field) ? ' open' : ''}${isDouble ? ' double' : ''}${place.w * page.width < narrow ? ' narrow' : ''}`}
          aria-label={fieldWords(field, people)}
          title={fieldWords(field, people)}
          tabIndex={nth === 0 ? undefined : -1}
          style={{
            left: percent(place.x),
            top: percent(place.y),
            width: percent(place.w),
            height: percent(place.h),
          }}
          onClick={() => openField(field.id)}
        >
          {nth === 0 ? nameOf(field.names) || shown(field.called, 60) : ''}
        </button>
      )),
    [fields, people, openField, page.width],
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
    const { current } = figure;
    if (current === null || (event as PointerEvent).pointerType !== 'touch' || current.clientWidth >= touchWidth)
      return;
    event.stopPropagation();
    const { left, top, width, height } = current.getBoundingClientRect();
    enlarge({ page: current, x: (event.clientX - left) / width, y: (event.clientY - top) / height });
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
          {title}: the picture could not be loaded.{' '}
          <button type="button" class="quiet" onClick={() => setMissing(false)}>
            Load it again
          </button>
        </figcaption>
      )}
      {buttons}
    </figure>
  );
}

/** The class of a person's colour; with more people than colours, colours repeat. */
export const colourOf = (person: number | null): string => (person === null ? 'nobody' : `person-${person % 8}`);

/** Milliseconds: a page that is only scrolled past is not loaded. */
const stayMs = 150;

/** True once the element has stayed in view, or close to it, for a moment. */
function useSeen(element: { readonly current: HTMLElement | null }): boolean {
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    const { current } = element;
    if (current === null || isSeen) return undefined;
    let timer = 0;
    const observer = new IntersectionObserver(
      (entries) => {
        window.clearTimeout(timer);
        if (entries.at(-1)?.isIntersecting === true) timer = window.setTimeout(() => setSeen(true), stayMs);
      },
      { rootMargin: '300px' },
    );
    observer.observe(current);
    return () => {
      window.clearTimeout(timer);
      observer.disconnect();
    };
  }, [element, isSeen]);
  return isSeen;
}
