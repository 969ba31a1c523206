import type { JSX } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { shown } from '../../platform/shown-text.js';
import type { EditorField, EditorPage, EditorState } from '../shapes.js';
import { fieldWords, isToName, nameOf } from './words.js';

interface PagesProps {
  readonly state: EditorState;
  readonly openField: (id: string) => void;
}

/** The pages with their fields over them; a picture is loaded when its page stays in view. */
export function Pages({ state, openField }: PagesProps): JSX.Element {
  const byPage = useMemo(() => fieldsByPage(state), [state]);
  const wrong = useMemo(() => new Set(state.conflicts.flatMap(({ fields }) => fields)), [state]);
  return (
    <>
      {state.pages.map((page, index) => (
        <Page key={index} index={index} page={page} fields={byPage[index] ?? []} {...{ state, wrong, openField }} />
      ))}
    </>
  );
}

function fieldsByPage({ pages, fields }: EditorState): readonly (readonly Placed[])[] {
  const all: Placed[][] = pages.map(() => []);
  for (const field of fields) field.places.forEach((place, nth) => all[place.at]?.push({ field, place, nth }));
  return all;
}

interface Placed {
  readonly field: EditorField;
  readonly place: EditorField['places'][number];
  /** An answer that runs on has several places; the first one is reached by keyboard. */
  readonly nth: number;
}

interface PageProps {
  readonly index: number;
  readonly page: EditorPage;
  readonly fields: readonly Placed[];
  readonly state: EditorState;
  readonly wrong: ReadonlySet<string>;
  readonly openField: (id: string) => void;
}

const percent = (part: number): string => `${part * 100}%`;

function Page({ index, page, fields, state, wrong, openField }: PageProps): JSX.Element {
  const figure = useRef<HTMLElement>(null);
  const isSeen = useSeen(figure);
  const [isMissing, setMissing] = useState(false);
  const title = `Page ${index + 1} of ${state.pages.length}`;
  return (
    <figure ref={figure} class="page" style={{ aspectRatio: `${page.width} / ${page.height}` }}>
      {isSeen && !isMissing && <img src={`pages/${index}`} alt={title} onError={() => setMissing(true)} />}
      {isMissing && <figcaption>{title}: the picture could not be loaded.</figcaption>}
      {fields.map(({ field, place, nth }) => (
        <button
          key={`${field.id} ${nth}`}
          type="button"
          class={`field ${colourOf(field.person)}${isToName(field) ? ' open' : ''}${wrong.has(field.id) ? ' double' : ''}`}
          aria-label={fieldWords(field, state)}
          title={fieldWords(field, state)}
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
      ))}
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
