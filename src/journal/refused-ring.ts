import { appendFile, rename, stat } from 'node:fs/promises';
import { makeFolder } from '../platform/durable-file.js';
import { refusedFiles } from './deliveries-files.js';

const maxWaitingRefused = 256 * 1024;

/** Two files in turn, so that a flood of forgeries uses a fixed amount of disk and memory. */
export class RefusedRing {
  readonly #folder: string;
  readonly #maxBytes: number;
  #waiting: string[] = [];
  #size = 0;
  #writing: Promise<void> | undefined;

  constructor(folder: string, max: number) {
    this.#folder = folder;
    this.#maxBytes = max;
  }

  add(line: string): void {
    if (this.#size + line.length > maxWaitingRefused) return;
    this.#waiting.push(line);
    this.#size += line.length;
    this.#writing ??= this.#write().finally(() => {
      this.#writing = undefined;
    });
  }

  async rest(): Promise<void> {
    await this.#writing;
  }

  async #write(): Promise<void> {
    const [earlier, current] = refusedFiles(this.#folder);
    while (this.#waiting.length > 0) {
      const text = this.#waiting.join('');
      this.#waiting = [];
      this.#size = 0;
      try {
        await makeFolder(this.#folder, 0o700);
        await appendFile(current, text, { mode: 0o600 });
        if ((await stat(current)).size >= this.#maxBytes) await rename(current, earlier);
      } catch {
        // A rejected delivery was already reported; a failure to store it does not stop the listener.
        return;
      }
    }
  }
}
