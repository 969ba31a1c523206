import type { Colour, Style } from '../../core/terminal/colour.js';
import { visibleLine } from '../../core/platform/visible-text.js';
import { pageOf, type Size, wholeScreen } from '../../core/terminal/full-screen.js';
import { cut, width } from '../../core/terminal/text.js';
import { wrap } from '../../core/terminal/wrap.js';
import { type Entry, type EntryKind, type Tone } from './entry.js';
import type { Act } from './keys.js';
import { type Choice, chosenEntry, shownEntries, type Timeline } from './timeline.js';

/** What stands around the timeline. Text from outside is not cleaned yet. */
export interface Frame {
  readonly title: string;
  readonly subtitle: string;
  readonly acts: readonly ActKey[];
  /** A sentence about what appears here. */
  readonly expects: string;
  /** What Esc does in the list, where it does something; what `q` does; and more for the help. */
  readonly help: { readonly back?: string; readonly quit: string; readonly more: readonly string[] };
}

/** A key that does something. */
export interface ActKey {
  readonly act: Act;
  readonly key: string;
  readonly short: string;
  readonly help: string;
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

/** The whole screen, one string a row, each as wide as the terminal at most. */
export function drawScreen(timeline: Timeline, frame: Frame, size: Size, colour: Colour): readonly string[] {
  return wholeScreen(size, {
    head: headOf(frame, size, colour),
    body: bodyOf(timeline, frame, size, colour),
    foot: ['', footOf(timeline, frame, size, colour)],
  });
}

const headOf = ({ title, subtitle }: Frame, { columns }: Size, colour: Colour): readonly string[] => [
  colour.bold(cut(visibleLine(title), columns)),
  colour.dim(cut(visibleLine(subtitle), columns)),
  colour.dim('─'.repeat(columns)),
];

function footOf({ view, filter }: Timeline, { acts }: Frame, { columns }: Size, colour: Colour): string {
  if (view.is === 'filter') return cut(`Filter: ${visibleLine(filter)}▏  Enter keeps it, Esc drops it`, columns);
  const those = (hidden: Act): string =>
    acts
      .filter(({ act }) => act !== hidden)
      .map(({ key, short }) => `${key} ${short}  `)
      .join('');
  const keys =
    view.is === 'details'
      ? `↑↓ scroll  Enter back  ${those('advance')}q quit`
      : view.is === 'choice'
        ? '↑↓ select  Enter choose  Esc cancel  q quit'
        : view.is === 'help'
          ? 'Esc back  q quit'
          : `↑↓ select  Enter open  ${those('copy')}f filter  ? help  q quit`;
  const filtered = filter === '' ? '' : `Filter "${visibleLine(filter)}" (Esc ends it)  `;
  return colour.dim(cut(`${filtered}${keys}`, columns));
}

function bodyOf(timeline: Timeline, frame: Frame, size: Size, colour: Colour): readonly string[] {
  const { view } = timeline;
  if (view.is === 'help') return helpLines(frame).map((line) => cut(line, size.columns));
  if (view.is === 'choice') return choiceOf(view, size, colour);
  if (view.is === 'details') return detailsOf(view.entry, view.from, size, colour);
  return listOf(timeline, frame, size, colour);
}

function detailsOf(entry: Entry, from: number, size: Size, colour: Colour): readonly string[] {
  const page = pageOf(size);
  const lines = [
    ...wrap(`${localTime(entry.at)}  ${titles[entry.kind]}  ${visibleLine(entry.what)}`, size.columns),
    ...[entry.about, ...entry.why].flatMap((text) => (text === '' ? [] : wrap(visibleLine(text), size.columns))),
    '',
    ...entry.details.flatMap((text) => folded(visibleLine(text), size.columns)),
    ...(entry.curl === null ? [] : ['', ...folded(visibleLine(entry.curl), size.columns)]),
  ];
  const start = Math.min(from, Math.max(0, lines.length - page));
  return lines.slice(start, start + page).map((line, index) => (start + index === 0 ? colour.bold(line) : line));
}

/** The question, and as many rows as fit around the selected one. */
function choiceOf({ question, rows, at }: Choice & { readonly at: number }, size: Size, colour: Colour): string[] {
  const head = [...wrap(visibleLine(question), size.columns), ''];
  const room = Math.max(1, pageOf(size) - head.length);
  const start = Math.max(0, Math.min(at - Math.floor(room / 2), rows.length - room));
  const shown = rows.slice(start, start + room).map((row, index) => {
    const text = cut(visibleLine(row), Math.max(1, size.columns - 2));
    return start + index === at ? `${colour.accent('›')} ${colour.bold(text)}` : `  ${text}`;
  });
  return [...head, ...shown];
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
function listOf(timeline: Timeline, frame: Frame, size: Size, colour: Colour): readonly string[] {
  const shown = shownEntries(timeline);
  if (shown.length === 0) {
    const none = timeline.filter === '' ? `Nothing yet. ${frame.expects}` : 'Nothing matches.';
    return wrap(none, size.columns).map((line) => colour.dim(line));
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
  const { what, short, tone } = entry;
  const line = visibleLine(width(visibleLine(what)) > room ? (short ?? what) : what);
  const about = visibleLine(entry.about);
  const isBeside = about !== '' && width(line) + 2 + width(about) <= room;
  const text = toneOf(tone, colour)(cut(line, room));
  const after = isBeside ? `  ${colour.dim(about)}` : '';
  const below = [...(isBeside || about === '' ? [] : [about]), ...entry.why]
    .flatMap((words) => wrap(visibleLine(words), room))
    .map((line) => `${' '.repeat(margin)}${cut(line, room)}`);
  return [`${head} ${isSelected ? colour.bold(text) : text}${after}`, ...below];
}

const plain: Style = (text) => text;
const toneOf = (tone: Tone, colour: Colour): Style => (tone === 'plain' ? plain : colour[tone]);

function localTime(at: number): string {
  const date = new Date(at);
  return [date.getHours(), date.getMinutes(), date.getSeconds()].map((part) => String(part).padStart(2, '0')).join(':');
}

const helpLines = ({ acts, help }: Frame): readonly string[] => [
  helpLine('↑ ↓', 'select an entry; at the end, new ones are followed again'),
  helpLine('Enter', 'open the selected entry, with everything that is known about it'),
  ...acts.map((each) => helpLine(each.key, each.help)),
  helpLine('f or /', 'show only entries with these words; Esc shows all again'),
  ...(help.back === undefined ? [] : [helpLine('Esc', help.back)]),
  helpLine('q, Ctrl-C', help.quit),
  '',
  ...help.more,
];

/** A line of the help: keys, and what they do. */
export const helpLine = (keys: string, words: string): string => `${keys.padEnd(13)}${words}`;
