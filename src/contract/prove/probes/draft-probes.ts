import type { Probe } from '../probe.js';
import {
  allEmbedded,
  answered,
  draftBody,
  draftId,
  hour,
  nothing,
  recipientOf,
  recipients,
  refused,
  withValue,
} from './made.js';

/** Drafts: what they are refused for, and what is refused of them. */
export const draftProbes: readonly Probe[] = [
  {
    id: 'unknown-template',
    title: 'An envelope of an unknown template is not found',
    about: ['POST /api/v1/envelopes'],
    operation: 'createEnvelope',
    needs: ['template'],
    ask: refused('not_found', (facts) => ({ body: draftBody(facts, { template_id: nothing }) })),
  },
  {
    id: 'create-draft',
    title: 'An envelope is created as a draft',
    about: ['POST /api/v1/envelopes', 'Envelope', 'Recipient', 'States and transitions'],
    operation: 'createEnvelope',
    needs: ['template'],
    changes: 'draft',
    ask: answered((facts) => ({ body: draftBody(facts), idempotencyKey: 'kept' }), {
      expected: { status: 'draft' },
      keeps: 'draft',
      check: allEmbedded,
    }),
  },
  {
    id: 'replay',
    title: 'The same request under the same key is replayed',
    about: ['POST /api/v1/envelopes', 'A16'],
    operation: 'createEnvelope',
    needs: ['draft'],
    ask: answered(() => ({ keyOf: 'create-draft' }), {
      replayed: true,
      check: ({ id }, { draft }) => (id === draft?.['id'] ? null : 'it made another envelope'),
    }),
  },
  {
    id: 'key-reused',
    title: 'Another request under a used key is refused',
    about: ['Errors'],
    operation: 'createEnvelope',
    needs: ['draft'],
    ask: refused('idempotency_key_reused', (facts) => ({
      body: draftBody(facts, { title: `esign prove ${facts.mark} again` }),
      keyOf: 'create-draft',
    })),
  },
  {
    id: 'long-key',
    title: 'An Idempotency-Key has at most 255 characters',
    about: ['Limits'],
    operation: 'voidEnvelope',
    needs: ['draft'],
    ask: refused('invalid_request', (facts) => ({
      parameters: { envelopeId: draftId(facts) },
      body: { reason: 'esign prove' },
      idempotencyKey: 'long',
    })),
  },
  {
    id: 'title-length',
    title: 'A title has at most 200 characters',
    about: ['A0', 'A16'],
    operation: 'createEnvelope',
    needs: ['template'],
    ask: {
      kind: 'bound',
      property: 'body.title',
      question: (facts, size) => ({ body: draftBody(facts, { template_id: nothing, title: 'x'.repeat(size) }) }),
      fits: 'not_found',
    },
  },
  {
    id: 'deadline',
    title: 'A deadline is at least an hour ahead',
    about: ['POST /api/v1/envelopes', 'Limits'],
    operation: 'createEnvelope',
    needs: ['template'],
    ask: refused('invalid_request', (facts) => ({
      body: draftBody(facts, { expires_at: new Date(facts.now + hour / 2).toISOString() }),
    })),
  },
  {
    id: 'role-unknown',
    title: 'A recipient with an unknown role is refused',
    about: ['Errors'],
    operation: 'createEnvelope',
    needs: ['template'],
    ask: refused('recipient_role_unknown', (facts) => {
      const [first, ...rest] = recipients(facts);
      return {
        body: draftBody(facts, {
          recipients: [{ ...first, role: 'esign prove' }, ...rest, ...(first === undefined ? [] : [first])],
        }),
      };
    }),
  },
  {
    id: 'role-missing',
    title: 'A role without a recipient is refused',
    about: ['Errors'],
    operation: 'createEnvelope',
    needs: ['template'],
    ask: refused('recipient_role_missing', (facts) => ({
      body: draftBody(facts, { recipients: recipients(facts).slice(0, 1) }),
    })),
  },
  {
    id: 'role-duplicated',
    title: 'Two recipients with one role are refused',
    about: ['Errors'],
    operation: 'createEnvelope',
    needs: ['template'],
    ask: refused('recipient_role_duplicated', (facts) => {
      const all = recipients(facts);
      return { body: draftBody(facts, { recipients: [...all, ...all.slice(0, 1)] }) };
    }),
  },
  {
    id: 'subject-unknown',
    title: 'A value for an unknown subject is refused',
    about: ['Errors'],
    operation: 'createEnvelope',
    needs: ['template'],
    ask: refused('value_subject_unknown', (facts) =>
      withValue(facts, { subject: 'esign_prove', key: 'person.full_name', value: 'x' }),
    ),
  },
  {
    id: 'address-unknown',
    title: 'A value for an unknown address is refused',
    about: ['Errors'],
    operation: 'createEnvelope',
    needs: ['template'],
    ask: refused('value_address_unknown', (facts) =>
      withValue(facts, { subject: null, key: 'esign_prove.nothing', value: 'x' }),
    ),
  },
  {
    id: 'brand-unknown',
    title: 'An unknown brand is refused',
    about: ['Errors', 'A16'],
    operation: 'createEnvelope',
    needs: ['template'],
    ask: refused('brand_unknown', (facts) => ({ body: draftBody(facts, { brand_id: nothing }) })),
  },
  {
    id: 'get-draft',
    title: 'An envelope is read as it stands',
    about: ['GET /api/v1/envelopes/{envelopeId}', 'Envelope', 'Recipient'],
    operation: 'getEnvelope',
    needs: ['draft'],
    ask: answered((facts) => ({ parameters: { envelopeId: draftId(facts) } }), {
      expected: { status: 'draft' },
      keeps: 'draft',
      check: allEmbedded,
    }),
  },
  {
    id: 'documents',
    title: 'The documents of an envelope are listed',
    about: ['A4'],
    operation: 'listEnvelopeDocuments',
    needs: ['draft'],
    ask: answered((facts) => ({ parameters: { envelopeId: draftId(facts) } }), {
      check: ({ sealed }) => (sealed === false ? null : 'a draft reads as sealed'),
    }),
  },
  {
    id: 'draft-render',
    title: 'A draft envelope has no draft render',
    about: ['GET /api/v1/envelopes/{envelopeId}/documents/{position}/draft'],
    operation: 'getEnvelopeDraft',
    needs: ['draft'],
    ask: refused('draft_not_available', (facts) => ({ parameters: { envelopeId: draftId(facts), position: '1' } })),
  },
  {
    id: 'mint-on-draft',
    title: 'A draft has no signing URL',
    about: ['POST /api/v1/envelopes/{envelopeId}/recipients/{recipientId}/signing-url', 'A18'],
    operation: 'mintSigningUrl',
    needs: ['draft'],
    ask: refused('envelope_not_open', (facts) => ({
      parameters: { envelopeId: draftId(facts), recipientId: recipientOf(facts.draft) },
    })),
  },
  {
    id: 'send-path',
    title: 'The path of the send operation',
    about: ['A3'],
    operation: 'sendEnvelope',
    needs: ['draft'],
    ask: {
      kind: 'path',
      question: () => ({ parameters: { envelopeId: nothing }, idempotencyKey: 'none' }),
      real: (facts) => ({ parameters: { envelopeId: draftId(facts) }, idempotencyKey: 'none' }),
      words: ['dispatch', 'submit', 'issue', 'deliver', 'release', 'start', 'launch', 'activate'],
    },
  },
  {
    id: 'void-path',
    title: 'The path of the void operation',
    about: ['POST /api/v1/envelopes/{envelopeId}/void'],
    operation: 'voidEnvelope',
    needs: ['draft'],
    ask: {
      kind: 'path',
      question: () => ({ parameters: { envelopeId: nothing }, idempotencyKey: 'none', body: { reason: 'x' } }),
      real: (facts) => ({ parameters: { envelopeId: draftId(facts) }, idempotencyKey: 'none', body: { reason: 'x' } }),
      words: ['cancel', 'withdraw', 'recall', 'revoke'],
    },
  },
  {
    id: 'void-draft',
    title: 'A draft cannot be voided',
    about: ['POST /api/v1/envelopes/{envelopeId}/void', 'A16'],
    operation: 'voidEnvelope',
    needs: ['draft'],
    ask: refused('envelope_not_sent', (facts) => ({
      parameters: { envelopeId: draftId(facts) },
      body: { reason: 'esign prove' },
    })),
  },
  {
    id: 'reason-length',
    title: 'A void reason has at most 500 characters',
    about: ['Limits'],
    operation: 'voidEnvelope',
    needs: ['draft'],
    ask: {
      kind: 'bound',
      property: 'body.reason',
      question: (facts, size) => ({ parameters: { envelopeId: draftId(facts) }, body: { reason: 'x'.repeat(size) } }),
      fits: 'envelope_not_sent',
    },
  },
];
