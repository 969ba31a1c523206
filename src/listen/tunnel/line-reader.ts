import { StringDecoder } from 'node:string_decoder';
import { stripVTControlCharacters } from 'node:util';

const maxLineLength = 16 * 1024;

/** Splits a program's output into lines, whatever the chunks; a line is passed on when it is complete. */
export class LineReader {
  readonly #pass: (line: string) => void;
  readonly #decoder = new StringDecoder('utf8');
  #rest = '';
  /** Beyond the maximum length, the rest of the line is dropped. */
  #dropping = false;

  constructor(pass: (line: string) => void) {
    this.#pass = pass;
  }

  take(chunk: Buffer): void {
    const parts = (this.#rest + this.#decoder.write(chunk)).split(/\r\n|\n|\r(?!$)/);
    this.#rest = parts.pop() ?? '';
    for (const part of parts) this.#end(part);
    if (this.#rest.length <= maxLineLength) return;
    if (!this.#dropping) this.#end(this.#rest.slice(0, maxLineLength));
    this.#dropping = true;
    this.#rest = '';
  }

  /** At the end of the output, the rest is a line too. */
  end(): void {
    const left = this.#rest + this.#decoder.end();
    this.#rest = '';
    if (left !== '') this.#end(left);
  }

  #end(line: string): void {
    if (this.#dropping) {
      this.#dropping = false;
      return;
    }
    this.#pass(withoutControls(line));
  }
}

/** A line without colours, cursor movements and other control characters, safe for parsers and terminals. */
export function withoutControls(line: string): string {
  return stripVTControlCharacters(line)
    .replace(/(?!\t)\p{Cc}/gu, '')
    .trimEnd();
}
