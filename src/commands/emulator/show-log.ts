import type { Context } from '../../cli/context.js';
import type { LogEntry } from '../../emulator/emulator.js';

/** Shows what reaches the emulator in the foreground, a line a request, on stderr; silent under --json. */
export function showLog({ output }: Context, entry: LogEntry): void {
  switch (entry.kind) {
    case 'request':
      output.note(`${entry.status}  ${entry.method} ${entry.path}  ${Math.round(entry.milliseconds)} ms`);
      return;
    case 'failure':
      output.warn(`${entry.where}: ${entry.error instanceof Error ? entry.error.message : String(entry.error)}`);
  }
}
