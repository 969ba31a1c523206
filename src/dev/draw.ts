import type { Colour, Style } from '../terminal/colour.js';
import { cut, visibleLine, width } from '../terminal/text.js';
import { wrap } from '../terminal/wrap.js';
import { type Entry, type EntryKind, type Tone } from './entry.js';
import { chosenEntry, shownEntries, type Timeline } from './timeline.js';

/** What stands above the timeline. */
export interface Heading {
  readonly emulator: string;
  /** Where deliveries go. */
  readonly app: string;
  /** The command that runs; null without one. */
  readonly command: string | null;
  /** The file with the settings of the app; null when it is not written. */
  readonly settings: string | null;
  /** The emulator's time to the minute (UTC), if its clock was moved. */
  readonly moved: string | null;
}

export interface Size {
  readonly rows: number;
  readonly columns: number;
}

const titles: Readonly<Record<EntryKind, string>> = {
  api: 'API',
  mail: 'mail',
  page: 'page',
  event: 'event',
  hook: 'hook',
  app: 'app',
  esign: 'esign',
};
/** Time, kind and their gaps. */
const margin = 18;
const headRows = 3;
const footRows = 2;

/** The lines of a page of the timeline, for moves by a page. */
export const pageOf = ({ rows }: Size): number => Math.max(1, rows - headRows - footRows);

/** The whole screen, one string a row, each as wide as the terminal at most. */
export function drawScreen(timeline: Timeline, heading: Heading, size: Size, colour: Colour): readonly string[] {
  const body = bodyOf(timeline, size, colour);
  const page = pageOf(size);
  const filled = [...body, ...Array<string>(Math.max(0, page - body.length)).fill('')].slice(0, page);
  return [...headOf(heading, size, colour), ...filled, '', footOf(timeline, size, colour)];
}

function headOf(heading: Heading, { columns }: Size, colour: Colour): readonly string[] {
  const { emulator, app, command, settings, moved } = heading;
  const time = moved === null ? '' : ` at ${moved} UTC`;
  const first = `esign dev   emulator ${visibleLine(emulator)}${time}`;
  const deliveries = `deliveries to ${visibleLine(app)}`;
  const runs = command === null ? 'Start your app in another terminal' : `$ ${visibleLine(command)}`;
  const second = `${runs}   ${deliveries}${settings === null ? '' : `   settings in ${visibleLine(settings)}`}`;
  return [colour.bold(cut(first, columns)), colour.dim(cut(second, columns)), colour.dim('─'.repeat(columns))];
}

function footOf({ view, filter }: Timeline, { columns }: Size, colour: Colour): string {
  if (view.is === 'filter') return cut(`Filter: ${visibleLine(filter)}▏  Enter keeps it, Esc drops it`, columns);
  const keys =
    view.is === 'details'
      ? '↑↓ scroll  Enter back  r replay  c copy curl  s sign  o page  q quit'
      : view.is === 'help'
        ? 'Esc back  q quit'
        : '↑↓ select  Enter open  s sign  t advance  r replay  o page  f filter  ? help  q quit';
  const filtered = filter === '' ? '' : `Filter "${visibleLine(filter)}" (Esc ends it)  `;
  return colour.dim(cut(`${filtered}${keys}`, columns));
}

function bodyOf(timeline: Timeline, size: Size, colour: Colour): readonly string[] {
  const { view } = timeline;
  if (view.is === 'help') return helpLines.map((line) => cut(line, size.columns));
  if (view.is === 'details') return detailsOf(view.entry, view.from, size, colour);
  return listOf(timeline, size, colour);
}

function detailsOf(entry: Entry, from: number, size: Size, colour: Colour): readonly string[] {
  const page = pageOf(size);
  const lines = [
    ...wrap(`${localTime(entry.at)}  ${titles[entry.kind]}  ${visibleLine(entry.what)}`, size.columns),
    ...entry.why.flatMap((text) => wrap(visibleLine(text), size.columns)),
    '',
    ...entry.details.flatMap((text) => folded(visibleLine(text), size.columns)),
    ...(entry.curl === null ? [] : ['', ...folded(visibleLine(entry.curl), size.columns)]),
  ];
  const start = Math.min(from, Math.max(0, lines.length - page));
  return lines.slice(start, start + page).map((line, index) => (start + index === 0 ? colour.bold(line) : line));
}

/** A line that must stay whole when it is copied is broken at the edge, not at its blanks. */
function folded(text: string, columns: number): readonly string[] {
  if (width(text) <= columns) return [text];
  const lines: string[] = [];
  for (let rest = Array.from(text); rest.length > 0; rest = rest.slice(columns)) {
    lines.push(rest.slice(0, columns).join(''));
  }
  return lines;
}

/** As many entries as fit, up to the newest or around the selected one. */
function listOf(timeline: Timeline, size: Size, colour: Colour): readonly string[] {
  const shown = shownEntries(timeline);
  if (shown.length === 0) {
    const none =
      timeline.filter === '' ? 'Nothing yet. Requests, mail and deliveries appear here.' : 'Nothing matches.';
    return [colour.dim(cut(none, size.columns))];
  }
  const page = pageOf(size);
  const last = Math.min(shown.length - 1, timeline.selected ?? shown.length - 1);
  const chosen = chosenEntry(timeline);
  const blocks: string[][] = [];
  let used = 0;
  const add = (index: number, put: (block: string[]) => void): boolean => {
    const entry = shown[index];
    if (entry === undefined) return false;
    const block = linesOf(entry, timeline.selected !== null && entry === chosen, size, colour);
    if (used + block.length > page && used > 0) return false;
    used += block.length;
    put(block);
    return true;
  };
  for (let index = last; add(index, (block) => void blocks.unshift(block)); index -= 1);
  for (let index = last + 1; add(index, (block) => void blocks.push(block)); index += 1);
  return blocks.flat().slice(0, page);
}

/** An entry as lines of a log. */
export const entryLines = (entry: Entry, columns: number, colour: Colour): readonly string[] =>
  linesOf(entry, false, { rows: 0, columns }, colour);

function linesOf(entry: Entry, isSelected: boolean, { columns }: Size, colour: Colour): string[] {
  const mark = isSelected ? colour.accent('›') : ' ';
  const head = `${mark} ${colour.dim(localTime(entry.at))}  ${colour.dim(titles[entry.kind].padEnd(5))}`;
  const room = Math.max(10, columns - margin);
  const text = toneOf(entry.tone, colour)(cut(visibleLine(entry.what), room));
  const below = entry.why
    .flatMap((words) => wrap(visibleLine(words), room))
    .map((line) => `${' '.repeat(margin)}${cut(line, room)}`);
  return [`${head} ${isSelected ? colour.bold(text) : text}`, ...below];
}

const plain: Style = (text) => text;
const toneOf = (tone: Tone, colour: Colour): Style => (tone === 'plain' ? plain : colour[tone]);

function localTime(at: number): string {
  const date = new Date(at);
  return [date.getHours(), date.getMinutes(), date.getSeconds()].map((part) => String(part).padStart(2, '0')).join(':');
}

const helpLines = [
  '↑ ↓          select an entry; at the end, new ones are followed again',
  'Enter        open the selected entry: request, response, what to do',
  's            sign as the next recipient of its envelope, or of the latest one',
  't            move the clock to what falls due next',
  'r            send the selected delivery to the app again',
  'o            open the page of the emulator in the browser',
  'c            copy the selected request as a curl command',
  'f or /       show only entries with these words; Esc shows all again',
  'q, Ctrl-C    stop the app, the listener and the emulator that this command started',
  '',
  'Each key runs an esign command, which the timeline shows.',
];
