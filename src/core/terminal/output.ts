import type { Writable } from 'node:stream';
import type { Colour } from './colour.js';
import { idsOf, pickFields } from './json.js';
import { OutputLost, type Written } from './failure.js';
import { hasWidth, plainProgress, type Progress, silentProgress, spinner } from './progress.js';
import type { Streams } from './streams.js';
import type { Details, Table } from './table.js';
import { visible, visibleData, visibleJson } from '../platform/visible-text.js';
import { localInstant } from './time.js';
import { fold } from './wrap.js';

/** The form of results: for a person, as data in a pipe (`piped`), as JSON on request, or only IDs. */
export type OutputForm = 'human' | 'piped' | 'json' | 'ids';

/**
 * Text for a person. In a string, control characters are made visible; a function may use colour, and passes text from
 * outside through `clean` itself.
 */
export type Human = string | ((colour: Colour, clean: (text: string) => string) => string);

/** The human form of a result, in this order: `human`, `verbatim`, `details`, `table`, `next`. */
export interface View {
  /** Sentences, wrapped to the width of the terminal; command lines are not wrapped. */
  readonly human?: Human;
  /** Verbatim text, such as a body: cleaned, but never wrapped. */
  readonly verbatim?: string;
  /** One resource as name-value lines; JSON in a pipe. */
  readonly details?: Details;
  /** A list; JSON in a pipe, or tab-separated rows with --tsv. */
  readonly table?: Table;
  /** Next steps as full command lines; only on a terminal. */
  readonly next?: readonly string[];
  /** The output of `-q`, one per line (default: the `id` of the value or of its items). */
  readonly ids?: readonly string[];
  /** The result cannot be read again, like a secret: a closed pipe is then a failure. */
  readonly needed?: boolean;
  /** The property with the items of a list, to select fields from (default: `data`). */
  readonly items?: string;
}

export interface OutputEvent {
  readonly value: object;
  readonly human: Human;
}

/** All output of a command. Results go to stdout, everything else to stderr. */
export interface Output {
  readonly form: OutputForm;
  /** True when stdout is a terminal: binary data such as a PDF is not written to one. */
  readonly toTerminal: boolean;
  /** Columns of the terminal; undefined when stdout is not a terminal. */
  readonly columns: number | undefined;
  /**
   * Writes the result of a command; `value` is the service's body. Throws JqFailure, and UnknownFields unless something
   * was changed: a missing field is then null.
   */
  result(value: unknown, view?: View): Promise<void>;
  /** Writes a plain text result (a script, a header value, a URL), cleaned; --json wraps it as {[name]: text}. */
  text(name: string, text: string): Promise<void>;
  /** Writes raw bytes to stdout, waiting for a slow reader. */
  bytes(bytes: Uint8Array): Promise<void>;
  /**
   * Called before anything is sent, with the names of all properties of the result or the events, nested ones with a
   * dot; null where they are unknown. Throws UnknownFields for --json with another name, and JqFailure for an invalid
   * expression.
   */
  willTell(fields: readonly string[] | null): Promise<void>;
  /**
   * Writes one event of a long-running command: a line of JSON with --json or in a pipe, filtered by fields and --jq;
   * `human` for a person. Throws JqFailure.
   */
  event(value: object, human: Human): Promise<void>;
  /**
   * The same for several events in one write. A run without an end of its own is `endless`: then a closed pipe is a
   * failure too, with the system's code EPIPE.
   */
  events(all: readonly OutputEvent[], endless?: boolean): Promise<void>;
  /** A note on stderr; silent with --json and --quiet. */
  note(text: string): void;
  /** A warning on stderr; silent with --json. */
  warn(text: string): void;
  /** A line of the --debug trace on stderr; called only with --debug. */
  trace(line: string): void;
  /** Called before a write request is sent: from then on no output option is a reason to fail. */
  changing(): void;
  /** Called for each completed write: if its result cannot be written, the failure reports what was done. */
  changed(write: Written): void;
  /** Starts a progress line on stderr; silent with --json and --quiet. */
  progress(text: string): Progress;
  /** A time in the local zone with its offset, for sentences. */
  instant(iso: string): string;
}

export interface OutputOptions {
  readonly form: OutputForm;
  /** Lists are tab-separated rows instead of JSON; only when `piped`. */
  readonly rows?: boolean;
  readonly fields: readonly string[] | null;
  readonly jq: string | null;
  readonly colour: Colour;
  readonly errorColour: Colour;
  readonly quiet: boolean;
  /** Nobody watches a spinner. */
  readonly agent?: boolean;
  /** Masks secrets in notes; results are not changed. */
  readonly hide: (text: string) => string;
  /** Called before the first change. */
  readonly onChanging?: (() => void) | undefined;
  /** Why words about the results of this run could be wrong: they are then shown as JSON, after this warning. */
  readonly misread?: (() => string | undefined) | undefined;
}

const maxWritten = 20;

export function createOutput(streams: Streams, options: OutputOptions): Output {
  const { form, colour, errorColour } = options;
  const remark = (text: string, hang = 0): void =>
    void streams.stderr.write(`${fold(text, streams.errorColumns, hang)}\n`);
  const clean = (text: string): string => visible(options.hide(text));
  const warn = (text: string): void => {
    if (form !== 'json') remark(`${errorColour.warn('Warning:')} ${clean(text)}`, 'Warning: '.length);
  };
  const silent = form === 'json' || options.quiet;
  let changed = false;
  const written: Written[] = [];
  const write = (text: string | Uint8Array, needed = false): Promise<void> =>
    writeAll(streams.stdout, text, needed).catch((failure: unknown) => {
      throw failure instanceof OutputLost ? new OutputLost(failure.system, changed, written) : failure;
    });
  const json = (value: unknown, items?: string): Promise<string> => asJson({ value, items, changed }, options, streams);
  const events = async (all: readonly OutputEvent[], endless = false): Promise<void> => {
    let text = '';
    try {
      for (const { value, human } of all) {
        text += form === 'human' ? sentences(human, colour, streams) : await asLine(value, options, streams);
      }
    } finally {
      // What was ready before one of them failed is written all the same.
      if (text !== '') await write(text, endless).catch(throwClosedPipe);
    }
  };
  return {
    form,
    toTerminal: streams.stdoutIsTerminal,
    get columns() {
      return streams.columns;
    },
    result: async (value, view = {}) => {
      const doubt = form === 'human' || options.rows === true ? options.misread?.() : undefined;
      if (doubt !== undefined) warn(doubt);
      await write(await render(value, doubt === undefined ? view : {}, options, streams, json), view.needed);
    },
    text: async (name, text) => {
      if (form === 'json') return write(await json({ [name]: text }));
      const shown = streams.stdoutIsTerminal ? visible(text) : visibleData(text);
      await write(shown.endsWith('\n') ? shown : `${shown}\n`);
    },
    bytes: (bytes) => write(bytes),
    willTell: async (fields) => {
      if (options.fields !== null || options.jq !== null)
        await (await import('./line.js')).checkSelection(options, fields);
    },
    event: (value, human) => events([{ value, human }]),
    events,
    note: (text) => {
      if (!silent) remark(clean(text));
    },
    warn,
    // Not wrapped, because programs read its lines and users copy them.
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
      if (streams.stderrIsTerminal && errorColour.on && options.agent !== true && hasWidth(streams.stderr))
        return spinner(streams, visible(text), errorColour.on);
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
    case 'piped': {
      // A resource with a table of its parts is not a list.
      if (options.rows !== true || view.table === undefined || view.details !== undefined)
        return json(value, view.items);
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
  if (options.jq === null) return `${visibleJson(picked, streams.stdoutIsTerminal ? 2 : 0)}\n`;
  const { filterWithJq } = await import('./jq.js');
  return await filterWithJq(picked, options.jq, {
    toTerminal: streams.stdoutIsTerminal,
    changed: changed ? idsOf(value, items) : null,
  });
}

/** As it is known where the reader of a pipe has left (exit 0). */
function throwClosedPipe(failure: unknown): never {
  const system = failure instanceof OutputLost ? failure.system : null;
  throw system instanceof Error && 'code' in system && system.code === 'EPIPE' ? system : failure;
}

async function asLine(value: object, options: OutputOptions, streams: Streams): Promise<string> {
  if (options.fields === null && options.jq === null) return `${visibleJson(value)}\n`;
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
  if (parts.length === 0) parts.push(`${visibleJson(value, 2)}\n`);
  if (view.next !== undefined && view.next.length > 0) {
    parts.push(`${options.colour.dim('Next:')}\n${view.next.map((line) => `  ${visible(line)}\n`).join('')}`);
  }
  return parts.join('\n');
}

const sentences = (human: Human, colour: Colour, { columns }: Streams): string =>
  `${fold(typeof human === 'string' ? visible(human) : human(colour, visible), columns)}\n`;

/**
 * Resolves when the stream has accepted everything, so that a full pipe slows the program down. A closed pipe is not a
 * failure here: the program exits, or continues because of its changes. Throws OutputLost.
 */
export function writeAll(stream: Writable, text: string | Uint8Array, needed = false): Promise<void> {
  return new Promise((resolve, reject) => {
    stream.write(text, (error?: NodeJS.ErrnoException | null) => {
      if (error === null || error === undefined || (error.code === 'EPIPE' && !needed)) resolve();
      else reject(new OutputLost(error, false));
    });
  });
}
