import type { ComponentChildren, JSX } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { Quiet } from '../../../core/page/kit.js';
import { type Loaded, useData } from './live.js';

/** A page of a list, newest first. */
interface ListPage<Row> {
  readonly data: readonly Row[];
  /** Where the next page begins. */
  readonly next: number | null;
}

interface Paged<Page> {
  /** The last page stays until the next one is there. */
  readonly page: Page | null;
  readonly problem: string | null;
  /** How many pages were turned. */
  readonly turned: number;
  newer(): void;
  older(next: number): void;
  first(): void;
}

/** Reads a list in pages, with what narrows it. */
export function usePages<Page extends ListPage<unknown>>(
  path: string,
  query: Record<string, string> = {},
): Paged<Page> {
  /** Where each page begins that was turned to. */
  const [before, setBefore] = useState<readonly number[]>([]);
  const start = before.at(-1);
  const all = new URLSearchParams({ ...query, ...(start === undefined ? {} : { before: String(start) }) });
  const { value, problem }: Loaded<Page> = useData<Page>(`${path}?${all.toString()}`);
  const last = useRef<Page | null>(null);
  if (value !== null) last.current = value;
  return {
    page: last.current,
    problem,
    turned: before.length,
    newer: () => setBefore(before.slice(0, -1)),
    older: (next) => setBefore([...before, next]),
    first: () => setBefore([]),
  };
}

interface ListProps<Row> {
  readonly name: 'Envelopes' | 'Templates';
  readonly pages: Paged<ListPage<Row>>;
  /** Above the list. */
  readonly tools?: ComponentChildren;
  readonly count?: string;
  /** In place of an empty list. */
  readonly none: string;
  readonly row: (row: Row) => ComponentChildren;
  readonly chosen: string | null;
  /** In place of what is chosen, while nothing is. */
  readonly hint: string;
  /** What is chosen. */
  readonly children: (id: string) => ComponentChildren;
}

/** A list, and what is chosen in it: beside it, or in its place on a narrow screen. */
export function List<Row extends { readonly id: string }>(props: ListProps<Row>): JSX.Element {
  const { name, pages, tools, count, none, row, chosen, hint, children } = props;
  const { page, problem, turned } = pages;
  const rows = page?.data ?? [];
  // One row is in the order of the Tab key; the arrows reach the others.
  const entry = rows.some(({ id }) => id === chosen) ? chosen : rows[0]?.id;
  const path = `#/${name.toLowerCase()}`;
  return (
    <main class={chosen === null ? 'rooms' : 'rooms with-detail'}>
      <section class="list" aria-label={name}>
        {chosen === null && <h1 class="unseen">{name}</h1>}
        {tools}
        {page === null && <p class="none">{problem ?? 'Loading…'}</p>}
        {page !== null && rows.length === 0 && <p class="none">{none}</p>}
        {count !== undefined && rows.length > 0 && <p class="count">{count}</p>}
        <ul class="rows" onKeyDown={moveInList}>
          {rows.map((each) => (
            <li key={each.id}>
              <a
                id={`row-${each.id}`}
                data-row
                href={`${path}/${each.id}`}
                tabIndex={each.id === entry ? 0 : -1}
                aria-current={each.id === chosen ? 'true' : undefined}
              >
                {row(each)}
              </a>
            </li>
          ))}
        </ul>
        {page !== null && (turned > 0 || page.next !== null) && (
          <div class="pager">
            <Quiet disabled={turned === 0} onClick={pages.newer}>
              Newer
            </Quiet>
            <span>Page {turned + 1}</span>
            <Quiet disabled={page.next === null} onClick={() => page.next !== null && pages.older(page.next)}>
              Older
            </Quiet>
          </div>
        )}
      </section>
      {chosen === null ? <Empty name={name}>{hint}</Empty> : children(chosen)}
    </main>
  );
}

/** In place of what is chosen. */
export const Empty = ({ name, children }: { readonly name: string; readonly children: string }): JSX.Element => (
  <section class="detail empty" aria-label={name.replace(/s$/, '')}>
    <p>{children}</p>
  </section>
);

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
