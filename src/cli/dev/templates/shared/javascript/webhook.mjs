// Webhooks of the service: only a verified one counts, and each one once.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { setting } from './esign.mjs';
import { events } from './events.mjs';

export const signatureHeader = process.env.ESIGN_SIGNATURE_HEADER ?? 'Service-Signature';

/** Takes a delivery and returns the status to respond with. `body` holds the raw bytes: parsed JSON does not verify. */
export function receive(signature, body) {
  if (!isGenuine(signature, body)) return 401;
  const event = JSON.parse(body);
  // A delivery is repeated when its response was lost, with the same ID.
  if (!events.has(event.id)) events.set(event.id, event);
  return 204;
}

/** The header is `t=<seconds>, v1=<hex>`. For a day after a rotation it has `v0=<hex>` too, made with the old secret. */
function isGenuine(signature, body) {
  const [, t, ...signatures] = /^t=(\d+), ?v1=([0-9a-f]{64})(?:, ?v0=([0-9a-f]{64}))?$/.exec(signature ?? '') ?? [];
  if (t === undefined || Math.abs(Math.floor(Date.now() / 1000) - Number(t)) > 300) return false;
  const { ESIGN_PREVIOUS_WEBHOOK_SECRET: previous } = process.env;
  return [setting('ESIGN_WEBHOOK_SECRET'), ...(previous ? [previous] : [])].some((secret) => {
    const expected = createHmac('sha256', secret).update(`${t}.`).update(body).digest();
    return signatures.some((hex) => hex !== undefined && timingSafeEqual(Buffer.from(hex, 'hex'), expected));
  });
}

/** What the service has told about an envelope. Deliveries arrive in any order. */
export const eventsOf = (envelopeId) =>
  [...events.values()]
    .filter(({ envelope_id }) => envelope_id === envelopeId)
    .sort((a, b) => a.created_at.localeCompare(b.created_at));
