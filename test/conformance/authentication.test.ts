import { describe, expect, it } from 'vitest';
import { agreementPdf, createEnvelope, createTemplate, upload } from '../support/agreement.js';
import { expectRefusal, once, startTestEmulator } from '../support/emulator.js';
import { http, type Answer } from '../support/http.js';
import type { Envelope, Webhook } from '../support/shapes.js';
import { shared } from '../support/shared.js';

const id = '0b9d2c1e-8f57-4a3b-9d64-2f1f6a7e5c10';
const person = '0123456789abcdef0123456789abcdef';

/** Every operation of the service but the reading of its specification. */
const operations = [
  'GET /api/v1/templates',
  'POST /api/v1/templates',
  `GET /api/v1/templates/${id}`,
  `GET /api/v1/templates/${id}/people`,
  `PUT /api/v1/templates/${id}/people/${person}`,
  `POST /api/v1/templates/${id}/people/${person}/apply-current`,
  `PATCH /api/v1/templates/${id}/fields`,
  `PATCH /api/v1/templates/${id}/fields/${id}`,
  `POST /api/v1/templates/${id}/naming-runs`,
  `POST /api/v1/templates/${id}/naming-runs/${id}/accept-current`,
  'POST /api/v1/envelopes',
  'POST /api/v1/envelopes/one-off',
  'POST /api/v1/envelopes/batches',
  `GET /api/v1/envelopes/${id}`,
  `POST /api/v1/envelopes/${id}/send`,
  `POST /api/v1/envelopes/${id}/void`,
  `POST /api/v1/envelopes/${id}/recipients/${id}/signing-url`,
  `GET /api/v1/envelopes/${id}/documents`,
  `GET /api/v1/envelopes/${id}/documents/1/draft`,
  `GET /api/v1/documents/${id}/pages/1`,
  'GET /api/v1/webhooks',
  'POST /api/v1/webhooks',
  `GET /api/v1/webhooks/${id}`,
  `PATCH /api/v1/webhooks/${id}`,
  `DELETE /api/v1/webhooks/${id}`,
  `POST /api/v1/webhooks/${id}/rotate-secret`,
  'GET /api/v1/standing-authorisations',
  'POST /api/v1/standing-authorisations',
  `GET /api/v1/standing-authorisations/${id}`,
  `POST /api/v1/standing-authorisations/${id}/cancel`,
  `POST /api/v1/standing-authorisations/${id}/revoke`,
] as const;

const emulator = shared(startTestEmulator);

const bare = (line: string, headers: Record<string, string> = {}): Promise<Answer> => {
  const [method = '', target = ''] = line.split(' ');
  return http(emulator.url, method, target, { headers });
};
const rateHeaders = (answer: Answer): string[] =>
  Object.keys(answer.headers).filter((name) => name.startsWith('ratelimit') || name === 'retry-after');

describe('every operation except reading the specification requires a key [auth.bearer]', () => {
  it.each(operations)('%s without a credential is 401 unauthenticated', async (line) => {
    const answer = await bare(line);
    expectRefusal(answer, 401, 'unauthenticated');
    expect(rateHeaders(answer)).toEqual([]);
  });

  it('reading the specification takes no credential [purpose.specification-public]', async () => {
    expect((await bare('GET /api/v1/openapi.json')).status).toBe(200);
  });
});

describe('a 401 is identical for every cause [auth.one-401]', () => {
  it('an absent, unreadable, unknown, wrong or revoked credential gets the same answer, byte for byte', async () => {
    const organisation = await emulator.organisation();
    const revoked = await emulator.key(organisation, { revoked: true });
    const live = organisation.liveKey;
    const causes: Record<string, Record<string, string>> = {
      absent: {},
      empty: { Authorization: '' },
      'without a scheme': { Authorization: live },
      'another scheme': { Authorization: `Basic ${Buffer.from(`${live}:`).toString('base64')}` },
      'a scheme and nothing': { Authorization: 'Bearer' },
      'a blank key': { Authorization: 'Bearer  ' },
      unreadable: { Authorization: 'Bearer \u00e9\u00e9\u00e9' },
      'two words': { Authorization: `Bearer ${live} ${live}` },
      unknown: { Authorization: `Bearer esign_live_${'A'.repeat(43)}` },
      'the wrong last letter': { Authorization: `Bearer ${live.slice(0, -1)}${live.endsWith('x') ? 'y' : 'x'}` },
      'cut short': { Authorization: `Bearer ${live.slice(0, -1)}` },
      'a letter too long': { Authorization: `Bearer ${live}x` },
      'the other mode': { Authorization: `Bearer ${live.replace('_live_', '_test_')}` },
      revoked: { Authorization: `Bearer ${revoked.key}` },
    };
    const seen = new Map<string, string>();
    for (const [cause, headers] of Object.entries(causes)) {
      const answer = await bare('GET /api/v1/webhooks', headers);
      expect(answer.status, cause).toBe(401);
      expect(rateHeaders(answer), cause).toEqual([]);
      const { date: _date, ...rest } = answer.headers;
      const names = Object.keys(rest).toSorted();
      seen.set(cause, JSON.stringify([names, answer.bytes.toString('utf8')]));
    }
    expect(new Set(seen.values()).size, [...seen].join('\n')).toBe(1);
  });

  it('a 401 is given before the path is read, so that it tells nothing about what exists [auth.one-401]', async () => {
    const known = await bare('GET /api/v1/templates');
    const unknown = await bare('GET /api/v1/there-is-no-such-thing');
    expectRefusal(unknown, 401, 'unauthenticated');
    expect(unknown.bytes.equals(known.bytes)).toBe(true);
  });

  it('requests with no or an unrecognised key are refused before any counter is touched [auth.401-uncounted, auth.401-no-rate-headers]', async () => {
    const organisation = await emulator.organisation();
    const first = await organisation.live('GET /api/v1/webhooks');
    for (let index = 0; index < 5; index += 1) {
      await bare('GET /api/v1/webhooks');
      await bare('GET /api/v1/webhooks', { Authorization: `Bearer ${organisation.liveKey}x` });
    }
    const next = await organisation.live('GET /api/v1/webhooks');
    expect(Number(next.headers['ratelimit-remaining'])).toBe(Number(first.headers['ratelimit-remaining']) - 1);
  });
});

describe('keys', () => {
  it('a live key and a test key are different keys, and their prefix ends in live_ or test_ [auth.two-kinds, purpose.key-kinds, key.format, practice.both-keys]', async () => {
    const organisation = await emulator.organisation();
    expect(organisation.liveKey).toMatch(/live_[A-Za-z0-9_-]{20,}$/);
    expect(organisation.testKey).toMatch(/test_[A-Za-z0-9_-]{20,}$/);
    expect(organisation.liveKey.split('live_')[1]).not.toBe(organisation.testKey.split('test_')[1]);
  });

  it('a key whose owner was removed is refused with api_key_owner_removed [auth.owner-removed]', async () => {
    const organisation = await emulator.organisation();
    const { call } = await emulator.key(organisation, { owner_removed: true });
    expectRefusal(await call('GET /api/v1/webhooks'), 403, 'api_key_owner_removed');
  });
});

describe('scopes [auth.scopes]', () => {
  it('an empty scope list means every capability [auth.no-scopes-all]', async () => {
    const organisation = await emulator.organisation();
    const { call } = await emulator.key(organisation, { scopes: [] });
    for (const path of ['templates', 'webhooks', 'standing-authorisations']) {
      expect((await call(`GET /api/v1/${path}`)).status).toBe(200);
    }
    expectRefusal(await call(`GET /api/v1/envelopes/${id}/documents`), 404, 'not_found');
  });

  it.each([
    ['envelopes:read', `GET /api/v1/envelopes/${id}`],
    ['documents:read', `GET /api/v1/envelopes/${id}/documents`],
    ['documents:read', `GET /api/v1/envelopes/${id}/documents/1/draft`],
    ['documents:read', `GET /api/v1/documents/${id}/pages/1`],
    ['templates:name', `PUT /api/v1/templates/${id}/people/${person}`],
    ['templates:name', `POST /api/v1/templates/${id}/people/${person}/apply-current`],
    ['templates:name', `PATCH /api/v1/templates/${id}/fields/${id}`],
    ['templates:name', `PATCH /api/v1/templates/${id}/fields`],
    ['templates:name', `POST /api/v1/templates/${id}/naming-runs/${id}/accept-current`],
  ])(
    'a valid key lacking %s is insufficient_scope at %s, and WWW-Authenticate repeats the scope [auth.insufficient-scope]',
    async (scope, line) => {
      const organisation = await emulator.organisation();
      const others = ['envelopes:read', 'documents:read', 'templates:name'].filter((name) => name !== scope);
      const { call } = await emulator.key(organisation, { scopes: others });
      const body = line.startsWith('GET') ? undefined : {};
      const answer = await call(line, body, { 'If-Match': '"x"' });
      expectRefusal(answer, 403, 'insufficient_scope');
      expect(answer.headers['www-authenticate']).toMatch(/^Bearer /);
      expect(answer.headers['www-authenticate']).toContain('error="insufficient_scope"');
      expect(answer.headers['www-authenticate']).toContain(`scope="${scope}"`);
    },
  );

  it('a key that names the scope is let through', async () => {
    const organisation = await emulator.organisation();
    const { call } = await emulator.key(organisation, { scopes: ['envelopes:read'] });
    expectRefusal(await call(`GET /api/v1/envelopes/${id}`), 404, 'not_found');
  });

  it('a missing scope is reported before anything about the resource', async () => {
    const organisation = await emulator.organisation();
    const { call } = await emulator.key(organisation, { scopes: ['documents:read'] });
    expectRefusal(await call('GET /api/v1/envelopes/no-uuid'), 403, 'insufficient_scope');
  });
});

describe('plans', () => {
  it('creating a template on the Free plan is forbidden [auth.plan]', async () => {
    const organisation = await emulator.organisation({ plan: 'free' });
    const body = { name: 'Lease', documents: [upload(agreementPdf())] };
    expectRefusal(await organisation.live('POST /api/v1/templates', body, once()), 403, 'forbidden');
  });

  it('a plan that cannot be established is forbidden, at the request rate of a paid one [auth.plan, rate.unknown-plan]', async () => {
    const organisation = await emulator.organisation({ plan: 'unknown' });
    const answer = await organisation.live('GET /api/v1/templates');
    expectRefusal(answer, 403, 'forbidden');
    expect(answer.headers['ratelimit-limit']).toBe('600');
    expectRefusal(await organisation.live(`GET /api/v1/envelopes/${id}`), 403, 'forbidden');
  });

  it('the Free plan still reads [auth.plan]', async () => {
    const organisation = await emulator.organisation({ plan: 'free' });
    expect((await organisation.live('GET /api/v1/templates')).status).toBe(200);
  });
});

describe('the one 404 [conventions.one-404]', () => {
  it('unknown, foreign, deleted and non-uuid ids all answer the same', async () => {
    const mine = await emulator.organisation();
    const other = await emulator.organisation();
    const template = await createTemplate(other.live);
    const envelope = await createEnvelope(other.live, template);
    const hook = { url: 'https://hooks.example.com/a', events: ['envelope.sent'] };
    const foreign = (await other.live<Webhook>('POST /api/v1/webhooks', hook)).body;
    const deleted = (await mine.live<Webhook>('POST /api/v1/webhooks', hook)).body;
    expect((await mine.live(`DELETE /api/v1/webhooks/${deleted.id}`)).status).toBe(204);
    const lines = [
      `GET /api/v1/webhooks/${id}`,
      `GET /api/v1/webhooks/${foreign.id}`,
      `GET /api/v1/webhooks/${deleted.id}`,
      'GET /api/v1/webhooks/not-a-uuid',
      `GET /api/v1/webhooks/${deleted.id}0`,
      `GET /api/v1/templates/${id}`,
      `GET /api/v1/templates/${template.id}`,
      'GET /api/v1/templates/7',
      `GET /api/v1/envelopes/${id}`,
      `GET /api/v1/envelopes/${envelope.id}`,
      'GET /api/v1/envelopes/%2e%2e',
      `GET /api/v1/envelopes/${envelope.id}/documents`,
      `GET /api/v1/envelopes/${envelope.id}/documents/1/draft`,
      `GET /api/v1/standing-authorisations/${id}`,
      'GET /api/v1/standing-authorisations/not-a-uuid',
      `GET /api/v1/documents/${template.documents[0]!.id}/pages/1`,
      'GET /api/v1/there-is-no-such-thing',
    ];
    const bodies = new Set<string>();
    for (const line of lines) {
      const answer = await mine.live(line);
      expectRefusal(answer, 404, 'not_found');
      bodies.add(answer.bytes.toString('utf8'));
    }
    expect([...bodies]).toHaveLength(1);
  });

  it('a foreign id answers the same to a write', async () => {
    const mine = await emulator.organisation();
    const other = await emulator.organisation();
    const template = await createTemplate(other.live);
    const envelope: Envelope = await createEnvelope(other.live, template);
    expectRefusal(await mine.live(`POST /api/v1/envelopes/${envelope.id}/send`, {}, once()), 404, 'not_found');
    const reason = { reason: 'no longer needed' };
    expectRefusal(await mine.live(`POST /api/v1/envelopes/${envelope.id}/void`, reason, once()), 404, 'not_found');
    const minted = `POST /api/v1/envelopes/${envelope.id}/recipients/${envelope.recipients[0]!.id}/signing-url`;
    expectRefusal(await mine.live(minted), 404, 'not_found');
  });
});
