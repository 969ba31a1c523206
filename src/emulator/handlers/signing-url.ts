import { checkTestMinting } from '../domain/envelope-test-key.js';
import { recipientOf } from '../domain/envelope.js';
import { notFound } from '../domain/refusal.js';
import { checkMinting } from '../domain/signing-url.js';
import { json, type Handlers } from '../http/exchange.js';
import { mintUrl } from '../signing/mint-url.js';
import { envelopeOf } from './envelope-of.js';

/** POST …/signing-url. */
export const signingUrlHandlers: Pick<Handlers, 'mintSigningUrl'> = {
  mintSigningUrl: (exchange) =>
    exchange.commit(() => {
      const { service, key, parameters } = exchange;
      const envelope = envelopeOf(exchange);
      const recipient = recipientOf(envelope, parameters.recipientId);
      if (recipient === undefined) throw notFound();
      checkTestMinting(key, envelope);
      checkMinting(envelope, recipient, service.clock.now());
      const { url, expires_at: expires } = mintUrl(service, envelope, recipient);
      return json(200, { url, expires_at: new Date(expires).toISOString() });
    }),
};
