import type { Scope } from '../../../src/contract/scopes.js';
import { describe, expect, it } from 'vitest';
import type { ApiKey, Organisation, Plan } from '../../../src/emulator/domain/organisation.js';
import { requirePlan, requireScope } from '../../../src/emulator/domain/permission.js';
import { Refusal } from '../../../src/emulator/domain/refusal.js';

const organisation = (plan: Plan): Organisation => ({
  id: 'one',
  name: 'One',
  plan,
  members: [],
  confirmed_addresses: [],
});
const key = (scopes: ApiKey['scopes']): ApiKey => ({
  id: 'key',
  organisation_id: 'one',
  mode: 'live',
  prefix: 'esign_live_',
  scopes,
  revoked: false,
  owner_removed: false,
});
const refusal = (work: () => void): Refusal | null => {
  try {
    work();
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
  return null;
};

describe('the plan', () => {
  it.each([
    ['paid', 'createTemplate', null],
    ['free', 'createTemplate', 'forbidden'],
    ['free', 'createEnvelope', null],
    ['unknown', 'getEnvelope', 'forbidden'],
  ] as const)('%s and %s: %s', (plan, operation, expected) => {
    expect(refusal(() => requirePlan(organisation(plan), operation))?.code ?? null).toBe(expected);
  });
});

describe('the scope', () => {
  it('is held by a key that names it, and by one that names none at all', () => {
    expect(refusal(() => requireScope(key(['envelopes:read']), 'envelopes:read'))).toBeNull();
    expect(refusal(() => requireScope(key([]), 'envelopes:read'))).toBeNull();
    expect(refusal(() => requireScope(key(['envelopes:read']), null))).toBeNull();
  });

  it('is named by the refusal, in words and in WWW-Authenticate', () => {
    const refused = refusal(() => requireScope(key(['envelopes:write']), 'envelopes:read'));
    expect([refused?.code, refused?.message, refused?.headers]).toEqual([
      'insufficient_scope',
      'This API key lacks the scope envelopes:read.',
      { 'WWW-Authenticate': 'Bearer error="insufficient_scope", scope="envelopes:read"' },
    ]);
  });

  it('is called as the service calls it, and two that it calls the same are one', () => {
    const called = (scope: Scope): string => (scope === 'envelopes:read' ? 'envelope.view' : 'envelope');
    const refused = refusal(() => requireScope(key(['envelopes:write']), 'envelopes:read', called));
    expect(refusal(() => requireScope(key(['envelopes:write']), 'templates:read', called))).toBeNull();
    expect([refused?.message, refused?.headers]).toEqual([
      'This API key lacks the scope envelope.view.',
      { 'WWW-Authenticate': 'Bearer error="insufficient_scope", scope="envelope.view"' },
    ]);
  });
});
