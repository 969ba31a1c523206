import type { ErrorCode } from '../contract/error-codes.js';

/** Faults at points, so that every error code can be tested (set through the control routes, used up by count). */
export type FaultPoint = 'seal' | `seal:${string}` | 'renderer' | `operation:${string}`;

export interface Fault {
  readonly point: FaultPoint;
  /** The error to respond with; `hold` keeps the request in progress until released. */
  readonly effect: { readonly code: ErrorCode } | { readonly hold: true } | { readonly bare_status: number };
  readonly times: number;
}

export interface Faults {
  /** Uses up one fault of this point, or returns null. */
  take(point: FaultPoint): Fault['effect'] | null;
  add(fault: Fault): void;
  /** Faults that are not used up, in order of creation, with their remaining counts. */
  list(): readonly Fault[];
  /** How many requests are held. */
  held(): number;
  clear(): void;
  /** Removes the faults of one point; held requests stay. */
  forget(point: FaultPoint): void;
  /** Continues all held requests. */
  release(): void;
  /** Resolves when `release` is called. */
  released(): Promise<void>;
}

/** The faults of a running emulator, in memory only. `clear` also continues held requests. */
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
