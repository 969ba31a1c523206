import type { ComponentChildren, JSX } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Quiet, Select } from '../../../core/page/kit.js';
import type { ListPage } from '../shapes.js';
import { type Loaded, useData } from './live.js';

interface Paged<Row> {
  /** The last page stays until the next one is there. */
  readonly page: ListPage<Row> | null;
  readonly problem: string | null;
  first(): void;
  /** Turns the pages; null while there is one page only. */
  readonly pager: JSX.Element | null;
}

/** Reads a list in pages, with what narrows it. */
export function usePages<Row>(path: string, query: Record<string, string>): Paged<Row> {
  /** Where each page begins that was turned to. */
  const [before, setBefore] = useState<readonly number[]>([]);
  const start = before.at(-1);
  const all = new URLSearchParams(Object.entries(query).filter(([, value]) => value !== ''));
  if (start !== undefined) all.set('before', String(start));
  const { value, problem }: Loaded<ListPage<Row>> = useData(`${path}?${all.toString()}`);
  const last = useRef<ListPage<Row> | null>(null);
  if (value !== null) last.current = value;
  const page = last.current;
  const next = page?.next ?? null;
  return {
    page,
    problem,
    first: () => setBefore([]),
    pager:
      before.length === 0 && next === null ? null : (
        <div class="pager">
          <Quiet disabled={before.length === 0} onClick={() => setBefore(before.slice(0, -1))}>
            Newer
          </Quiet>
          <span>Page {before.length + 1}</span>
          <Quiet disabled={next === null} onClick={() => next !== null && setBefore([...before, next])}>
            Older
          </Quiet>
        </div>
      ),
  };
}

interface ListProps<Row> {
  readonly name: 'Envelopes' | 'Requests' | 'Endpoints' | 'Mails' | 'Templates';
  /** What a search looks at. */
  readonly searched: string;
  readonly narrow?: Narrow;
  readonly count: (total: number) => string;
  /** In place of an empty list. */
  readonly none: string;
  readonly row: (row: Row, now: string) => ComponentChildren;
  readonly chosen: string | null;
  /** In place of what is chosen, while nothing is. */
  readonly hint: string;
  /** What is chosen. */
  readonly children: (id: string) => ComponentChildren;
}

/** A choice of which rows a list shows. */
interface Narrow {
  readonly name: string;
  readonly label: string;
  /** Each value with its words; the first one, without a value, shows all. */
  readonly options: readonly (readonly [value: string, words: string])[];
}

/** A list that is searched, and what is chosen in it: beside it, or in its place on a narrow screen. */
export function List<Row extends { readonly id: string }>(props: ListProps<Row>): JSX.Element {
  const { name, searched, narrow, count, none, row, chosen, hint, children } = props;
  const [text, setText] = useState('');
  const [kept, setKept] = useState('');
  const search = useRef<HTMLInputElement>(null);
  const room = name.toLowerCase();
  const { page, problem, first, pager } = usePages<Row>(`/_emulator/dashboard/${room}`, {
    q: text.trim(),
    ...(narrow === undefined ? {} : { [narrow.name]: kept }),
  });
  useLayoutEffect(() => {
    const pressed = (event: KeyboardEvent): void => {
      if (event.defaultPrevented) return;
      const isTyping = event.target instanceof HTMLElement && event.target.closest('input, select, textarea, dialog');
      if (event.key === '/' && isTyping === null) {
        event.preventDefault();
        search.current?.focus();
      } else if (event.key === 'Escape' && chosen !== null && document.querySelector(overlay) === null) {
        window.location.hash = `#/${room}`;
        document.getElementById(`row-${chosen}`)?.focus();
      }
    };
    window.addEventListener('keydown', pressed);
    return () => window.removeEventListener('keydown', pressed);
  }, [room, chosen]);
  const rows = page?.data ?? [];
  // One row is in the order of the Tab key; the arrows reach the others.
  const entry = rows.some(({ id }) => id === chosen) ? chosen : rows[0]?.id;
  return (
    <main class={chosen === null ? 'rooms' : 'rooms with-detail'}>
      <section class="list" aria-label={name}>
        {chosen === null && <h1 class="unseen">{name}</h1>}
        <div class="tools" role="search">
          <input
            ref={search}
            type="search"
            aria-label={`Search ${searched}`}
            placeholder={`Search ${searched}`}
            value={text}
            onInput={(event) => {
              first();
              setText(event.currentTarget.value);
            }}
          />
          {narrow !== undefined && (
            <Select
              aria-label={narrow.label}
              value={kept}
              options={narrow.options}
              onChange={(value) => {
                first();
                setKept(value);
              }}
            />
          )}
        </div>
        {page === null && <p class="none">{problem ?? 'Loading…'}</p>}
        {page !== null && rows.length === 0 && (
          <p class="none">{text === '' && kept === '' ? none : `No ${singular(room)} matches.`}</p>
        )}
        {page !== null && rows.length > 0 && <p class="count">{count(page.total)}</p>}
        <ul class="rows" onKeyDown={moveInList}>
          {rows.map((each) => (
            <li key={each.id}>
              <a
                id={`row-${each.id}`}
                data-row
                href={`#/${room}/${each.id}`}
                tabIndex={each.id === entry ? 0 : -1}
                aria-current={each.id === chosen ? 'true' : undefined}
              >
                {row(each, page?.now ?? '')}
              </a>
            </li>
          ))}
        </ul>
        {pager}
      </section>
      {chosen === null ? (
        <section class="detail empty" aria-label={singular(name)}>
          <p>{hint}</p>
        </section>
      ) : (
        children(chosen)
      )}
    </main>
  );
}

/** What Escape closes first. */
const overlay = 'dialog[open], :popover-open';

const singular = (name: string): string => name.replace(/s$/, '');

interface ChosenProps<Value> {
  readonly name: ListProps<unknown>['name'];
  readonly path: string;
  readonly children: (value: Value) => ComponentChildren;
}

/** What is chosen in a list, read by its path; on a narrow screen it takes the place of the list, and the focus. */
export function Chosen<Value>({ name, path, children }: ChosenProps<Value>): JSX.Element {
  const { value, problem } = useData<Value>(path);
  const section = useRef<HTMLElement>(null);
  const isThere = value !== null;
  useLayoutEffect(() => {
    if (isThere && isNarrow()) section.current?.focus();
  }, [isThere]);
  return (
    <section ref={section} class="detail" aria-label={singular(name)} tabIndex={0}>
      <a class="back" href={`#/${name.toLowerCase()}`}>
        ← All {name.toLowerCase()}
      </a>
      {value === null ? (
        <>
          {problem !== null && <h1 class="unseen">{singular(name)}</h1>}
          <p class="none">{problem ?? 'Loading…'}</p>
        </>
      ) : (
        children(value)
      )}
    </section>
  );
}

export const isNarrow = (): boolean => window.matchMedia('(max-width: 899px)').matches;

/** Moves the focus among the rows of a list with the arrow keys, Home and End. */
export function moveInList(event: KeyboardEvent): void {
  const list = event.currentTarget;
  if (!(list instanceof HTMLElement) || event.altKey || event.ctrlKey || event.metaKey) return;
  const rows = [...list.querySelectorAll<HTMLElement>('[data-row]')];
  const at = rows.findIndex((row) => row === document.activeElement);
  const places: Readonly<Record<string, number>> = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    Home: 0,
    End: rows.length - 1,
  };
  const to = Object.hasOwn(places, event.key) ? places[event.key] : undefined;
  if (to === undefined || at === -1) return;
  event.preventDefault();
  rows[Math.max(0, Math.min(to, rows.length - 1))]?.focus();
}
