import { timingSafeEqual } from 'node:crypto';
import type { Readable } from 'node:stream';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import type { Contract } from '../../contract/overlay/contract.js';
import { operations } from '../../contract/operations.js';
import type { Send } from '../../core/http/send.js';
import { SendFailure } from '../../core/http/send-failure.js';
import { type RequestHead, serve, type ServedReply, type ServedRequest } from '../../core/http/serve.js';
import { isObject, parseJson } from '../../core/platform/json.js';
import { eventfulOperation, envelopesIn } from '../receive/command-envelopes.js';
import { endToEndHeaders } from '../forward/forward.js';
import { randomToken } from './state.js';

export interface ServiceProxyOptions {
  /** The base URL of the service. */
  readonly baseUrl: string;
  readonly send: Send;
  /** The contract of the override file for the service. */
  readonly contract: Contract | undefined;
  /** Called with the envelopes that were created, sent or voided, before the response is returned. */
  readonly noted: (envelopes: readonly string[]) => void;
  /** Called with a sentence when a request got no response. */
  readonly failed: (words: string) => void;
}

export interface ServiceProxy {
  /** The base URL to use in place of the service's. */
  readonly url: string;
  /** Where a program that calls the service directly posts `{ "envelopes": [ID, …] }`. Secret. */
  readonly notesUrl: string;
  /** Whether a request is in progress whose envelopes are not noted yet. */
  isBusy(): boolean;
  close(): Promise<void>;
}

const megabyte = 1024 * 1024;
const limits = {
  /** The limit of the service is unknown; the emulator accepts this much. */
  maxBody: 100 * megabyte,
  maxBodies: 256 * megabyte,
  maxConnections: 256,
  /** Limit of a response that is read before it is returned; others are streamed. */
  maxAnswer: 64 * megabyte,
  maxStream: 1024 * megabyte,
  timeout: 600_000,
};

/** No credential needed at the service; with the second one `esign` recognizes an emulator. */
const openPaths = [operations.getSpecification.path, '/_emulator/proof'];

/**
 * A local proxy of the service that notes the envelopes that are created, sent or voided through it. Requests and
 * responses pass unchanged, to the service's origin only and with their own credential: the proxy has none, and stores
 * nothing.
 */
export async function openServiceProxy(options: ServiceProxyOptions): Promise<ServiceProxy> {
  const base = new URL(options.baseUrl);
  const prefix = base.pathname.replace(/(?<!\/)\/+$/, '');
  const notesPath = `/_listen/${randomToken(32)}`;
  let hosts: readonly string[] = [];
  let busy = 0;
  const countBusy = async (request: ServedRequest): Promise<ServedReply> => {
    busy += 1;
    return await pass(request, base, prefix, options).finally(() => (busy -= 1));
  };
  const server = await serve({
    ...limits,
    ownUserOnly: true,
    closeGrace: 500,
    idleTimeout: 75_000,
    checkHead: (head) => checkHead(head, { hosts, prefix, notesPath }),
    tooLarge: () => refusal(413, 'invalid_request', `The body is longer than ${limits.maxBody} bytes.`),
    handler: (request) => (sameText(request.path, notesPath) ? readNotes(request, options) : countBusy(request)),
  });
  hosts = [`127.0.0.1:${server.port}`, `localhost:${server.port}`];
  return {
    url: `${server.url}${prefix}`,
    notesUrl: `${server.url}${notesPath}`,
    isBusy: () => busy > 0,
    close: () => server.close(),
  };
}

interface Door {
  readonly hosts: readonly string[];
  readonly prefix: string;
  readonly notesPath: string;
}

/** Rejects web pages and programs without a credential, whatever the service would do. */
function checkHead({ method, path, headers }: RequestHead, { hosts, prefix, notesPath }: Door): ServedReply | null {
  if (!path.startsWith('/')) return refusal(400, 'invalid_request', 'The request target must be a path.');
  if (!hosts.includes(headers.get('host')?.toLowerCase() ?? '')) {
    return refusal(403, 'forbidden', 'This server accepts requests to its own host name only.');
  }
  if (method === 'POST' && sameText(path, notesPath)) return null;
  const isOpen = method === 'GET' && openPaths.some((open) => path.split('?')[0] === `${prefix}${open}`);
  if (isOpen || (headers.get('authorization') ?? '') !== '') return null;
  return refusal(401, 'unauthenticated', 'Missing API key.');
}

function readNotes({ body }: ServedRequest, { noted }: ServiceProxyOptions): ServedReply {
  const value = parseJson(body.toString('utf8'));
  const envelopes = isObject(value) ? value['envelopes'] : undefined;
  if (!Array.isArray(envelopes)) return { status: 400 };
  noted(envelopes.filter((id) => typeof id === 'string'));
  return { status: 204 };
}

async function pass(
  { method, path, headers, body, signal }: ServedRequest,
  base: URL,
  prefix: string,
  { send, contract, noted, failed }: ServiceProxyOptions,
): Promise<ServedReply> {
  const below = path.startsWith(`${prefix}/`) ? path.slice(prefix.length).split('?')[0] : undefined;
  const operation = below === undefined ? undefined : eventfulOperation(method, below, contract);
  try {
    const answer = await send({
      method,
      url: new URL(base.origin),
      target: path,
      headers: endToEndHeaders(headers),
      body: body.length === 0 ? undefined : body,
      timeout: limits.timeout,
      maxBody: operation === undefined ? limits.maxStream : limits.maxAnswer,
      // A sent request may be processed, so its envelopes count, whether or not the caller waits for the response.
      signal: operation === undefined ? signal() : undefined,
    });
    const { status } = answer;
    const pairs = endToEndHeaders(answer.headers);
    if (operation === undefined) {
      const length = answer.headers.get('content-length');
      if (length !== undefined) pairs.push(['Content-Length', length]);
      return { status, headers: pairs, body: answer.body };
    }
    const whole = await readWhole(answer.body);
    noted(envelopesIn(operation, status, decoded(whole, answer.headers.get('content-encoding')), contract));
    return { status, headers: pairs, body: whole };
  } catch (error) {
    if (!(error instanceof SendFailure)) throw error;
    if (error.reason !== 'aborted') failed(error.message);
    // The caller sees the same as without a proxy: a broken connection.
    return { status: 502, hangUp: 'reset' };
  }
}

async function readWhole(body: Readable): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of body as AsyncIterable<Buffer>) parts.push(part);
  return Buffer.concat(parts);
}

const decoders: Readonly<Record<string, (body: Buffer, options: { readonly maxOutputLength: number }) => Buffer>> = {
  gzip: gunzipSync,
  'x-gzip': gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
};

/** The JSON of a response; undefined if it is not JSON or has an unknown encoding. */
function decoded(body: Buffer, encoding = 'identity'): unknown {
  const name = encoding.trim().toLowerCase();
  try {
    const plain = name === 'identity' ? body : decoders[name]?.(body, { maxOutputLength: limits.maxAnswer });
    return plain === undefined ? undefined : parseJson(plain.toString('utf8'));
  } catch {
    return undefined;
  }
}

/** An error body in the shape of the service. */
const refusal = (status: number, code: string, message: string): ServedReply => ({
  status,
  headers: [['Content-Type', 'application/json']],
  body: JSON.stringify({ error: { code, message } }),
});

function sameText(given: string, wanted: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(wanted)];
  return one.length === other.length && timingSafeEqual(one, other);
}
