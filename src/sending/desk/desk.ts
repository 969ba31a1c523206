import { type Move, stepOf } from '../../cli/timeline/timeline.js';
import { arrange, type DeskRow, type Group, isOpen, type Lateness } from './arrange.js';

/** What the desk shows, and how keys and reads change it. */
export interface Desk {
  readonly rows: readonly DeskRow[];
  readonly lateness: Lateness;
  readonly filter: string;
  /** The ID of the selected envelope; null until one is chosen: the first. */
  readonly selected: string | null;
  readonly view: DeskView;
}

type DeskView =
  | { readonly is: 'list' }
  | { readonly is: 'help' }
  /** `filter` is being typed. */
  | { readonly is: 'filter'; readonly before: string }
  /** A text that an act needs is being typed. */
  | { readonly is: 'asking'; readonly ask: Ask }
  /** The envelope is read for the question that follows. */
  | { readonly is: 'reading'; readonly ask: Ask }
  /** A question of yes or no before what cannot be undone. */
  | { readonly is: 'confirming'; readonly confirm: Confirm };

/** A question whose answer is a text. */
export interface Ask {
  readonly act: 'void' | 'draft' | 'evidence';
  readonly row: DeskRow;
  readonly question: string;
  readonly answer: string;
}

/** What will happen, to whom, and the question: the words of the command. */
interface Confirm {
  readonly ask: Ask;
  readonly lines: readonly string[];
  readonly question: string;
}

/** What a key of the desk does to the selected envelope, or to the desk. */
export type DeskAct = 'show' | 'draft' | 'void' | 'correct' | 'evidence' | 'page' | 'refresh' | 'quit';

export const deskActs: Readonly<Record<string, DeskAct>> = {
  s: 'show',
  d: 'draft',
  v: 'void',
  c: 'correct',
  e: 'evidence',
  o: 'page',
  r: 'refresh',
  q: 'quit',
};

const maxTyped = 200;

export const emptyDesk = (lateness: Lateness): Desk => ({
  rows: [],
  lateness,
  filter: '',
  selected: null,
  view: { is: 'list' },
});

export const groupsOf = ({ rows, filter, lateness }: Desk): readonly Group[] => arrange(rows, filter, lateness);

/** The rows from top to bottom. */
const shownRows = (desk: Desk): readonly DeskRow[] => groupsOf(desk).flatMap(({ rows }) => rows);

/** The desk with what is known now. The selection stays on its envelope, wherever that goes. */
export const withRows = (desk: Desk, rows: readonly DeskRow[], lateness: Lateness): Desk => ({
  ...desk,
  rows,
  lateness,
});

/** The selected envelope; the first one when nothing is selected, or when it is not shown any more. */
export function chosenRow(desk: Desk): DeskRow | null {
  const rows = shownRows(desk);
  return rows.find(({ id }) => id === desk.selected) ?? rows[0] ?? null;
}

/** Why an act does not fit an envelope, a sentence; null: it fits. */
export function unfit(act: DeskAct, row: DeskRow): string | null {
  const status = row.seen?.status;
  switch (act) {
    case 'void':
      return isOpen(row) ? null : `Only a sent envelope can be voided. This one is ${status ?? 'not read yet'}.`;
    case 'draft':
      return status === 'draft' ? 'A draft PDF exists once the envelope is sent. This one is a draft.' : null;
    case 'correct':
      return status === 'draft' || status === 'completed'
        ? `Only a sent, declined, voided or expired envelope can be corrected. This one is ${status}.`
        : null;
    case 'evidence':
      return isOpen(row) || status === 'draft'
        ? `The evidence is complete once the envelope has ended. This one is ${status}.`
        : null;
    case 'show':
    case 'page':
    case 'refresh':
    case 'quit':
      return null;
  }
}

/** Whether letters are text now. */
export const isTyping = ({ view }: Desk): boolean => view.is === 'filter' || view.is === 'asking';

/** `page` is the number of lines on the screen. Enter in the list and in a question is left to the caller. */
export function moved(desk: Desk, move: Move, page: number): Desk {
  const { view } = desk;
  switch (view.is) {
    case 'filter':
      return filtering(desk, view.before, move);
    case 'asking': {
      if (move === 'back') return { ...desk, view: { is: 'list' } };
      const { ask } = view;
      return { ...desk, view: { is: 'asking', ask: { ...ask, answer: typedInto(ask.answer, move) } } };
    }
    case 'reading':
    case 'confirming':
      return move === 'back' ? { ...desk, view: { is: 'list' } } : desk;
    case 'help':
      return move === 'back' || move === 'help' || move === 'open' ? { ...desk, view: { is: 'list' } } : desk;
    case 'list':
      return listed(desk, move, page);
  }
}

function filtering(desk: Desk, before: string, move: Move): Desk {
  if (move === 'open') return { ...desk, view: { is: 'list' } };
  if (move === 'back') return { ...desk, filter: before, view: { is: 'list' } };
  return { ...desk, filter: typedInto(desk.filter, move) };
}

function typedInto(text: string, move: Move): string {
  if (typeof move !== 'object') return text;
  const letters = Array.from(text);
  return (move.typed === '\b' ? letters.slice(0, -1) : [...letters, ...move.typed].slice(0, maxTyped)).join('');
}

function listed(desk: Desk, move: Move, page: number): Desk {
  if (move === 'help') return { ...desk, view: { is: 'help' } };
  if (move === 'filter') return { ...desk, view: { is: 'filter', before: desk.filter } };
  if (move === 'back') return { ...desk, filter: '' };
  const step = stepOf(move, page);
  const rows = shownRows(desk);
  if (step === null || rows.length === 0) return desk;
  const at = Math.max(
    0,
    rows.findIndex(({ id }) => id === desk.selected),
  );
  const next = rows[Math.min(rows.length - 1, Math.max(0, at + step))];
  return { ...desk, selected: next?.id ?? null };
}
