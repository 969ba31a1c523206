import { afterEach, describe, expect, it } from 'vitest';
import type { ClientOptions } from '../../src/client/connection.js';
import { ServiceFailure, TransportFailure, UnexpectedAnswer } from '../../src/client/failure.js';
import { manualClock } from '../support/program/clock.js';
import {
  flood,
  hostileServer,
  json,
  raw,
  refusal,
  reset,
  resetInBody,
  stall,
  stallInBody,
  text,
  type Behaviour,
} from '../support/network/hostile-server.js';
import { failureOf, setScene, testKey as apiKey, type Scene } from '../support/network/scene.js';

const id = '11111111-2222-4333-8444-555555555555';
const envelope = {
  id,
  status: 'draft',
  template_id: id,
  title: 'Lease',
  created_at: '2026-12-01T08:00:00Z',
  sent_at: null,
  expires_at: null,
  recipients: [],
};
const creation = {
  template_id: id,
  recipients: [{ role: 'Tenant', name: 'Thandi', email: 'thandi@example.test' }],
};
const made = json(201, envelope, { 'Idempotency-Replayed': 'false' });

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

async function meet(behaviours: readonly Behaviour[], given: Partial<ClientOptions> = {}): Promise<Scene> {
  const scene = await setScene(behaviours, given);
  ends.push(scene.close);
  return scene;
}

/** Every attempt carried one and the same key and body. */
function expectOneRequest({ server }: Scene, attempts: number, key: string | null = 'minted-1'): void {
  expect(server.seen).toHaveLength(attempts);
  expect(new Set(server.seen.map(({ body }) => body)).size).toBe(1);
  expect(server.seen.map(({ headers }) => headers.get('idempotency-key'))).toEqual(
    Array(attempts).fill(key ?? undefined),
  );
}

describe('a call that goes well', () => {
  it('gives the body, ETag, replay, budget and key back', async () => {
    const headers = { ETag: '"e"', 'RateLimit-Limit': '60', 'RateLimit-Remaining': '59', 'RateLimit-Reset': '60' };
    const scene = await meet([
      json(201, { ...envelope, brand_new: 1 }, { ...headers, 'Idempotency-Replayed': 'true' }),
    ]);
    const result = await scene.client.call('createEnvelope', { body: creation });
    expect(result).toMatchObject({
      status: 201,
      body: { ...envelope, brand_new: 1 },
      etag: '"e"',
      replayed: true,
      deviations: [],
      attempts: 1,
      idempotencyKey: 'minted-1',
      rate: { limit: 60, remaining: 59 },
    });
    expect(scene.server.seen[0]).toMatchObject({ method: 'POST', target: '/api/v1/envelopes' });
    expect(JSON.parse(scene.server.seen[0]?.body ?? '')).toEqual(creation);
    expect(scene.server.seen[0]?.headers.get('authorization')).toBe(`Bearer ${apiKey}`);
  });

  it("uses the caller's own key, and mints none for operations that take none", async () => {
    const scene = await meet([made, json(200, envelope)]);
    await scene.client.call('createEnvelope', { body: creation, idempotencyKey: 'mine' });
    const read = await scene.client.call('getEnvelope', { parameters: { envelopeId: id } });
    expect(scene.server.seen.map(({ headers }) => headers.get('idempotency-key'))).toEqual(['mine', undefined]);
    expect(read.idempotencyKey).toBeUndefined();
    expect(read.replayed).toBeUndefined();
  });

  it('previews the very request that it sends, with the key masked, and sends nothing for it', async () => {
    const scene = await meet([made]);
    const input = { body: creation, idempotencyKey: 'mine' };
    const preview = await scene.client.preview('createEnvelope', input);
    expect(scene.server.seen).toHaveLength(0);
    await scene.client.call('createEnvelope', input);
    const [sent] = scene.server.seen;
    expect(preview.method).toBe(sent?.method);
    expect(preview.url).toBe(`${scene.server.url}${sent?.target}`);
    expect(JSON.stringify(preview.body)).toBe(sent?.body);
    for (const [name, value] of preview.headers) {
      if (name === 'Authorization') expect(value).toBe('Bearer abc_live_***');
      else expect(sent?.headers.get(name)).toBe(value);
    }
    const added = ['host', 'connection', 'content-length'];
    const names = sent?.headers.pairs.map(([name]) => name.toLowerCase()).filter((name) => !added.includes(name));
    expect(preview.headers.map(([name]) => name.toLowerCase()).sort()).toEqual(names?.sort());
  });
});

describe('rate_limited', () => {
  it('waits as long as Retry-After says, with one key and one body', async () => {
    const scene = await meet([refusal(429, 'rate_limited', { 'Retry-After': '7' }), made]);
    const result = await scene.client.call('createEnvelope', { body: creation });
    expect(result.attempts).toBe(2);
    expect(scene.gaps()).toEqual([7_000]);
    expectOneRequest(scene, 2);
  });

  it('doubles from one second without Retry-After, and gives up after the budget', async () => {
    const scene = await meet([refusal(429, 'rate_limited')]);
    const failure = await failureOf(scene.client.call('createEnvelope', { body: creation }));
    expect(failure).toBeInstanceOf(ServiceFailure);
    expect(failure).toMatchObject({ code: 'rate_limited', status: 429, attempts: 9, idempotencyKey: 'minted-1' });
    expect(scene.gaps()).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 64_000, 128_000]);
    expectOneRequest(scene, 9);
  });

  it('adds jitter to the doubling', async () => {
    const scene = await meet([refusal(429, 'rate_limited'), refusal(429, 'rate_limited'), made], { random: () => 0.5 });
    await scene.client.call('createEnvelope', { body: creation });
    expect(scene.gaps()).toEqual([1_250, 2_500]);
  });

  it('stops at once when Retry-After is longer than the caller allows, and says how long it is', async () => {
    const scene = await meet([refusal(429, 'rate_limited', { 'Retry-After': '30' })]);
    const failure = await failureOf(scene.client.call('createEnvelope', { body: creation }, { maxWait: 10_000 }));
    expect(failure).toMatchObject({ code: 'rate_limited', retryAfter: 30, attempts: 1 });
    expect(scene.clock.slept).toEqual([]);
  });
});

describe('internal_error', () => {
  it.each<[string, Behaviour]>([
    ['with the error of the service', refusal(500, 'internal_error')],
    ['without a body', text(500, '')],
    ['with a page of somebody else', text(502, '<html>', { 'Content-Type': 'text/html' })],
    ['as a 503 without an error key', json(503, { down: true })],
  ])('makes three attempts %s, then stops', async (_what, behaviour) => {
    const scene = await meet([behaviour]);
    const failure = await failureOf(scene.client.call('createEnvelope', { body: creation }));
    expect(failure).toMatchObject({ code: 'internal_error', attempts: 3, idempotencyKey: 'minted-1' });
    expect(scene.gaps()).toEqual([1_000, 2_000]);
    expectOneRequest(scene, 3);
  });

  it('is over when an attempt succeeds', async () => {
    const scene = await meet([text(500, ''), made]);
    expect((await scene.client.call('createEnvelope', { body: creation })).attempts).toBe(2);
  });

  it('does not repeat a write without a key that would be done twice', async () => {
    const scene = await meet([text(500, '')]);
    await failureOf(scene.client.call('deleteWebhook', { parameters: { webhookId: id } }));
    expectOneRequest(scene, 1, null);
  });

  it('does not trust a key that the service is only assumed to take, where a repeat does harm', async () => {
    const scene = await meet([text(500, '')]);
    await failureOf(scene.client.call('rotateWebhookSecret', { parameters: { webhookId: id } }));
    expectOneRequest(scene, 1);
  });

  it('repeats a write that the description calls harmless', async () => {
    const scene = await meet([text(500, '')]);
    await failureOf(scene.client.call('mintSigningUrl', { parameters: { envelopeId: id, recipientId: id } }));
    expectOneRequest(scene, 3, null);
  });
});

describe('service_unavailable and request_in_progress', () => {
  it('doubles from five seconds for a few minutes', async () => {
    const scene = await meet([refusal(503, 'service_unavailable')]);
    const failure = await failureOf(scene.client.call('createEnvelope', { body: creation }));
    expect(failure).toMatchObject({ code: 'service_unavailable', status: 503, attempts: 6 });
    expect(scene.gaps()).toEqual([5_000, 10_000, 20_000, 40_000, 80_000]);
    expectOneRequest(scene, 6);
  });

  it('asks again with the same key until the first request has ended', async () => {
    const busy = refusal(409, 'request_in_progress');
    const replay = json(201, envelope, { 'Idempotency-Replayed': 'true' });
    const scene = await meet([busy, busy, busy, busy, busy, busy, busy, replay]);
    const result = await scene.client.call('createEnvelope', { body: creation });
    expect(result).toMatchObject({ replayed: true, attempts: 8 });
    expect(scene.gaps()).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
    expectOneRequest(scene, 8);
  });

  it('counts each kind of failure by itself', async () => {
    const scene = await meet([
      text(500, ''),
      refusal(429, 'rate_limited'),
      text(500, ''),
      refusal(503, 'service_unavailable'),
      made,
    ]);
    expect((await scene.client.call('createEnvelope', { body: creation })).attempts).toBe(5);
    expect(scene.gaps()).toEqual([1_000, 1_000, 2_000, 5_000]);
  });
});

describe('permanent refusals', () => {
  it.each([
    [400, 'invalid_request'],
    [401, 'unauthenticated'],
    [404, 'not_found'],
    [409, 'idempotency_key_reused'],
    [409, 'recipient_not_yet_turn'],
    [422, 'cannot_be_drawn'],
    [418, 'brand_new_code'],
  ])('%i %s is not repeated', async (status, code) => {
    const scene = await meet([refusal(status, code)]);
    const failure = await failureOf(scene.client.call('createEnvelope', { body: creation }));
    expect(failure).toMatchObject({ code, status, message: `about ${code}`, operation: 'createEnvelope', attempts: 1 });
  });

  it('takes an error at status 200 for the failure that it is', async () => {
    const scene = await meet([refusal(200, 'envelope_not_sent')]);
    const failure = await failureOf(scene.client.call('getEnvelope', { parameters: { envelopeId: id } }));
    expect(failure).toBeInstanceOf(ServiceFailure);
    expect(failure).toMatchObject({ code: 'envelope_not_sent', status: 200 });
  });

  it('passes on which scope is missing', async () => {
    const header = 'Bearer error="insufficient_scope", scope="envelopes:write"';
    const scene = await meet([refusal(403, 'insufficient_scope', { 'WWW-Authenticate': header })]);
    const failure = await failureOf(scene.client.call('createEnvelope', { body: creation }));
    expect(failure).toMatchObject({ wwwAuthenticate: header });
  });
});

describe('connections that break', () => {
  it('repeats a request whose answer was a reset, with the same key', async () => {
    const scene = await meet([reset, made]);
    expect((await scene.client.call('createEnvelope', { body: creation })).attempts).toBe(2);
    expect(scene.gaps()).toEqual([1_000]);
    expectOneRequest(scene, 2);
  });

  it('repeats one whose answer broke half way', async () => {
    const half = resetInBody(201, 500, '{"id":"', { 'Content-Type': 'application/json' });
    const scene = await meet([half, half, made]);
    expect((await scene.client.call('createEnvelope', { body: creation })).attempts).toBe(3);
    expect(scene.gaps()).toEqual([1_000, 2_000]);
    expectOneRequest(scene, 3);
  });

  it('gives up after three, says that the outcome is unknown and names the key', async () => {
    const scene = await meet([reset]);
    const failure = await failureOf(scene.client.call('createEnvelope', { body: creation }));
    expect(failure).toBeInstanceOf(TransportFailure);
    expect(failure).toMatchObject({ reason: 'reset', outcomeUnknown: true, idempotencyKey: 'minted-1', attempts: 3 });
  });

  it('does not repeat a write without a key, and says that its outcome is unknown', async () => {
    const scene = await meet([reset]);
    const failure = await failureOf(scene.client.call('deleteWebhook', { parameters: { webhookId: id } }));
    expect(failure).toMatchObject({ reason: 'reset', outcomeUnknown: true, idempotencyKey: undefined, attempts: 1 });
    expect(scene.server.seen).toHaveLength(1);
  });

  it('never calls the outcome of a reading unknown', async () => {
    const scene = await meet([reset]);
    const failure = await failureOf(scene.client.call('getEnvelope', { parameters: { envelopeId: id } }));
    expect(failure).toMatchObject({ reason: 'reset', outcomeUnknown: false, attempts: 3 });
  });

  it('repeats what surely was not sent, even without a key', async () => {
    const scene = await meet([made]);
    await scene.server.close();
    const failure = await failureOf(scene.client.call('deleteWebhook', { parameters: { webhookId: id } }));
    expect(failure).toMatchObject({ reason: 'unreachable', outcomeUnknown: false, attempts: 3 });
    expect(scene.clock.slept).toEqual([1_000, 2_000]);
  });

  it('ends a stall at the time limit, and repeats with the same key', async () => {
    const scene = await meet([stall, stallInBody(201, '{', { 'Content-Type': 'application/json' }), made]);
    const result = await scene.client.call('createEnvelope', { body: creation }, { timeout: 400 });
    expect(result.attempts).toBe(3);
    expectOneRequest(scene, 3);
  });

  it('ends a stall when the caller stops it, without another attempt', async () => {
    const scene = await meet([stall]);
    const stop = new AbortController();
    const failing = failureOf(scene.client.call('createEnvelope', { body: creation }, { signal: stop.signal }));
    while (scene.server.seen.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    stop.abort();
    expect(await failing).toMatchObject({ reason: 'aborted', outcomeUnknown: true, attempts: 1 });
  });

  it('ends a wait when the caller stops it', async () => {
    const clock = manualClock();
    const scene = await meet([refusal(429, 'rate_limited', { 'Retry-After': '60' })], { clock });
    const stop = new AbortController();
    const failing = failureOf(scene.client.call('createEnvelope', { body: creation }, { signal: stop.signal }));
    expect(await clock.nextSleep()).toBe(60_000);
    stop.abort();
    expect(await failing).toMatchObject({ reason: 'aborted', outcomeUnknown: false, attempts: 1 });
    expect(scene.server.seen).toHaveLength(1);
  });

  it('remembers that an earlier attempt may have arrived', async () => {
    const scene = await meet([reset, refusal(429, 'rate_limited', { 'Retry-After': '999' })]);
    const first = await failureOf(scene.client.call('createEnvelope', { body: creation }));
    expect(first).toMatchObject({ code: 'rate_limited', idempotencyKey: 'minted-1', attempts: 2 });
    const other = await meet([reset, raw('SSH-2.0\r\n')]);
    const second = await failureOf(other.client.call('createEnvelope', { body: creation }));
    expect(second).toMatchObject({ reason: 'protocol', outcomeUnknown: true, attempts: 2 });
  });
});

describe('answers that nothing can be done with', () => {
  it.each<[string, Behaviour, string]>([
    ['a page instead of JSON', text(201, '<html>', { 'Content-Type': 'text/html' }), 'not_json'],
    ['JSON that stops half way', text(201, '{"id":"', { 'Content-Type': 'application/json' }), 'not_json'],
    ['nothing', text(201, '', { 'Content-Type': 'application/json' }), 'not_json'],
    ['a redirect', text(307, '', { Location: 'http://127.0.0.1:9/' }), 'redirect'],
    ['a 404 of somebody else', text(404, 'no', { 'Content-Type': 'text/plain' }), 'status'],
  ])('%s is unexpected, and not repeated', async (_what, behaviour, reason) => {
    const scene = await meet([behaviour]);
    const failure = await failureOf(scene.client.call('createEnvelope', { body: creation }));
    expect(failure).toBeInstanceOf(UnexpectedAnswer);
    expect(failure).toMatchObject({ reason, attempts: 1, idempotencyKey: 'minted-1' });
    expect(failure).toMatchObject({ outcomeUnknown: true });
    expect(scene.server.seen).toHaveLength(1);
  });

  it('does not follow a redirect, so that no other host sees the key', async () => {
    const elsewhere = await hostileServer([json(200, envelope)]);
    ends.push(() => elsewhere.close());
    const scene = await meet([text(302, '', { Location: `${elsewhere.url}/api/v1/envelopes/${id}` })]);
    await failureOf(scene.client.call('getEnvelope', { parameters: { envelopeId: id } }));
    expect(elsewhere.seen).toEqual([]);
  });

  it('stops a gigabyte early, and holds none of it', async () => {
    const scene = await meet([flood(200, 1024 ** 3, { 'Content-Type': 'application/json' }, '{"id":"')], {
      limits: { maxBody: 2 * 1024 * 1024 },
    });
    const before = process.memoryUsage().rss;
    const failure = await failureOf(scene.client.call('getEnvelope', { parameters: { envelopeId: id } }));
    expect(failure).toMatchObject({ reason: 'too_large', status: 200, attempts: 1 });
    expect(scene.server.flooded()).toBeLessThan(64 * 1024 * 1024);
    expect(process.memoryUsage().rss - before).toBeLessThan(128 * 1024 * 1024);
  });
});

describe('the trace', () => {
  it('shows attempts, waits and the budget, and no secret in the address, headers, body or messages', async () => {
    const url = 'https://sign.example.test/open/opaque-token-1';
    const scene = await meet([
      json(
        429,
        { error: { code: 'rate_limited', message: `key ${apiKey} is over its minute` } },
        { 'Retry-After': '3' },
      ),
      json(200, { url, expires_at: '2026-12-01T08:10:00Z' }),
      json(404, { error: { code: 'not_found', message: `nothing at ${url}` } }),
    ]);
    const minted = await scene.client.call('mintSigningUrl', { parameters: { envelopeId: id, recipientId: id } });
    expect(minted.body.url).toBe(url);
    const failure = await failureOf(scene.client.call('getEnvelope', { parameters: { envelopeId: id } }));
    const all = scene.trace.join('\n');
    expect(all).toContain('(attempt 2)');
    expect(all).toContain('- waiting 3.0 s');
    expect(all).not.toContain(apiKey);
    expect(all).not.toContain('opaque-token-1');
    expect(String(failure)).not.toContain('opaque-token-1');
  });
});
