import type { Context } from '../context/context.js';
import { controlBy, direct } from '../emulator/control.js';
import type { Activity } from '../emulator/control-types.js';
import { createSender } from '../../core/http/send.js';
import { activityEntries } from './activity-entries.js';
import type { Entry } from '../timeline/entry.js';

const pauseMs = 250;
const controlMs = 10_000;

export interface Watcher {
  readonly told: (entries: readonly Entry[]) => void;
  /** The emulator's time, in milliseconds since 1970. */
  readonly time: (now: number) => void;
  readonly signal: AbortSignal;
}

export interface Watch {
  /** Resolves when nothing is missed any more; rejects as `lost` does. */
  readonly begun: Promise<void>;
  /** Rejects when the emulator does not respond any more; never resolves. */
  readonly lost: Promise<never>;
  /** Resolves when it has ended in any way. */
  readonly ended: Promise<void>;
}

/** Follows what happens at the emulator from now on, until `signal` is aborted. */
export function watchActivity(context: Context, base: string, { told, time, signal }: Watcher): Watch {
  const sender = createSender({ network: direct });
  const read = async (after: string | null): Promise<Activity> => {
    const path = `/_emulator/activity${after === null ? '' : `?after=${after}`}` as const;
    const activity = await controlBy<Activity>(context, sender, base, { method: 'GET', path }, controlMs);
    time(Date.parse(activity.now));
    return activity;
  };
  const first = read(null);
  const follow = async (): Promise<void> => {
    let { cursor } = await first;
    while (!signal.aborted) {
      await context.clock.sleep(pauseMs, signal).catch(() => undefined);
      if (signal.aborted) return;
      const activity = await read(cursor);
      ({ cursor } = activity);
      const entries = activityEntries(activity, context.clock.now());
      if (entries.length > 0) told(entries);
    }
  };
  const following = follow().finally(() => sender.close());
  const lost = new Promise<never>((_, reject) => following.catch(reject));
  lost.catch(() => undefined);
  return { begun: first.then(() => undefined), lost, ended: following.catch(() => undefined) };
}
