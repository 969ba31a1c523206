import { describe, expect, it } from 'vitest';
import { startEmulator } from '../../../src/emulator/emulator.js';
import { bearer, http, type Answer } from '../../support/http.js';
import { shared } from '../../support/shared.js';

const emulator = shared(() => startEmulator({ now: '2026-03-02T08:00:00.000Z', frozen: true }));

type Refused = { readonly error: { readonly code: string; readonly message: string } };
const call = <T = Refused>(line: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer<T>> => {
  const [method = '', target = ''] = line.split(' ');
  return http<T>(emulator.url, method, target, { body, headers: { ...bearer(emulator.token), ...headers } });
};

describe('who is served', () => {
  it.each(['127.0.0.1', '127.0.0.1:4747', 'localhost', 'localhost:1', '[::1]:4747', 'LOCALHOST'])(
    'this machine, by the name %s',
    async (host) => expect((await call('GET /_emulator/status', undefined, { Host: host })).status).toBe(200),
  );

  it.each(['evil.example', 'evil.example:4747', '192.168.1.5', '127.0.0.1.evil.example', 'localhost.evil.example'])(
    'refuses the name %j, which a website may have pointed here',
    async (host) => {
      const answer = await call('POST /_emulator/reset', undefined, { Host: host });
      expect([answer.status, answer.body.error.code]).toEqual([403, 'forbidden']);
    },
  );

  it.each<Record<string, string>>([
    { Origin: 'https://evil.example' },
    { Origin: 'null' },
    { Origin: 'http://localhost:3000' },
    { Origin: 'http://127.0.0.1:9', 'Sec-Fetch-Site': 'same-site' },
    { 'Sec-Fetch-Site': 'cross-site' },
    { 'Sec-Fetch-Site': 'same-site' },
  ])('no page of another origin: %j', async (headers) => {
    expect((await call('POST /_emulator/reset', undefined, headers)).status).toBe(403);
  });

  it('a page of its own', async () => {
    const { host, origin } = new URL(emulator.url);
    const headers = { Host: host, Origin: origin, 'Sec-Fetch-Site': 'same-origin' };
    expect((await call('GET /_emulator/clock', undefined, headers)).status).toBe(200);
  });
});

describe('what they answer', () => {
  it.each<readonly [string, number, object | undefined]>([
    ['GET /api/v1/standing-authorisations?reference=a%00b', 200, undefined],
    ['POST /api/v1/envelopes', 404, { template_id: 'a\0', recipients: [{ role: 'R', name: 'N', email: 'n@a.test' }] }],
    ['GET /_emulator/inbox?subject=%00', 200, undefined],
    ['GET /_emulator/inbox/a%00', 404, undefined],
    ['POST /_emulator/brands', 400, { name: 'a\0b' }],
  ])('nothing is found by U+0000 or stored with it: %s', async (line, status, body) => {
    const headers = { 'Idempotency-Key': 'null', ...(line.includes('/api/') ? bearer(emulator.keys.live) : {}) };
    expect((await call(line, body, headers)).status).toBe(status);
  });

  it('refusals in the shape of the service', async () => {
    const unknown = await call('GET /_emulator/nothing');
    expect([unknown.status, unknown.body.error.code]).toEqual([404, 'not_found']);
    const wrong = await call('POST /_emulator/keys', { mode: 'live', colour: 1 });
    expect([wrong.status, wrong.body.error]).toEqual([
      400,
      {
        code: 'invalid_request',
        message:
          'colour is not a property of this request. ' +
          'It has "mode", "scopes", "revoked", "owner_removed", "organisation_id".',
      },
    ]);
    for (const body of ['{', 'null', '[]']) {
      expect((await call('POST /_emulator/keys', body)).body.error.code).toBe('invalid_request');
    }
  });

  it('a description of every one of them', async () => {
    const { body } = await call<{ openapi: string; paths: Record<string, Record<string, unknown>> }>(
      'GET /_emulator/openapi.json',
    );
    expect(body.openapi).toBe('3.1.0');
    const listed = Object.entries(body.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method} ${path}`),
    );
    expect(listed).toEqual(
      expect.arrayContaining([
        'get /_emulator/status',
        'get /_emulator/openapi.json',
        'get /_emulator/clock',
        'post /_emulator/clock',
        'post /_emulator/reset',
        'get /_emulator/inbox',
        'get /_emulator/inbox/{mailId}',
        'post /_emulator/envelopes/{envelopeId}/recipients/{recipient}/sign',
        'post /_emulator/envelopes/{envelopeId}/recipients/{recipient}/decline',
        'post /_emulator/envelopes/{envelopeId}/recipients/{recipient}/delegate',
        'post /_emulator/envelopes/{envelopeId}/requeue-sealing',
        'post /_emulator/keys',
        'post /_emulator/organisations',
        'patch /_emulator/organisations/{organisationId}',
        'get /_emulator/brands',
        'post /_emulator/brands',
        'patch /_emulator/brands/{brandId}',
        'post /_emulator/templates/{templateId}/archive',
        'post /_emulator/authorisations/{authorisationId}/grant',
        'post /_emulator/authorisations/{authorisationId}/decline',
        'post /_emulator/faults',
        'delete /_emulator/faults',
        'post /_emulator/faults/release',
        'get /_emulator/events',
        'get /_emulator/deliveries',
        'get /_emulator/deliveries/log',
        'post /_emulator/deliveries/redeliver',
        'get /_emulator/faults/deliveries',
        'post /_emulator/faults/deliveries',
        'delete /_emulator/faults/deliveries',
        'post /_emulator/trigger',
      ]),
    );
  });

  it('nothing of the service, and the service nothing of theirs', async () => {
    expect((await call('GET /_emulator/api/v1/webhooks')).status).toBe(404);
    expect((await call('GET /api/v1/_emulator/status')).status).toBe(401);
    expect((await call('GET /_emulator')).status).toBe(401);
  });
});

describe('the clock', () => {
  it('is shown, moved by seconds, to an instant and to what is next, and never back', async () => {
    const shown = await call<Record<string, unknown>>('GET /_emulator/clock');
    expect(shown.body).toEqual({ now: '2026-03-02T08:00:00.000Z', frozen: true, next: null });
    const moved = await call<Record<string, unknown>>('POST /_emulator/clock', { action: 'advance', seconds: 0.25 });
    expect(moved.body).toEqual({ now: '2026-03-02T08:00:00.250Z', frozen: true, next: null, ran: [] });
    const to = await call<Record<string, unknown>>('POST /_emulator/clock', {
      action: 'advance',
      to: '2026-03-02T12:00:00+02:00',
    });
    expect(to.body['now']).toBe('2026-03-02T10:00:00.000Z');
    const back = await call('POST /_emulator/clock', { action: 'advance', to: '2026-03-02T09:00:00Z' });
    expect(back.body.error.code).toBe('invalid_request');
    const next = await call<Record<string, unknown>>('POST /_emulator/clock', { action: 'advance', to: 'next' });
    expect(next.body['now']).toBe('2026-03-02T10:00:00.000Z');
  });

  it.each([
    {},
    { action: 'stop' },
    { action: 'advance' },
    { action: 'advance', seconds: 1, to: 'next' },
    { action: 'advance', seconds: -1 },
    { action: 'advance', seconds: 1e15 },
    { action: 'advance', to: 'yesterday' },
    { action: 'freeze', seconds: 1 },
  ])('%j is invalid_request', async (body) => {
    expect((await call('POST /_emulator/clock', body)).body.error.code).toBe('invalid_request');
  });
});

describe('faults', () => {
  it.each([
    { point: 'nothing', hold: true },
    { point: 'operation:nothing', hold: true },
    { point: 'seal' },
    { point: 'seal', hold: true, code: 'internal_error' },
    { point: 'seal', hold: false },
    { point: 'seal', code: 'no_such_code' },
    { point: 'seal', http_status: 200 },
    { point: 'seal', hold: true, count: 0 },
  ])('%j is invalid_request', async (body) => {
    expect((await call('POST /_emulator/faults', body)).body.error.code).toBe('invalid_request');
  });
});

describe('brands', () => {
  it.each([
    '*',
    'https://*.example.com',
    'https://a.example/',
    'https://a.example/path',
    'a.example',
    'HTTPS://a.example',
    'file://x',
  ])('the origin %s is not a bare one', async (origin) => {
    const answer = await call('POST /_emulator/brands', { name: 'Second', origins: [origin] });
    expect(answer.body.error.message).toMatch(/^origins\[0\] must be a bare origin/);
  });
});
