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
  const time = Date.parse((await emulatorClock(context, kept))?.now ?? '');
  return Number.isNaN(time) ? context.clock.now() : time;
}

/** Whether the clock is that of an emulator that was stopped, so that waiting for it does not end. */
export const standsStill = async (context: Context): Promise<boolean> =>
  (await emulatorClock(context))?.frozen === true;

interface EmulatorClock {
  readonly now: string;
  readonly frozen: boolean;
}

async function emulatorClock(context: Context, kept?: Pick<Sender, 'send'>): Promise<EmulatorClock | null> {
  if (!context.settings().emulator) return null;
  try {
    const request = { method: 'GET', path: '/_emulator/clock' } as const;
    const base = await findEmulator(context);
    return await (kept === undefined
      ? controlAt<EmulatorClock>(context, base, request, limit)
      : controlBy<EmulatorClock>(context, kept, base, request, limit));
  } catch {
    // It is stopped or hangs, which the request that follows reports.
    return null;
  }
}
