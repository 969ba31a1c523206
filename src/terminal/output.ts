import type { Writable } from 'node:stream';
import type { Colour } from './colour.js';
import { idsOf, pickFields, writeJson } from './json.js';
import { OutputLost, type Written } from './output-lost.js';
import { plainProgress, type Progress, silentProgress, spinner } from './progress.js';
import type { Streams } from './streams.js';
import type { Details, Table } from './table.js';
import { visible } from './text.js';
import { localInstant } from './time.js';
import { fold } from './wrap.js';

/** How results are written: for a person, as rows or JSON in a pipe (`rows`), as JSON because asked, or ids only. */
export type OutputForm = 'human' | 'rows' | 'json' | 'ids';

/**
 * Words for a person. In a string, whatever could steer the terminal is made visible; a function may use colour, and
 * passes every text from outside through `clean` itself.
 */
export type Human = string | ((colour: Colour, clean: (text: string) => string) => string);

/** How a person sees a result. Members are written in this order: `human`, `verbatim`, `details`, `table`, `next`. */
export interface View {
  /** Sentences, broken at blanks to the width of the terminal; a command line among them stays whole. */
  readonly human?: Human;
  /** Text as it is, such as a body: it is cleaned, and never broken. */
  readonly verbatim?: string;
  /** One resource as name-value lines; JSON in a pipe. */
  readonly details?: Details;
  /** A list; tab-separated rows in a pipe. */
  readonly table?: Table;
  /** What to do next, as full command lines; only on a terminal. */
  readonly next?: readonly string[];
  /** What `-q` prints, one a line; without it `-q` prints the `id` of the value, or of its items. */
  readonly ids?: readonly string[];
  /** The result cannot be had again, as a secret: a reader that went away is a failure then. */
  readonly needed?: boolean;
  /** The property that holds the items of a list, to select fields from; `data` unless told. */
  readonly items?: string;
}

/** Everything a command says. Results go to stdout, everything else to stderr. */
export interface Output {
  readonly form: OutputForm;
  /** True when stdout is a terminal: raw bytes such as a PDF are not written to one. */
  readonly toTerminal: boolean;
  /** Columns of the terminal; undefined when stdout is none. */
  readonly columns: number | undefined;
  /**
   * Writes the one result of a command; `value` is the service's own body. Throws JqFailure, and UnknownFields unless
   * something was changed: a field that the result lacks is null then.
   */
  result(value: unknown, view?: View): Promise<void>;
  /** Writes a plain text result (a script, a header value, a URL); --json wraps it as {[name]: text}. */
  text(name: string, text: string): Promise<void>;
  /** Writes raw bytes to stdout, waiting for a slow reader. */
  bytes(bytes: Uint8Array): Promise<void>;
  /**
   * Told before anything is sent: the names of all properties that the result or the events will have, those inside of
   * others with a dot; null where they are not known. Throws UnknownFields for --json with another one, and JqFailure for
   * an invalid expression.
   */
  willTell(fields: readonly string[] | null): Promise<void>;
  /**
   * Writes one event of a long-running command: a line of JSON under --json or in a pipe, as far as its fields are chosen
   * and --jq lets it through; `human` for a person. Throws JqFailure.
   */
  event(value: object, human: Human): Promise<void>;
  /** A remark on stderr; silent under --json and --quiet. */
  note(text: string): void;
  /** A warning on stderr; silent under --json. */
  warn(text: string): void;
  /** A line of the --debug trace on stderr; the caller asks only under --debug. */
  trace(line: string): void;
  /** Told before a request that changes something leaves: from then on no wish for its result is a reason to refuse. */
  changing(): void;
  /** Told of each request that changed something: where its result cannot be written, the failure says what was done. */
  changed(write: Written): void;
  /** Starts a progress line on stderr; silent under --json and --quiet. */
  progress(text: string): Progress;
  /** An instant in the reader's zone with its offset, for use inside sentences. */
  instant(iso: string): string;
}

export interface OutputOptions {
  readonly form: OutputForm;
  readonly fields: readonly string[] | null;
  readonly jq: string | null;
  readonly colour: Colour;
  readonly errorColour: Colour;
  readonly quiet: boolean;
  /** Masks secrets in remarks; results are left as the service wrote them. */
  readonly hide: (text: string) => string;
  /** Told the first time that something is about to be changed. */
  readonly onChanging?: (() => void) | undefined;
}

const maxWritten = 20;

export function createOutput(streams: Streams, options: OutputOptions): Output {
  const { form, colour, errorColour } = options;
  const remark = (text: string, hang = 0): void =>
    void streams.stderr.write(`${fold(text, streams.errorColumns, hang)}\n`);
  const clean = (text: string): string => visible(options.hide(text));
  const silent = form === 'json' || options.quiet;
  let changed = false;
  const written: Written[] = [];
  const write = (text: string | Uint8Array, needed = false): Promise<void> =>
    writeAll(streams.stdout, text, needed).catch((failure: unknown) => {
      throw failure instanceof OutputLost ? new OutputLost(failure.system, changed, written) : failure;
    });
  const json = (value: unknown, items?: string): Promise<string> => asJson({ value, items, changed }, options, streams);
  return {
    form,
    toTerminal: streams.stdoutIsTerminal,
    get columns() {
      return streams.columns;
    },
    result: async (value, view = {}) => write(await render(value, view, options, streams, json), view.needed),
    text: async (name, text) => {
      if (form === 'json') return write(await json({ [name]: text }));
      await write(text.endsWith('\n') ? text : `${text}\n`);
    },
    bytes: (bytes) => write(bytes),
    willTell: async (fields) => {
      if (options.fields !== null || options.jq !== null)
        await (await import('./line.js')).checkSelection(options, fields);
    },
    event: async (value, human) => {
      const text = form === 'human' ? sentences(human, colour, streams) : await asLine(value, options, streams);
      if (text !== '') await write(text);
    },
    note: (text) => {
      if (!silent) remark(clean(text));
    },
    warn: (text) => {
      if (form !== 'json') remark(`${errorColour.warn('Warning:')} ${clean(text)}`, 'Warning: '.length);
    },
    // Not broken: its lines are read by programs and copied.
    trace: (line) => void streams.stderr.write(`${errorColour.dim(clean(line))}\n`),
    changing: () => {
      if (!changed) options.onChanging?.();
      changed = true;
    },
    changed: (each) => {
      if (written.push(each) > maxWritten) written.shift();
    },
    progress: (text) => {
      if (silent) return silentProgress;
      if (streams.stderrIsTerminal && errorColour.on) return spinner(streams, visible(text), errorColour.on);
      return plainProgress((line) => remark(clean(line)), text);
    },
    instant: localInstant,
  };
}

async function render(
  value: unknown,
  view: View,
  options: OutputOptions,
  streams: Streams,
  json: (value: unknown, items?: string) => Promise<string>,
): Promise<string> {
  switch (options.form) {
    case 'json':
      return json(value, view.items);
    case 'ids':
      return (view.ids ?? idsOf(value, view.items)).map((id) => `${visible(id)}\n`).join('');
    case 'rows': {
      // One resource whose parts are shown as a table is no list.
      if (view.table === undefined || view.details !== undefined) return json(value, view.items);
      const { tabSeparated } = await import('./table.js');
      return tabSeparated(view.table);
    }
    case 'human':
      return forPerson(value, view, options, streams);
  }
}

interface Shown {
  readonly value: unknown;
  readonly items: string | undefined;
  readonly changed: boolean;
}

async function asJson({ value, items, changed }: Shown, options: OutputOptions, streams: Streams): Promise<string> {
  const picked = options.fields === null ? value : pickFields(value, options.fields, { items, lenient: changed });
  if (options.jq === null) return `${writeJson(picked, streams.stdoutIsTerminal ? 2 : 0)}\n`;
  const { filterWithJq } = await import('./jq.js');
  const text = await filterWithJq(picked, options.jq, changed ? idsOf(value, items) : null);
  return streams.stdoutIsTerminal ? visible(text) : text;
}

async function asLine(value: object, options: OutputOptions, streams: Streams): Promise<string> {
  if (options.fields === null && options.jq === null) return `${writeJson(value, 0)}\n`;
  const { selectedLine } = await import('./line.js');
  return selectedLine(value, options, streams.stdoutIsTerminal);
}

async function forPerson(value: unknown, view: View, options: OutputOptions, streams: Streams): Promise<string> {
  const parts: string[] = [];
  if (view.human !== undefined) parts.push(sentences(view.human, options.colour, streams));
  if (view.verbatim !== undefined) parts.push(`${visible(view.verbatim)}\n`);
  if (view.details !== undefined || view.table !== undefined) {
    const { drawDetails, drawTable } = await import('./table.js');
    if (view.details !== undefined) parts.push(drawDetails(view.details, options.colour, streams.columns));
    if (view.table !== undefined) parts.push(drawTable(view.table, options.colour, streams.columns));
  }
  if (parts.length === 0) parts.push(`${writeJson(value, 2)}\n`);
  if (view.next !== undefined && view.next.length > 0) {
    parts.push(`${options.colour.dim('Next:')}\n${view.next.map((line) => `  ${visible(line)}\n`).join('')}`);
  }
  return parts.join('\n');
}

const sentences = (human: Human, colour: Colour, { columns }: Streams): string =>
  `${fold(typeof human === 'string' ? visible(human) : human(colour, visible), columns)}\n`;

/**
 * Resolves when the stream has taken everything, so that a full pipe slows the program instead of filling memory. That
 * nobody reads any longer is no failure here: the program ends then, or goes on for the sake of what it changes. Throws
 * OutputLost.
 */
export function writeAll(stream: Writable, text: string | Uint8Array, needed = false): Promise<void> {
  return new Promise((resolve, reject) => {
    stream.write(text, (error?: NodeJS.ErrnoException | null) => {
      if (error === null || error === undefined || (error.code === 'EPIPE' && !needed)) resolve();
      else reject(new OutputLost(error, false));
    });
  });
}
