import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { EntryKind, TimelineEntry } from '../shapes.js';
import { Select } from '../../../core/page/kit.js';
import { Opened } from './opened.js';
import { moveInList } from './list.js';
import { shown } from '../../../core/platform/visible-text.js';
import { dayOf, Time } from './text.js';

const kindWords: Readonly<Record<EntryKind, string>> = {
  request: 'Request',
  mail: 'Mail',
  visit: 'Page',
  answers: 'Answers',
  act: 'Record',
  event: 'Event',
  delivery: 'Delivery',
  due: 'Due',
  seal: 'Seal',
};

const filters: readonly (readonly [string, readonly EntryKind[]])[] = [
  ['Everything', []],
  ['Requests', ['request']],
  ['Mail and pages', ['mail', 'visit', 'answers']],
  ['Events and deliveries', ['event', 'seal', 'delivery', 'due']],
  ['Record', ['act', 'answers', 'seal']],
];

interface TimelineProps {
  readonly entries: readonly TimelineEntry[];
  readonly leftOut: number;
  /** Whether the newest entry stays in sight. */
  readonly follows: boolean;
}

/** Everything that happened to an envelope; an entry opens with its exchange. */
export function Timeline({ entries, leftOut, follows }: TimelineProps): JSX.Element {
  const [filter, setFilter] = useState(0);
  const kinds = filters[filter]?.[1] ?? [];
  const shownEntries = entries.filter(({ kind }) => kinds.length === 0 || kinds.includes(kind));
  useEffect(() => {
    if (follows) document.querySelector('.timeline > :last-child')?.scrollIntoView({ block: 'nearest' });
  }, [follows, entries.length]);
  return (
    <>
      <div class="head">
        <h2>Timeline</h2>
        <Select
          aria-label="Show in the timeline"
          value={String(filter)}
          options={filters.map(([words], at) => [String(at), words])}
          onChange={(value) => setFilter(Number(value))}
        />
      </div>
      {leftOut > 0 && <p class="none">{leftOut} older entries are left out.</p>}
      {shownEntries.length === 0 && <p class="none">Nothing of this kind happened.</p>}
      <div class="cards">
        <Entries entries={shownEntries} />
      </div>
    </>
  );
}

/** Entries by day, one of which can be open. */
export function Entries({ entries }: { readonly entries: readonly TimelineEntry[] }): JSX.Element {
  const [open, setOpen] = useState<string | null>(null);
  const closeOnEscape = (event: KeyboardEvent): void => {
    // A dialog has its own.
    if (event.target instanceof Element && event.target.closest('dialog') !== null) return;
    moveInList(event);
    if (event.key !== 'Escape' || open === null) return;
    event.preventDefault();
    document.getElementById(`entry-${open}`)?.focus();
    setOpen(null);
  };
  return (
    <ol class="timeline" onKeyDown={closeOnEscape}>
      {entries.map((entry, at) => {
        const day = dayOf(entry.at);
        const previous = entries[at - 1];
        return (
          <li key={entry.key} class={`entry ${entry.kind} ${entry.tone}`}>
            {(previous === undefined || dayOf(previous.at) !== day) && <p class="day">{day}</p>}
            <Entry
              entry={entry}
              isOpen={open === entry.key}
              isFirst={at === 0}
              onToggle={() => setOpen(open === entry.key ? null : entry.key)}
            />
          </li>
        );
      })}
    </ol>
  );
}

interface EntryProps {
  readonly entry: TimelineEntry;
  readonly isOpen: boolean;
  readonly isFirst: boolean;
  readonly onToggle: () => void;
}

function Entry({ entry, isOpen, isFirst, onToggle }: EntryProps): JSX.Element {
  const line = (
    <>
      <Time at={entry.at} day={false} />
      <span class="kind">{kindWords[entry.kind]}</span>
      <span class="words">
        {shown(entry.title)}
        {entry.detail !== null && <small>{shown(entry.detail)}</small>}
      </span>
    </>
  );
  return (
    <>
      <button
        type="button"
        id={`entry-${entry.key}`}
        class="line flat"
        data-row
        tabIndex={isFirst || isOpen ? 0 : -1}
        aria-expanded={entry.opens === null ? undefined : isOpen}
        aria-disabled={entry.opens === null ? true : undefined}
        onClick={entry.opens === null ? undefined : onToggle}
      >
        {line}
      </button>
      {isOpen && entry.opens !== null && <Opened opens={entry.opens} />}
    </>
  );
}
