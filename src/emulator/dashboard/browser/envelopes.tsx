import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { EnvelopeList, EnvelopeRow, ShownState } from '../shapes.js';
import { Detail } from './detail.js';
import { moveInList } from './keys.js';
import { useData } from './live.js';
import { shown } from '../../../core/platform/visible-text.js';
import { durationOf } from './text.js';
import { State, stateWords } from './state.js';

const states = Object.keys(stateWords).filter((state) => state !== 'sealing_failed') as readonly ShownState[];

/** The list of envelopes, and the chosen one beside it, or in its place on a narrow screen. */
export function Envelopes({ chosen }: { readonly chosen: string | null }): JSX.Element {
  const [text, setText] = useState('');
  const [state, setState] = useState('');
  /** Where each page begins that was turned to. */
  const [before, setBefore] = useState<readonly number[]>([]);
  const search = useRef<HTMLInputElement>(null);
  const list = useList(text, state, before.at(-1) ?? null);
  useEffect(() => {
    const pressed = (event: KeyboardEvent): void => {
      if (event.defaultPrevented) return;
      const isTyping = event.target instanceof HTMLElement && event.target.closest('input, select, textarea, dialog');
      if (event.key === '/' && isTyping === null) {
        event.preventDefault();
        search.current?.focus();
      } else if (event.key === 'Escape' && chosen !== null && document.querySelector('dialog[open]') === null) {
        window.location.hash = '#/envelopes';
        document.getElementById(`row-${chosen}`)?.focus();
      }
    };
    window.addEventListener('keydown', pressed);
    return () => window.removeEventListener('keydown', pressed);
  }, [chosen]);
  const ask = (change: () => void): void => {
    setBefore([]);
    change();
  };
  return (
    <main class={chosen === null ? 'rooms' : 'rooms with-detail'}>
      <section class="list" aria-label="Envelopes">
        {chosen === null && <h1 class="unseen">Envelopes</h1>}
        <div class="tools" role="search">
          <input
            ref={search}
            type="search"
            aria-label="Search titles, people and IDs"
            placeholder="Search titles, people, IDs"
            value={text}
            onInput={(event) => ask(() => setText(event.currentTarget.value))}
          />
          <select aria-label="State" value={state} onChange={(event) => ask(() => setState(event.currentTarget.value))}>
            <option value="">All states</option>
            {states.map((each) => (
              <option key={each} value={each}>
                {stateWords[each]}
              </option>
            ))}
          </select>
        </div>
        <List list={list} chosen={chosen} isFiltered={text !== '' || state !== ''} />
        {list !== null && (before.length > 0 || list.next !== null) && (
          <div class="pager">
            <button
              type="button"
              class="quiet"
              disabled={before.length === 0}
              onClick={() => setBefore(before.slice(0, -1))}
            >
              Newer
            </button>
            <span>Page {before.length + 1}</span>
            <button
              type="button"
              class="quiet"
              disabled={list.next === null}
              onClick={() => list.next !== null && setBefore([...before, list.next])}
            >
              Older
            </button>
          </div>
        )}
      </section>
      {chosen === null ? (
        <section class="detail empty" aria-label="Envelope">
          <p>Choose an envelope to see everything that happened to it.</p>
        </section>
      ) : (
        <Detail key={chosen} id={chosen} />
      )}
    </main>
  );
}

/** The last list stays until the next one is there. */
function useList(text: string, state: string, before: number | null): EnvelopeList | null {
  const query = new URLSearchParams({
    ...(text.trim() === '' ? {} : { q: text.trim() }),
    ...(state === '' ? {} : { state }),
    ...(before === null ? {} : { before: String(before) }),
  });
  const { value } = useData<EnvelopeList>(`/_emulator/dashboard/envelopes?${query.toString()}`);
  const last = useRef<EnvelopeList | null>(null);
  if (value !== null) last.current = value;
  return last.current;
}

interface ListProps {
  readonly list: EnvelopeList | null;
  readonly chosen: string | null;
  readonly isFiltered: boolean;
}

function List({ list, chosen, isFiltered }: ListProps): JSX.Element {
  if (list === null) return <p class="none">Loading…</p>;
  if (list.data.length === 0) {
    return (
      <p class="none">
        {isFiltered ? 'No envelope matches.' : 'No envelopes yet. They appear here when your app creates them.'}
      </p>
    );
  }
  // One row is in the order of the Tab key; the arrows reach the others.
  const entry = list.data.some(({ id }) => id === chosen) ? chosen : list.data[0]?.id;
  return (
    <>
      <p class="count">
        {list.total.toLocaleString('en')} {list.total === 1 ? 'envelope' : 'envelopes'}
      </p>
      <ul class="rows" onKeyDown={moveInList}>
        {list.data.map((row) => (
          <li key={row.id}>
            <a
              id={`row-${row.id}`}
              data-row
              href={`#/envelopes/${row.id}`}
              tabIndex={row.id === entry ? 0 : -1}
              aria-current={row.id === chosen ? 'true' : undefined}
            >
              <Row row={row} now={Date.parse(list.now)} />
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}

function Row({ row, now }: { readonly row: EnvelopeRow; readonly now: number }): JSX.Element {
  return (
    <>
      <span class="title">{shown(row.title, 120)}</span>
      <State state={row.state} />
      <span class="people">
        {row.people.slice(0, 4).map((person, at) => (
          <span key={at} class={`person ${person.turn ? 'turn' : person.status}`}>
            {shown(person.name, 40)}
          </span>
        ))}
        {row.people.length > 4 && <span class="person">+{row.people.length - 4}</span>}
      </span>
      <span class="since">
        {row.mode === 'test' && 'test · '}
        {waitingWords(row, now)}
      </span>
    </>
  );
}

function waitingWords({ state, waiting_since: since }: EnvelopeRow, now: number): string {
  if (since === null) return '';
  const duration = durationOf(now - Date.parse(since));
  return `${state === 'completed' ? 'sealing' : 'waiting'}${duration === '' ? '' : ` ${duration}`}`;
}
