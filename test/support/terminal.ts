import { PassThrough, Writable } from 'node:stream';
import type { Streams } from '../../src/core/terminal/streams.js';

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
