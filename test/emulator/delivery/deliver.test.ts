import { describe, expect, it } from 'vitest';
import { dropQueued } from '../../../src/emulator/delivery/deliver.js';
import { revived, rotated } from '../../../src/emulator/domain/webhook-endpoint.js';
import { deliveryRepository } from '../../../src/emulator/store/delivery-repository.js';
import { webhookRepository } from '../../../src/emulator/store/webhook-repository.js';
import { createDeliveryRig, day, digestOf, minute } from '../../support/emulator/delivery-rig.js';
import { rigStart } from '../../support/emulator/temporary-store.js';
import { fresh } from '../../support/shared.js';

const ladder = [0, 1, 16, 61, 121, 601, 2041].map((minutes) => minutes * minute);

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

describe('the attempts', () => {
  it('follow the ladder from the previous attempt, counting retries, each with a new signature and time', async () => {
    const { id } = rig.register();
    rig.answer(() => ({ status: 500, error: null }));
    rig.emit();
    await rig.advance(3 * day);
    expect(rig.sent.map(({ at }) => at)).toEqual(ladder);
    expect(rig.sent.map(({ body }) => body.retry_count)).toEqual([0, 1, 2, 3, 4, 5, 6]);
    for (const each of rig.sent) {
      expect(each.signature).toBe(`t=${(rigStart + each.at) / 1000}, v1=${digestOf('whsec_a', each)}`);
    }
    expect(rig.statuses()).toEqual(['exhausted']);
    expect(rig.endpoint(id)).toMatchObject({
      consecutive_failures: 1,
      last_failure_at: rigStart + (ladder[6] ?? 0),
      active: true,
    });
  });

  it.each([200, 201, 204, 299])('%d is a success', async (status) => {
    const { id } = rig.register({ consecutive_failures: 3, failing_since: rigStart - day });
    rig.answer(() => ({ status, error: null }));
    rig.emit();
    await rig.advance(day);
    expect([rig.sent.length, rig.statuses()]).toEqual([1, ['delivered']]);
    expect(rig.endpoint(id)).toMatchObject({ consecutive_failures: 0, last_success_at: rigStart, failing_since: null });
  });

  it.each([100, 199, 300, 301, 304, 400, 404, 410, 429, 500, null])('%s is retried', async (status) => {
    rig.register();
    rig.answer(() => ({ status, error: status === null ? 'refused' : null }));
    rig.emit();
    await rig.advance(minute);
    expect([rig.sent.length, rig.statuses()]).toEqual([2, ['queued']]);
    expect(deliveryRepository(rig.store.sql).list({})[0]?.next_attempt_at).toBe(rigStart + 16 * minute);
  });

  it('are signed with the previous secret too, for 24 hours after a rotation', async () => {
    const { id } = rig.register();
    rig.store.transaction(() =>
      webhookRepository(rig.store.sql).update(rotated(rig.endpoint(id), 'whsec_b', rigStart)),
    );
    rig.answer(() => ({ status: 500, error: null }));
    rig.emit();
    await rig.advance(2 * day);
    const both = rig.sent.filter(({ signature }) => signature.includes('v0='));
    expect(both.map(({ at }) => at)).toEqual(ladder.filter((at) => at < day));
    for (const each of both) {
      expect(each.signature).toContain(`v1=${digestOf('whsec_b', each)}, v0=${digestOf('whsec_a', each)}`);
    }
  });
});

describe('an endpoint', () => {
  it('that fails for seven days is disabled, and what was queued for it is dropped', async () => {
    const { id } = rig.register();
    rig.answer(() => ({ status: 500, error: null }));
    for (let each = 0; each < 8; each += 1) {
      rig.emit();
      await rig.advance(day);
    }
    const gone = rig.endpoint(id);
    expect([gone.active, gone.disabled_at]).toEqual([false, rigStart + 7 * day]);
    expect(gone.disabled_reason).toMatch(/\S/);
    expect(new Set(rig.statuses())).toEqual(new Set(['exhausted', 'dropped']));
    const before = rig.sent.length;
    rig.emit();
    await rig.advance(3 * day);
    expect(rig.sent.length).toBe(before);
  });

  it('that is reactivated gets new events, and its seven days restart', async () => {
    const { id } = rig.register({ active: false, failing_since: rigStart - 9 * day, disabled_at: rigStart });
    rig.store.transaction(() => webhookRepository(rig.store.sql).update(revived(rig.endpoint(id))));
    rig.answer(() => ({ status: 500, error: null }));
    rig.emit();
    await rig.advance(minute);
    expect([rig.sent.length, rig.endpoint(id).active]).toEqual([2, true]);
  });

  it('that is deleted gets no more, and an attempt in progress leaves no trace', async () => {
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
});
