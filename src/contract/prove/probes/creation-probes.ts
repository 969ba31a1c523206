import type { Probe } from '../probe.js';
import { allEmbedded, answered, listIn, oneOf, recipients, templateId } from './made.js';

/** Other ways to create envelopes. */
export const creationProbes: readonly Probe[] = [
  {
    id: 'batch-path',
    title: 'The path of the batch operation',
    about: ['A2'],
    operation: 'createEnvelopeBatch',
    ask: {
      kind: 'path',
      question: () => ({ body: {}, idempotencyKey: 'none' }),
      words: ['batch', 'bulk'],
    },
  },
  {
    id: 'batch',
    title: 'A batch answers for each row',
    about: ['A2'],
    operation: 'createEnvelopeBatch',
    needs: ['template'],
    changes: 'draft',
    ask: answered(
      (facts) => ({
        body: {
          template_id: templateId(facts),
          rows: [{ title: `esign prove ${facts.mark} batch`, recipients: recipients(facts) }],
        },
        idempotencyKey: 'kept',
      }),
      {
        check: (body) => (listIn(body, 'rows').length === 1 ? null : 'it does not answer with one row'),
      },
    ),
  },
  {
    id: 'one-off-path',
    title: 'The path of the one-off operation',
    about: ['A1'],
    operation: 'createOneOffEnvelope',
    ask: {
      kind: 'path',
      question: () => ({ body: {}, idempotencyKey: 'none' }),
      words: ['oneoff', 'one_off', 'ad-hoc', 'direct'],
    },
  },
  {
    id: 'one-off',
    title: 'An envelope carries its own document',
    about: ['A1', 'Envelope'],
    operation: 'createOneOffEnvelope',
    changes: 'draft',
    ask: answered((facts) => ({ body: oneOf(facts), idempotencyKey: 'kept' }), {
      expected: { status: 'draft' },
      check: (body) => allEmbedded(body) ?? (body['template_id'] === null ? null : 'template_id is not null'),
    }),
  },
];
