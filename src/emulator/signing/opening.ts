import type { ActOrigin } from '../domain/act-origin.js';
import { opened } from '../domain/envelope-acts.js';
import { recipientOf } from '../domain/envelope.js';
import type { Service } from '../service.js';
import { envelopeRepository } from '../store/envelope-repository.js';
import type { Visit } from './page/submit.js';

/** Within a transaction: records the first time that a signer opens the page. Returns the updated visit. */
export function recordOpening(service: Service, visit: Visit, from: ActOrigin): Visit {
  if (visit.recipient.opened_at !== undefined) return visit;
  const envelope = opened(visit.envelope, visit.recipient, service.clock.instant(), from);
  envelopeRepository(service.store.sql).update(envelope);
  return { ...visit, envelope, recipient: recipientOf(envelope, visit.recipient.id) ?? visit.recipient };
}
