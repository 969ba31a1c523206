import type { RuleGroup } from './entry.js';

/** What stays the same between releases (Versioning). */
export const versioningRules: readonly RuleGroup[] = [
  {
    section: 'Versioning',
    about: ['specification', 'getSpecification'],
    rules: [
      { id: 'version.path', says: 'All paths are below /api/v1.', test: 'specification.test.ts', probe: 'harmless' },
      {
        id: 'version.number',
        says: 'The machine-readable description carries version 0.2.0.',
        test: 'specification.test.ts',
        probe: 'harmless',
      },
      {
        id: 'version.codes-stable',
        says: 'Codes and their meaning stay; messages may change.',
        about: ['error'],
        reason: 'A promise about later releases: the client decides by codes, never by messages.',
        probe: 'no: a promise about later releases',
      },
      {
        id: 'version.closed-names',
        says: 'Event names and error codes are closed lists.',
        about: ['event', 'error'],
        test: 'errors.test.ts',
        probe: 'harmless',
      },
      {
        id: 'version.only-what-exists',
        says: 'What is not built has no entry in the description.',
        test: 'specification.test.ts',
        probe: 'harmless',
      },
      {
        id: 'version.gap-deprecation',
        says: 'How changes that break are announced is left open.',
        reason: 'A gap: `esign spec check` compares the published description.',
        probe: 'no: there is nothing to compare with',
      },
    ],
  },
];
