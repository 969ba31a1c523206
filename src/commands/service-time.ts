import type { Context } from '../cli/context.js';
import { controlAt, findEmulator } from './emulator/control.js';

/** Milliseconds: a clock that is being moved, or a program that hangs, must not hold up what only wants the time. */
const limit = 2000;

/**
 * What time it is where the request goes, in milliseconds since 1970: the clock of an emulator may have been moved, and
 * a deadline `from now` means from its now. Elsewhere, and when it does not answer, this machine's clock.
 */
export async function serviceTime(context: Context): Promise<number> {
  if (!context.settings().emulator) return context.clock.now();
  try {
    const request = { method: 'GET', path: '/_emulator/clock' } as const;
    const { now } = await controlAt<{ readonly now: string }>(context, await findEmulator(context), request, limit);
    const time = Date.parse(now);
    return Number.isNaN(time) ? context.clock.now() : time;
  } catch {
    return context.clock.now();
  }
}
