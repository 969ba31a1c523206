import type { Context } from '../context/context.js';
import type { Sender } from '../../core/http/send.js';
import { controlAt, controlBy, findEmulator } from './control.js';

/** Milliseconds: an advancing clock or a hanging program must not delay a query of the time. */
const limit = 2000;

/**
 * The time of the service in milliseconds since 1970. For an emulator it is the emulator clock, which may have been moved;
 * otherwise, and when it does not respond, the clock of this machine. For polling, pass a sender to reuse its connections.
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
    // It is stopped or hangs, which the request that follows reports.
    return context.clock.now();
  }
}
