import type { ErrorCode } from '../contract/error-codes.js';

/**
 * Faults at points, so that every error code can be tested (set through the control routes, used up by count). Seeds name
 * an envelope after `seal:`, and after `mail:` a recipient, or an envelope for its next invitation.
 */
export type FaultPoint = 'seal' | `seal:${string}` | 'renderer' | 'mail' | `mail:${string}` | `operation:${string}`;

/** The error to respond with, or a status (400 to 599) without a body; `hold` keeps the request until released. */
export type FaultEffect = { readonly code: ErrorCode } | { readonly http_status: number } | { readonly hold: true };

/** The names are those of the control route and of the flags of `esign emulator fault operation`. */
export type Fault = FaultEffect & {
  readonly point: FaultPoint;
  /** The number of requests to affect. */
  readonly count: number;
};

export interface Faults {
  /** Uses up one fault of this point, or returns null. */
  take(point: FaultPoint): FaultEffect | null;
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
      return found.fault;
    },
    add(fault) {
      waiting = [...waiting, { fault, left: fault.count }];
    },
    list: () => waiting.map(({ fault, left }) => ({ ...fault, count: left })),
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
