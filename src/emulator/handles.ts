import { HeaderList } from '../http/headers.js';
import { advanceTo } from './control/clock.js';
import type { Core } from './core.js';
import { Refusal } from './domain/refusal.js';
import type { Ran } from './delivery/scheduler.js';
import { milliseconds } from './duration.js';
import type { Fault } from './faults.js';
import type { Mail } from './mail/outbox.js';
import { mailRepository } from './store/mail-repository.js';

/** What a program that started an emulator holds in its hands. */

export interface ClockHandle {
  now(): Date;
  freeze(): void;
  run(): void;
  /** By milliseconds or a duration such as `34h1m`; resolves with what was run once everything due has settled. */
  advance(duration: string | number): Promise<readonly Ran[]>;
  /** To an instant, or to what falls due next. */
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
  /** The newest that fits, or null. */
  latest(filter?: InboxFilter): Mail | null;
}

export interface FaultHandle {
  /** Once, unless `times` says more. */
  add(fault: Omit<Fault, 'times'> & { readonly times?: number }): void;
  clear(): void;
  release(): void;
}

/** One of the emulator's own routes refused: the message says why. */
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

export interface Handles {
  readonly clock: ClockHandle;
  readonly inbox: InboxHandle;
  readonly faults: FaultHandle;
  control<T = unknown>(method: string, path: string, body?: unknown): Promise<T>;
  reset(): Promise<void>;
}

export function createHandles(core: Core): Handles {
  const { service, scheduler } = core;
  const mails = mailRepository(service.store.sql);
  const control = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const reply = await core.control({
      method,
      path,
      headers: new HeaderList([['Host', '127.0.0.1']]),
      body: body === undefined ? Buffer.alloc(0) : Buffer.from(JSON.stringify(body), 'utf8'),
      signal: new AbortController().signal,
    });
    const text = String(reply.body ?? '');
    const parsed: unknown = text === '' ? undefined : JSON.parse(text);
    if (reply.status < 400) return parsed as T;
    const { code, message } = (parsed as { readonly error: { readonly code: string; readonly message: string } }).error;
    throw new ControlRefused(code, reply.status, message);
  };
  const move = (to: string | number): Promise<readonly Ran[]> =>
    advanceTo(scheduler, to).catch((error: unknown) => {
      throw error instanceof Refusal ? new RangeError(error.message) : error;
    });
  return {
    clock: {
      now: () => new Date(service.clock.now()),
      freeze: () => scheduler.freeze(),
      run: () => scheduler.run(),
      advance: (duration) => move(typeof duration === 'number' ? duration : milliseconds(duration)),
      to: (instant) => move(instant),
    },
    inbox: {
      list: (filter = {}) => mails.list(filter),
      latest: (filter = {}) => mails.list(filter)[0] ?? null,
    },
    faults: {
      add: (fault) => service.faults.add({ times: 1, ...fault }),
      clear: () => service.faults.clear(),
      release: () => service.faults.release(),
    },
    control,
    reset: () => control<void>('POST', '/_emulator/reset'),
  };
}
