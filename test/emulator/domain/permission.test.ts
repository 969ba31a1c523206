import { expect, it } from 'vitest';
import type { Scope } from '../../../src/contract/scopes.js';
import type { ApiKey } from '../../../src/emulator/domain/organisation.js';
import { requireScope } from '../../../src/emulator/domain/permission.js';
import { refusalOf } from '../../support/emulator/refusal.js';

const key: ApiKey = {
  id: 'key',
  organisation_id: 'one',
  mode: 'live',
  prefix: 'esign_live_',
  scopes: ['envelopes:write'],
  revoked: false,
  owner_removed: false,
};

it('a scope is called as the service calls it, and two that it calls the same are one', () => {
  const called = (scope: Scope): string => (scope === 'envelopes:read' ? 'envelope.view' : 'envelope');
  expect(() => requireScope(key, 'templates:read', called)).not.toThrow();
  const refused = refusalOf(() => requireScope(key, 'envelopes:read', called));
  expect([refused.message, refused.headers]).toEqual([
    'This API key lacks the scope envelope.view.',
    { 'WWW-Authenticate': 'Bearer error="insufficient_scope", scope="envelope.view"' },
  ]);
});
