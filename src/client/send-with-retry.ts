import type { Clock } from '../core/platform/clock.js';
import type { Send, SendAnswer } from '../core/http/send.js';
import { SendFailure } from '../core/http/send-failure.js';
import {
  type RequestFailure,
  ServiceFailure,
  TransportFailure,
  UnexpectedAnswer,
  type UnexpectedReason,
} from './failure.js';
import type { RateBudget, RateWindow } from './rate-budget.js';
import type { PreparedRequest } from './request.js';
import type { Contract } from '../contract/overlay/contract.js';
import { isOpenAfter, settlementOf, type WriteReply } from '../contract/settlement.js';
import { decide, readRetryAfter, retryKindOf, type RetryKind } from './retry.js';
import type { TraceEvent } from './trace.js';

/** What every attempt needs, for any request. */
export interface Transport {
  readonly send: Send;
  /** Of a service that does otherwise than described: it may repeat after other codes. */
  readonly contract?: Contract | undefined;
  readonly clock: Clock;
  /** In [0, 1). */
  readonly random: () => number;
  readonly rateWindow: RateWindow;
  readonly trace: (event: TraceEvent) => void;
  readonly onWait?: ((wait: Wait) => void) | undefined;
}

/** A wait of noticeable length. */
export interface Wait {
  readonly milliseconds: number;
  /** The number of the next attempt; 1 is the first. */
  readonly attempt: number;
  /** A clause or a sentence. */
  readonly why: string;
}

/** Milliseconds: longer waits are reported. */
const longWait = 2_000;

export interface AttemptLimits {
  readonly timeout: number;
  readonly idleTimeout?: number | undefined;
  readonly maxBody: number;
  readonly maxWait: number | undefined;
  /** See `Attempted.persistent`. */
  readonly persistent?: boolean | undefined;
  readonly signal: AbortSignal | undefined;
  /** An earlier attempt was sent, and its outcome is unknown. */
  readonly sentBefore?: boolean;
}

/** The result of one response: a value, an error, or an unusable response. */
export type Verdict<T> =
  | { readonly kind: 'result'; readonly value: T }
  | { readonly kind: 'refused'; readonly code: string; readonly message: string }
  | {
      readonly kind: 'unexpected';
      readonly reason: UnexpectedReason;
      readonly message: string;
      /** The response was cut off: another attempt may complete it. */
      readonly again?: boolean;
    };

export interface AttemptFacts {
  /** 1 is the first. */
  readonly number: number;
  /** Milliseconds since 1970, by the run's clock. */
  readonly sentAt: number;
  /** The rate limit headers of the response; undefined without them. */
  readonly rate: RateBudget | undefined;
}

export type ReadAnswer<T> = (answer: SendAnswer, attempt: AttemptFacts) => Promise<Verdict<T>>;

export interface SendResult<T> {
  readonly value: T;
  readonly attempts: number;
  /** An earlier attempt may have succeeded without a response. */
  readonly unheard: boolean;
}

/**
 * Sends a prepared request until there is a response, a permanent error, or the end of its retry schedule (Errors). All
 * attempts have the same key and bytes. Throws ServiceFailure, TransportFailure or UnexpectedAnswer.
 */
export async function sendWithRetry<T>(
  wire: Transport,
  request: PreparedRequest,
  limits: AttemptLimits,
  judge: ReadAnswer<T>,
): Promise<SendResult<T>> {
  const began = wire.clock.now();
  const seen = new Map<RetryKind, number>();
  const course = new AttemptState(request, limits.sentBefore === true);
  for (;;) {
    const elapsed = (): number => wire.clock.now() - began;
    const pause = wire.rateWindow.waitBefore(request.cost, wire.clock.now());
    if (pause > 0 && (limits.maxWait === undefined || elapsed() + pause <= limits.maxWait)) {
      await waitBeforeRetry(wire, pause, 'the rate limit of this key is reached', limits.signal, course);
    }
    course.attempts += 1;
    const ended = await once(wire, request, limits, judge, course);
    if (ended.kind === 'done') {
      return { value: ended.value, attempts: course.attempts, unheard: course.outcomeUnknown };
    }
    if (ended.retry === 'none' || !course.mayRepeat(ended.retry)) throw ended.failure;
    const occurrence = (seen.get(ended.retry) ?? 0) + 1;
    seen.set(ended.retry, occurrence);
    const wait = decide(
      {
        kind: ended.retry,
        occurrence,
        elapsed: elapsed(),
        retryAfter: ended.retryAfter,
        maxWait: limits.maxWait,
        persistent: limits.persistent,
      },
      wire.random(),
    );
    if (wait === 'stop') throw ended.failure;
    await waitBeforeRetry(wire, wait, ended.failure.message, limits.signal, course);
  }
}

/** The state of a request after some attempts; an unknown outcome stays unknown until a response. */
class AttemptState {
  attempts = 0;
  outcomeUnknown: boolean;
  readonly request: PreparedRequest;
  readonly #repeatable: boolean;

  constructor(request: PreparedRequest, outcomeUnknown: boolean) {
    const { row, idempotencyKey } = request;
    this.request = request;
    this.outcomeUnknown = outcomeUnknown;
    const harmless = row.method === 'GET' || row.autoRetry === 'harmless';
    // A key that is only assumed to be supported does not make a harmful repeat safe.
    this.#repeatable = harmless || (idempotencyKey !== undefined && row.idempotencyKey === 'required');
  }

  /** Takes the end of an attempt into account. */
  ended(reply: WriteReply): void {
    const { row, idempotencyKey } = this.request;
    const settlement = settlementOf(reply, idempotencyKey !== undefined);
    this.outcomeUnknown = row.method !== 'GET' && isOpenAfter(settlement, this.outcomeUnknown);
  }

  /** Whether another attempt cannot do it twice; the service itself asks to repeat a request in progress. */
  mayRepeat(retry: RetryKind): boolean {
    return this.#repeatable || !this.outcomeUnknown || retry === 'request_in_progress';
  }

  facts() {
    const { attempts, outcomeUnknown } = this;
    const { row, idempotencyKey } = this.request;
    return { operation: row.id, idempotencyKey, attempts, outcomeUnknown };
  }
}

type AttemptResult<T> =
  | { readonly kind: 'done'; readonly value: T }
  | {
      readonly kind: 'failed';
      readonly retry: RetryKind | 'none';
      readonly retryAfter?: number | undefined;
      readonly failure: RequestFailure;
    };

async function once<T>(
  wire: Transport,
  request: PreparedRequest,
  limits: AttemptLimits,
  judge: ReadAnswer<T>,
  course: AttemptState,
): Promise<AttemptResult<T>> {
  const sentAt = wire.clock.now();
  const { method, url, headers, body, json } = request;
  wire.trace({ kind: 'sent', method, url: url.href, attempt: course.attempts, headers, body: json });
  wire.rateWindow.spend(request.cost);
  let status = 0;
  try {
    const answer = await wire.send({
      method,
      url,
      headers,
      body,
      timeout: limits.timeout,
      idleTimeout: limits.idleTimeout,
      maxBody: limits.maxBody,
      signal: limits.signal,
    });
    status = answer.status;
    const rate = wire.rateWindow.observe(answer.headers, wire.clock.now());
    const verdict = await judge(answer, { number: course.attempts, sentAt, rate });
    return readVerdict(verdict, { status, headers: answer.headers, rate }, course, wire);
  } catch (error) {
    if (!(error instanceof SendFailure)) throw error;
    wire.trace({ kind: 'broke', message: error.message, milliseconds: wire.clock.now() - sentAt });
    return readBreak(error, status, course);
  }
}

function readVerdict<T>(
  verdict: Verdict<T>,
  { status, headers, rate }: Pick<SendAnswer, 'status' | 'headers'> & Pick<AttemptFacts, 'rate'>,
  course: AttemptState,
  { clock, contract }: Transport,
): AttemptResult<T> {
  switch (verdict.kind) {
    case 'result':
      return { kind: 'done', value: verdict.value };
    case 'refused': {
      const overLimit = rate?.limit !== undefined && course.request.cost > rate.limit ? rate.limit : undefined;
      const kind = retryKindOf(verdict.code, status, contract);
      // A request above the limit would fail in the next window too, and use it up for everyone (A2).
      const retry = kind === 'rate_limited' && overLimit !== undefined ? 'none' : kind;
      const retryAfter = readRetryAfter(headers.get('retry-after'), clock.now());
      course.ended({ kind: 'refused', code: verdict.code, status });
      const failure = new ServiceFailure(verdict.message, {
        code: verdict.code,
        status,
        retryAfter: retryAfter === undefined ? undefined : Math.ceil(retryAfter / 1000),
        wwwAuthenticate: headers.get('www-authenticate'),
        rate,
        overLimit: kind === 'rate_limited' ? overLimit : undefined,
        about: course.request.about,
        ...course.facts(),
      });
      return { kind: 'failed', retry, retryAfter, failure };
    }
    case 'unexpected': {
      course.ended({ kind: 'other' });
      const { reason, message, again } = verdict;
      const failure = new UnexpectedAnswer(message, { reason, status, ...course.facts() });
      return { kind: 'failed', retry: again === true ? 'outcome_unknown' : 'none', failure };
    }
  }
}

function readBreak(error: SendFailure, status: number, course: AttemptState): AttemptResult<never> {
  course.ended({ kind: error.sent ? 'other' : 'not_sent' });
  const { reason, cause } = error;
  if (reason === 'too_large') {
    const failure = new UnexpectedAnswer(error.message, { reason, status, ...course.facts() });
    return { kind: 'failed', retry: 'none', failure };
  }
  const failure = new TransportFailure(error.message, { reason, cause, ...course.facts() });
  return { kind: 'failed', retry: retryOf(error), failure };
}

function retryOf(error: SendFailure): RetryKind | 'none' {
  switch (error.reason) {
    case 'unreachable':
    case 'proxy_unreachable':
    case 'reset':
    case 'timeout':
      return error.sent ? 'outcome_unknown' : 'not_sent';
    case 'untrusted':
    case 'proxy':
    case 'aborted':
    case 'closed':
    case 'protocol':
    case 'too_large':
      return 'none';
  }
}

async function waitBeforeRetry(
  wire: Transport,
  milliseconds: number,
  why: string,
  signal: AbortSignal | undefined,
  course: AttemptState,
): Promise<void> {
  wire.trace({ kind: 'waiting', milliseconds, why });
  if (milliseconds > longWait) wire.onWait?.({ milliseconds, attempt: course.attempts + 1, why });
  try {
    await wire.clock.sleep(milliseconds, signal);
  } catch (cause) {
    const facts = { reason: 'aborted' as const, cause, ...course.facts() };
    throw new TransportFailure('waiting for the next attempt was interrupted', facts);
  }
}
