import type { RuleGroup } from './entry.js';

/** What the description says that the service does (What the service does). */
export const purposeRules: readonly RuleGroup[] = [
  {
    section: 'What the service does',
    about: ['envelope'],
    rules: [
      {
        id: 'purpose.draft-emails-nobody',
        says: 'Creating an envelope sends nothing: a draft emails nobody before it is sent.',
        about: ['createEnvelope'],
        test: 'envelope-create.test.ts',
        probe: 'own',
      },
      {
        id: 'purpose.one-template-for-both',
        says: 'A template has no environment; live and test sends use the same one.',
        about: ['template'],
        test: 'routing.test.ts',
        probe: 'harmless',
      },
      {
        id: 'purpose.key-kinds',
        says: 'A key is live or test, and its prefix ends in live_ or test_.',
        about: ['api_key'],
        test: 'authentication.test.ts',
        probe: 'harmless',
      },
      {
        id: 'purpose.test-key-sandbox',
        says: 'An envelope that a test key creates is a sandbox envelope.',
        about: ['createEnvelope', 'api_key'],
        test: 'test-keys.test.ts',
        probe: 'own',
      },
      {
        id: 'purpose.specification-public',
        says: 'The machine-readable description is served without a credential.',
        about: ['getSpecification'],
        openapi: 'getSpecification',
        test: 'authentication.test.ts',
        probe: 'harmless',
      },
      {
        id: 'purpose.no-change-of-draft',
        says: 'No operation changes an envelope between creation and send.',
        about: ['envelope'],
        test: 'envelope-create.test.ts',
        probe: 'harmless',
      },
      {
        id: 'purpose.no-longer-deadline',
        says: 'No operation moves the deadline of an envelope.',
        about: ['envelope'],
        test: 'deadlines.test.ts',
        probe: 'harmless',
      },
      {
        id: 'purpose.no-organisation-email',
        says: 'The organisation gets no mail; a disabled endpoint is found by polling.',
        about: ['webhook'],
        test: 'disable.test.ts',
        probe: 'no: takes seven days of failures',
      },
      {
        id: 'purpose.json-both-ways',
        says: 'Requests and responses are JSON, except where an operation returns a PDF.',
        about: ['getEnvelopeDraft', 'getDocumentPage'],
        test: 'documents.test.ts',
        probe: 'harmless',
      },
      {
        id: 'purpose.capabilities',
        says: 'Templates, names, envelopes, embedded signing, webhooks and mandates are what the service offers.',
        about: ['template'],
        reason: 'An overview: each capability has its own entries.',
        probe: 'harmless',
      },
    ],
  },
];
