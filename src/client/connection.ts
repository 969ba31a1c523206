import { operations, type OperationId } from '../contract/operations.js';
import type { Operation } from '../contract/operation.js';
import { headersIn, readAnswerBody } from '../contract/overlay/edge.js';
import { HeaderList } from '../core/http/headers.js';
import type { Send } from '../core/http/send.js';
import type { CallOptions, CallResult } from './call.js';
import { createMask, type Mask } from './mask.js';
import type { ExaminePdf } from './pdf.js';
import { RateWindow } from './rate-budget.js';
import type { RequestRecord } from './recording.js';
import type { Service } from './request.js';
import type { ReadOptions } from './response.js';
import type { AttemptLimits, Transport, Wait } from './send-with-retry.js';
import { type TraceEvent, traceLines } from './trace.js';

interface ClientLimits {
  /** Milliseconds for one attempt, including its response. */
  readonly timeout: number;
  /** The same for a PDF, which may take long to render and transfer. */
  readonly downloadTimeout: number;
  /** Milliseconds without a byte of a PDF. */
  readonly idleTimeout: number;
  /** Maximum bytes of a JSON response, and of a PDF. */
  readonly maxBody: number;
  readonly maxDownload: number;
  /** The same for a PDF that is examined before it is saved: it is held in memory. */
  readonly maxExamined: number;
}

const defaults: ClientLimits = {
  timeout: 60_000,
  downloadTimeout: 600_000,
  idleTimeout: 60_000,
  maxBody: 32 * 1024 * 1024,
  maxDownload: 512 * 1024 * 1024,
  maxExamined: 200 * 1024 * 1024,
};

export interface ClientOptions extends Service, Pick<Transport, 'send' | 'clock' | 'random' | 'onWait'> {
  readonly uuid: () => string;
  /** The address under which records know the service (default: its base URL). */
  readonly recordedAs?: (() => Promise<string>) | undefined;
  /** The profile to record in the journal. */
  readonly profile?: string | undefined;
  readonly journal?: RequestRecord | undefined;
  /** Called when the outcome of a request could not be recorded; the request itself is not affected. */
  readonly onUnrecorded?: ((request: string) => void) | undefined;
  /** Called before an earlier, identical request with an unknown outcome is resumed instead of sending a new one. */
  readonly onTwin?: ((twin: { readonly id: string }) => void) | undefined;
  /** Called with each JSON result, before the caller gets it. */
  readonly onResult?: ((operation: OperationId, result: CallResult<unknown>) => Promise<void>) | undefined;
  /** Receives the lines of `--debug`, secrets masked. */
  readonly trace?: ((line: string) => void) | undefined;
  /** The trace also shows bodies, which contain personal data. */
  readonly traceBodies?: boolean | undefined;
  /** Shared with the output, so that secrets seen here are masked there too. */
  readonly mask?: Mask | undefined;
  readonly limits?: Partial<ClientLimits> | undefined;
  /** Rejects a response without a described array or object, because its readers rely on them. */
  readonly wholeAnswers?: boolean | undefined;
  /** For calls without a `maxWait` of their own: also how long a broken connection is tried again. 0: one attempt. */
  readonly retryFor?: number | undefined;
  /** Ends every call. */
  readonly signal?: AbortSignal | undefined;
}

/** What the requests of one client share. */
export interface Connection extends Transport {
  readonly options: ClientOptions;
  readonly limits: ClientLimits;
  readonly mask: Mask;
  readonly serviceTime: ServiceTime;
  readonly note: (text: string) => void;
  readonly rowOf: (id: OperationId) => Operation;
  /** Translates what a contract file says that the service writes otherwise. */
  readonly inOurWords: (row: Operation) => ReadOptions['inOurWords'];
}

export function openConnection(options: ClientOptions): Connection {
  const { clock, random, contract } = options;
  const mask = options.mask ?? createMask();
  mask.add(options.apiKey);
  const serviceTime = new ServiceTime();
  const origin = new URL(options.baseUrl).origin;
  const trace = (event: TraceEvent): void => {
    if (options.trace === undefined) return;
    for (const line of traceLines(event, mask, options.traceBodies === true)) options.trace(line);
  };
  const sendInItsWords: Send = async (request) => {
    if (contract === undefined) return await options.send(request);
    const answer = await options.send({ ...request, headers: headersIn(contract, request.headers, 'to') });
    return { ...answer, headers: new HeaderList(headersIn(contract, answer.headers.pairs, 'from')) };
  };
  return {
    options,
    clock,
    random,
    contract,
    limits: { ...defaults, ...options.limits },
    mask,
    serviceTime,
    rateWindow: new RateWindow(),
    trace,
    note: (text) => trace({ kind: 'note', text }),
    onWait: (wait: Wait) => options.onWait?.({ ...wait, why: mask.text(wait.why) }),
    rowOf: (id) => contract?.row(id) ?? operations[id],
    inOurWords: ({ id }) => (contract === undefined ? undefined : (body) => readAnswerBody(contract, id, body)),
    // A sealed PDF may lie on another host, which is another service.
    send: async (request) => {
      if (request.url.origin !== origin) return await options.send(request);
      const answer = await sendInItsWords(request);
      serviceTime.observe(answer.headers, clock.now());
      return answer;
    },
  };
}

/** The limits of a call, of its own or of its client. */
export function attemptLimits(
  { options, limits }: Connection,
  kind: 'json' | 'pdf',
  given: CallOptions & { readonly examine?: ExaminePdf | undefined },
): AttemptLimits {
  const signals = [options.signal, given.signal].filter((signal) => signal !== undefined);
  return {
    timeout: given.timeout ?? (kind === 'pdf' ? limits.downloadTimeout : limits.timeout),
    idleTimeout: kind === 'pdf' ? limits.idleTimeout : undefined,
    maxBody: kind === 'json' ? limits.maxBody : given.examine === undefined ? limits.maxDownload : limits.maxExamined,
    maxWait: given.maxWait ?? options.retryFor,
    persistent: given.maxWait === undefined && options.retryFor !== undefined,
    signal: signals.length > 1 ? AbortSignal.any(signals) : signals[0],
  };
}

/** Milliseconds: how long the time of a response counts as known, by the clock of this machine. */
const fresh = 60_000;

/** The service's clock, from the last `Date` header. */
export class ServiceTime {
  #last: { readonly service: number; readonly local: number } | undefined;

  /** `local` is the local time of the response; both in milliseconds since 1970. */
  observe(headers: HeaderList, local: number): void {
    const service = headers.date('date');
    if (service !== undefined) this.#last = { service, local };
  }

  /** Its time for a local time; undefined when unknown. */
  at(local: number): number | undefined {
    return this.#last === undefined ? undefined : this.#last.service + (local - this.#last.local);
  }

  /** The same if it was updated recently. */
  freshAt(local: number): number | undefined {
    const age = this.#last === undefined ? Infinity : local - this.#last.local;
    return age >= 0 && age < fresh ? this.at(local) : undefined;
  }

  /** The service's time of its last response; undefined without one since a local time. */
  readSince(local: number): number | undefined {
    return this.#last !== undefined && this.#last.local >= local ? this.#last.service : undefined;
  }
}
