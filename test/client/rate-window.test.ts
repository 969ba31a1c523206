import { afterEach, describe, expect, it } from 'vitest';
import { json, refusal, type Behaviour } from '../support/network/hostile-server.js';
import { failureOf, setScene, type Scene } from '../support/network/scene.js';

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

describe('keeping within the minute', () => {
  const budget = (remaining: number, seconds: number) => ({
    'RateLimit-Limit': '60',
    'RateLimit-Remaining': String(remaining),
    'RateLimit-Reset': String(seconds),
  });
  const read = (scene: Scene) => scene.client.call('getEnvelope', { parameters: { envelopeId: id } });

  it('waits for the next window before a request that this one cannot hold', async () => {
    const scene = await meet([
      json(200, envelope, budget(1, 40)),
      json(200, envelope, budget(0, 40)),
      json(200, envelope),
    ]);
    await read(scene);
    await read(scene);
    expect(scene.clock.slept).toEqual([]);
    await read(scene);
    expect(scene.gaps()).toEqual([0, 40_000]);
  });

  it('does not take an answer without headers for a full window', async () => {
    const scene = await meet([json(200, envelope, budget(1, 40)), refusal(403, 'forbidden'), json(200, envelope)]);
    await read(scene);
    await failureOf(read(scene));
    await read(scene);
    expect(scene.gaps()).toEqual([0, 40_000]);
  });

  it('holds back a batch that the rest of the minute cannot hold', async () => {
    const scene = await meet([json(200, envelope, budget(2, 30)), json(200, { rows: [] })]);
    await read(scene);
    const rows = Array.from({ length: 3 }, () => ({ recipients }));
    await scene.client.call('createEnvelopeBatch', { body: { template_id: id, rows } });
    expect(scene.gaps()).toEqual([30_000]);
  });

  it('does not let requests side by side count on the same rest', async () => {
    const scene = await meet([json(200, envelope, budget(2, 30)), json(200, envelope)]);
    await read(scene);
    await Promise.all([read(scene), read(scene), read(scene)]);
    expect(scene.clock.slept).toEqual([30_000]);
  });
});
