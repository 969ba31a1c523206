import type { Probe } from '../probe.js';
import { allEmbedded, answered, draftBody, recipientOf, refused, sentId } from './made.js';

/** What `--allow send` adds: an envelope of its own, to embedded recipients, which is voided. */
export const sendingProbes: readonly Probe[] = [
  {
    id: 'create-sendable',
    title: 'A second draft is created, to be sent',
    about: ['POST /api/v1/envelopes'],
    operation: 'createEnvelope',
    needs: ['template'],
    changes: 'send',
    ask: answered(
      (facts) => ({
        body: draftBody(facts, { title: `esign prove ${facts.mark} sent` }),
        idempotencyKey: 'kept',
      }),
      {
        keeps: 'sent',
        check: allEmbedded,
      },
    ),
  },
  {
    id: 'send',
    title: 'A draft with embedded recipients is sent',
    about: ['A3', 'States and transitions'],
    operation: 'sendEnvelope',
    needs: ['sent'],
    changes: 'send',
    ask: answered((facts) => ({ parameters: { envelopeId: sentId(facts) }, idempotencyKey: 'kept' }), {
      expected: { status: 'sent' },
    }),
  },
  {
    id: 'read-sent',
    title: 'A sent envelope reads as sent',
    about: ['GET /api/v1/envelopes/{envelopeId}'],
    operation: 'getEnvelope',
    needs: ['sent'],
    changes: 'send',
    ask: answered((facts) => ({ parameters: { envelopeId: sentId(facts) } }), {
      expected: { status: 'sent' },
      check: ({ sent_at: at }) => (at === null ? 'sent_at is null' : null),
    }),
  },
  {
    id: 'send-again',
    title: 'A sent envelope is not sent again',
    about: ['A3'],
    operation: 'sendEnvelope',
    needs: ['sent'],
    changes: 'send',
    ask: refused('envelope_not_draft', (facts) => ({ parameters: { envelopeId: sentId(facts) } })),
  },
  {
    id: 'mint',
    title: 'An embedded signer gets a signing URL',
    about: ['POST /api/v1/envelopes/{envelopeId}/recipients/{recipientId}/signing-url'],
    operation: 'mintSigningUrl',
    needs: ['sent'],
    changes: 'send',
    ask: answered((facts) => ({ parameters: { envelopeId: sentId(facts), recipientId: recipientOf(facts.sent) } })),
  },
  {
    id: 'void',
    title: 'A sent envelope is voided',
    about: ['POST /api/v1/envelopes/{envelopeId}/void', 'States and transitions'],
    operation: 'voidEnvelope',
    needs: ['sent'],
    changes: 'send',
    ask: answered(
      (facts) => ({
        parameters: { envelopeId: sentId(facts) },
        body: { reason: 'esign prove' },
        idempotencyKey: 'kept',
      }),
      {
        expected: { status: 'voided' },
      },
    ),
  },
];
