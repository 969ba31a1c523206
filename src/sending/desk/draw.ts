import { peopleWords, waitingWords } from '../envelope/list-view.js';
import { spanWords } from '../envelope/status-words.js';
import type { Colour, Style } from '../../core/terminal/colour.js';
import { visibleLine } from '../../core/platform/visible-text.js';
import { pageOf, type Size, wholeScreen } from '../../core/terminal/full-screen.js';
import { type ColumnSize, columnWidths, fitColumns } from '../../core/terminal/columns.js';
import { cut, fitted, width } from '../../core/terminal/text.js';
import { wrap } from '../../core/terminal/wrap.js';
import { helpLine } from '../../cli/timeline/draw.js';
import { countsOf, type DeskRow, type Group, isLateRow, isOpen, type Lateness, stateOf } from './arrange.js';
import { chosenRow, type Desk, type DeskAct, groupsOf, unfit } from './desk.js';

/** What stands around the envelopes. Text from outside is not cleaned yet. */
export interface DeskFrame {
  /** The service, and `LIVE` or `test`. */
  readonly service: string;
  /** How fresh the list is, with a short form for a narrow screen; or what is wrong, and then why. */
  readonly state: { readonly words: string; readonly short?: string; readonly why: string | null };
  /** What the last key did; null: nothing yet. */
  readonly message: { readonly words: string; readonly isBad: boolean } | null;
  /** Whether the service has a page of its own to open. */
  readonly hasPage: boolean;
}

const gap = 2;
const markColumns = 2;
/** From this width on there is room for the deadline. */
const wide = 96;

/** The whole screen, one string a row, each as wide as the terminal at most. */
export function drawDesk(desk: Desk, frame: DeskFrame, size: Size, colour: Colour): readonly string[] {
  const layout = layoutOf(desk, size.columns);
  return wholeScreen(size, {
    head: headOf(desk, frame, layout, size, colour),
    body: bodyOf(desk, frame, layout, size, colour),
    foot: [messageOf(desk, frame, size, colour), footOf(desk, frame, size, colour)],
  });
}

function headOf(
  desk: Desk,
  { service, state }: DeskFrame,
  layout: Layout,
  { columns }: Size,
  colour: Colour,
): readonly string[] {
  const counts = countsOf(desk.rows, desk.lateness);
  const head = layout.columns.map(({ title, room }) => fitted(title, room)).join(' '.repeat(gap));
  return [
    colour.bold(cut(visibleLine(service), columns)),
    state.why !== null
      ? colour.bad(cut(visibleLine(state.words), columns))
      : colour.dim(cut(visibleLine(`${counts}   ${(columns < wide && state.short) || state.words}`), columns)),
    desk.view.is === 'list' || desk.view.is === 'filter'
      ? colour.dim(cut(`${' '.repeat(markColumns)}${head}`, columns))
      : colour.dim('─'.repeat(columns)),
  ];
}

interface Column {
  readonly title: string;
  readonly room: number;
  readonly text: (row: DeskRow) => string;
  readonly style: (row: DeskRow, colour: Colour) => Style;
}

interface Layout {
  readonly columns: readonly Column[];
  /** Whether there is room for the titles alone. */
  readonly isNarrow: boolean;
}

const plain: Style = (text) => text;

/** The columns with their widths: what is short takes what it needs, title and people share the rest. */
function layoutOf({ rows, lateness }: Desk, columns: number): Layout {
  const { now } = lateness;
  const waiting = (row: DeskRow): string => waitingText(row, now, columns < wide);
  const deadline = (row: DeskRow): string => (isOpen(row) ? dueText(row, now) : '');
  const needed = (title: string, text: (row: DeskRow) => string): number =>
    Math.max(width(title), ...rows.map((row) => width(text(row))));
  const all: readonly (Omit<Column, 'room'> & Partial<ColumnSize>)[] = [
    { title: 'TITLE', text: titleText, style: () => plain, min: 8 },
    // Titles that need less than their half leave it to the people.
    { title: 'PEOPLE', text: peopleText, style: () => plain, min: 8, share: 1 },
    { title: 'STATE', text: shownState, style: stateStyle },
    { title: 'WAITING', text: waiting, style: (row, colour) => (isLateRow(row, lateness) ? colour.bad : plain) },
    ...(columns < wide ? [] : [{ title: 'DEADLINE', text: deadline, style: () => plain }]),
  ];
  const sizes = all.map(({ title, text, min, share = 0 }): ColumnSize => {
    const need = needed(title, text);
    return min === undefined ? { need: Math.min(16, need), share } : { need: Math.max(min, need), min, share };
  });
  const isNarrow = !fitColumns(sizes, columns - markColumns);
  const widths = columnWidths(sizes, columns - markColumns);
  return { isNarrow, columns: all.map((column, index) => ({ ...column, room: widths[index] ?? 0 })) };
}

const titleText = ({ id, seen }: DeskRow): string => visibleLine(seen?.title ?? id);
const peopleText = ({ seen }: DeskRow): string => visibleLine(peopleWords(seen) ?? '');
const shownState = ({ seen, current }: DeskRow): string =>
  `${stateOf(seen)}${current || seen === undefined ? '' : '?'}`;

/** A narrow screen has no column for the deadline, so the last day before it stands here. */
function waitingText(row: DeskRow, now: number, isNarrow: boolean): string {
  const { seen } = row;
  if (isNarrow && seen?.since != null && seen.expiresAt !== null && Date.parse(seen.expiresAt) - now < 86_400_000) {
    return `due ${dueText(row, now)}`;
  }
  return waitingWords(seen, now) ?? '';
}

function dueText({ seen }: DeskRow, now: number): string {
  if (seen?.expiresAt == null) return '';
  const left = Date.parse(seen.expiresAt) - now;
  return left > 0 ? `in ${spanWords(left)}` : `${spanWords(left)} ago`;
}

const good = ['sealed', 'completed'];
const bad = ['declined', 'expired', 'voided'];
function stateStyle({ seen }: DeskRow, colour: Colour): Style {
  const state = stateOf(seen);
  if (good.includes(state)) return colour.good;
  return bad.includes(state) ? colour.bad : plain;
}

function bodyOf(desk: Desk, frame: DeskFrame, layout: Layout, size: Size, colour: Colour): readonly string[] {
  const { view } = desk;
  if (view.is === 'help') return helpText(frame).map((line) => cut(line, size.columns));
  if (view.is === 'confirming') {
    return confirmLines(view.confirm.lines, size);
  }
  return listOf(desk, layout, size, colour);
}

/** What will happen and why; where the people do not fit between both, how many lines are left out. */
function confirmLines(said: readonly string[], size: Size): readonly string[] {
  const lines = said.flatMap((line) => wrap(visibleLine(line), size.columns).map((part) => cut(part, size.columns)));
  const more = lines.length - pageOf(size);
  if (more <= 0 || pageOf(size) < 6) return lines;
  const reason = lines.slice(-2);
  return [...lines.slice(0, -more - 3), `  … and ${more + 1} more lines`, ...reason];
}

/** As many lines as fit, around the selected envelope. */
function listOf(desk: Desk, layout: Layout, size: Size, colour: Colour): readonly string[] {
  const chosen = chosenRow(desk);
  if (chosen === null) {
    const none =
      desk.filter === ''
        ? 'No envelopes of this service on this machine yet. Those that it creates or hears of appear here.'
        : 'Nothing matches.';
    return wrap(none, size.columns).map(colour.dim);
  }
  const lines: { readonly text: () => string; readonly isChosen: boolean }[] = [];
  for (const group of groupsOf(desk)) {
    if (lines.length > 0) lines.push({ text: () => '', isChosen: false });
    lines.push({ text: () => colour.bold(cut(headingOf(group, desk.lateness), size.columns)), isChosen: false });
    for (const row of group.rows) {
      const isChosen = row.id === chosen.id;
      lines.push({ text: () => rowLine(row, layout, isChosen, size, colour), isChosen });
    }
  }
  const page = pageOf(size);
  const at = lines.findIndex(({ isChosen }) => isChosen);
  // The heading above the first envelope is seen too.
  const start = at < page - 1 ? 0 : Math.min(at - Math.floor(page / 2), lines.length - page);
  return lines.slice(start, start + page).map(({ text }) => text());
}

function headingOf(group: Group, lateness: Lateness): string {
  if (group.is === 'late') return 'Late';
  if (group.is === 'others') return 'Other envelopes';
  return visibleLine(`${group.name}   ${countsOf(group.all, lateness)}`);
}

function rowLine(row: DeskRow, { columns, isNarrow }: Layout, isChosen: boolean, size: Size, colour: Colour): string {
  const cells = columns.map(({ text, room, style }) => style(row, colour)(fitted(text(row), room)));
  const line = cells.join(' '.repeat(gap));
  if (isNarrow) return cut(`${isChosen ? '› ' : '  '}${titleText(row)}`, size.columns);
  return isChosen ? `${colour.accent('›')} ${colour.bold(line)}` : `  ${line}`;
}

function messageOf({ view, filter }: Desk, { state, message }: DeskFrame, { columns }: Size, colour: Colour): string {
  if (message === null) {
    if (state.why !== null) return colour.bad(cut(visibleLine(state.why), columns));
    if (filter === '' || view.is !== 'list') return '';
    return colour.dim(cut(`Filter: ${visibleLine(filter)}   Esc clears it`, columns));
  }
  return (message.isBad ? colour.bad : colour.good)(cut(visibleLine(message.words), columns));
}

function footOf(desk: Desk, { hasPage }: DeskFrame, { columns }: Size, colour: Colour): string {
  const { view } = desk;
  switch (view.is) {
    case 'filter':
      return cut(`Filter: ${visibleLine(desk.filter)}▏  Enter to keep it, Esc to cancel`, columns);
    case 'asking': {
      const { question, answer } = view.ask;
      const end = '▏  Enter to go on, Esc to cancel';
      const room = Math.max(4, columns - width(question) - width(end) - 1);
      return cut(`${question} ${endOf(visibleLine(answer), room)}${end}`, columns);
    }
    case 'reading':
      return cut('Reading it …  Esc to cancel', columns);
    case 'confirming':
      return cut(`${view.confirm.question} (y/N)`, columns);
    case 'help':
      return colour.dim(cut('Esc back  q quit', columns));
    case 'list': {
      const row = chosenRow(desk);
      const acts = keys.flatMap(({ act, short }) => {
        const fits = row !== null && act !== undefined && unfit(act, row) === null && (act !== 'page' || hasPage);
        return fits && short !== undefined ? [short] : [];
      });
      const words = ['↑↓', ...acts, 'f filter', '? help', 'q quit'];
      return colour.dim(cut(words.join('  '), columns));
    }
  }
}

/** The end of a long answer is where the typing goes on. */
function endOf(text: string, columns: number): string {
  const letters = Array.from(text);
  let left = columns;
  const start = letters.findLastIndex((letter) => (left -= width(letter)) < 0) + 1;
  return letters.slice(start).join('');
}

interface DeskKey {
  readonly keys: string;
  readonly help: string;
  /** An act of the selected envelope, as the foot names it. */
  readonly act?: DeskAct;
  readonly short?: string;
}

const keys: readonly DeskKey[] = [
  { keys: '↑ ↓, k j', help: 'select an envelope; g and G: the first and the last one' },
  { keys: 'Enter, s', help: 'show its status and its people', act: 'show', short: 's show' },
  { keys: 'd', help: 'download a document in its current state, as a PDF', act: 'draft', short: 'd draft' },
  { keys: 'v', help: 'void it, after a reason and a question', act: 'void', short: 'v void' },
  {
    keys: 'c',
    help: 'correct it; one that is sent is voided, and the new one sent',
    act: 'correct',
    short: 'c correct',
  },
  { keys: 'e', help: 'collect its evidence in a .zip file', act: 'evidence', short: 'e evidence' },
  { keys: 'o', help: 'open the page of the emulator in the browser', act: 'page', short: 'o page' },
  { keys: 'r', help: 'read it again now' },
  { keys: 'f or /', help: 'show only envelopes with these words; Esc shows all again' },
  { keys: 'q, Ctrl-C', help: 'leave the desk' },
];

const notes = [
  '',
  'Late envelopes come first, then those that wait longest, in groups of bulk runs.',
  '→ marks who has to act now, + that they have waited at least this long, ? a state that may',
  'have changed. The desk uses at most a fifth of the rate limit of the key.',
];

const helpText = ({ hasPage }: DeskFrame): readonly string[] => [
  ...keys.filter(({ act }) => act !== 'page' || hasPage).map((each) => helpLine(each.keys, each.help)),
  ...notes,
];
