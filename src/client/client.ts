import { limits as serviceLimits } from '../contract/limits.js';
import { isOperationId, operations, type OperationId } from '../contract/operations.js';
import type { Operation } from '../contract/operation.js';
import { serviceHost } from '../contract/service-host.js';
import type { SendAnswer } from '../core/http/send.js';
import { isObject } from '../core/platform/json.js';
import type { CallInput, CallOptions, CallResult, Preview, ResultOf } from './call.js';
import { attemptLimits, type ClientOptions, type Connection, openConnection } from './connection.js';
import { checkTarget, type SaveTarget } from './download-sink.js';
import { RequestFailure, ResendRefused } from './failure.js';
import { readTemplate, type TemplateRead, withChanges } from './if-match.js';
import { hiddenIn, learnSecrets } from './mask.js';
import { type ExaminePdf, readPdf, readWhole, requestDocument, type SavedPdf } from './pdf.js';
import type { RateBudget } from './rate-budget.js';
import { describeFailure, describeIntent, describeResult, type RequestEnd, unsettledTwins } from './recording.js';
import { type AnyInput, type PreparedRequest, prepareRequest, refuseOverLimit } from './request.js';
import { prepareResend, type RecordedWrite } from './resend.js';
import { readAnswer } from './response.js';
import { type AttemptFacts, type ReadAnswer, sendWithRetry } from './send-with-retry.js';
import { showHeader } from './trace.js';

type Row<Id extends OperationId> = (typeof operations)[Id];

/** The operations that respond with a PDF instead of JSON. */
export type PdfOperationId = {
  [Id in OperationId]: Row<Id>['answer'] extends { readonly kind: 'pdf' } ? Id : never;
}[OperationId];
export type JsonOperationId = Exclude<OperationId, PdfOperationId>;

export const isPdfOperation = (id: OperationId): id is PdfOperationId => operations[id].answer.kind === 'pdf';

interface Saved extends SavedPdf {
  readonly attempts: number;
}

interface DownloadOptions extends CallOptions {
  readonly examine?: ExaminePdf | undefined;
}

interface RepeatOptions extends CallOptions {
  readonly onlyIfKept?: boolean;
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
  repeat(write: RecordedWrite, options?: RepeatOptions): Promise<CallResult<unknown>>;
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

/** Creates a client of one service and one key. */
export function createClient(options: ClientOptions): Client {
  const connection = openConnection(options);
  const callAny: Client['callAny'] = async (operation, input, given = {}) => {
    const result = await run(connection, connection.rowOf(operation), input, given);
    await options.onResult?.(operation, result);
    return result;
  };
  const downloadAny: Client['downloadAny'] = async (operation, input, target, given = {}) => {
    const { request } = await prepare(connection, connection.rowOf(operation), input, given);
    return await fetchPdf(connection, request, target, given);
  };
  return {
    call: async (operation, input, given) =>
      // The body is checked leniently, so it has the described type; `deviations` lists the differences.
      (await callAny(operation, input, given)) as ResultOf<typeof operation>,
    callAny,
    repeat: async (write, given = {}) => {
      const result = await repeat(connection, write, given);
      if (isOperationId(write.operation)) await options.onResult?.(write.operation, result);
      return result;
    },
    serviceTime: () => askServiceTime(connection, {}),
    preview: (operation, input, given = {}) => preview(connection, operation, input, given),
    download: downloadAny,
    downloadAny,
    downloadFrom: async (url, target, given = {}) => {
      const request = requestDocument(url, options);
      connection.mask.add(request.url.href);
      return await fetchPdf(connection, request, target, given);
    },
  };
}

/** A call from its input to its result: prepared, recorded, sent. */
async function run(
  connection: Connection,
  row: Operation,
  input: AnyInput,
  given: CallOptions,
): Promise<CallResult<unknown>> {
  const readTemplateBy = (read: AnyInput): Promise<CallResult<unknown>> =>
    run(connection, connection.rowOf('getTemplate'), read, given);
  const { request, before } = await prepare(connection, row, input, given);
  if (given.unchecked !== true) {
    await refuseOverLimit(request, connection.rateWindow, (templateId) =>
      readTemplateBy({ parameters: { templateId } }),
    );
  }
  try {
    return await sendRecorded(connection, request, input.idempotencyKey !== undefined, given);
  } catch (failure) {
    throw await withChanges(failure, input, before, readTemplateBy);
  }
}

/** The checked request, with its key and the ETag that it needs. */
async function prepare(
  connection: Connection,
  row: Operation,
  input: AnyInput,
  given: CallOptions,
): Promise<{ request: PreparedRequest; before: TemplateRead | undefined }> {
  const { options, note } = connection;
  const unchecked = given.unchecked === true;
  for (const { name, value } of options.contract?.linesOf(row.id) ?? []) note(`corrected here: ${name} is ${value}`);
  const idempotencyKey = input.idempotencyKey ?? (row.idempotencyKey === 'none' ? undefined : options.uuid());
  // Created once without the ETag, so that invalid input is rejected before anything is read.
  const draft = prepareRequest(row, input, options, { idempotencyKey, ifMatch: input.ifMatch }, unchecked);
  if (row.ifMatch === 'none' || input.ifMatch !== undefined) {
    const known = input.ifMatch === undefined ? undefined : { etag: input.ifMatch, body: input.readBefore };
    return { request: draft, before: known };
  }
  const before = await readTemplate(row, input, (read) =>
    run(connection, connection.rowOf('getTemplate'), read, given),
  );
  const chosen = { idempotencyKey, ifMatch: before?.etag };
  return { request: prepareRequest(row, input, options, chosen, unchecked), before };
}

/** Records a write before it is sent; if an identical one has an unknown outcome, that one is resumed instead. */
async function sendRecorded(
  connection: Connection,
  request: PreparedRequest,
  isKeyChosen: boolean,
  given: CallOptions,
): Promise<CallResult<unknown>> {
  const { options, clock, serviceTime } = connection;
  const { journal } = options;
  if (journal === undefined || request.method === 'GET') return await perform(connection, request, given, null);
  const host = await recordedHost(options);
  const intent = describeIntent(options.uuid(), request, { ...options, host }, isKeyChosen);
  const now = clock.now();
  const serviceNow = (): Promise<number | undefined> => askServiceTime(connection, given);
  const twins = await unsettledTwins(intent, request, { record: journal, now, serviceNow });
  if (twins.length > 0) return await settleTwins(connection, twins, given);
  const isReused = isKeyChosen && given.reuse !== undefined && (await journal.isHeld(intent));
  const known = serviceTime.at(now);
  const whole = {
    ...intent,
    row: given.row,
    reuse: given.reuse,
    serviceAt: known === undefined ? undefined : new Date(known).toISOString(),
    serviceNow: isReused ? await serviceNow() : undefined,
  };
  await journal.intent(whole, request.body);
  return await perform(connection, request, given, intent.id);
}

/** Sends a request, and records how it ended; `recorded`: its ID in the journal. */
async function perform(
  connection: Connection,
  request: PreparedRequest,
  given: CallOptions,
  recorded: string | null,
  sentBefore = false,
): Promise<CallResult<unknown>> {
  const began = connection.clock.now();
  const whole = connection.options.wholeAnswers === true && given.unchecked !== true;
  const read: ReadAnswer<CallResult<unknown>> = (answer, facts) => readJson(connection, request, whole, answer, facts);
  try {
    const limits = { ...attemptLimits(connection, 'json', given), sentBefore };
    const { value, attempts, unheard } = await sendWithRetry(connection, request, limits, read);
    const { status, body } = value;
    const id = given.row !== undefined && isObject(body) ? body['id'] : undefined;
    const envelope = typeof id === 'string' ? { envelope: id } : {};
    await settle(connection, recorded, { outcome: { ...describeResult(status, body), ...envelope }, attempts }, began);
    return unheard ? { ...value, unheard } : value;
  } catch (failure) {
    const end = describeFailure(failure);
    await settle(connection, recorded, end, began);
    if (end.outcome.unknown && recorded !== null && failure instanceof RequestFailure) failure.request = recorded;
    throw failure;
  }
}

async function readJson(
  connection: Connection,
  { row, idempotencyKey }: PreparedRequest,
  whole: boolean,
  answer: SendAnswer,
  { number: attempts, sentAt, rate }: AttemptFacts,
): ReturnType<ReadAnswer<CallResult<unknown>>> {
  const { limits, mask, inOurWords } = connection;
  const { status, headers } = answer;
  const bytes = await readWhole(answer, limits.maxBody);
  const reading = readAnswer(row, status, headers, bytes, { whole, inOurWords: inOurWords(row) });
  if (reading.kind === 'result') learnSecrets(row, reading.body, mask);
  traceAnswer(connection, row, status, reading.kind === 'unexpected' ? undefined : reading.body, sentAt, rate);
  if (reading.kind !== 'result') return { ...reading, message: mask.text(reading.message) };
  const { body, deviations } = reading;
  const header = headers.get('idempotency-replayed')?.trim().toLowerCase();
  const replayed = header === 'true' ? true : header === 'false' ? false : undefined;
  const etag = headers.get('etag');
  const value = { status, body, headers, etag, replayed, rate, deviations, attempts, idempotencyKey };
  return { kind: 'result', value };
}

function traceAnswer(
  { clock, trace }: Connection,
  row: Operation,
  status: number,
  body: unknown,
  sentAt: number,
  rate: RateBudget | undefined,
): void {
  const now = clock.now();
  trace({ kind: 'answered', status, milliseconds: now - sentAt, rate, now, body, hidden: hiddenIn(row) });
}

/** Records the outcome of a recorded request. */
async function settle(
  { options, serviceTime, note }: Connection,
  recorded: string | null,
  { outcome, attempts }: RequestEnd,
  began: number,
): Promise<void> {
  if (recorded === null) return;
  try {
    await options.journal?.settled(recorded, { ...outcome, serviceAt: serviceTime.readSince(began) }, attempts);
  } catch {
    // The request was sent and has an answer: a full disk must not turn it into a failure.
    note('the outcome of this request could not be recorded');
    options.onUnrecorded?.(recorded);
  }
}

async function repeat(
  connection: Connection,
  write: RecordedWrite,
  given: RepeatOptions,
): Promise<CallResult<unknown>> {
  const { options } = connection;
  const request = prepareResend(write, options, await recordedHost(options));
  const { repeatable, guardedByState } = request.row;
  if (given.onlyIfKept === true && repeatable === 'with_key' && !guardedByState && write.at !== undefined) {
    const serviceNow = await askServiceTime(connection, given);
    const isKept = await options.journal?.isKept({ ...write, at: write.at }, serviceNow);
    if (isKept === false) {
      const kept = `the ${serviceLimits.idempotencyHours} hours for which the service stores idempotency keys`;
      throw new ResendRefused('outlived', write, `it is older than ${kept}`);
    }
  }
  // Without a key, it is repeated only if the earlier attempt did nothing, or if that does not matter.
  const sentBefore = request.idempotencyKey !== undefined;
  return await perform(connection, request, given, write.id, sentBefore);
}

const recordedHost = async ({ recordedAs, baseUrl }: ClientOptions): Promise<string> =>
  serviceHost((await recordedAs?.()) ?? baseUrl);

/** Sends each again with its own key; the result is that of the last one. */
async function settleTwins(
  connection: Connection,
  twins: readonly RecordedWrite[],
  given: CallOptions,
): Promise<CallResult<unknown>> {
  let last: CallResult<unknown> | undefined;
  for (const twin of twins) {
    connection.options.onTwin?.(twin);
    last = { ...(await repeat(connection, twin, given)), settled: twin.id };
  }
  if (last === undefined) throw new TypeError('no twin was settled');
  return last;
}

/** The service's time; queries it unless a recent response contained it. */
async function askServiceTime(connection: Connection, given: CallOptions): Promise<number | undefined> {
  const { clock, serviceTime, rowOf } = connection;
  const known = serviceTime.freshAt(clock.now());
  if (known !== undefined) return known;
  const { request } = await prepare(connection, rowOf('listTemplates'), { query: { limit: '1' } }, given);
  // Any response contains the time, also an error.
  const read: ReadAnswer<undefined> = () => Promise.resolve({ kind: 'result', value: undefined });
  await sendWithRetry(connection, request, attemptLimits(connection, 'json', given), read);
  return serviceTime.freshAt(clock.now());
}

async function preview(
  connection: Connection,
  operation: OperationId,
  input: AnyInput,
  given: CallOptions,
): Promise<Preview> {
  const { request } = await prepare(connection, connection.rowOf(operation), input, given);
  const { baseUrl, apiKey } = connection.options;
  const none = { idempotencyKey: undefined, ifMatch: undefined };
  // Checked above, within the bounds of the service.
  const meant = prepareRequest(operations[operation], input, { baseUrl, apiKey }, none, true);
  return {
    method: request.method,
    url: request.url.href,
    headers: request.headers.map(([name, value]) => [name, showHeader(name, value)] as const),
    body: request.json,
    meant: { method: meant.method, url: meant.url.href, body: meant.json },
  };
}

async function fetchPdf(
  connection: Connection,
  request: PreparedRequest,
  target: SaveTarget,
  given: DownloadOptions,
): Promise<Saved> {
  const { row } = request;
  await checkTarget(target);
  const read: ReadAnswer<SavedPdf> = async (answer, { sentAt, rate }) => {
    const inOurWords = connection.inOurWords(row);
    const verdict = await readPdf(row, answer, target, { examine: given.examine, inOurWords });
    traceAnswer(connection, row, answer.status, undefined, sentAt, rate);
    return verdict.kind === 'result' ? verdict : { ...verdict, message: connection.mask.text(verdict.message) };
  };
  const limits = attemptLimits(connection, 'pdf', given);
  const { value, attempts } = await sendWithRetry(connection, request, limits, read);
  return { ...value, attempts };
}
