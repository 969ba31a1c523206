import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { LogEntry } from '../../../src/emulator/emulator.js';
import { startEmulator } from '../../../src/emulator/emulator.js';
import { createPipeline } from '../../../src/emulator/http/pipeline.js';
import { limits } from '../../../src/contract/limits.js';
import { createRateLimit } from '../../../src/emulator/http/rate-limit.js';
import type { Core } from '../../../src/emulator/core.js';
import { HeaderList } from '../../../src/core/http/headers.js';
import { startWithSharedEngine } from '../../support/documents/document-engine.js';
import { http, type Answer } from '../../support/http.js';
import { shared } from '../../support/shared.js';

const emulator = shared(() => startEmulator({ now: '2026-03-02T08:00:00.000Z', frozen: true }));
beforeEach(() => emulator.clock.advance('1m'));

const call = <T = unknown>(line: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer<T>> => {
  const [method = '', target = ''] = line.split(' ');
  return http<T>(emulator.url, method, target, {
    body,
    headers: { Authorization: `Bearer ${emulator.keys.live}`, ...headers },
  });
};
const id = '0b9d2c1e-8f57-4a3b-9d64-2f1f6a7e5c10';

describe('every answer', () => {
  it('is for no cache, names its length and its request, and marks the guess that it rests on', async () => {
    const described = await call('GET /api/v1/webhooks');
    expect(described.headers).toMatchObject({
      'cache-control': 'no-store',
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(described.bytes.length),
      'request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    expect(described.headers).not.toHaveProperty('esign-assumption');
    expect((await call('GET /api/v1/standing-authorisations')).headers['esign-assumption']).toBe('A12');
  });

  it('marks the guess of its row and that of its code', async () => {
    const cancel = `POST /api/v1/standing-authorisations/${id}/cancel`;
    expect((await call(cancel, { reason: 'x' })).headers['esign-assumption']).toBe('A12');
    emulator.faults.add({ point: 'operation:cancelAuthorisation', code: 'brand_unknown' });
    expect((await call(cancel, { reason: 'x' })).headers['esign-assumption']).toBe('A12, A16');
  });
});

describe('other methods', () => {
  it('HEAD answers like GET, without the body', async () => {
    const [head, get] = [await call('HEAD /api/v1/webhooks'), await call('GET /api/v1/webhooks')];
    expect([head.status, head.bytes.length, head.headers['content-length']]).toEqual([
      200,
      0,
      get.headers['content-length'],
    ]);
    expect((await call('HEAD /api/v1/openapi.json', undefined, { Authorization: '' })).status).toBe(200);
  });

  it('OPTIONS names the methods of a path, and asks no key for it', async () => {
    const answer = await call('OPTIONS /api/v1/webhooks', undefined, { Authorization: '' });
    expect([answer.status, answer.headers['allow']]).toEqual([204, 'OPTIONS, POST, GET']);
    expect((await call('OPTIONS /api/v1/nothing', undefined, { Authorization: '' })).status).toBe(401);
  });

  it.each([
    'DELETE /api/v1/webhooks',
    'PUT /api/v1/envelopes',
    'GET /api/v2/webhooks',
    'GET /nothing',
    'POST /',
    'GET /api/v1/webhooks/',
  ])('%s is the one 404, and counted', async (line) => {
    const answer = await call<{ error: { code: string } }>(line);
    expect([answer.status, answer.body.error.code, answer.headers['ratelimit-remaining']]).toEqual([
      404,
      'not_found',
      '599',
    ]);
  });
});

describe('the order of refusals', () => {
  const hooks = 'POST /api/v1/webhooks';
  const code = async (
    line: string,
    body: unknown,
    key: string,
    headers: Record<string, string> = {},
  ): Promise<string> =>
    (await call<{ error: { code: string } }>(line, body, { Authorization: `Bearer ${key}`, ...headers })).body.error
      .code;
  const mint = async (options: object): Promise<string> =>
    (await emulator.control<{ key: string }>('POST', '/_emulator/keys', { mode: 'live', ...options })).key;

  it('credential, owner, plan, scope, path, Idempotency-Key, body', async () => {
    const voided = `POST /api/v1/envelopes/${id}/void`;
    const unknown = await emulator.control<{ live_key: string; id: string }>('POST', '/_emulator/organisations', {
      plan: 'unknown',
    });
    const scoped = { scopes: ['documents:read'] };
    expect(await code(voided, '{', await mint({ revoked: true, owner_removed: true }))).toBe('unauthenticated');
    expect(await code(voided, '{', await mint({ owner_removed: true, ...scoped }))).toBe('api_key_owner_removed');
    expect(await code(voided, '{', await mint({ organisation_id: unknown.id, ...scoped }))).toBe('forbidden');
    expect(await code('POST /api/v1/envelopes/x/void', '{', await mint(scoped))).toBe('insufficient_scope');
    expect(await code('POST /api/v1/envelopes/x/void', '{', emulator.keys.live)).toBe('not_found');
    expect(await code(voided, '{', emulator.keys.live)).toBe('idempotency_key_required');
    expect(await code(voided, '{', emulator.keys.live, { 'Idempotency-Key': 'a' })).toBe('invalid_request');
    expect(await code(voided, { reason: 'x' }, emulator.keys.live, { 'Idempotency-Key': 'a' })).toBe('not_found');
    expect(await code(hooks, { url: 1 }, emulator.keys.live)).toBe('invalid_request');
  });
});

describe('when the emulator itself breaks', () => {
  let core: Core;
  beforeEach(async () => {
    core = await startWithSharedEngine({ frozen: true });
  });
  afterEach(() => core.close());

  it('the answer is internal_error and says nothing of the inside; the log does', async () => {
    const logged: LogEntry[] = [];
    const service = {
      ...core.service,
      get jobs(): never {
        throw new Error('a path of the inside, /home/somebody');
      },
    };
    const pipeline = createPipeline({
      requestId: () => 'r',
      service,
      rateLimit: createRateLimit(service.clock, limits.requestsPerMinute),
      log: (entry) => logged.push(entry),
    });
    const made = await pipeline.handle({
      method: 'DELETE',
      path: `/api/v1/webhooks/${(await register(core)).id}?secret=1`,
      headers: new HeaderList([['Authorization', `Bearer ${core.first.keys.live}`]]),
      body: Buffer.alloc(0),
      signal: () => new AbortController().signal,
    });
    expect([made.status, String(made.body)]).toEqual([
      500,
      '{"error":{"code":"internal_error","message":"The service failed."}}',
    ]);
    expect(logged).toMatchObject([{ kind: 'failure', where: expect.not.stringContaining('secret') as string }]);
  });

  it('a body over the limit is invalid_request with a key, and unauthenticated without one', () => {
    const pipeline = createPipeline({
      requestId: () => 'r',
      service: core.service,
      rateLimit: createRateLimit(core.service.clock, limits.requestsPerMinute),
      log: () => undefined,
    });
    const head = { method: 'POST', path: '/api/v1/templates', headers: new HeaderList([]) };
    expect(pipeline.tooLarge(head, 100).status).toBe(401);
    const headers = new HeaderList([['Authorization', `Bearer ${core.first.keys.live}`]]);
    const answer = pipeline.tooLarge({ ...head, headers }, 100);
    expect([answer.status, String(answer.body)]).toEqual([
      400,
      '{"error":{"code":"invalid_request","message":"The body is larger than 100 MiB."}}',
    ]);
    expect(answer.headers?.some(([name, value]) => name === 'RateLimit-Remaining' && value === '599')).toBe(true);
  });
});

describe('an answer that contains what another request stored', () => {
  let core: Core;
  beforeEach(async () => {
    core = await startWithSharedEngine({ frozen: true });
  });
  afterEach(() => core.close());

  const ask = (method: string, path: string) => ({
    method,
    path,
    headers: new HeaderList([
      ['Authorization', `Bearer ${core.first.keys.live}`],
      ['Host', new URL(core.url).host],
      ['Esign-Emulator-Token', core.token],
    ]),
    body: Buffer.alloc(0),
    signal: () => new AbortController().signal,
  });
  const store = () => core.service.store.sql.run("INSERT INTO settings (name, value) VALUES ('x', '1')");

  it.each([
    ['a read', 'GET', '/api/v1/webhooks'],
    ['a refusal', 'GET', `/api/v1/webhooks/${id}`],
    ['a control route', 'GET', '/_emulator/clock'],
  ])('waits until that is on disk: %s', async (_, method, path) => {
    const pipeline = createPipeline({
      requestId: () => 'r',
      service: core.service,
      rateLimit: createRateLimit(core.service.clock, limits.requestsPerMinute),
      log: () => undefined,
    });
    const ends: string[] = [];
    const stored = core.service.store.commit(store).then(() => ends.push('stored'));
    const handle = path.startsWith('/api/') ? pipeline.handle : core.control;
    await Promise.all([stored, handle(ask(method, path)).then(() => ends.push('answered'))]);
    expect(ends).toEqual(['stored', 'answered']);
  });

  it('is service_unavailable when the disk does not take that', async () => {
    const pipeline = createPipeline({
      requestId: () => 'r',
      service: core.service,
      rateLimit: createRateLimit(core.service.clock, limits.requestsPerMinute),
      log: () => undefined,
    });
    const { sql } = core.service.store;
    const pages = sql.get<{ page_count: number }>('PRAGMA page_count')?.page_count ?? 0;
    const stored = core.service.store.commit(store);
    const answer = pipeline.handle(ask('GET', '/api/v1/webhooks'));
    sql.all(`PRAGMA max_page_count = ${pages}`);
    const large = core.service.store.commit(() =>
      sql.run("INSERT INTO settings (name, value) VALUES ('y', ?)", 'x'.repeat(200_000)),
    );
    await expect(large).rejects.toThrow('The disk is full');
    const isUndone = sql.get("SELECT 1 FROM settings WHERE name = 'x'") === undefined;
    expect(
      (await stored.then(
        () => 'stored',
        () => 'undone',
      )) === 'undone',
    ).toBe(isUndone);
    expect((await answer).status).toBe(isUndone ? 503 : 200);
  });
});

async function register(core: Core): Promise<{ readonly id: string }> {
  const body = { url: 'https://hooks.example.com/a', events: ['envelope.sent'] };
  const headers = { Authorization: `Bearer ${core.first.keys.live}` };
  return (await http<{ id: string }>(core.url, 'POST', '/api/v1/webhooks', { body, headers })).body;
}
