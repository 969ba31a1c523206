import type { Context } from '../cli/context.js';
import type { Sender } from '../http/send.js';
import { controlAt, controlBy, findEmulator } from './control.js';

/** Milliseconds: a clock that is being moved, or a program that hangs, must not hold up what only wants the time. */
const limit = 2000;

/**
 * What time it is where the request goes, in milliseconds since 1970: the clock of an emulator may have been moved, and
 * a deadline `from now` means from its now. Elsewhere, and when it does not answer, this machine's clock. Who asks again
 * and again gives the sender whose connections it keeps.
 */
export async function serviceTime(context: Context, kept?: Pick<Sender, 'send'>): Promise<number> {
  if (!context.settings().emulator) return context.clock.now();
  try {
    const request = { method: 'GET', path: '/_emulator/clock' } as const;
    const base = await findEmulator(context);
    const { now } = await (kept === undefined
      ? controlAt<{ readonly now: string }>(context, base, request, limit)
      : controlBy<{ readonly now: string }>(context, kept, base, request, limit));
    const time = Date.parse(now);
    return Number.isNaN(time) ? context.clock.now() : time;
  } catch {
    return context.clock.now();
  }
}
