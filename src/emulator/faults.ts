import type { ErrorCode } from '../contract/error-codes.js';

/** Failures on demand, so that every code of the table can be met (set through the control routes, used up by count). */
export type FaultPoint = 'seal' | 'renderer' | `operation:${string}`;

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
  clear(): void;
  /** Lets every held request go on. */
  release(): void;
  /** Resolves when `release` is called. */
  released(): Promise<void>;
}
