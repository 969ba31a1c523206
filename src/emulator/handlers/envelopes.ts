import { wasInvited, withdraw } from '../domain/envelope-acts.js';
import { openEnvelopeStates } from '../../contract/states.js';
import { type Envelope, recipientOf } from '../domain/envelope.js';
import { checkTestMinting, mayMail } from '../domain/envelope-test-key.js';
import { notFound, Refusal } from '../domain/refusal.js';
import { type Exchange, type Handler, type Handlers, json, type Reply } from '../http/exchange.js';
import { dispatch } from '../signing/dispatch.js';
import { checkDrawable } from '../signing/drawable.js';
import { mintUrl, tellWithdrawn } from '../signing/invite.js';
import { record } from '../signing/record.js';
import { envelopeRepository } from '../store/envelope-repository.js';
import { createEnvelopeBatch } from './envelope-batch.js';
import { createEnvelope } from './envelope-from-template.js';
import { createOneOffEnvelope } from './envelope-one-off.js';
import { envelopeOf } from './envelope-of.js';
import { envelopeReply } from './envelope-reply.js';
import { checkMinting } from '../domain/routing.js';

/** The operations on one envelope except reads of its documents (Endpoints; A1 to A3). */
export const envelopeHandlers = {
  createEnvelope,
  createOneOffEnvelope,
  createEnvelopeBatch,
  getEnvelope: (exchange) => envelopeReply(200, exchange.service, envelopeOf(exchange), 'reported'),
  sendEnvelope: (exchange) => exchange.commit(() => sendDraft(exchange)),
  voidEnvelope,
} satisfies Partial<Handlers>;

function sendDraft(exchange: Exchange<'sendEnvelope'>): Reply {
  const { service } = exchange;
  const envelope = envelopeOf(exchange);
  if (envelope.status !== 'draft') {
    throw new Refusal('envelope_not_draft', `The envelope is ${envelope.status}. Only a draft can be sent.`);
  }
  const form = envelopeRepository(service.store.sql).formOf(envelope.id);
  const commitSend = dispatch(exchange, envelope, form, envelope.documents.length);
  return envelopeReply(200, service, commitSend(envelope), 'accepted');
}

async function voidEnvelope(exchange: Parameters<Handler<'voidEnvelope'>>[0]): Promise<Reply> {
  const { service, body, key, organisation } = exchange;
  checkVoidable(envelopeOf(exchange));
  await checkDrawable(service, [{ path: 'reason', text: body.reason }]);
  return exchange.commit(() => {
    const envelope = envelopeOf(exchange);
    checkVoidable(envelope);
    const voided = record(service, withdraw(envelope, body.reason, service.clock.instant()));
    const told = envelope.recipients.filter(wasInvited).filter(({ email }) => mayMail(key, organisation, email));
    tellWithdrawn(service, voided, told);
    return envelopeReply(200, service, voided, 'reported');
  });
}

function checkVoidable(envelope: Envelope): void {
  if (openEnvelopeStates.includes(envelope.status)) return;
  throw new Refusal(
    'envelope_not_sent',
    `The envelope is ${envelope.status}. Only a sent or partially_signed envelope can be voided.`,
  );
}

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
