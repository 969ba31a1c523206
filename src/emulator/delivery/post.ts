import { limits } from '../../contract/limits.js';
import type { Sender } from '../../http/send.js';
import { addressProblem } from '../domain/webhook-address.js';
import { publicLookup } from './public-lookup.js';

/** What came of one attempt: the status, or why there is none. */
export interface Posted {
  readonly status: number | null;
  readonly error: string | null;
}

/** Sends the bytes of one delivery. Rejects only when the emulator is being closed, so that the attempt counts for nothing. */
export type Post = (url: string, body: Buffer, signature: string) => Promise<Posted>;

export interface Poster {
  readonly post: Post;
  close(): Promise<void>;
}

/** Bytes of an answer that are read, since nothing is done with it. */
const answerLimit = 64 * 1024;

/**
 * Any 2xx within 10 seconds of real time is a success; redirects are not followed (Events, Delivery). A `strict` one
 * reaches nothing but public addresses, whatever a name leads to by the time of the attempt.
 */
export function createPoster({ strict }: { readonly strict: boolean } = { strict: false }): Poster {
  let opened: Promise<Sender> | undefined;
  let closed = false;
  // The HTTP client is loaded with the first delivery: most emulators in tests never make one.
  const open = (): Promise<Sender> =>
    (opened ??= import('../../http/send.js').then(({ createSender }) =>
      createSender({
        network: { httpProxy: '', httpsProxy: '', noProxy: '', caFile: undefined, nodeCaFile: undefined },
        ...(strict ? { lookup: publicLookup } : {}),
      }),
    ));
  return {
    async post(url, body, signature) {
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
            ['Service-Signature', signature],
            // A connection kept by a receiver that restarts would fail a delivery that is not its fault.
            ['Connection', 'close'],
          ],
          body,
          timeout: limits.webhook.timeoutSeconds * 1000,
          maxBody: answerLimit,
        });
        await drain(answer.body);
        return { status: answer.status, error: null };
      } catch (error) {
        if (closed) throw error;
        return { status: null, error: wordsOf(error) };
      }
    },
    async close() {
      closed = true;
      if (opened !== undefined) await (await opened).close();
    },
  };
}

/** Reads an answer to its end; one that is longer than anybody needs is cut off and counts by its status. */
async function drain(body: AsyncIterable<unknown>): Promise<void> {
  try {
    for await (const chunk of body) void chunk;
  } catch (error) {
    if (reasonOf(error) !== 'too_large') throw error;
  }
}

const reasonOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'reason' in error ? String(error.reason) : '';

function wordsOf(error: unknown): string {
  const words = error instanceof Error ? error.message : String(error);
  return reasonOf(error) === 'timeout' ? `timeout: ${words}` : words;
}
