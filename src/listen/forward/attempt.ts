import { limits } from '../../contract/limits.js';
import { pageText } from '../../core/http/page-text.js';
import type { HeaderPair } from '../../core/http/headers.js';
import type { Sender } from '../../core/http/send.js';
import { SendFailure } from '../../core/http/send-failure.js';

/** One attempt at a delivery, like the service makes it: POST, 10 seconds, no redirects followed (Events, Delivery). */
interface Attempt {
  readonly url: URL;
  readonly body: Buffer;
  /** The signature header (none, one or several) and other headers. */
  readonly headers: readonly HeaderPair[];
}

export interface AttemptOutcome {
  /** Null when no response arrived. */
  readonly status: number | null;
  readonly milliseconds: number;
  /** Where a redirect points. */
  readonly location: string | null;
  /** Why there is no response, as text; null when there is one. */
  readonly words: string | null;
  /** False when the receiver certainly received nothing. */
  readonly sent: boolean;
  /** The start of what the response body says, for a person. */
  readonly excerpt: string;
}

export interface Attempter {
  make(attempt: Attempt, signal?: AbortSignal): Promise<AttemptOutcome>;
  close(): Promise<void>;
}

export interface AttempterOptions {
  readonly sender: Sender;
  /** Milliseconds, to measure the duration of the response. */
  readonly now: () => number;
  readonly userAgent: string;
  /** Milliseconds (default: the 10 seconds of the service). */
  readonly timeout?: number;
}

const serviceTimeout = limits.webhook.timeoutSeconds * 1000;
const answerLimit = 64 * 1024;
const excerptLength = 200;
/** Bytes of a page, whose head may be long. */
const readLength = 16 * 1024;

/** Makes attempts, each over a connection of its own; rejects only when the signal is aborted. */
export function createAttempter({ sender, now, userAgent, timeout = serviceTimeout }: AttempterOptions): Attempter {
  return {
    async make({ url, body, headers }, signal) {
      const start = now();
      const took = (): number => Math.max(0, Math.round(now() - start));
      try {
        const answer = await sender.send({
          method: 'POST',
          url,
          headers: [['Content-Type', 'application/json'], ['User-Agent', userAgent], ...headers],
          body,
          fresh: true,
          timeout,
          maxBody: answerLimit,
          ...(signal === undefined ? {} : { signal }),
        });
        const location = answer.headers.get('location')?.slice(0, 500) ?? null;
        const excerpt = await readStart(answer.body);
        return { status: answer.status, milliseconds: took(), location, words: null, sent: true, excerpt };
      } catch (error) {
        if (!(error instanceof SendFailure) || signal?.aborted === true) throw error;
        const { message: words, sent } = error;
        return { status: null, milliseconds: took(), location: null, words, sent, excerpt: '' };
      }
    },
    close: () => sender.close(),
  };
}

/** Reads a response to its end; a very long one is cut and counts by its status. */
async function readStart(body: AsyncIterable<unknown>): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of body) {
      if (!Buffer.isBuffer(chunk)) continue;
      if (size < readLength) parts.push(chunk);
      size += chunk.length;
    }
  } catch (error) {
    if (!(error instanceof SendFailure) || error.reason !== 'too_large') throw error;
  }
  return pageText(Buffer.concat(parts).toString('utf8').slice(0, readLength)).slice(0, excerptLength);
}
