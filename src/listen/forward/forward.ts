import { limits } from '../../contract/limits.js';
import type { Readable } from 'node:stream';
import { HeaderList, type HeaderPair } from '../../core/http/headers.js';
import { SendFailure } from '../../core/http/send-failure.js';
import type { Send } from '../../core/http/send.js';
import type { AppAnswer } from '../receive/answer.js';

export interface AppRequest {
  readonly target: URL;
  readonly headers: readonly HeaderPair[];
  /** The raw bytes as received. */
  readonly body: Buffer;
  /** Milliseconds for the whole response of the app. */
  readonly timeout: number;
  readonly signal?: AbortSignal | undefined;
}

/** How much of an error response is shown. */
const shownOfAnswer = 200;
const readOfAnswer = 64 * 1024;

/** Headers of one connection, which are set again for the next one (RFC 9110, 7.6.1). */
const ofTheConnection = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'http2-settings',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/**
 * The headers of a message in their original order, without those of the connection. What the sender's `Connection`
 * names besides is passed on: it may name any header, and so take the signature from the app, or the key from a request.
 */
export const endToEndHeaders = (came: HeaderList): HeaderPair[] =>
  came.pairs.filter(([name]) => !ofTheConnection.has(name.toLowerCase()));

/** The headers of a forwarded delivery: the original ones in order, and the caller's own last. */
export function headersForApp(came: HeaderList, own: readonly HeaderPair[]): HeaderPair[] {
  const replaced = new Set(own.map(([name]) => name.toLowerCase()));
  return [...endToEndHeaders(came).filter(([name]) => !replaced.has(name.toLowerCase())), ...own];
}

/** The same headers with another signature. */
export function withSignature(headers: readonly HeaderPair[], name: string, value: string): HeaderPair[] {
  const others = headers.filter(([given]) => given.toLowerCase() !== name.toLowerCase());
  return [...others, [name, value]];
}

/**
 * Posts the bytes to the app once, without following redirects. Never rejects. On a kept connection that the app ended
 * before a byte of its answer, it posts them again on a new one: an app deduplicates by `id` (Events).
 */
export async function forward(send: Send, now: () => number, request: AppRequest): Promise<AppAnswer> {
  const began = now();
  const post = {
    method: 'POST',
    url: request.target,
    headers: request.headers,
    body: request.body,
    timeout: request.timeout,
    maxBody: readOfAnswer,
    signal: request.signal,
  };
  try {
    const answer = await send(post).catch(async (error: unknown) => {
      if (!(error instanceof SendFailure) || !error.isStale) throw error;
      return await send({ ...post, fresh: true }).catch((second: unknown) => {
        // An app that is gone now may have received the first one.
        throw second instanceof SendFailure && !second.sent ? error : second;
      });
    });
    const excerpt = await readStart(answer.body);
    const location = answer.headers.get('location')?.slice(0, shownOfAnswer);
    const facts = { status: answer.status, milliseconds: now() - began, said: excerpt };
    return { is: 'answered', ...facts, ...(location === undefined ? {} : { location }) };
  } catch (error) {
    const milliseconds = now() - began;
    if (error instanceof SendFailure) {
      const timedOut = error.reason === 'timeout' && error.sent;
      const trust = error.reason === 'untrusted' ? '; trust it with --forward-ca-file FILE or --insecure-forward' : '';
      const words = timedOut
        ? `the app did not respond within ${request.timeout / 1000} s; the service gives up after ${limits.webhook.timeoutSeconds} s`
        : `${error.message}${trust}`;
      return { is: 'silent', timedOut, sent: error.sent, words, milliseconds };
    }
    const words = error instanceof Error ? error.message : String(error);
    return { is: 'silent', timedOut: false, sent: false, words, milliseconds };
  }
}

/** Reads the response to its end, because the connection is reused, and keeps the start of it. */
function readStart(body: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  return new Promise((resolve, reject) => {
    const end = (): void => resolve(Buffer.concat(chunks).toString('utf8').trim().slice(0, shownOfAnswer));
    // Events, since an asynchronous iteration costs as much as all the rest of an exchange.
    body.on('data', (chunk: Buffer) => {
      if (size < shownOfAnswer * 4) chunks.push(chunk);
      size += chunk.length;
    });
    body.on('end', end);
    body.on('error', (error) => {
      // A response that is too long still counts; one that broke off does not.
      if (error instanceof SendFailure && error.reason === 'too_large') end();
      else reject(error);
    });
    body.on('close', () => {
      if (!body.readableEnded) reject(new SendFailure('reset', true, 'the response broke off'));
    });
  });
}
