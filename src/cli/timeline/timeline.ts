import type { Entry } from './entry.js';

/** What the screen shows, and how keys and entries change it. */
export interface Timeline {
  readonly entries: readonly Entry[];
  /** Index in the shown entries; null: follows the newest. */
  readonly selected: number | null;
  readonly view: View;
  readonly filter: string;
}

type View =
  | { readonly is: 'list' }
  /** Of the selected entry; `from` is its first visible line. */
  | { readonly is: 'details'; readonly entry: Entry; readonly from: number }
  | { readonly is: 'help' }
  | ({ readonly is: 'choice'; readonly at: number } & Choice)
  /** `filter` is being typed. */
  | { readonly is: 'filter'; readonly before: string };

/** A question before an act, with a row for each answer. Text from outside is not cleaned yet. */
export interface Choice {
  readonly question: string;
  readonly rows: readonly string[];
}

export type Move =
  | 'up'
  | 'down'
  | 'page-up'
  | 'page-down'
  | 'first'
  | 'last'
  | 'open'
  | 'back'
  | 'help'
  | 'filter'
  | { readonly typed: string };

/** The oldest are dropped. */
const maxEntries = 5_000;
const maxFilter = 80;

export const emptyTimeline: Timeline = { entries: [], selected: null, view: { is: 'list' }, filter: '' };

/** The entries that the filter lets through: each word of it is in the kind, the text or the ID of the envelope. */
export function shownEntries({ entries, filter }: Pick<Timeline, 'entries' | 'filter'>): readonly Entry[] {
  const parts = filter
    .toLowerCase()
    .split(/\s+/)
    .filter((part) => part !== '');
  if (parts.length === 0) return entries;
  return entries.filter((entry) => {
    const text =
      `${entry.kind} ${entry.what} ${entry.about} ${entry.why.join(' ')} ${entry.envelopeId ?? ''}`.toLowerCase();
    return parts.every((part) => text.includes(part));
  });
}

/** The entry that the user went to; null while the timeline follows the newest. */
export const selectedEntry = (timeline: Timeline): Entry | null =>
  timeline.selected === null && timeline.view.is !== 'details' ? null : chosenEntry(timeline);

/** The selected entry, or the newest while the timeline follows. */
export function chosenEntry(timeline: Timeline): Entry | null {
  if (timeline.view.is === 'details') return timeline.view.entry;
  const shown = shownEntries(timeline);
  return shown[timeline.selected ?? shown.length - 1] ?? null;
}

/** Nothing is open, selected or filtered, so that there is nothing to go back from. */
export const isAtRest = ({ view, selected, filter }: Timeline): boolean =>
  view.is === 'list' && selected === null && filter === '';

/** Adds entries; the selection stays on its entry. A retry takes the place of the attempt before it. */
export function withEntries(before: Timeline, fresh: readonly Entry[]): Timeline {
  const retried = new Map(fresh.flatMap((entry) => (entry.isRetry ? [[entry.deliveryId, entry] as const] : [])));
  const isStale = (entry: Entry): boolean =>
    entry.kind === 'hook' && retried.has(entry.deliveryId) && retried.get(entry.deliveryId) !== entry;
  const timeline = retried.size === 0 ? before : without(before, isStale);
  const all = [...timeline.entries, ...(retried.size === 0 ? fresh : fresh.filter((entry) => !isStale(entry)))];
  const dropped = all.slice(0, Math.max(0, all.length - maxEntries));
  if (dropped.length === 0) return { ...timeline, entries: all };
  const lost = shownEntries({ entries: dropped, filter: timeline.filter }).length;
  const selected = timeline.selected === null ? null : Math.max(0, timeline.selected - lost);
  return { ...timeline, entries: all.slice(dropped.length), selected };
}

function without(timeline: Timeline, isStale: (entry: Entry) => boolean): Timeline {
  const chosen = timeline.selected === null ? null : chosenEntry(timeline);
  const entries = timeline.entries.filter((entry) => !isStale(entry));
  if (chosen === null || timeline.selected === null) return { ...timeline, entries };
  const shown = shownEntries({ entries, filter: timeline.filter });
  const at = shown.indexOf(chosen);
  return {
    ...timeline,
    entries,
    selected: at === -1 ? Math.min(timeline.selected, Math.max(0, shown.length - 1)) : at,
  };
}

/** Replaces the details of the entries of a delivery, also of the one that is open. */
export function withDetails(timeline: Timeline, deliveryId: string, details: readonly string[]): Timeline {
  const told = (entry: Entry): Entry => (entry.deliveryId === deliveryId ? { ...entry, details } : entry);
  const { view } = timeline;
  return {
    ...timeline,
    entries: timeline.entries.map(told),
    view: view.is === 'details' ? { ...view, entry: told(view.entry) } : view,
  };
}

/** `page` is the number of lines on the screen. */
export function moved(timeline: Timeline, move: Move, page: number): Timeline {
  const { view } = timeline;
  switch (view.is) {
    case 'filter':
      return typing(timeline, view.before, move);
    case 'help':
      return move === 'back' || move === 'help' || move === 'open' ? { ...timeline, view: { is: 'list' } } : timeline;
    case 'choice': {
      const at = view.at + (stepOf(move, page) ?? 0);
      return { ...timeline, view: { ...view, at: Math.max(0, Math.min(at, view.rows.length - 1)) } };
    }
    case 'details':
      return move === 'back' || move === 'open'
        ? { ...timeline, view: { is: 'list' } }
        : { ...timeline, view: { ...view, from: Math.max(0, view.from + (stepOf(move, page) ?? 0)) } };
    case 'list':
      return listed(timeline, move, page);
  }
}

function listed(timeline: Timeline, move: Move, page: number): Timeline {
  const count = shownEntries(timeline).length;
  if (move === 'help') return { ...timeline, view: { is: 'help' } };
  if (move === 'filter') return { ...timeline, view: { is: 'filter', before: timeline.filter } };
  if (move === 'back') return { ...timeline, selected: null, filter: '' };
  if (move === 'open') {
    const entry = chosenEntry(timeline);
    if (entry === null) return timeline;
    const selected = timeline.selected ?? count - 1;
    return { ...timeline, selected, view: { is: 'details', entry, from: 0 } };
  }
  const step = stepOf(move, page);
  if (step === null || count === 0) return timeline;
  const at = Math.max(0, (timeline.selected ?? count) + step - (timeline.selected === null && step > 0 ? 1 : 0));
  // At the end it follows again.
  return { ...timeline, selected: at >= count - 1 && step > 0 ? null : Math.min(at, count - 1) };
}

function typing(timeline: Timeline, before: string, move: Move): Timeline {
  if (typeof move === 'object') {
    const text = move.typed === '\b' ? timeline.filter.slice(0, -1) : timeline.filter + move.typed;
    return { ...timeline, filter: text.slice(0, maxFilter), selected: null };
  }
  if (move === 'open') return { ...timeline, view: { is: 'list' }, selected: null };
  if (move === 'back') return { ...timeline, view: { is: 'list' }, filter: before, selected: null };
  return timeline;
}

/** How far a move goes, down is positive; null: it goes nowhere. */
export function stepOf(move: Move, page: number): number | null {
  switch (move) {
    case 'up':
      return -1;
    case 'down':
      return 1;
    case 'page-up':
      return -page;
    case 'page-down':
      return page;
    case 'first':
      return -Number.MAX_SAFE_INTEGER;
    case 'last':
      return Number.MAX_SAFE_INTEGER;
    default:
      return null;
  }
}
