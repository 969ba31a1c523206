import type { Context } from '../../cli/context/context.js';
import { reportAsJson, type Report } from '../../listen/receive/report.js';
import { indent, reportAsLine, type Line, type Tone } from '../../listen/receive/report-line.js';
import type { ListenOptions } from './options.js';
import type { ListenLine } from './listen-line.js';
import type { Colour, Style } from '../../core/terminal/colour.js';
import type { OutputEvent } from '../../core/terminal/output.js';
import { visibleLine } from '../../core/platform/visible-text.js';
import { wrap } from '../../core/terminal/wrap.js';

/** Prints the reports of a listener in order: on stdout, or on stderr if a command uses stdout. */
export interface Printer {
  /** For programs, reports from before `ready` come after that first line, unless the start takes long. */
  tell(report: Report): void;
  /** Tells a program that a start takes long, with what was reported until then. Call the result when it is over. */
  starting(words: string): () => void;
  /** Listening is ready. */
  ready(value: ListenLine, human: (colour: Colour) => readonly string[]): void;
  /** An event of the command itself, in the same order. */
  event(value: ListenLine, human: (colour: Colour) => readonly string[]): void;
  /** Keeps lines back while something else has the terminal: the newest of them come when it is given back. */
  hold(isHeld: boolean): void;
  /** Rejects when a line cannot be written, for example because --jq fails. */
  readonly failed: Promise<never>;
  /** Resolves when everything is written; throws on a write error. */
  rest(): Promise<void>;
}

/** Milliseconds: a tunnel may well need twenty seconds, and its failure two minutes. */
const longStartMs = 30_000;
/** Lines that are kept back. */
const maxHeld = 1_000;

const unpainted: Style = (text) => text;
const withoutColour: Colour = {
  on: false,
  bold: unpainted,
  dim: unpainted,
  good: unpainted,
  bad: unpainted,
  warn: unpainted,
  accent: unpainted,
};

/** With neither a command nor expected events, nothing but its reader ends a listener. */
export function createPrinter(
  { output, clock }: Context,
  { words, expect }: Pick<ListenOptions, 'words' | 'expect'>,
): Printer {
  const besideCommand = words.length > 0;
  const isEndless = !besideCommand && expect === undefined;
  let row: Promise<void> = Promise.resolve();
  const waiting: OutputEvent[] = [];
  let fail: (reason: unknown) => void = () => undefined;
  const failed = new Promise<never>((_, reject) => (fail = reject));
  failed.catch(() => undefined);
  let held: Promise<void> = Promise.resolve();
  let release: (() => void) | null = null;
  let leftOut = 0;
  const event = (value: ListenLine, human: (colour: Colour) => readonly string[]): void => {
    if (output.form === 'human' && besideCommand) {
      for (const line of human(withoutColour)) output.note(line);
      return;
    }
    waiting.push({ value, human: (colour) => human(colour).join('\n') });
    if (release !== null && waiting.length > maxHeld) {
      waiting.shift();
      leftOut += 1;
    }
    if (waiting.length > 1) return;
    // One turn of the event loop, so that what happens to many deliveries at once is one write.
    row = row
      .then(() => new Promise((resolve) => setImmediate(resolve)))
      .then(() => held)
      .then(() => {
        if (leftOut > 0) output.note(`${leftOut} earlier lines are left out. See \`esign event list\`.`);
        leftOut = 0;
        return output.events(waiting.splice(0), isEndless);
      });
    row.catch(fail);
  };
  const early: Report[] = [];
  let begun = output.form === 'human';
  const tell = (report: Report): void => {
    if (begun)
      event(reportAsJson(report), (colour) => drawLine(reportAsLine(report, output.columns), colour, output.columns));
    else early.push(report);
  };
  const begin = (): void => {
    begun = true;
    for (const report of early.splice(0)) tell(report);
  };
  return {
    tell,
    starting(words) {
      const over = new AbortController();
      const tellLate = (): void => {
        if (begun) return;
        begin();
        tell({ is: 'remark', at: new Date(clock.now()).toISOString(), code: 'not_ready', words, grave: false });
      };
      void clock.sleep(longStartMs, over.signal).then(tellLate, () => undefined);
      return () => over.abort(new Error('the start is over'));
    },
    ready: (value, human) => {
      event(value, human);
      begin();
    },
    event,
    hold: (isHeld) => {
      release?.();
      release = null;
      if (isHeld) held = new Promise((resolve) => (release = resolve));
    },
    failed,
    rest: () => row,
  };
}

/** Text in a line may come from outside, so it is cleaned before it is coloured. */
function drawLine({ time, parts, words, below }: Line, colour: Colour, columns = Infinity): readonly string[] {
  const tones: Readonly<Record<Tone, Style>> = {
    plain: unpainted,
    dim: colour.dim,
    good: colour.good,
    bad: colour.bad,
    warn: colour.warn,
  };
  const room = Math.max(20, columns - indent);
  const cleaned = parts.map(({ text }) => visibleLine(text));
  const painted = parts.map(({ tone }, at) => tones[tone](cleaned[at] ?? '')).join('  ');
  const plain = cleaned.join('  ');
  const [first = '', ...rest] = words === '' ? [plain] : wrap(`${plain}  ${visibleLine(words)}`, room);
  const margin = ' '.repeat(indent);
  return [
    `${colour.dim(localTime(time))}  ${painted}${first.slice(plain.length)}`.trimEnd(),
    ...[...rest, ...below.flatMap((text) => lines(text, room))].map((line) => `${margin}${line}`),
  ];
}

const lines = (text: string, columns: number): readonly string[] =>
  text.split('\n').flatMap((line) => wrap(visibleLine(line), columns));

/** The local time of day. */
function localTime(iso: string): string {
  const date = new Date(iso);
  return [date.getHours(), date.getMinutes(), date.getSeconds()].map((part) => String(part).padStart(2, '0')).join(':');
}
