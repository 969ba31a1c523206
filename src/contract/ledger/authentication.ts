import type { RuleGroup } from './entry.js';

/** Keys, scopes, plans and test keys (Authentication). */
export const authenticationRules: readonly RuleGroup[] = [
  {
    section: 'Authentication, 1',
    about: ['api_key'],
    rules: [
      {
        id: 'auth.bearer',
        says: 'Every operation but the specification takes one Authorization header with a bearer key.',
        about: ['unauthenticated', 'getSpecification'],
        test: 'authentication.test.ts',
        probe: 'harmless',
      },
    ],
  },
  {
    section: 'Authentication, 2',
    about: ['api_key'],
    rules: [
      {
        id: 'auth.two-kinds',
        says: 'A live key and a test key are different keys.',
        test: 'authentication.test.ts',
        probe: 'harmless',
      },
      {
        id: 'auth.hash-only',
        says: 'The service stores the prefix of a key and a hash of the rest.',
        reason: 'How the service stores a key cannot be seen from outside; the emulator keeps a hash too.',
        probe: 'no: cannot be seen from outside',
      },
    ],
  },
  {
    section: 'Authentication, 3',
    about: ['api_key'],
    rules: [
      {
        id: 'auth.scopes',
        says: 'A key can do what its scopes name.',
        about: ['insufficient_scope'],
        test: 'authentication.test.ts',
        probe: 'no: needs keys of chosen scopes',
      },
      {
        id: 'auth.no-scopes-all',
        says: 'A key without scopes can do everything.',
        test: 'authentication.test.ts',
        probe: 'no: needs keys of chosen scopes',
      },
      {
        id: 'auth.scopes-fixed',
        says: 'The scopes of a key are set when it is minted and never widen.',
        reason: 'The API has no operation that could change them.',
        probe: 'no: needs keys of chosen scopes',
      },
      {
        id: 'auth.gap-scopes',
        says: 'The full list of scopes is left open (A16).',
        reason: 'A gap: scope.names is the assumption.',
        probe: 'no: needs keys of chosen scopes',
      },
    ],
  },
  {
    section: 'Authentication, 4',
    about: ['api_key', 'unauthenticated'],
    rules: [
      {
        id: 'auth.one-401',
        says: 'A missing, unreadable, unknown, wrong or revoked credential gets one identical 401.',
        test: 'authentication.test.ts',
        probe: 'harmless',
      },
      {
        id: 'auth.401-no-rate-headers',
        says: 'A 401 has no rate limit headers.',
        test: 'authentication.test.ts',
        probe: 'harmless',
      },
      {
        id: 'auth.401-uncounted',
        says: 'A request without a recognised key touches no counter.',
        test: 'authentication.test.ts',
        probe: 'harmless',
      },
    ],
  },
  {
    section: 'Authentication, 5',
    about: ['api_key', 'insufficient_scope'],
    rules: [
      {
        id: 'auth.insufficient-scope',
        says: 'A key without the scope gets 403 insufficient_scope, and WWW-Authenticate names the scope.',
        test: 'authentication.test.ts',
        probe: 'no: needs a key of few scopes',
      },
    ],
  },
  {
    section: 'Authentication, 6',
    about: ['api_key', 'forbidden'],
    rules: [
      {
        id: 'auth.plan',
        says: 'A plan that excludes the operation, or that cannot be established, is 403 forbidden.',
        about: ['createTemplate'],
        test: 'authentication.test.ts',
        probe: 'no: needs another plan',
      },
    ],
  },
  {
    section: 'Authentication, 7',
    about: ['api_key'],
    rules: [
      {
        id: 'testkey.reads-status',
        says: 'A test key reads the status of every envelope of its organisation.',
        about: ['getEnvelope'],
        test: 'test-keys.test.ts',
        probe: 'harmless',
      },
      {
        id: 'testkey.no-rename',
        says: 'A test key renames no field: test_key_cannot_edit_templates.',
        about: ['renameTemplateField', 'renameTemplateFields', 'test_key_cannot_edit_templates'],
        test: 'test-keys.test.ts',
        probe: 'own',
      },
      {
        id: 'testkey.mint',
        says: 'A test key mints signing URLs for sandbox envelopes only.',
        about: ['mintSigningUrl', 'test_key_cannot_mint'],
        test: 'test-keys.test.ts',
        probe: 'no: needs a live envelope',
      },
      {
        id: 'testkey.documents',
        says: 'A test key reads documents and drafts of sandbox envelopes only.',
        about: ['getEnvelopeDraft', 'listEnvelopeDocuments', 'test_key_cannot_read_documents'],
        test: 'test-keys.test.ts',
        probe: 'no: needs a live envelope',
      },
      {
        id: 'testkey.send',
        says: 'A test key sends sandbox envelopes only, and only to members or confirmed addresses.',
        about: ['sendEnvelope', 'createEnvelope', 'test_key_cannot_send'],
        test: 'test-keys.test.ts',
        probe: 'no: could email a person',
      },
      {
        id: 'testkey.embedded-unchecked',
        says: 'The address of an embedded recipient is not checked.',
        about: ['createEnvelope'],
        test: 'test-keys.test.ts',
        probe: 'no: sends an envelope',
      },
      {
        id: 'testkey.live-authorisation',
        says: 'A live authorisation is not_found to a test key.',
        about: ['getAuthorisation', 'revokeAuthorisation', 'not_found'],
        test: 'test-keys.test.ts',
        probe: 'no: needs a live authorisation',
      },
    ],
  },
  {
    section: 'Authentication, 8',
    about: ['api_key', 'api_key_owner_removed'],
    rules: [
      {
        id: 'auth.owner-removed',
        says: 'A key whose owner was removed is refused with api_key_owner_removed.',
        test: 'authentication.test.ts',
        probe: 'no: needs a removed member',
      },
    ],
  },
  {
    section: 'Authentication, 9',
    about: ['delivery'],
    rules: [
      {
        id: 'auth.deliveries-signed',
        says: 'Deliveries of webhooks are authenticated by their signature.',
        test: 'deliveries.test.ts',
        probe: 'no: needs a public receiver',
      },
    ],
  },
];
