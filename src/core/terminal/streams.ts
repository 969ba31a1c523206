import type { Readable, Writable } from 'node:stream';

/** The three streams and their properties; tests create them from buffers. */
export interface Streams {
  readonly stdin: Readable;
  readonly stdout: Writable;
  readonly stderr: Writable;
  readonly stdinIsTerminal: boolean;
  readonly stdoutIsTerminal: boolean;
  readonly stderrIsTerminal: boolean;
  /** Current columns of the terminal on stdout; undefined without one. */
  readonly columns: number | undefined;
  /** The same for stderr, which may be a terminal while stdout is a pipe. */
  readonly errorColumns: number | undefined;
}
