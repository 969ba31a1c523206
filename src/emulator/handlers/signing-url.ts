import { cappedAt } from '../domain/envelope-deadline.js';
import { checkTestMinting } from '../domain/envelope-test-key.js';
import { recipientOf } from '../domain/envelope.js';
import { notFound } from '../domain/refusal.js';
import { checkMinting } from '../domain/signing-url.js';
import { json, type Handlers } from '../http/exchange.js';
import { newToken } from '../signing/invite.js';
import { envelopeRepository } from '../store/envelope-repository.js';
import { signingRepository } from '../store/signing-repository.js';

/** POST …/signing-url: a bearer credential for a legal act; only its digest is stored. */
export const signingUrlHandlers: Pick<Handlers, 'mintSigningUrl'> = {
  mintSigningUrl({ service, key, organisation, parameters, commit }) {
    return commit(() => {
      const envelope = envelopeRepository(service.store.sql).find(organisation.id, parameters.envelopeId);
      const recipient = envelope && recipientOf(envelope, parameters.recipientId);
      if (envelope === undefined || recipient === undefined) throw notFound();
      checkTestMinting(key, envelope);
      const now = service.clock.now();
      checkMinting(envelope, recipient, now);
      const token = newToken(service);
      const expiresAt = cappedAt(now, service.contract.limits.signingUrlMinutes * 60_000, envelope.expires_at);
      signingRepository(service.store.sql).add(token, {
        envelope_id: envelope.id,
        recipient_id: recipient.id,
        kind: 'minted',
        expires_at: expiresAt,
      });
      return json(200, {
        url: `${service.settings.baseUrl}/embed/${token}`,
        expires_at: new Date(expiresAt).toISOString(),
      });
    });
  },
};
