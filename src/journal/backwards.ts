import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { systemCode } from '../platform/durable-file.js';
import { refuseOther } from './ndjson.js';

// A pipe instead of a file must not block the program.
const flags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);
const newline = 10;

/** Reads the lines of a file from its end, block by block, so that the newest are as fast in a long file. */
export class BackwardLines {
  readonly #path: string;
  readonly #onRead: (bytes: number) => void;
  /** The end of the unread part; undefined before the first block. */
  #end: number | undefined;
  #block = 4_096;
  /** The start of the part that was read, which may be the rest of a line. */
  #rest: Buffer = Buffer.alloc(0);
  #lines: string[] = [];

  constructor(path: string, onRead: (bytes: number) => void = () => undefined) {
    this.#path = path;
    this.#onRead = onRead;
  }

  /** The next non-blank line; undefined at the beginning of the file. Throws system errors. */
  next(): string | undefined {
    for (;;) {
      const line = this.#lines.pop();
      if (line !== undefined) {
        if (line !== '') return line;
        continue;
      }
      if (!this.#more()) return undefined;
    }
  }

  #more(): boolean {
    if (this.#end === 0) {
      const rest = this.#rest.toString('utf8');
      this.#rest = Buffer.alloc(0);
      if (rest === '') return false;
      this.#lines = [rest];
      return true;
    }
    const file = open(this.#path);
    if (file === undefined) {
      this.#end = 0;
      return true;
    }
    try {
      const facts = fstatSync(file);
      refuseOther(facts);
      const end = this.#end ?? facts.size;
      const length = Math.min(end, this.#block);
      const read = Buffer.alloc(length);
      const count = readSync(file, read, 0, length, end - length);
      this.#onRead(count);
      this.#end = end - length;
      // Longer files are read in larger blocks.
      this.#block = Math.min(this.#block * 2, 1024 * 1024);
      const whole = Buffer.concat([read.subarray(0, count), this.#rest]);
      const first = this.#end === 0 ? -1 : whole.indexOf(newline);
      if (this.#end > 0 && first === -1) {
        this.#rest = whole;
        return true;
      }
      this.#rest = whole.subarray(0, Math.max(first, 0));
      this.#lines = whole
        .subarray(first + 1)
        .toString('utf8')
        .split('\n');
      return true;
    } finally {
      closeSync(file);
    }
  }
}

function open(path: string): number | undefined {
  try {
    return openSync(path, flags);
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}
