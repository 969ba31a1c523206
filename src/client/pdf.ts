import type { Operation } from '../contract/operation.js';
import type { SendAnswer } from '../core/http/send.js';
import { SendFailure } from '../core/http/send-failure.js';
import type { Verdict } from './send-with-retry.js';
import { mediaType, readAnswer, type ReadOptions } from './response.js';
import { openSink, type SaveTarget } from './download-sink.js';
import { getEnvelopeDraft } from '../contract/operations/envelopes.js';
import { lazy } from '../core/platform/lazy.js';
import type { HeaderPair } from '../core/http/headers.js';
import { isLoopback } from '../core/http/network.js';
import { InputRefused } from './failure.js';
import { type PreparedRequest, readBase, type Service } from './request.js';

/** Examines a complete PDF before it is saved; throws to reject it, and no file is left. */
export type ExaminePdf = (pdf: Buffer) => Promise<void> | void;

export interface SavedPdf {
  readonly bytes: number;
  /** The `Content-Disposition` of the response, which is never used as a path. */
  readonly disposition: string | undefined;
}

const magic = Buffer.from('%PDF-');
const tailLength = 1_024;
/** An error response has a few hundred bytes; no more of it is held in memory. */
const refusalLimit = 1024 * 1024;

/**
 * Handles the response to a PDF request: streams it to the target, and keeps it only if it starts like a PDF, is
 * complete and passes `examine`. Anything else, especially a JSON error, is never saved.
 */
export async function readPdf(
  row: Operation,
  answer: SendAnswer,
  target: SaveTarget,
  { examine, inOurWords }: Pick<ReadOptions, 'inOurWords'> & { readonly examine?: ExaminePdf | undefined } = {},
): Promise<Verdict<SavedPdf>> {
  if (answer.status < 200 || answer.status >= 300 || mediaType(answer.headers) === 'application/json') {
    return await readRefusal(row, answer, inOurWords);
  }
  const stream = answer.body[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  const head = await readHead(stream);
  if (!head.subarray(0, magic.length).equals(magic)) {
    answer.body.destroy();
    const message = `the response is not a PDF: it ${head.length === 0 ? 'is empty' : 'does not start with %PDF'}`;
    return { kind: 'unexpected', reason: 'not_pdf', message };
  }
  return await save(answer, head, stream, target, examine);
}

async function save(
  answer: SendAnswer,
  head: Buffer,
  stream: AsyncIterator<Buffer>,
  target: SaveTarget,
  examine: ExaminePdf | undefined,
): Promise<Verdict<SavedPdf>> {
  const sink = await openSink(target).catch((error: unknown) => {
    answer.body.destroy();
    throw error;
  });
  let bytes = 0;
  let tail = Buffer.alloc(0);
  const whole: Buffer[] = [];
  // Output to a stream cannot be undone, so nothing is written before the examination.
  const later = examine !== undefined && target.kind === 'stream';
  const take = async (chunk: Buffer): Promise<void> => {
    if (examine !== undefined) whole.push(chunk);
    if (!later) await sink.write(chunk);
    bytes += chunk.length;
    tail = Buffer.concat([tail, chunk.subarray(-tailLength)]).subarray(-tailLength);
  };
  try {
    await take(head);
    for (let next = await stream.next(); next.done !== true; next = await stream.next()) await take(next.value);
  } catch (error) {
    await sink.drop();
    answer.body.destroy();
    // Output to a stream cannot be undone, so a second attempt would write it twice.
    if (error instanceof SendFailure && error.reason !== 'aborted' && target.kind === 'stream') {
      return { kind: 'unexpected', reason: 'truncated', message: `the PDF was cut off after ${bytes} bytes` };
    }
    throw error;
  }
  const missing = whyIncomplete(answer, bytes, tail);
  if (missing !== undefined) {
    await sink.drop();
    return { kind: 'unexpected', reason: 'truncated', message: missing, again: target.kind === 'file' };
  }
  try {
    const pdf = examine === undefined ? null : Buffer.concat(whole);
    if (pdf !== null) await examine?.(pdf);
    if (later && pdf !== null) await sink.write(pdf);
  } catch (error) {
    await sink.drop();
    throw error;
  }
  await sink.keep();
  return { kind: 'result', value: { bytes, disposition: answer.headers.get('content-disposition') } };
}

/** Only a response that ends with its connection can be cut off unnoticed; then the PDF trailer is required. */
function whyIncomplete(answer: SendAnswer, bytes: number, tail: Buffer): string | undefined {
  const announced = answer.headers.get('content-length');
  if (announced !== undefined) {
    return Number(announced) === bytes ? undefined : `the PDF has ${bytes} bytes, but ${announced} were announced`;
  }
  if (answer.headers.get('transfer-encoding') !== undefined || tail.includes('%%EOF')) return undefined;
  return `the PDF was cut off after ${bytes} bytes`;
}

async function readHead(stream: AsyncIterator<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  while (size < magic.length) {
    const next = await stream.next();
    if (next.done === true) break;
    chunks.push(next.value);
    size += next.value.length;
  }
  return Buffer.concat(chunks);
}

async function readRefusal(
  row: Operation,
  answer: SendAnswer,
  inOurWords: ReadOptions['inOurWords'],
): Promise<Verdict<SavedPdf>> {
  const bytes = await readWhole(answer, refusalLimit);
  const reading = readAnswer(row, answer.status, answer.headers, bytes, { inOurWords });
  if (reading.kind !== 'result') return reading;
  return { kind: 'unexpected', reason: 'not_pdf', message: 'the response is not a PDF' };
}

/**
 * Collects a body of at most `limit` bytes. Throws SendFailure, also when it is longer. Uses events, because async
 * iteration costs more than the rest of a small response.
 */
export function readWhole(answer: SendAnswer, limit: number): Promise<Buffer> {
  const { body } = answer;
  const chunks: Buffer[] = [];
  let size = 0;
  return new Promise((resolve, reject) => {
    body.on('data', (chunk: Buffer) => {
      size += chunk.length;
      chunks.push(chunk);
      if (size > limit) body.destroy(new SendFailure('too_large', true, `the response is longer than ${limit} bytes`));
    });
    body.once('error', reject);
    body.once('end', () => resolve(Buffer.concat(chunks)));
    const stopped = (): void => reject(body.errored ?? new SendFailure('reset', true, 'the response was cut off'));
    body.once('close', stopped);
    if (body.destroyed) stopped();
  });
}

/** The URL of a sealed document is not an operation of the service; it is downloaded like a PDF. */
const documentRow = lazy((): Operation => ({ ...getEnvelopeDraft(), id: 'listEnvelopeDocuments' }));

/**
 * Creates the request for a URL from a response (assumption A4). It may be on another host; the API key is sent to the
 * configured origin only, and plain http is allowed only to that origin or on this machine.
 */
export function requestDocument(address: string, service: Service): PreparedRequest {
  const base = readBase(service.baseUrl);
  const url = URL.canParse(address, base.href) ? new URL(address, base.href) : undefined;
  const own = url?.origin === base.origin;
  const here = url !== undefined && isLoopback(url.hostname) && isLoopback(base.hostname);
  if (url === undefined || !(url.protocol === 'https:' || (url.protocol === 'http:' && (own || here)))) {
    throw new InputRefused('url', 'must be an https URL or a URL of the configured service');
  }
  // A user name and password in a URL would become a header for any host.
  if (url.username !== '' || url.password !== '') {
    throw new InputRefused('url', 'must not contain a user name');
  }
  const headers: HeaderPair[] = [
    ['Accept', 'application/pdf'],
    ['User-Agent', service.userAgent ?? 'esign'],
  ];
  if (own) headers.push(['Authorization', `Bearer ${service.apiKey}`]);
  return {
    row: documentRow(),
    method: 'GET',
    url,
    headers,
    json: undefined,
    body: undefined,
    idempotencyKey: undefined,
    ifMatch: undefined,
    cost: 0,
  };
}
