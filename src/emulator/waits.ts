import { maxTimerMs } from '../core/platform/sleep.js';
import type { Core } from './core.js';
import { WaitTimedOut } from './api-types.js';

const defaultTimeoutMs = 5000;
/** In a message. */
const maxShown = 20;

interface Wait<T> {
  /** Null as long as there is nothing; called after each commit. */
  readonly find: () => T | null;
  /** A noun phrase, such as `delivery of envelope.sealed`. */
  readonly awaited: string;
  /** One entry for each thing of the same kind that did come. */
  readonly came: () => readonly string[];
  readonly timeout?: number | undefined;
}

/** Waits of a test suite for something that is stored. */
export interface Waits {
  /** Resolves with what is found when it is on disk. Rejects with WaitTimedOut, or when the emulator closes. */
  until<T>(wait: Wait<T>): Promise<T>;
  /** Rejects all. */
  close(): void;
}

/** Looks again after each commit, so that no wait polls. */
export function createWaits({
  service: { store, clock },
  scheduler,
  afterCommit,
}: Pick<Core, 'service' | 'scheduler' | 'afterCommit'>): Waits {
  const open = new Set<{ readonly look: () => void; readonly fail: (error: Error) => void }>();
  afterCommit(() => {
    for (const { look } of open) look();
  });

  /** With a frozen clock, most waits end only when the clock is advanced. */
  const due = (): string => {
    const next = scheduler.next();
    if (!clock.frozen || next === null) return '';
    return ` The clock is frozen at ${time(clock.now())}, and the next action is due at ${time(next)}.`;
  };

  return {
    async until({ find, awaited, came, timeout = defaultTimeoutMs }) {
      if (!(timeout >= 0)) throw new TypeError('timeout is a number of milliseconds.');
      const durable = store.reading();
      const first = find();
      if (first !== null) {
        await durable();
        return first;
      }
      return await new Promise((resolve, reject) => {
        const end = (settle: () => void): void => {
          clearTimeout(timer);
          open.delete(own);
          settle();
        };
        const fail = (error: unknown): void => end(() => reject(error));
        const own = {
          fail,
          look() {
            try {
              const found = find();
              if (found !== null) end(() => resolve(found));
            } catch (error) {
              fail(error);
            }
          },
        };
        const timer = setTimeout(
          () => {
            const list = came();
            const others = list.length === 0 ? 'nothing' : list.slice(-maxShown).join('; ');
            fail(new WaitTimedOut(`No ${awaited} within ${timeout} ms. Found instead: ${others}.${due()}`));
          },
          Math.min(timeout, maxTimerMs),
        );
        open.add(own);
      });
    },
    close() {
      for (const { fail } of open) fail(new Error('The emulator was closed.'));
    },
  };
}

const time = (at: number): string => new Date(at).toISOString();
