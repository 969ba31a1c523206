import { afterEach, describe, expect, it } from 'vitest';
import { json, refusal, type Behaviour } from '../support/hostile-server.js';
import { failureOf, setScene, type Scene } from '../support/scene.js';

const id = '11111111-2222-4333-8444-555555555555';
const recipients = [{ role: 'Tenant', name: 'Thandi', email: 'thandi@example.test' }];

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

async function meet(behaviours: readonly Behaviour[]): Promise<Scene> {
  const scene = await setScene(behaviours);
  ends.push(scene.close);
  return scene;
}

describe('a batch of more rows than the key has requests in a minute', () => {
  const headers = { 'RateLimit-Limit': '60', 'RateLimit-Remaining': '0', 'RateLimit-Reset': '40', 'Retry-After': '40' };
  const batch = { template_id: id, rows: Array.from({ length: 61 }, () => ({ recipients })) };

  it('is not sent: one read asks for the limit when it is not known yet', async () => {
    const scene = await meet([refusal(404, 'not_found', { ...headers, 'RateLimit-Remaining': '59' })]);
    const failure = await failureOf(scene.client.call('createEnvelopeBatch', { body: batch }));
    expect(failure).toMatchObject({ code: 'invalid_input', path: 'rows', overLimit: 60 });
    expect(scene.server.seen.map(({ method }) => method)).toEqual(['GET']);
    // By now it is known.
    await failureOf(scene.client.call('createEnvelopeBatch', { body: batch }));
    expect(scene.server.seen).toHaveLength(1);
  });

  it('leaves when no read tells the limit, and is not sent again once its refusal does', async () => {
    const scene = await meet([refusal(403, 'insufficient_scope'), refusal(429, 'rate_limited', headers)]);
    const failure = await failureOf(scene.client.call('createEnvelopeBatch', { body: batch }));
    expect(failure).toMatchObject({ code: 'rate_limited', status: 429, attempts: 1, overLimit: 60 });
    expect(scene.server.seen.map(({ method }) => method)).toEqual(['GET', 'POST']);
  });

  it('costs no read while it is so small that every key has room for it', async () => {
    const small = { ...batch, rows: batch.rows.slice(1) };
    const scene = await meet([json(200, { rows: [] })]);
    await scene.client.call('createEnvelopeBatch', { body: small });
    expect(scene.server.seen.map(({ method }) => method)).toEqual(['POST']);
  });
});
