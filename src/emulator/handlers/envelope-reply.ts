import { envelopeBody, type Envelope } from '../domain/envelope.js';
import { json, type Reply } from '../http/exchange.js';
import type { Service } from '../service.js';
import { deliveryOf, type DeliveryReading } from '../signing/invite.js';

/** The envelope as the API shows it. */
export const bodyOf = (service: Service, envelope: Envelope, reading: DeliveryReading): unknown =>
  envelopeBody(envelope, deliveryOf(service, reading));

/** A response with an envelope; it lists the assumptions of its states. */
export function envelopeReply(status: number, service: Service, envelope: Envelope, reading: DeliveryReading): Reply {
  const assumed = assumptionsOf(envelope).join(', ');
  return json(status, bodyOf(service, envelope, reading), assumed === '' ? {} : { 'Esign-Assumption': assumed });
}

/** A0: the property of a mandate. A16: all recipient states except two, and the transition to partially_signed. */
function assumptionsOf({ status, recipients }: Envelope): readonly string[] {
  const assumed: string[] = [];
  if (recipients.some((recipient) => recipient.standing_authorisation_id !== null)) assumed.push('A0');
  const described = recipients.every((recipient) => recipient.status === 'sent' || recipient.status === 'signed');
  if (!described || status === 'partially_signed') assumed.push('A16');
  return assumed;
}
