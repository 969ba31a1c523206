import { PassThrough, Writable } from 'node:stream';
import type { Streams } from '../../../src/core/terminal/streams.js';
import { errorAsText } from '../../../src/app/report-failure.js';
import { isObject, parseJson } from '../../../src/core/platform/json.js';
import type { Screen } from '../../../src/core/terminal/screen.js';

/** Streams made of buffers, as a pipe or as a terminal, with what was written to each. */
export interface FakeTerminal {
  readonly streams: Streams;
  stdout(): string;
  stdoutBytes(): Buffer;
  stderr(): string;
  /** Types on stdin. */
  type(text: string): void;
}

export interface FakeTerminalOptions {
  /** All three streams are terminals. */
  readonly terminal?: boolean;
  /** Of them, stdout is a pipe. */
  readonly piped?: boolean;
  readonly columns?: number;
  /** Everything on stdin; it ends after it. Without it stdin stays open on a terminal, and is empty elsewhere. */
  readonly stdin?: string | Buffer;
}

export function fakeTerminal(options: FakeTerminalOptions = {}): FakeTerminal {
  const terminal = options.terminal === true;
  const stdin = new PassThrough();
  if (options.stdin !== undefined) stdin.end(options.stdin);
  else if (!terminal) stdin.end();
  const out: Buffer[] = [];
  const err: Buffer[] = [];
  const sink = (chunks: Buffer[]): Writable =>
    Object.assign(
      new Writable({
        write(chunk: Buffer, _encoding, done) {
          chunks.push(chunk);
          done();
        },
      }),
      { columns: options.columns ?? 80, isTTY: terminal },
    );
  return {
    streams: {
      stdin,
      stdout: sink(out),
      stderr: sink(err),
      stdinIsTerminal: terminal,
      stdoutIsTerminal: terminal && options.piped !== true,
      stderrIsTerminal: terminal,
      columns: terminal && options.piped !== true ? (options.columns ?? 80) : undefined,
      errorColumns: terminal ? (options.columns ?? 80) : undefined,
    },
    stdout: () => Buffer.concat(out).toString('utf8'),
    stdoutBytes: () => Buffer.concat(out),
    stderr: () => Buffer.concat(err).toString('utf8'),
    type: (text) => void stdin.write(text),
  };
}

/**
 * What a run wrote to stderr, for a reader: without --json or --jq, the error object of a pipe as the text that a
 * terminal shows. What a pipe gets of it is the matter of `test/cli/flags/global-flags.test.ts`.
 */
export function said(argv: readonly string[], stderr: string): string {
  if (argv.some((word) => /^--(json|jq)(=|$)/.test(word))) return stderr;
  const lines = stderr.split('\n');
  const at = lines.findIndex((line) => line.startsWith('{"error":{'));
  const found = parseJson(lines[at] ?? '');
  if (!isObject(found) || !isObject(found['error'])) return stderr;
  const { code, message, hint, exit_code: exitCode, ...details } = found['error'];
  const explanation = { code, message, hint, exitCode, details, ours: false } as Parameters<typeof errorAsText>[0];
  const text = errorAsText(
    explanation,
    (word) => word,
    (word) => word,
  ).trimEnd();
  return lines.toSpliced(at, 1, text).join('\n');
}

/** Presses keys one after another; answers with the result, or the state at the end. */
export function pressed<S, R>(
  { start, press }: Screen<S, R>,
  ...keys: readonly string[]
): { state: S; result: R | null } {
  let state = start;
  for (const name of keys) {
    const next = press(state, { name, text: [...name].length === 1 ? name : '' });
    if ('result' in next) return { state, result: next.result };
    ({ state } = next);
  }
  return { state, result: null };
}
