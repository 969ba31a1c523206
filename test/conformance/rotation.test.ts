import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createEnvelope } from '../support/agreement.js';
import { deliveryScene } from '../support/emulator/delivery-scene.js';
import { hour, minute, second } from '../support/emulator.js';
import type { Answer } from '../support/http.js';
import type { Webhook } from '../support/shapes.js';

const scene = deliveryScene(['envelope.sent']);

const rotate = (headers: Record<string, string> = {}): Promise<Answer<Webhook>> =>
  scene.organisation.live<Webhook>(`POST /api/v1/webhooks/${scene.endpoint.id}/rotate-secret`, undefined, headers);
/** The digests of the newest delivery and what each of the given secrets would give for it. */
const latest = async (
  ...secrets: readonly string[]
): Promise<{ readonly header: Readonly<Record<string, string>>; readonly digests: readonly string[] }> => {
  await createEnvelope(scene.organisation.live, scene.template, { send: true });
  await scene.emulator.advance(second);
  const delivery = scene.receiver.received.at(-1)!;
  const header = Object.fromEntries(
    delivery.headers['service-signature']!.split(',').map((part) => part.trim().split('=') as [string, string]),
  );
  const digests = secrets.map((secret) =>
    createHmac('sha256', secret).update(`${header['t']}.`).update(delivery.raw).digest('hex'),
  );
  return { header, digests };
};

describe('rotating a secret [webhook-rotate.operation]', () => {
  it('answers the endpoint with its new secret, shown this once [webhook.secret-once]', async () => {
    const answer = await rotate();
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ id: scene.endpoint.id, url: scene.endpoint.url, active: true });
    expect(answer.body.secret).not.toBe(scene.endpoint.secret);
    expect((await scene.organisation.live(`GET /api/v1/webhooks/${scene.endpoint.id}`)).body).not.toHaveProperty(
      'secret',
    );
  });

  it('within the 24 hours of grace v1 verifies under the new secret and v0 under the previous one [signature.v0-previous, signature.grace]', async () => {
    const { secret } = (await rotate()).body;
    const { header, digests } = await latest(secret, scene.endpoint.secret);
    expect([header['v1'], header['v0']]).toEqual(digests);
    await scene.emulator.advance(23 * hour);
    const later = await latest(secret, scene.endpoint.secret);
    expect([later.header['v1'], later.header['v0']]).toEqual(later.digests);
  });

  it('after the 24 hours there is no v0 [signature.header, limits.webhook-numbers]', async () => {
    const { secret } = (await rotate()).body;
    await scene.emulator.advance(24 * hour + second);
    const { header, digests } = await latest(secret);
    expect([header['v1'], Object.keys(header)]).toEqual([digests[0], ['t', 'v1']]);
  });

  it('a second rotation replaces the previous secret: the first one no longer signs [webhook-rotate.replaces]', async () => {
    const newer = (await rotate()).body.secret;
    const third = (await rotate()).body.secret;
    const { header, digests } = await latest(third, newer, scene.endpoint.secret);
    expect([header['v1'], header['v0']]).toEqual(digests.slice(0, 2));
    expect(header['v0']).not.toBe(digests[2]);
  });

  it('a retry under the same Idempotency-Key rotates once and shows the same secret [webhook-rotate.key]', async () => {
    const first = await rotate({ 'Idempotency-Key': 'rotate-once' });
    const again = await rotate({ 'Idempotency-Key': 'rotate-once' });
    expect([again.headers['idempotency-replayed'], again.body.secret]).toEqual(['true', first.body.secret]);
    const { header, digests } = await latest(first.body.secret, scene.endpoint.secret);
    expect([header['v1'], header['v0']]).toEqual(digests);
  });

  it('a retry of an older delivery is signed with the secrets of its own moment [signature.header]', async () => {
    scene.receiver.answer(500);
    await createEnvelope(scene.organisation.live, scene.template, { send: true });
    await scene.emulator.advance(second);
    const { secret } = (await rotate()).body;
    await scene.emulator.advance(minute);
    const delivery = scene.receiver.received.at(-1)!;
    expect(delivery.body.retry_count).toBe(1);
    const [t, v1] = delivery.headers['service-signature']!.split(',').map((part) => part.trim().split('=')[1]!);
    expect(v1).toBe(createHmac('sha256', secret).update(`${t}.`).update(delivery.raw).digest('hex'));
  });
});
