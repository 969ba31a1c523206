import { createHmac } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createEnvelope, createTemplate } from '../support/agreement.js';
import { startReceiver, type Receiver } from '../support/deliveries.js';
import {
  hour,
  minute,
  second,
  startTestEmulator,
  type TestEmulator,
  type TestOrganisation,
} from '../support/emulator.js';
import type { Answer } from '../support/http.js';
import type { Template, Webhook } from '../support/shapes.js';

let emulator: TestEmulator;
let organisation: TestOrganisation;
let template: Template;
let receiver: Receiver;
let endpoint: Webhook;
beforeAll(async () => {
  emulator = await startTestEmulator();
});
afterAll(() => emulator.close());
beforeEach(async () => {
  await emulator.advance(minute);
  organisation = await emulator.organisation();
  template = await createTemplate(organisation.live);
  receiver = await startReceiver();
  const body = { url: receiver.url, events: ['envelope.sent'] };
  endpoint = (await organisation.live<Webhook>('POST /api/v1/webhooks', body)).body;
});
afterEach(async () => {
  await organisation.live(`DELETE /api/v1/webhooks/${endpoint.id}`);
  await receiver.close();
});

const rotate = (headers: Record<string, string> = {}): Promise<Answer<Webhook>> =>
  organisation.live<Webhook>(`POST /api/v1/webhooks/${endpoint.id}/rotate-secret`, undefined, headers);
/** The digests of the newest delivery and what each of the given secrets would give for it. */
const latest = async (
  ...secrets: readonly string[]
): Promise<{ readonly header: Readonly<Record<string, string>>; readonly digests: readonly string[] }> => {
  await createEnvelope(organisation.live, template, { send: true });
  await emulator.advance(second);
  const delivery = receiver.received.at(-1)!;
  const header = Object.fromEntries(
    delivery.headers['service-signature']!.split(',').map((part) => part.trim().split('=') as [string, string]),
  );
  const digests = secrets.map((secret) =>
    createHmac('sha256', secret).update(`${header['t']}.`).update(delivery.raw).digest('hex'),
  );
  return { header, digests };
};

describe('rotating a secret', () => {
  it('answers the endpoint with its new secret, shown this once', async () => {
    const answer = await rotate();
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ id: endpoint.id, url: endpoint.url, active: true });
    expect(answer.body.secret).not.toBe(endpoint.secret);
    expect((await organisation.live(`GET /api/v1/webhooks/${endpoint.id}`)).body).not.toHaveProperty('secret');
  });

  it('within the 24 hours of grace v1 verifies under the new secret and v0 under the previous one', async () => {
    const { secret } = (await rotate()).body;
    const { header, digests } = await latest(secret, endpoint.secret);
    expect([header['v1'], header['v0']]).toEqual(digests);
    await emulator.advance(23 * hour);
    const later = await latest(secret, endpoint.secret);
    expect([later.header['v1'], later.header['v0']]).toEqual(later.digests);
  });

  it('after the 24 hours there is no v0', async () => {
    const { secret } = (await rotate()).body;
    await emulator.advance(24 * hour + second);
    const { header, digests } = await latest(secret);
    expect([header['v1'], Object.keys(header)]).toEqual([digests[0], ['t', 'v1']]);
  });

  it('a second rotation replaces the previous secret: the first one no longer signs', async () => {
    const newer = (await rotate()).body.secret;
    const third = (await rotate()).body.secret;
    const { header, digests } = await latest(third, newer, endpoint.secret);
    expect([header['v1'], header['v0']]).toEqual(digests.slice(0, 2));
    expect(header['v0']).not.toBe(digests[2]);
  });

  it('a retry under the same Idempotency-Key rotates once and shows the same secret', async () => {
    const first = await rotate({ 'Idempotency-Key': 'rotate-once' });
    const again = await rotate({ 'Idempotency-Key': 'rotate-once' });
    expect([again.headers['idempotency-replayed'], again.body.secret]).toEqual(['true', first.body.secret]);
    const { header, digests } = await latest(first.body.secret, endpoint.secret);
    expect([header['v1'], header['v0']]).toEqual(digests);
  });

  it('a retry of an older delivery is signed with the secrets of its own moment', async () => {
    receiver.answer(500);
    await createEnvelope(organisation.live, template, { send: true });
    await emulator.advance(second);
    const { secret } = (await rotate()).body;
    await emulator.advance(minute);
    const delivery = receiver.received.at(-1)!;
    expect(delivery.body.retry_count).toBe(1);
    const [t, v1] = delivery.headers['service-signature']!.split(',').map((part) => part.trim().split('=')[1]!);
    expect(v1).toBe(createHmac('sha256', secret).update(`${t}.`).update(delivery.raw).digest('hex'));
  });
});
