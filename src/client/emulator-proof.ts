import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Network } from '../core/http/network.js';
import { createSender } from '../core/http/send.js';
import { SendFailure } from '../core/http/send-failure.js';
import { isObject, parseJson } from '../core/platform/json.js';

/** `asking`: it is proven too, and was started with `ask`. `silent`: no server responds at the URL. */
export type Proof = 'proven' | 'asking' | 'unproven' | 'silent';

/** Milliseconds: an emulator responds at once, but takes longer with many requests or on a busy machine. */
const timeout = 15_000;
const maxBody = 4_096;
/** Requests to this machine never use a proxy. */
const direct: Network = { httpProxy: '', httpsProxy: '', noProxy: '', caFile: undefined, nodeCaFile: undefined };

/** Of what an emulator says of itself: an ID of its data, or the first address of data of an earlier build. */
const identityPattern = /^http:\/\/(?:emulator-[0-9a-f]{12}|127\.0\.0\.1:\d{1,5})$/;

/**
 * The address under which records know the emulator at a URL, whatever its port; null where another program responds.
 * Throws SendFailure where none does.
 */
export async function identityAt(baseUrl: string, signal?: AbortSignal): Promise<string | null> {
  const { status, body } = await askForProof(baseUrl, newNonce(), signal);
  const identity = status === 200 && isObject(body) ? body['identity'] : undefined;
  return typeof identity === 'string' && identityPattern.test(identity) ? identity : null;
}

/**
 * Whether the emulator with this token responds at the URL: it must compute the HMAC-SHA256 of a fresh number with the
 * token, which is not sent.
 */
export async function proofOf(baseUrl: string, token: string, signal?: AbortSignal): Promise<Proof> {
  const nonce = newNonce();
  try {
    const { status, body } = await askForProof(baseUrl, nonce, signal);
    if (status !== 200 || !isObject(body)) return 'unproven';
    const { proof, ask } = body;
    if (typeof proof !== 'string' || !isProof(proof, token, nonce)) return 'unproven';
    return ask === true ? 'asking' : 'proven';
  } catch (error) {
    return error instanceof SendFailure && error.reason === 'unreachable' ? 'silent' : 'unproven';
  }
}

const newNonce = (): string => randomBytes(32).toString('hex');

/** Throws SendFailure. */
async function askForProof(
  baseUrl: string,
  nonce: string,
  signal: AbortSignal | undefined,
): Promise<{ readonly status: number; readonly body: unknown }> {
  const sender = createSender({ network: direct });
  try {
    const url = new URL(`/_emulator/proof?nonce=${nonce}`, baseUrl);
    const answer = await sender.send({ method: 'GET', url, headers: [], timeout, maxBody, signal });
    const parts: Buffer[] = [];
    for await (const part of answer.body as AsyncIterable<Buffer>) parts.push(part);
    return { status: answer.status, body: parseJson(Buffer.concat(parts).toString('utf8')) };
  } finally {
    await sender.close();
  }
}

function isProof(proof: string, token: string, nonce: string): boolean {
  const wanted = createHmac('sha256', token).update(nonce).digest();
  const given = Buffer.from(proof, 'hex');
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}
