import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Network } from '../core/http/network.js';
import { createSender } from '../core/http/send.js';
import { SendFailure } from '../core/http/send-failure.js';
import { isObject, parseJson } from '../core/platform/json.js';

/** `asking`: it is proven too, and was started with `ask`. `silent`: no server responds at the URL. */
export type Proof = 'proven' | 'asking' | 'unproven' | 'silent';

/** Milliseconds: an emulator on this machine responds at once. */
const timeout = 2_000;
const maxBody = 4_096;
/** Requests to this machine never use a proxy. */
const direct: Network = { httpProxy: '', httpsProxy: '', noProxy: '', caFile: undefined, nodeCaFile: undefined };

/**
 * Whether the emulator with this token responds at the URL: it must compute the HMAC-SHA256 of a fresh number with the
 * token, which is not sent.
 */
export async function proofOf(baseUrl: string, token: string, signal?: AbortSignal): Promise<Proof> {
  const nonce = randomBytes(32).toString('hex');
  const sender = createSender({ network: direct });
  try {
    const answer = await sender.send({
      method: 'GET',
      url: new URL(`/_emulator/proof?nonce=${nonce}`, baseUrl),
      headers: [],
      timeout,
      maxBody,
      signal,
    });
    const parts: Buffer[] = [];
    for await (const part of answer.body as AsyncIterable<Buffer>) parts.push(part);
    const body = parseJson(Buffer.concat(parts).toString('utf8'));
    if (answer.status !== 200 || !isObject(body)) return 'unproven';
    const { proof, ask } = body;
    if (typeof proof !== 'string' || !isProof(proof, token, nonce)) return 'unproven';
    return ask === true ? 'asking' : 'proven';
  } catch (error) {
    return error instanceof SendFailure && error.reason === 'unreachable' ? 'silent' : 'unproven';
  } finally {
    await sender.close();
  }
}

function isProof(proof: string, token: string, nonce: string): boolean {
  const wanted = createHmac('sha256', token).update(nonce).digest();
  const given = Buffer.from(proof, 'hex');
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}
