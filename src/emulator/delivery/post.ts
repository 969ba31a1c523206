import type { Readable } from 'node:stream';
import { lookup as systemLookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { limits } from '../../contract/limits.js';
import type { HeaderPair } from '../../core/http/headers.js';
import type { Sender } from '../../core/http/send.js';
import { addressProblem, isPublicAddress } from '../domain/webhook-address.js';

/** The outcome of one attempt: the status, or why there is none. */
export interface Posted {
  readonly status: number | null;
  readonly error: string | null;
  /** The beginning of the response's body, if it has one. */
  readonly text?: string;
  /** Where a redirect leads, as the response has it. */
  readonly location?: string;
}

/** Sends the bytes of one delivery. Rejects only when the emulator closes, so that the attempt does not count. */
export type Post = (url: string, body: Buffer, signature: string, more?: readonly HeaderPair[]) => Promise<Posted>;

export interface Poster {
  readonly post: Post;
  close(): Promise<void>;
}

export interface PosterOptions {
  readonly strict?: boolean;
  /** Connections to one host. */
  readonly atOnce?: number;
  /** Milliseconds of real time. */
  readonly timeout?: number;
  readonly signatureHeader?: string;
}

/** Maximum bytes that are read of a response, whose body decides nothing. */
const answerLimit = 64 * 1024;
/** Maximum bytes that are kept of it, to be looked at. */
const textLimit = 2048;
const locationLimit = 500;

/**
 * Any 2xx within 10 seconds of real time is a success; redirects are not followed (Events, Delivery). A `strict` one
 * connects only to public addresses, whatever a name resolves to at that time.
 */
export function createPoster({
  strict = false,
  atOnce = 8,
  timeout = limits.webhook.timeoutSeconds * 1000,
  signatureHeader = 'Service-Signature',
}: PosterOptions = {}): Poster {
  let opened: Promise<Sender> | undefined;
  let closed = false;
  // The HTTP client is loaded for the first delivery: most emulators in tests never send one.
  const open = (): Promise<Sender> =>
    (opened ??= import('../../core/http/send.js').then(({ createSender }) =>
      createSender({
        network: { httpProxy: '', httpsProxy: '', noProxy: '', caFile: undefined, nodeCaFile: undefined },
        // Long enough for a burst, and so short that a receiver that restarts seldom meets a connection of before.
        idle: 250,
        // One for each delivery under way: those that share a commit have to be answered together.
        connections: atOnce,
        ...(strict ? { lookup: publicLookup } : {}),
      }),
    ));
  return {
    async post(url, body, signature, more = []) {
      const problem = strict ? addressProblem(url, true) : null;
      if (problem !== null) return { status: null, error: `the address ${problem}` };
      const sender = await open();
      try {
        const answer = await sender.send({
          method: 'POST',
          url: new URL(url),
          headers: [
            ['Content-Type', 'application/json'],
            ['User-Agent', 'esign-emulator'],
            [signatureHeader, signature],
            ...more,
          ],
          body,
          timeout,
          maxBody: answerLimit,
        });
        const text = await drain(answer.body);
        const location = answer.headers.get('location')?.slice(0, locationLimit);
        return {
          status: answer.status,
          error: null,
          ...(text === '' ? {} : { text }),
          ...(location === undefined ? {} : { location }),
        };
      } catch (error) {
        if (closed) throw error;
        return { status: null, error: wordsOf(error, timeout) };
      }
    },
    async close() {
      closed = true;
      if (opened !== undefined) await (await opened).close();
    },
  };
}

/** Reads a response to its end and returns its beginning; a very long one is cut and counts by its status. */
function drain(body: Readable): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = Buffer.alloc(0);
    const ended = (): void => resolve(text.toString('utf8'));
    const failed = (error: Error): void => (reasonOf(error) === 'too_large' ? ended() : reject(error));
    if (body.errored !== null) return failed(body.errored);
    // For a body that is nearly always empty, an iterator costs more than all of its reading.
    body.on('data', (part: Buffer) => {
      if (text.length < textLimit) text = Buffer.concat([text, part.subarray(0, textLimit - text.length)]);
    });
    body.once('end', ended).once('error', failed);
  });
}

const reasonOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'reason' in error ? String(error.reason) : '';

function wordsOf(error: unknown, limitMs: number): string {
  const words = error instanceof Error ? error.message : String(error);
  return reasonOf(error) === 'timeout' ? `no response within ${limitMs / 1000} s` : words;
}

/**
 * The system's lookup, which fails for names that resolve to a private or loopback address; otherwise a name could
 * bypass the rule for endpoint URLs (Webhook endpoint, `url`).
 */
export const publicLookup: LookupFunction = (hostname, options, callback) => {
  systemLookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error !== null) return callback(error, '', 0);
    const hidden = addresses.find(({ address }) => !isPublicAddress(address));
    if (hidden !== undefined) {
      return callback(new Error(`it resolves to ${hidden.address}, a private or loopback address`), '', 0);
    }
    const [first] = addresses;
    if (options.all === true || first === undefined) return callback(null, addresses);
    callback(null, first.address, first.family);
  });
};
