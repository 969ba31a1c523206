import type { Context } from '../context/context.js';
import type { LogEntry } from '../../emulator/emulator.js';

/** Prints each request to the emulator in the foreground as a line on stderr; silent with --json. */
export function showLog({ output }: Context, entry: LogEntry): void {
  switch (entry.kind) {
    case 'request':
      // Three characters like a status: a fault closed the connection before there was one.
      output.note(
        `${entry.status === 0 ? '---' : entry.status}  ${entry.method} ${entry.path}  ${Math.round(entry.milliseconds)} ms`,
      );
      return;
    case 'failure':
      output.warn(`${entry.where}: ${entry.error instanceof Error ? entry.error.message : String(entry.error)}`);
  }
}
