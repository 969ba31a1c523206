import { errorCodes, isErrorCode, type RetryClass } from '../contract/error-codes.js';
import type { Contract } from '../contract/overlay/contract.js';
import { readHttpDate } from '../core/http/headers.js';

/** The four schedules of the error table, and one for connection failures. */
export type RetryKind = Exclude<RetryClass, 'none' | 'turn'> | 'not_sent' | 'outcome_unknown';

export interface Attempted {
  readonly kind: RetryKind;
  /** Number of failures of this kind in this call, including this one. */
  readonly occurrence: number;
  /** Milliseconds since the call began. */
  readonly elapsed: number;
  /** `Retry-After` in milliseconds. Less than the first wait of the schedule counts as that wait. */
  readonly retryAfter?: number | undefined;
  /** Milliseconds since the start of the call after which no attempt begins (default: `usualRetryMs`). */
  readonly maxWait?: number | undefined;
  /** Retries a broken connection until `maxWait`, without a limit on attempts. */
  readonly persistent?: boolean | undefined;
}

interface Schedule {
  readonly first: number;
  readonly maxDelayMs: number;
  readonly attempts: number;
  readonly jitter: boolean;
}

/** Milliseconds, where a wait does not double without end. */
const longestDelayMs = 30_000;

const open = { maxDelayMs: Infinity, attempts: Infinity, jitter: false };

/** Milliseconds: the description says "a few minutes", and a router restarts within them. */
export const usualRetryMs = 5 * 60_000;

/** Errors, column Retry, and three attempts where the connection breaks. */
const schedules: Readonly<Record<RetryKind, Schedule>> = {
  rate_limited: { ...open, first: 1_000, jitter: true },
  internal_error: { ...open, first: 1_000, attempts: 3 },
  service_unavailable: { ...open, first: 5_000 },
  request_in_progress: { ...open, first: 1_000, maxDelayMs: longestDelayMs },
  not_sent: { ...open, first: 1_000, attempts: 3 },
  outcome_unknown: { ...open, first: 1_000, attempts: 3 },
};

const persistent: Schedule = { ...open, first: 1_000, maxDelayMs: longestDelayMs };

/**
 * Milliseconds before the next attempt, or `stop`. `random` is in [0, 1): jitter adds up to half of the delay, so that
 * no attempt is earlier than the description allows.
 */
export function decide(attempted: Attempted, random: number): number | 'stop' {
  const isBroken = attempted.kind === 'not_sent' || attempted.kind === 'outcome_unknown';
  const schedule = attempted.persistent === true && isBroken ? persistent : schedules[attempted.kind];
  if (attempted.occurrence >= schedule.attempts) return 'stop';
  const wait = nextWait(schedule, attempted, random);
  return attempted.elapsed + wait > (attempted.maxWait ?? usualRetryMs) ? 'stop' : wait;
}

function nextWait(schedule: Schedule, attempted: Attempted, random: number): number {
  if (attempted.kind === 'rate_limited' && attempted.retryAfter !== undefined)
    return Math.max(attempted.retryAfter, schedule.first);
  const doubled = Math.min(schedule.first * 2 ** (attempted.occurrence - 1), schedule.maxDelayMs);
  return Math.round(schedule.jitter ? doubled * (1 + random / 2) : doubled);
}

/** The retry class of an error: by its code, or for an unknown code by its HTTP status. */
export function retryKindOf(code: string, status: number, contract?: Pick<Contract, 'code'>): RetryKind | 'none' {
  const known = isErrorCode(code) ? (contract?.code(code) ?? errorCodes[code]).retry : byStatus(status);
  return known === 'turn' ? 'none' : known;
}

function byStatus(status: number): RetryClass {
  if (status === 429) return 'rate_limited';
  if (status === 503) return 'service_unavailable';
  return status >= 500 ? 'internal_error' : 'none';
}

/** Reads `Retry-After` (seconds or a date) as milliseconds from now; undefined when it is invalid. */
export function readRetryAfter(text: string | undefined, now: number): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d{1,9}$/.test(text.trim())) return Number(text) * 1000;
  const date = readHttpDate(text);
  return date === undefined ? undefined : Math.max(0, date - now);
}
