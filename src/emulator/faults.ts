import type { ErrorCode } from '../contract/error-codes.js';

/** Failures on demand, so that every code of the table can be met (set through the control routes, used up by count). */
export type FaultPoint = 'seal' | `seal:${string}` | 'renderer' | `operation:${string}`;

export interface Fault {
  readonly point: FaultPoint;
  /** What to answer; `hold` keeps the request running until released. */
  readonly effect: { readonly code: ErrorCode } | { readonly hold: true } | { readonly bare_status: number };
  readonly times: number;
}

export interface Faults {
  /** Uses up one fault of this point, or answers null. */
  take(point: FaultPoint): Fault['effect'] | null;
  add(fault: Fault): void;
  /** Those that are not used up, in the order of their making, with how often each is still met. */
  list(): readonly Fault[];
  /** How many requests are held. */
  held(): number;
  clear(): void;
  /** Forgets those of one point; what is held stays so. */
  forget(point: FaultPoint): void;
  /** Lets every held request go on. */
  release(): void;
  /** Resolves when `release` is called. */
  released(): Promise<void>;
}

/** The faults of a running emulator, kept in memory: a restart is without any. `clear` also lets held requests go on. */
export function createFaults(): Faults {
  let waiting: { readonly fault: Fault; readonly left: number }[] = [];
  let held: (() => void)[] = [];
  const release = (): void => {
    const free = held;
    held = [];
    for (const go of free) go();
  };
  return {
    take(point) {
      const index = waiting.findIndex(({ fault }) => fault.point === point);
      const found = waiting[index];
      if (found === undefined) return null;
      waiting = waiting.flatMap((each) => {
        if (each !== found) return [each];
        return each.left > 1 ? [{ fault: each.fault, left: each.left - 1 }] : [];
      });
      return found.fault.effect;
    },
    add(fault) {
      waiting = [...waiting, { fault, left: fault.times }];
    },
    list: () => waiting.map(({ fault, left }) => ({ ...fault, times: left })),
    held: () => held.length,
    clear() {
      waiting = [];
      release();
    },
    forget(point) {
      waiting = waiting.filter(({ fault }) => fault.point !== point);
    },
    release,
    released: () => new Promise((resolve) => held.push(resolve)),
  };
}
