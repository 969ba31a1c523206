import type { RuleGroup } from './entry.js';

/** Every number (Limits). */
export const limitsRules: readonly RuleGroup[] = [
  {
    section: 'Limits, Request rate',
    about: ['requestsPerMinute', 'rate_limited'],
    rules: [
      {
        id: 'rate.headers',
        says: 'Every authenticated success has RateLimit-Limit, -Remaining and -Reset.',
        openapi: 'getEnvelope.header.RateLimit-Limit',
        test: 'rate-limits.test.ts',
        probe: 'harmless',
      },
      {
        id: 'rate.values',
        says: 'The rate is 600 a minute for a key of a paid plan and 60 on the free plan, test keys alike.',
        test: 'rate-limits.test.ts',
        probe: 'harmless',
      },
      {
        id: 'rate.per-key',
        says: 'The rate counts per key, in a fixed window of a minute.',
        test: 'rate-limits.test.ts',
        probe: 'harmless',
      },
      {
        id: 'rate.reset',
        says: 'RateLimit-Reset is at most 60 seconds.',
        test: 'rate-limits.test.ts',
        probe: 'harmless',
      },
      {
        id: 'rate.retry-after',
        says: 'Retry-After comes with a 429 and is at most 60.',
        test: 'rate-limits.test.ts',
        probe: 'no: uses up the rate limit of the key',
      },
      {
        id: 'rate.remaining-zero',
        says: 'Remaining is 0 on a refused request and on every further one of that minute.',
        test: 'rate-limits.test.ts',
        probe: 'no: uses up the rate limit of the key',
      },
      { id: 'rate.refused-counts', says: 'A refused request counts.', test: 'rate-limits.test.ts', probe: 'harmless' },
      {
        id: 'rate.403-may-lack',
        says: 'A 403 may lack the headers.',
        about: ['insufficient_scope'],
        reason: 'Both are allowed: the client needs the headers on no 403.',
        probe: 'harmless',
      },
      {
        id: 'rate.burst',
        says: "Up to two windows' worth can pass across the boundary of a minute.",
        test: 'rate-limits.test.ts',
        probe: 'no: uses up the rate limit of the key',
      },
    ],
  },
  {
    section: 'Limits, Draft render',
    about: ['getEnvelopeDraft', 'draftsPerMinute', 'rate_limited'],
    rules: [
      {
        id: 'rate.draft-ceilings',
        says: 'Draft renders have two ceilings a minute, per envelope and per organisation; the message says which.',
        test: 'rate-limits.test.ts',
        probe: "no: spends the organisation's renders",
      },
      {
        id: 'rate.draft-failed-charged',
        says: 'A render that fails is still charged to both ceilings.',
        about: ['service_unavailable'],
        test: 'rate-limits.test.ts',
        probe: 'no: the service must fail',
      },
      {
        id: 'rate.draft-headers',
        says: 'The RateLimit headers of a draft are about the key only.',
        test: 'rate-limits.test.ts',
        probe: "no: spends the organisation's renders",
      },
      {
        id: 'rate.gap-draft-values',
        says: 'The values of the two ceilings are left open (A16).',
        reason: 'A gap: rate.draft-values is the assumption.',
        probe: "no: spends the organisation's renders",
      },
    ],
  },
  {
    section: 'Limits, Idempotency-Key',
    about: ['idempotencyKeyLength', 'invalid_request'],
    rules: [
      {
        id: 'limits.idempotency-key',
        says: 'An Idempotency-Key has at most 255 characters.',
        openapi: 'createEnvelope.header.Idempotency-Key',
        test: 'idempotency.test.ts',
        probe: 'own',
      },
    ],
  },
  {
    section: 'Limits, Void reason',
    about: ['voidReasonLength', 'voidEnvelope'],
    rules: [
      {
        id: 'limits.void-reason',
        says: 'The reason of a void has at most 500 characters.',
        openapi: 'voidEnvelope.body.reason',
        test: 'void.test.ts',
        probe: 'no: voids an envelope',
      },
    ],
  },
  {
    section: 'Limits, Standing-authorisation revoke reason',
    about: ['authorisationReasonLength', 'revokeAuthorisation'],
    rules: [
      {
        id: 'limits.revoke-reason',
        says: 'The reason of a revoke has 1 to 500 characters.',
        openapi: 'revokeAuthorisation.body.reason',
        test: 'authorisations.test.ts',
        probe: 'no: revokes a mandate',
      },
    ],
  },
  {
    section: 'Limits, Envelope `expires_at`',
    about: ['expiry', 'createEnvelope', 'invalid_request'],
    rules: [
      {
        id: 'limits.expires-at',
        says: 'A deadline is at least 1 hour and at most 365 days ahead.',
        openapi: 'createEnvelope.body.expires_at',
        test: 'batches.test.ts',
        probe: 'own',
      },
    ],
  },
  {
    section: 'Limits, Signing URL',
    about: ['mintSigningUrl', 'signingUrlMinutes', 'signingSessionHours'],
    rules: [
      {
        id: 'limits.signing-url',
        says: 'A signing URL lives 10 minutes and works once; its session lasts 1 hour, or to a nearer deadline.',
        test: 'deadlines.test.ts',
        probe: 'no: signing URLs are credentials of a person',
      },
    ],
  },
  {
    section: 'Limits, Webhook delivery',
    about: [
      'webhook',
      'webhook.timeoutSeconds',
      'webhook.toleranceSeconds',
      'webhook.ladderMinutes',
      'webhook.disableAfterDays',
      'webhook.rotationGraceHours',
    ],
    rules: [
      {
        id: 'limits.webhook-numbers',
        says: '10 seconds to answer, 300 seconds of tolerance, 7 attempts, 7 days to disable, 24 hours of grace.',
        test: 'delivery-faults.test.ts',
        probe: 'no: needs a public receiver',
      },
      {
        id: 'limits.webhook-endpoints',
        says: 'An organisation has at most 10 endpoints.',
        about: ['webhook.endpoints', 'registerWebhook'],
        test: 'at-once.test.ts',
        probe: 'no: needs a public receiver',
      },
    ],
  },
  {
    section: 'Limits, Free plan',
    about: ['freeDocumentsPerMonth', 'send_allowance_exhausted'],
    rules: [
      {
        id: 'limits.free-plan',
        says: 'The free plan sends 5 documents a month; then send_allowance_exhausted.',
        about: ['sendEnvelope'],
        test: 'at-once.test.ts',
        probe: 'no: sends envelopes',
      },
      {
        id: 'limits.other-plans',
        says: 'Other plans are counted and never stopped.',
        test: 'envelope-send.test.ts',
        probe: 'no: sends envelopes',
      },
    ],
  },
  {
    section: 'Limits, Template warnings',
    about: ['templateWarnings', 'template'],
    rules: [
      {
        id: 'limits.warnings',
        says: 'A template has at most 10 warnings.',
        openapi: 'getTemplate.answer.warnings',
        test: 'templates.test.ts',
        probe: 'harmless',
      },
    ],
  },
  {
    section: 'Limits, Field names',
    about: ['dataKeyLength', 'labelLength', 'subjectKeyLength', 'nameLength'],
    rules: [
      {
        id: 'limits.data-key',
        says: 'A data key has 1 to 100 characters.',
        about: ['renameTemplateField'],
        openapi: 'renameTemplateField.body.data_key',
        test: 'operation-bounds.test.ts',
        probe: 'no: needs a live key and changes a template',
      },
      {
        id: 'limits.label',
        says: 'A label has 1 to 200 characters.',
        about: ['renameTemplateField'],
        openapi: 'renameTemplateField.body.label',
        test: 'operation-bounds.test.ts',
        probe: 'no: needs a live key and changes a template',
      },
      {
        id: 'limits.subject-key',
        says: 'A subject key has 1 to 100 characters.',
        about: ['decideTemplatePerson'],
        openapi: 'decideTemplatePerson.body.subject_key',
        test: 'operation-bounds.test.ts',
        probe: 'no: needs a live key and changes a template',
      },
      {
        id: 'limits.names',
        says: 'A subject name and a role name have 1 to 200 characters.',
        about: ['decideTemplatePerson'],
        openapi: 'decideTemplatePerson.body.role_name',
        test: 'decisions.test.ts',
        probe: 'no: needs a live key and changes a template',
      },
    ],
  },
  {
    section: 'Limits, Document position',
    about: ['getEnvelopeDraft'],
    rules: [
      {
        id: 'limits.position',
        says: 'A document position is an integer of at least 1.',
        openapi: 'getEnvelopeDraft.path.position',
        test: 'documents.test.ts',
        probe: 'harmless',
      },
    ],
  },
  {
    section: 'Limits, gaps',
    about: ['createTemplate'],
    rules: [
      {
        id: 'limits.gap-upload',
        says: 'The greatest size and page count of an upload are left open.',
        reason: 'A gap: the emulator has limits of its own, which it names when they are met.',
        probe: 'no: there is nothing to compare with',
      },
    ],
  },
];
