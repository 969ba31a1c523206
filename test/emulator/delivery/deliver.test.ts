import { describe, expect, it } from 'vitest';
import { dropQueued } from '../../../src/emulator/delivery/deliver.js';
import { webhookRepository } from '../../../src/emulator/store/webhook-repository.js';
import { createDeliveryRig, day } from '../../support/emulator/delivery-rig.js';
import { fresh } from '../../support/shared.js';

const rig = fresh(createDeliveryRig);

describe('an event', () => {
  it('goes to every active endpoint that wants it, with one id, and to no other', async () => {
    const [one, two] = [rig.register(), rig.register({ brand_id: 'brand' })];
    rig.register({ brand_id: 'another' });
    rig.register({ active: false });
    rig.register({ subscribed_events: ['envelope.completed'] });
    rig.emit();
    await rig.advance(0);
    expect(rig.sent.map(({ url }) => url).toSorted()).toEqual([one.url, two.url].toSorted());
    expect(new Set(rig.sent.map(({ body }) => body.id)).size).toBe(1);
    expect(rig.statuses()).toEqual(['delivered', 'delivered']);
  });

  it('exists even without a subscriber', async () => {
    rig.emit('envelope.voided');
    await rig.advance(day);
    expect([rig.sent, rig.store.sql.all('SELECT * FROM events')]).toEqual([
      [],
      [expect.objectContaining({ name: 'envelope.voided' })],
    ]);
  });
});

it('an endpoint that is deleted gets no more, and an attempt in progress leaves no trace', async () => {
  const { id } = rig.register();
  rig.answer(() => {
    rig.store.transaction(() => {
      dropQueued(rig.store, rig.scheduler, id);
      webhookRepository(rig.store.sql).remove(id);
    });
    return { status: 500, error: null };
  });
  rig.emit();
  await rig.advance(3 * day);
  expect([rig.sent.length, rig.statuses()]).toEqual([1, ['dropped']]);
});
