import type { Ran } from './delivery/advance.js';
import type { Fault } from './faults.js';
import type { Mail } from './mail/outbox.js';

/** The API of a started emulator for programs. */

export interface ClockHandle {
  now(): Date;
  freeze(): void;
  run(): void;
  /** By milliseconds or a duration such as `34h1m`; resolves with the executed jobs when all due work is done. */
  advance(duration: string | number): Promise<readonly Ran[]>;
  /** To a time, or to the next due job. */
  to(instant: string): Promise<readonly Ran[]>;
}

export interface InboxFilter {
  readonly to?: string;
  readonly kind?: string;
  readonly envelopeId?: string;
}

export interface InboxHandle {
  /** Newest first. */
  list(filter?: InboxFilter): readonly Mail[];
  /** The newest match, or null. */
  latest(filter?: InboxFilter): Mail | null;
}

export interface FaultHandle {
  /** Once, unless `times` is set. */
  add(fault: Omit<Fault, 'times'> & { readonly times?: number }): void;
  clear(): void;
  release(): void;
}

/** One of the emulator's own routes failed: the message says why. */
export class ControlRefused extends Error {
  override readonly name = 'ControlRefused';
  readonly code: string;
  readonly status: number;

  constructor(code: string, status: number, message: string) {
    super(message);
    this.code = code;
    this.status = status;
  }
}

export interface ResetOptions {
  /** Also lets the clock run from the time of this machine. */
  readonly clock?: boolean;
}

export interface EmulatorApi {
  readonly clock: ClockHandle;
  readonly inbox: InboxHandle;
  readonly faults: FaultHandle;
  control<T = unknown>(method: string, path: string, body?: unknown): Promise<T>;
  reset(options?: ResetOptions): Promise<void>;
}
