import type { Context } from '../cli/context.js';
import type { LogEntry } from '../emulator/emulator.js';

/** Shows what reaches the emulator in the foreground, a line a request, on stderr; silent under --json. */
export function showLog({ output }: Context, entry: LogEntry): void {
  switch (entry.kind) {
    case 'request':
      // Three places, as a status has: a fault ended the connection before there was one.
      output.note(
        `${entry.status === 0 ? '---' : entry.status}  ${entry.method} ${entry.path}  ${Math.round(entry.milliseconds)} ms`,
      );
      return;
    case 'failure':
      output.warn(`${entry.where}: ${entry.error instanceof Error ? entry.error.message : String(entry.error)}`);
  }
}
