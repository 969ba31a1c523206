import { readDelivery } from './delivery.js';
import { eventOf, type ReceivedDelivery, readReceived, requireVerified, type WebhookEvent } from './received.js';
import { bytesOfText, verify as verifySignature, writeSignature } from './signature.js';

/**
 * The public entry `@esign-cli/esign/webhook`: verifies deliveries inside an app, and signs some for its tests. Where
 * there are no modules of Node, such as in Workers, the entry is `web-verifier.ts` with `verify` alone.
 */

export { DeliveryRefused, signatureHeader } from './received.js';
export type { DeliveryRequest, ReceivedDelivery, RefusalReason, RequestedDelivery, WebhookEvent } from './received.js';
export { verify } from './web-verifier.js';

/** A verified delivery and the matching secret. */
export interface InspectedDelivery {
  readonly event: WebhookEvent;
  /** The matching part of the header: `v0` during the 24 hours of a rotation if only the old secret is known. */
  readonly scheme: 'v1' | 'v0';
  /** The matching secret: `secret`, `previousSecret`, or the index in `secrets`. */
  readonly secret: 'secret' | 'previousSecret' | number;
}

/**
 * Returns the event of a delivery whose signature verifies (Events, Signature). Throws DeliveryRefused for any other,
 * and TypeError when the body is not bytes or the secret is empty. Unknown events are accepted.
 */
export const verifyDelivery = (received: ReceivedDelivery): WebhookEvent => inspectDelivery(received).event;

/** The same, and also returns the matching secret. Throws like `verifyDelivery`. */
export function inspectDelivery(received: ReceivedDelivery): InspectedDelivery {
  const { header, body, secrets, names, now } = readReceived(received, bytesOfText);
  const { contract } = received;
  const { current, previous, more } = secrets;
  const tolerance = contract?.limits.webhook.toleranceSeconds;
  const verdict = requireVerified(verifySignature({ header, body, current, previous, others: more, now, tolerance }));
  const event = eventOf(readDelivery(body, contract));
  return { event, scheme: verdict.by === 'current' ? 'v1' : 'v0', secret: names[verdict.secret] ?? 'secret' };
}

/** The signature header value for a body, as the service would send it: for tests of an app. */
export function signDelivery({
  body,
  secret,
  previousSecret,
  now,
}: Omit<ReceivedDelivery, 'signature' | 'secrets'>): string {
  const { secrets, ...made } = readReceived(
    {
      signature: undefined,
      body,
      secret,
      previousSecret,
      ...(now === undefined ? {} : { now }),
    },
    bytesOfText,
  );
  return writeSignature(secrets, made.body, Math.floor(made.now / 1000));
}
