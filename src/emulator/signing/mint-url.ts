import { cappedAt } from '../domain/envelope-deadline.js';
import type { Envelope, Recipient } from '../domain/envelope.js';
import type { Service } from '../service.js';
import { signingRepository } from '../store/signing-repository.js';
import { newToken } from './invite.js';

/**
 * Within a transaction: a new signing URL for an embedded recipient, who may act. It is a bearer credential for a legal
 * act, and only its digest is stored (POST …/signing-url). `expires_at` is milliseconds since 1970.
 */
export function mintUrl(
  service: Service,
  envelope: Envelope,
  recipient: Recipient,
): { readonly url: string; readonly expires_at: number } {
  const token = newToken(service);
  const life = service.contract.limits.signingUrlMinutes * 60_000;
  const expires = cappedAt(service.clock.now(), life, envelope.expires_at);
  signingRepository(service.store.sql).add(token, {
    envelope_id: envelope.id,
    recipient_id: recipient.id,
    kind: 'minted',
    expires_at: expires,
  });
  return { url: `${service.settings.baseUrl}/embed/${token}`, expires_at: expires };
}
