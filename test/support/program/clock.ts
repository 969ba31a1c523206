export interface ManualClock {
  now(): number;
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
  /** Moves the time and wakes everybody whose time has come, in order. */
  advance(milliseconds: number): void;
  /** Resolves with the length of the next sleep that begins, or of the oldest one still under way. */
  nextSleep(): Promise<number>;
  /** Every sleep that was asked for, in order. */
  readonly slept: readonly number[];
}

interface Sleeper {
  readonly until: number;
  readonly wake: () => void;
}

/**
 * A clock that stands still until it is advanced. With `auto`, a sleep moves the time itself and ends at once, for
 * tests that ask only how long somebody waited.
 */
export function manualClock(options: { readonly start?: number; readonly auto?: boolean } = {}): ManualClock {
  let time = options.start ?? Date.parse('2026-12-01T08:00:00Z');
  const slept: number[] = [];
  const sleepers = new Set<Sleeper>();
  const watchers: ((milliseconds: number) => void)[] = [];

  return {
    slept,
    now: () => time,
    nextSleep: () => {
      const [first] = sleepers;
      if (first !== undefined) return Promise.resolve(first.until - time);
      return new Promise((resolve) => watchers.push(resolve));
    },
    advance(milliseconds) {
      const end = time + milliseconds;
      for (const sleeper of [...sleepers].sort((a, b) => a.until - b.until)) {
        if (sleeper.until > end) break;
        time = Math.max(time, sleeper.until);
        sleepers.delete(sleeper);
        sleeper.wake();
      }
      time = end;
    },
    sleep: (milliseconds, signal) =>
      new Promise((resolve, reject) => {
        const stop = (): void => reject(signal?.reason instanceof Error ? signal.reason : new Error('aborted'));
        if (signal?.aborted === true) return stop();
        slept.push(milliseconds);
        if (options.auto === true) {
          time += milliseconds;
          return resolve();
        }
        const sleeper = {
          until: time + milliseconds,
          wake: () => {
            signal?.removeEventListener('abort', leave);
            resolve();
          },
        };
        const leave = (): void => {
          sleepers.delete(sleeper);
          stop();
        };
        signal?.addEventListener('abort', leave, { once: true });
        sleepers.add(sleeper);
        watchers.splice(0).forEach((watcher) => watcher(milliseconds));
      }),
  };
}

/** A clock on which every sleep ends at once, moves the time on, and first plays the next step of a script. */
interface ScriptedClock {
  now(): number;
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
  /** Every sleep that was asked for, in order. */
  readonly slept: readonly number[];
}

/** After the last step, a sleep without `each` fails, so that nobody waits without end. */
export function scriptedClock(
  steps: readonly (() => Promise<void>)[],
  {
    start = Date.now(),
    each,
  }: { readonly start?: number; readonly each?: (milliseconds: number) => Promise<void> } = {},
): ScriptedClock {
  let time = start;
  const slept: number[] = [];
  const left = [...steps];
  return {
    slept,
    now: () => time,
    sleep: async (milliseconds, signal) => {
      slept.push(milliseconds);
      time += milliseconds;
      const step = left.shift();
      if (step === undefined && each === undefined) throw new Error('a sleep that the script does not foresee');
      await step?.();
      await each?.(milliseconds);
      signal?.throwIfAborted();
    },
  };
}
