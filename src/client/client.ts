import type { Clock } from '../core/platform/clock.js';
import { limits as serviceLimits } from '../contract/limits.js';
import { operations, type OperationId } from '../contract/operations.js';
import type { Operation } from '../contract/operation.js';
import type { Send, SendAnswer } from '../core/http/send.js';
import { isObject } from '../core/platform/json.js';
import { sendWithRetry, type AttemptLimits, type ReadAnswer, type Wait, type Transport } from './send-with-retry.js';
import type { CallInput, CallOptions, CallResult, Preview, ResultOf } from './call.js';
import { readTemplate, withChanges, type TemplateRead } from './if-match.js';
import { documentRow, requestDocument } from './document.js';
import { ServiceFailure, TransportFailure, UnexpectedAnswer } from './failure.js';
import { createMask, type Mask } from './mask.js';
import { type AnyInput, type PreparedRequest, prepareRequest, refuseOverLimit, type Service } from './request.js';
import { RateWindow } from './rate-window.js';
import { readBudget } from './rate-budget.js';
import { type ExaminePdf, readPdf, readWhole, type SavedPdf } from './pdf.js';
import {
  describeFailure,
  describeIntent,
  describeResult,
  recordWrite,
  type RequestEnd,
  type RequestRecord,
  settleWith,
} from './recording.js';
import { prepareResend, type RecordedWrite, ResendRefused } from './resend.js';
import { readAnswer } from './response.js';
import { serviceWords } from './service-words.js';
import { checkTarget, type SaveTarget } from './download-sink.js';
import { ServiceTime } from './service-time.js';
import { unsettledTwins } from './twins.js';
import { hiddenIn, learnSecrets } from './secrets.js';
import { showHeader, traceLines, type TraceEvent } from './trace.js';

type Row<Id extends OperationId> = (typeof operations)[Id];

/** The operations that respond with a PDF instead of JSON. */
export type PdfOperationId = {
  [Id in OperationId]: Row<Id>['answer'] extends { readonly kind: 'pdf' } ? Id : never;
}[OperationId];
export type JsonOperationId = Exclude<OperationId, PdfOperationId>;

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

export interface ClientOptions extends Service {
  readonly send: Send;
  readonly clock: Clock;
  /** In [0, 1). */
  readonly random: () => number;
  readonly uuid: () => string;
  /** The profile to record in the journal. */
  readonly profile?: string | undefined;
  readonly journal?: RequestRecord | undefined;
  /** Called when the outcome of a request could not be recorded; the request itself is not affected. */
  readonly onUnrecorded?: ((request: string) => void) | undefined;
  /** Called before an earlier, identical request with an unknown outcome is resumed instead of sending a new one. */
  readonly onTwin?: ((twin: { readonly id: string }) => void) | undefined;
  /** Called before each wait of more than two seconds; its text is masked. */
  readonly onWait?: ((wait: Wait) => void) | undefined;
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

interface Saved extends SavedPdf {
  readonly attempts: number;
}

interface DownloadOptions extends CallOptions {
  readonly examine?: ExaminePdf | undefined;
}

/** The only way to call the service. Every method throws the classes of failure.ts. */
export interface Client {
  call<Id extends JsonOperationId>(operation: Id, input: CallInput<Id>, options?: CallOptions): Promise<ResultOf<Id>>;
  /** The same for an operation that is known only at run time. */
  callAny(operation: JsonOperationId, input: AnyInput, options?: CallOptions): Promise<CallResult<unknown>>;
  /**
   * Sends a recorded request again, the same bytes with the same key, and records the outcome. Throws ResendRefused
   * when this client must not send it, and with `onlyIfKept` when the service may have deleted its key.
   */
  repeat(write: RecordedWrite, options?: CallOptions & { readonly onlyIfKept?: boolean }): Promise<CallResult<unknown>>;
  /** The service's time in milliseconds since 1970; undefined when no response contained it. */
  serviceTime(): Promise<number | undefined>;
  /** The exact request that `call` would send. Sends no write, but reads the ETag that the request needs. */
  preview(operation: OperationId, input: AnyInput, options?: CallOptions): Promise<Preview>;
  /** Downloads the PDF of an operation. */
  download<Id extends PdfOperationId>(
    operation: Id,
    input: CallInput<Id>,
    target: SaveTarget,
    options?: CallOptions,
  ): Promise<Saved>;
  /** The same for an operation that is known only at run time. */
  downloadAny(operation: PdfOperationId, input: AnyInput, target: SaveTarget, options?: CallOptions): Promise<Saved>;
  /**
   * Downloads a sealed PDF from the URL in a response; the key is sent to the configured origin only. With `examine`,
   * the file is put in place only if that does not throw.
   */
  downloadFrom(url: string, target: SaveTarget, options?: DownloadOptions): Promise<Saved>;
}

export const isPdfOperation = (id: OperationId): id is PdfOperationId => operations[id].answer.kind === 'pdf';

const defaults: ClientLimits = {
  timeout: 60_000,
  downloadTimeout: 600_000,
  idleTimeout: 60_000,
  maxBody: 32 * 1024 * 1024,
  maxDownload: 512 * 1024 * 1024,
  maxExamined: 200 * 1024 * 1024,
};

/** Creates a client of one service and one key, from requests, responses, retries, rate limit, journal and trace. */
export function createClient(options: ClientOptions): Client {
  const limits = { ...defaults, ...options.limits };
  const mask = options.mask ?? createMask();
  mask.add(options.apiKey);
  const trace = (event: TraceEvent): void => {
    if (options.trace !== undefined)
      for (const line of traceLines(event, mask, options.traceBodies === true)) options.trace(line);
  };
  const note = (text: string): void => trace({ kind: 'note', text });
  const unrecorded =
    (request: string) =>
    (text: string): void => {
      note(text);
      options.onUnrecorded?.(request);
    };
  const { clock, random } = options;
  const serviceTime = new ServiceTime();
  const origin = new URL(options.baseUrl).origin;
  const { contract } = options;
  const words = serviceWords(contract, options.send, origin);
  const send: Send = async (request) => {
    const answer = await words.send(request);
    if (request.url.origin === origin) serviceTime.observe(answer.headers, clock.now());
    return answer;
  };
  const onWait = (wait: Wait): void => options.onWait?.({ ...wait, why: mask.text(wait.why) });
  const wire: Transport = { send, contract, clock, random, trace, pace: new RateWindow(), onWait };
  const rowOf = (id: OperationId): Operation => options.contract?.row(id) ?? operations[id];

  const limitsOf = (kind: 'json' | 'pdf', given: DownloadOptions): AttemptLimits => {
    const signals = [options.signal, given.signal].filter((signal) => signal !== undefined);
    return {
      timeout: given.timeout ?? (kind === 'pdf' ? limits.downloadTimeout : limits.timeout),
      idleTimeout: kind === 'pdf' ? limits.idleTimeout : undefined,
      maxBody: kind === 'json' ? limits.maxBody : given.examine === undefined ? limits.maxDownload : limits.maxExamined,
      maxWait: given.maxWait ?? options.retryFor,
      persistent: given.maxWait === undefined && options.retryFor !== undefined,
      signal: signals.length > 1 ? AbortSignal.any(signals) : signals[0],
    };
  };

  const prepare = async (
    row: Operation,
    input: AnyInput,
    given: CallOptions,
  ): Promise<{ request: PreparedRequest; before: TemplateRead | undefined }> => {
    const unchecked = given.unchecked === true;
    for (const { name, value } of options.contract?.linesOf(row.id) ?? []) note(`corrected here: ${name} is ${value}`);
    const idempotencyKey = input.idempotencyKey ?? (row.idempotencyKey === 'none' ? undefined : options.uuid());
    // Created once without the ETag, so that invalid input is rejected before anything is read.
    const draft = prepareRequest(row, input, options, { idempotencyKey, ifMatch: input.ifMatch }, unchecked);
    if (row.ifMatch === 'none' || input.ifMatch !== undefined) {
      const known = input.ifMatch === undefined ? undefined : { etag: input.ifMatch, body: input.readBefore };
      return { request: draft, before: known };
    }
    const before = await readTemplate(row, input, (read) => run(rowOf('getTemplate'), read, given));
    const chosen = { idempotencyKey, ifMatch: before?.etag };
    return { request: prepareRequest(row, input, options, chosen, unchecked), before };
  };

  const readJson =
    (row: Operation, request: PreparedRequest, whole: boolean): ReadAnswer<CallResult<unknown>> =>
    async (answer, { number, sentAt }) => {
      const bytes = await readWhole(answer, limits.maxBody);
      const reading = readAnswer(row, answer.status, answer.headers, bytes, {
        whole,
        inOurWords: words.inOurWords(row),
      });
      if (reading.kind === 'result') learnSecrets(row, reading.body, mask);
      const body = reading.kind === 'unexpected' ? undefined : reading.body;
      traceAnswer(row, answer, body, sentAt);
      if (reading.kind !== 'result') return { ...reading, message: mask.text(reading.message) };
      return { kind: 'result', value: describeAnswer(answer, request, reading, number, clock.now()) };
    };

  const traceAnswer = (row: Operation, answer: SendAnswer, body: unknown, since: number): void => {
    const now = clock.now();
    const rate = readBudget(answer.headers, now);
    const { status } = answer;
    trace({ kind: 'answered', status, milliseconds: now - since, rate, now, body, hidden: hiddenIn(row) });
  };

  const perform = async (
    request: PreparedRequest,
    given: CallOptions,
    settleEnd: (end: RequestEnd) => Promise<void>,
    recorded: string | undefined,
    sentBefore = false,
  ): Promise<CallResult<unknown>> => {
    const began = clock.now();
    const recordEnd = ({ outcome, attempts }: RequestEnd): Promise<void> =>
      settleEnd({ outcome: { ...outcome, serviceAt: serviceTime.readSince(began) }, attempts });
    try {
      const whole = options.wholeAnswers === true && given.unchecked !== true;
      const judge = readJson(request.row, request, whole);
      const ended = await sendWithRetry(wire, request, { ...limitsOf('json', given), sentBefore }, judge);
      const { value, attempts, unheard } = ended;
      const { body } = value;
      const id = given.row !== undefined && isObject(body) ? body['id'] : undefined;
      const envelope = typeof id === 'string' ? { envelope: id } : {};
      await recordEnd({ outcome: { ...describeResult(value.status, body), ...envelope }, attempts });
      return unheard ? { ...value, unheard } : value;
    } catch (failure) {
      const end = describeFailure(failure);
      await recordEnd(end);
      if (end.outcome.unknown && recorded !== undefined) noteRequest(failure, recorded);
      throw failure;
    }
  };

  /** The service's time; queries it unless a recent response contained it. */
  const askServiceTime = async (given: CallOptions): Promise<number | undefined> => {
    const known = serviceTime.freshAt(clock.now());
    if (known !== undefined) return known;
    const { request } = await prepare(rowOf('listTemplates'), { query: { limit: '1' } }, given);
    // Any response contains the time, also an error.
    const judge: ReadAnswer<undefined> = () => Promise.resolve({ kind: 'result', value: undefined });
    await sendWithRetry(wire, request, limitsOf('json', given), judge);
    return serviceTime.freshAt(clock.now());
  };

  const run = async (row: Operation, input: AnyInput, given: CallOptions): Promise<CallResult<unknown>> => {
    const { request, before } = await prepare(row, input, given);
    if (given.unchecked !== true) {
      const readOf = (templateId: string): AnyInput => ({ parameters: { templateId } });
      await refuseOverLimit(request, wire.pace, (id) => run(rowOf('getTemplate'), readOf(id), given));
    }
    try {
      return await sendRecorded(request, input.idempotencyKey !== undefined, given);
    } catch (failure) {
      throw await withChanges(failure, input, before, (read) => run(rowOf('getTemplate'), read, given));
    }
  };

  /** Records a request before it is sent; if an identical one has an unknown outcome, that one is resumed instead. */
  const sendRecorded = async (
    request: PreparedRequest,
    isKeyChosen: boolean,
    given: CallOptions,
  ): Promise<CallResult<unknown>> => {
    const journal = request.method === 'GET' ? undefined : options.journal;
    if (journal === undefined) return await perform(request, given, () => Promise.resolve(), undefined);
    const intent = describeIntent(options.uuid(), request, options, isKeyChosen);
    const now = clock.now();
    const serviceNow = (): Promise<number | undefined> => askServiceTime(given);
    const twins = await unsettledTwins(intent, request, { record: journal, now, serviceNow });
    if (twins.length > 0) return await settleTwins(twins, given);
    const isReused = isKeyChosen && given.reuse !== undefined && (await journal.isHeld(intent));
    const known = serviceTime.at(now);
    const whole = {
      ...intent,
      row: given.row,
      reuse: given.reuse,
      serviceAt: known === undefined ? undefined : new Date(known).toISOString(),
      serviceNow: isReused ? await serviceNow() : undefined,
    };
    const recordEnd = await recordWrite(journal, whole, request.body, unrecorded(intent.id));
    return await perform(request, given, recordEnd, intent.id);
  };

  const repeat: Client['repeat'] = async (write, given = {}) => {
    const request = prepareResend(write, options);
    const { repeatable, guardedByState } = request.row;
    if (given.onlyIfKept === true && repeatable === 'with_key' && !guardedByState && write.at !== undefined) {
      const isKept = await options.journal?.isKept({ ...write, at: write.at }, await askServiceTime(given));
      if (isKept === false) {
        throw new ResendRefused(
          'outlived',
          `it is older than the ${serviceLimits.idempotencyHours} hours for which the service stores idempotency keys`,
        );
      }
    }
    const recordEnd = settleWith(options.journal, write.id, unrecorded(write.id));
    // Without a key, it is repeated only if the earlier attempt did nothing, or if that does not matter.
    return await perform(request, given, recordEnd, write.id, request.idempotencyKey !== undefined);
  };

  /** Sends each again with its own key; the result is that of the last one. */
  const settleTwins = async (twins: readonly RecordedWrite[], given: CallOptions): Promise<CallResult<unknown>> => {
    let last: CallResult<unknown> | undefined;
    for (const twin of twins) {
      options.onTwin?.(twin);
      last = { ...(await repeat(twin, given)), settled: twin.id };
    }
    if (last === undefined) throw new TypeError('no twin was settled');
    return last;
  };

  const fetchPdf = async (
    row: Operation,
    request: PreparedRequest,
    target: SaveTarget,
    given: DownloadOptions,
  ): Promise<Saved> => {
    await checkTarget(target);
    const judge: ReadAnswer<SavedPdf> = async (answer, { sentAt }) => {
      const verdict = await readPdf(row, answer, target, { examine: given.examine, inOurWords: words.inOurWords(row) });
      traceAnswer(row, answer, undefined, sentAt);
      return verdict.kind === 'result' ? verdict : { ...verdict, message: mask.text(verdict.message) };
    };
    const { value, attempts } = await sendWithRetry(wire, request, limitsOf('pdf', given), judge);
    return { ...value, attempts };
  };

  const downloadAny: Client['downloadAny'] = async (operation, input, target, given = {}) => {
    const row = rowOf(operation);
    const { request } = await prepare(row, input, given);
    return await fetchPdf(row, request, target, given);
  };

  return {
    call: async (operation, input, given = {}) =>
      // The body is checked leniently, so it has the described type; `deviations` lists the differences.
      (await run(rowOf(operation), input, given)) as ResultOf<typeof operation>,
    callAny: (operation, input, given = {}) => run(rowOf(operation), input, given),
    repeat,
    serviceTime: () => askServiceTime({}),
    preview: async (operation, input, given = {}) => {
      const { request } = await prepare(rowOf(operation), input, given);
      const headers = request.headers.map(([name, value]) => [name, showHeader(name, value)] as const);
      const { baseUrl, apiKey } = options;
      const none = { idempotencyKey: undefined, ifMatch: undefined };
      // Checked above, within the bounds of the service.
      const meant = prepareRequest(operations[operation], input, { baseUrl, apiKey }, none, true);
      return {
        method: request.method,
        url: request.url.href,
        headers,
        body: request.json,
        meant: { method: meant.method, url: meant.url.href, body: meant.json },
      };
    },
    download: downloadAny,
    downloadAny,
    downloadFrom: async (url, target, given = {}) => {
      const request = requestDocument(url, options);
      mask.add(request.url.href);
      return await fetchPdf(documentRow(), request, target, given);
    },
  };
}

/** Adds the journal ID of the request to a failure. */
function noteRequest(failure: unknown, id: string): void {
  const isKnown =
    failure instanceof ServiceFailure || failure instanceof TransportFailure || failure instanceof UnexpectedAnswer;
  if (isKnown) failure.request = id;
}

function describeAnswer(
  { status, headers }: SendAnswer,
  { idempotencyKey }: PreparedRequest,
  { body, deviations }: Pick<CallResult<unknown>, 'body' | 'deviations'>,
  attempts: number,
  now: number,
): CallResult<unknown> {
  const header = headers.get('idempotency-replayed')?.trim().toLowerCase();
  const replayed = header === 'true' ? true : header === 'false' ? false : undefined;
  const rate = readBudget(headers, now);
  return { status, body, headers, etag: headers.get('etag'), replayed, rate, deviations, attempts, idempotencyKey };
}
