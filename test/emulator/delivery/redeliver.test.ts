import { describe, expect, it } from 'vitest';
import { redeliver, redeliverFailed } from '../../../src/emulator/delivery/redeliver.js';
import type { Service } from '../../../src/emulator/service.js';
import { deliveryRepository, type Delivery } from '../../../src/emulator/store/delivery-repository.js';
import { webhookRepository } from '../../../src/emulator/store/webhook-repository.js';
import { createDeliveryRig, day, minute } from '../../support/emulator/delivery-rig.js';
import { rigStart } from '../../support/emulator/temporary-store.js';
import { fresh } from '../../support/shared.js';

const rig = fresh(createDeliveryRig);

const service = (): Service =>
  ({ store: rig.store, clock: rig.clock, random: rig.random, jobs: rig.scheduler }) as unknown as Service;
const again = (id: string, webhook: string | null = null): readonly Delivery[] =>
  rig.store.transaction(() => redeliver(service(), id, webhook));
const allFailed = (webhook: string | null = null): readonly Delivery[] =>
  rig.store.transaction(() => redeliverFailed(service(), webhook));
const deliveries = (): readonly Delivery[] => deliveryRepository(rig.store.sql).list({});
const fail = (): void => rig.answer(() => ({ status: 500, error: null }));
const recover = (): void => rig.answer(() => ({ status: 204, error: null }));

describe('a redelivery', () => {
  it('of a delivery that arrived sends the same event again, as a delivery of its own', async () => {
    const { id: webhook } = rig.register();
    const event = rig.emit();
    await rig.advance(0);
    const [made] = again(deliveries()[0]!.id);
    await rig.advance(minute);
    expect(made).toMatchObject({ event_id: event, webhook_id: webhook });
    expect(rig.sent.map(({ body }) => [body.id, body.retry_count])).toEqual([
      [event, 0],
      [event, 0],
    ]);
    expect(rig.statuses()).toEqual(['delivered', 'delivered']);
  });

  it('of a delivery that waits on its ladder makes the next attempt now, and not a second time later', async () => {
    rig.register();
    fail();
    rig.emit();
    await rig.advance(2 * minute);
    recover();
    const [waiting] = deliveries();
    expect(again(waiting!.id)).toMatchObject([{ id: waiting!.id, next_attempt_at: rigStart + 2 * minute }]);
    await rig.advance(day);
    expect(rig.sent.map(({ at, body }) => [at, body.retry_count])).toEqual([
      [0, 0],
      [minute, 1],
      [2 * minute, 2],
    ]);
    expect(rig.statuses()).toEqual(['delivered']);
  });

  it('leaves a due delivery unchanged', async () => {
    rig.register();
    rig.emit();
    again(deliveries()[0]!.id);
    await rig.advance(0);
    expect(rig.sent).toHaveLength(1);
  });

  it('of an event goes to every endpoint that subscribes now, also one that was not there before', async () => {
    rig.register();
    const event = rig.emit();
    await rig.advance(0);
    const late = rig.register();
    rig.register({ active: false });
    rig.register({ subscribed_events: ['envelope.completed'] });
    expect(again(event)).toHaveLength(2);
    expect(again(event, late.id).map(({ webhook_id: webhook }) => webhook)).toEqual([late.id]);
    await rig.advance(0);
    expect(rig.sent.filter(({ url }) => url === late.url)).toHaveLength(1);
  });

  it('of everything that failed leaves out what arrived, what was sent again, and endpoints that are gone', async () => {
    const [one, two] = [rig.register(), rig.register()];
    rig.emit();
    await rig.advance(0);
    fail();
    rig.emit();
    await rig.advance(3 * day);
    rig.emit();
    await rig.advance(0);
    rig.store.transaction(() => webhookRepository(rig.store.sql).remove(two.id));
    recover();
    const sent = allFailed();
    expect(sent.map(({ webhook_id: webhook }) => webhook)).toEqual([one.id, one.id]);
    expect(allFailed(two.id)).toEqual([]);
    const before = rig.sent.length;
    await rig.advance(0);
    expect(rig.sent.length - before).toBe(2);
    expect(allFailed()).toEqual([]);
  });

  it('is refused for an inactive or deleted endpoint, an event without subscriber, and an unknown ID', async () => {
    const endpoint = rig.register();
    const event = rig.emit();
    await rig.advance(0);
    const [made] = deliveries();
    rig.store.transaction(() => webhookRepository(rig.store.sql).update({ ...endpoint, active: false }));
    expect(() => again(made!.id)).toThrow('is not active');
    expect(() => again(event)).toThrow('No active endpoint subscribes to envelope.sent');
    rig.store.transaction(() => webhookRepository(rig.store.sql).remove(endpoint.id));
    expect(() => again(made!.id)).toThrow('was deleted');
    expect(() => again('00000000-0000-4000-8000-000000000000')).toThrow('Delivery or event not found');
  });
});
