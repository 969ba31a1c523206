import type { Context } from '../cli/context.js';
import { controlBy, direct } from '../emulator-client/control.js';
import type { Activity } from '../emulator-client/control-types.js';
import { createSender } from '../http/send.js';
import { activityEntries } from './activity-entries.js';
import type { Entry } from './entry.js';

const pauseMs = 250;
const controlMs = 10_000;

export interface Watcher {
  readonly told: (entries: readonly Entry[]) => void;
  /** The emulator's time, in milliseconds since 1970. */
  readonly time: (now: number) => void;
  /** From now on nothing is missed. */
  readonly begun: () => void;
  readonly signal: AbortSignal;
}

/**
 * Follows what happens at the emulator from now on, until `signal` is aborted. Rejects when the emulator does not
 * respond any more.
 */
export async function watchActivity(
  context: Context,
  base: string,
  { told, time, begun, signal }: Watcher,
): Promise<void> {
  const sender = createSender({ network: direct });
  const read = (after: string | null): Promise<Activity> => {
    const path = `/_emulator/activity${after === null ? '' : `?after=${after}`}` as const;
    return controlBy<Activity>(context, sender, base, { method: 'GET', path }, controlMs);
  };
  try {
    let { cursor, now } = await read(null);
    time(Date.parse(now));
    begun();
    while (!signal.aborted) {
      await context.clock.sleep(pauseMs, signal).catch(() => undefined);
      if (signal.aborted) return;
      const activity = await read(cursor);
      ({ cursor, now } = activity);
      time(Date.parse(now));
      const entries = activityEntries(activity, context.clock.now());
      if (entries.length > 0) told(entries);
    }
  } finally {
    await sender.close();
  }
}
