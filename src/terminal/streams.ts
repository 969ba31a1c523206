import type { Readable, Writable } from 'node:stream';

/** The three streams and what is known about them; tests build one from buffers. */
export interface Streams {
  readonly stdin: Readable;
  readonly stdout: Writable;
  readonly stderr: Writable;
  readonly stdinIsTerminal: boolean;
  readonly stdoutIsTerminal: boolean;
  readonly stderrIsTerminal: boolean;
  /** Columns of the terminal behind stdout, as wide as it is now; undefined when it is none. */
  readonly columns: number | undefined;
  /** The same of stderr, which may be a terminal where stdout is a pipe. */
  readonly errorColumns: number | undefined;
}
