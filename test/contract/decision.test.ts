import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  decisionOf,
  decisions,
  needsSubject,
  takesFiller,
  takesRole,
  takesSubject,
} from '../../src/contract/decision.js';

describe('a decision', () => {
  it('takes a role, needs or takes a subject, and says who fills in', () => {
    const table = decisions.map((decision) => [
      decision,
      takesRole(decision),
      needsSubject(decision),
      takesSubject(decision),
      takesFiller(decision),
    ]);
    expect(table).toEqual([
      ['subject', false, true, true, false],
      ['signer', true, false, false, false],
      ['both', true, true, true, true],
      ['mandate_signed', true, false, false, false],
      ['witness', true, false, true, false],
    ]);
  });

  it.each([
    ['Tenant', 'tenant', false, 'both'],
    ['Tenant', null, false, 'signer'],
    ['Tenant', null, true, 'mandate_signed'],
    [null, 'tenant', false, 'subject'],
    [null, null, true, null],
  ])('of the role %s and the subject %s (by mandate: %s) is %s', (role, subject, byMandate, expected) => {
    expect(decisionOf({ role_name: role, subject_key: subject }, byMandate)).toBe(expected);
  });

  it('is compared with its names in one file only', () => {
    const compares = /(?:decision\w*\s*[!=]==\s*'(?:subject|signer)'|\bdecision\s*===\s*'both'\s*[|&?)])/;
    const files = readdirSync('src', { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name));
    const found = files.filter((path) => compares.test(readFileSync(path, 'utf8')));
    expect(found).toEqual(['src/contract/decision.ts']);
  });
});
