import type { Context } from '../cli/context.js';
import { control } from './emulator/control.js';

/**
 * What time it is where the request goes, in milliseconds since 1970: the clock of an emulator may have been moved, and
 * a deadline `from now` means from its now. Elsewhere, and when it does not answer, this machine's clock.
 */
export async function serviceTime(context: Context): Promise<number> {
  if (!context.settings().emulator) return context.clock.now();
  try {
    const { now } = await control<{ readonly now: string }>(context, { method: 'GET', path: '/_emulator/clock' });
    const time = Date.parse(now);
    return Number.isNaN(time) ? context.clock.now() : time;
  } catch {
    return context.clock.now();
  }
}
