import { parseDelivery } from './parse-delivery.js';
import {
  eventOf,
  readReceived,
  readRequest,
  type ReceivedDelivery,
  type RequestedDelivery,
  requireVerified,
  type WebhookEvent,
} from './received.js';
import { type Delivery, judgeMatches, openSignature, secretsOf, type Verification } from './signature-header.js';

/**
 * The entry `@esign-cli/esign/webhook` where there are no modules of Node, such as in Workers: everything it needs is
 * there where `fetch` is.
 */

export { DeliveryRefused, signatureHeader } from './received.js';
export type { DeliveryRequest, ReceivedDelivery, RefusalReason, RequestedDelivery, WebhookEvent } from './received.js';

/**
 * Resolves with the event of a delivery whose signature verifies (Events, Signature), with the digests of WebCrypto. It
 * reads a `request` itself. Rejects with what `verifyDelivery` throws: DeliveryRefused, and TypeError for a body that is
 * not bytes or was read before, or no secret.
 */
export async function verify(given: ReceivedDelivery | RequestedDelivery): Promise<WebhookEvent> {
  const received = 'request' in given ? await readRequest(given) : given;
  const { header, body, secrets, now } = readReceived(received, (text) => new TextEncoder().encode(text));
  const { contract } = received;
  const { current, previous, more } = secrets;
  const tolerance = contract?.limits.webhook.toleranceSeconds;
  requireVerified(await verifyWithWebCrypto({ header, body, current, previous, others: more, now, tolerance }));
  return eventOf(parseDelivery(textOf(body) ?? '', contract));
}

async function verifyWithWebCrypto(delivery: Delivery): Promise<Verification> {
  const opened = openSignature(delivery);
  if ('refused' in opened) return opened.refused;
  const { t, v1, v0 } = opened.parts;
  const start = new TextEncoder().encode(`${t}.`);
  const signed = new Uint8Array(start.length + delivery.body.length);
  signed.set(start);
  signed.set(delivery.body, start.length);
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  // Every digest is compared, in constant time, whichever matches.
  const fits = async (given: string | undefined): Promise<readonly boolean[]> => {
    const found: boolean[] = [];
    for (const secret of secretsOf(delivery)) {
      const bytes = new TextEncoder().encode(secret);
      const key = await crypto.subtle.importKey('raw', bytes, algorithm, false, ['verify']);
      found.push(given !== undefined && (await crypto.subtle.verify('HMAC', key, digestOf(given), signed)));
    }
    return found;
  };
  return judgeMatches(t, await fits(v1), await fits(v0));
}

const digestOf = (hex: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));

function textOf(body: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    // Not UTF-8.
    return null;
  }
}
