import { describe, expect, it } from 'vitest';
import { checkChanges } from '../../../src/document/seal/check-changes.js';
import type { Change } from '../../../src/document/seal/revisions-job.js';

const judge = (kind: Change['kind'], permission: number | null, isCoveredLater = false): string =>
  checkChanges({ end: 1, signatures: [], permission, changes: [{ kind, what: 'it' }] }, isCoveredLater).kind;

describe('a change after a signature', () => {
  it.each([
    ['timestamp', 'allowed', 'allowed', 'allowed', 'allowed'],
    ['validation', 'allowed', 'allowed', 'allowed', 'allowed'],
    ['signature', 'forbidden', 'allowed', 'allowed', 'allowed'],
    ['form', 'forbidden', 'allowed', 'allowed', 'unsure'],
    ['annotation', 'forbidden', 'forbidden', 'allowed', 'forbidden'],
    ['other', 'forbidden', 'forbidden', 'forbidden', 'unsure'],
    ['unclear', 'unsure', 'unsure', 'unsure', 'unsure'],
    ['locked', 'forbidden', 'forbidden', 'forbidden', 'forbidden'],
    ['content', 'forbidden', 'forbidden', 'forbidden', 'forbidden'],
  ] as const)(
    'of kind %s is checked against the permissions of the certifying signer',
    (kind, one, two, three, none) => {
      expect([1, 2, 3, null].map((permission) => judge(kind, permission))).toEqual([one, two, three, none]);
    },
  );

  it('is allowed by a later signature only when pages stay unchanged and changes are not forbidden', () => {
    expect(['form', 'annotation', 'content'].map((kind) => judge(kind as Change['kind'], null, true))).toEqual([
      'allowed',
      'unsure',
      'forbidden',
    ]);
    expect(judge('form', 1, true)).toBe('forbidden');
  });

  it('is named with the worst ones alone, each once', () => {
    const changes: readonly Change[] = [
      { kind: 'form', what: 'the field “rent”' },
      { kind: 'content', what: 'page 1' },
      { kind: 'content', what: 'page 1' },
    ];
    expect(checkChanges({ end: 1, signatures: [], permission: 2, changes }, false).what).toEqual(['page 1']);
  });
});
