import { createHmac } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dropQueued, registerDelivery } from '../../../src/emulator/delivery/deliver.js';
import { createEvents, type Events } from '../../../src/emulator/delivery/events.js';
import type { Posted } from '../../../src/emulator/delivery/post.js';
import { rotated, revived, type WebhookEndpoint } from '../../../src/emulator/domain/webhook-endpoint.js';
import { deliveryRepository, type DeliveryStatus } from '../../../src/emulator/store/delivery-repository.js';
import { organisationRepository } from '../../../src/emulator/store/organisation-repository.js';
import { webhookRepository } from '../../../src/emulator/store/webhook-repository.js';
import { createRig, rigStart, type Rig } from '../../support/temporary-store.js';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const ladder = [0, 1, 16, 61, 121, 601, 2041].map((minutes) => minutes * minute);

interface Sent {
  readonly at: number;
  readonly url: string;
  readonly body: { readonly id: string; readonly retry_count: number };
  readonly raw: Buffer;
  readonly signature: string;
}

let rig: Rig;
let events: Events;
let sent: Sent[];
let answer: (url: string) => Posted;
beforeEach(() => {
  rig = createRig();
  sent = [];
  answer = () => ({ status: 204, error: null });
  const parts = { store: rig.store, clock: rig.clock, random: rig.random, jobs: rig.scheduler };
  events = createEvents(parts);
  registerDelivery({
    ...parts,
    elapsed: () => 0,
    post: (url, raw, signature) => {
      sent.push({
        at: rig.clock.now() - rigStart,
        url,
        raw,
        signature,
        body: JSON.parse(raw.toString('utf8')) as Sent['body'],
      });
      return Promise.resolve(answer(url));
    },
  });
  organisationRepository(rig.store.sql).insert({
    id: 'one',
    name: 'One',
    plan: 'paid',
    members: [],
    confirmed_addresses: [],
  });
  rig.scheduler.start();
});
afterEach(() => rig.close());

let made = 0;
function register(changes: Partial<WebhookEndpoint> = {}): WebhookEndpoint {
  made += 1;
  const endpoint: WebhookEndpoint = {
    id: `hook-${made}`,
    organisation_id: 'one',
    url: `https://hooks.example.com/${made}`,
    subscribed_events: ['envelope.sent', 'envelope.completed'],
    brand_id: null,
    active: true,
    consecutive_failures: 0,
    last_success_at: null,
    last_failure_at: null,
    failing_since: null,
    disabled_at: null,
    disabled_reason: null,
    created_at: rigStart,
    secret: 'whsec_a',
    previous_secret: null,
    rotated_at: null,
    ...changes,
  };
  webhookRepository(rig.store.sql).insert(endpoint);
  return endpoint;
}
const emit = (name: 'envelope.sent' | 'envelope.voided' = 'envelope.sent', brand: string | null = 'brand'): void =>
  rig.store.transaction(() =>
    events.emit({ name, organisation_id: 'one', brand_id: brand, envelope_id: 'envelope', recipient_id: null }),
  );
const advance = (by: number) => rig.scheduler.advance((now) => now + by);
const statuses = (): DeliveryStatus[] =>
  deliveryRepository(rig.store.sql)
    .list(null, null)
    .map(({ status }) => status);
const read = (id: string): WebhookEndpoint => {
  const found = webhookRepository(rig.store.sql).get(id);
  if (found === null) throw new Error('no endpoint');
  return found;
};
const digest = (secret: string, { signature, raw }: Sent): string => {
  const t = /t=(\d+)/.exec(signature)?.[1] ?? '';
  return createHmac('sha256', secret).update(`${t}.`).update(raw).digest('hex');
};

describe('an event', () => {
  it('goes to every active endpoint that wants it, with one id, and to no other', async () => {
    const [one, two] = [register(), register({ brand_id: 'brand' })];
    register({ brand_id: 'another' });
    register({ active: false });
    register({ subscribed_events: ['envelope.completed'] });
    emit();
    await advance(0);
    expect(sent.map(({ url }) => url).toSorted()).toEqual([one.url, two.url].toSorted());
    expect(new Set(sent.map(({ body }) => body.id)).size).toBe(1);
    expect(statuses()).toEqual(['delivered', 'delivered']);
  });

  it('is there even when nobody wants it', async () => {
    emit('envelope.voided');
    await advance(day);
    expect([sent, rig.store.sql.all('SELECT * FROM events')]).toEqual([
      [],
      [expect.objectContaining({ name: 'envelope.voided' })],
    ]);
  });
});

describe('the attempts', () => {
  it('follow the ladder from the previous attempt, counting retries, each signed anew with its own time', async () => {
    const { id } = register();
    answer = () => ({ status: 500, error: null });
    emit();
    await advance(3 * day);
    expect(sent.map(({ at }) => at)).toEqual(ladder);
    expect(sent.map(({ body }) => body.retry_count)).toEqual([0, 1, 2, 3, 4, 5, 6]);
    for (const each of sent) {
      expect(each.signature).toBe(`t=${(rigStart + each.at) / 1000}, v1=${digest('whsec_a', each)}`);
    }
    expect(statuses()).toEqual(['exhausted']);
    expect(read(id)).toMatchObject({
      consecutive_failures: 1,
      last_failure_at: rigStart + (ladder[6] ?? 0),
      active: true,
    });
  });

  it.each([200, 201, 204, 299])('%d is a success', async (status) => {
    const { id } = register({ consecutive_failures: 3, failing_since: rigStart - day });
    answer = () => ({ status, error: null });
    emit();
    await advance(day);
    expect([sent.length, statuses()]).toEqual([1, ['delivered']]);
    expect(read(id)).toMatchObject({ consecutive_failures: 0, last_success_at: rigStart, failing_since: null });
  });

  it.each([100, 199, 300, 301, 304, 400, 404, 410, 429, 500, null])('%s is retried', async (status) => {
    register();
    answer = () => ({ status, error: status === null ? 'refused' : null });
    emit();
    await advance(minute);
    expect([sent.length, statuses()]).toEqual([2, ['queued']]);
    expect(deliveryRepository(rig.store.sql).list(null, null)[0]?.next_attempt_at).toBe(rigStart + 16 * minute);
  });

  it('are signed with the previous secret too, for 24 hours after a rotation', async () => {
    const { id } = register();
    rig.store.transaction(() => webhookRepository(rig.store.sql).update(rotated(read(id), 'whsec_b', rigStart)));
    answer = () => ({ status: 500, error: null });
    emit();
    await advance(2 * day);
    const both = sent.filter(({ signature }) => signature.includes('v0='));
    expect(both.map(({ at }) => at)).toEqual(ladder.filter((at) => at < day));
    for (const each of both) {
      expect(each.signature).toContain(`v1=${digest('whsec_b', each)}, v0=${digest('whsec_a', each)}`);
    }
  });
});

describe('an endpoint', () => {
  it('that fails for seven days is disabled, and what was queued for it is dropped', async () => {
    const { id } = register();
    answer = () => ({ status: 500, error: null });
    for (let each = 0; each < 8; each += 1) {
      emit();
      await advance(day);
    }
    const gone = read(id);
    expect([gone.active, gone.disabled_at]).toEqual([false, rigStart + 7 * day]);
    expect(gone.disabled_reason).toMatch(/\S/);
    expect(new Set(statuses())).toEqual(new Set(['exhausted', 'dropped']));
    const before = sent.length;
    emit();
    await advance(3 * day);
    expect(sent.length).toBe(before);
  });

  it('that is revived is told of what comes after, and its seven days begin anew', async () => {
    const { id } = register({ active: false, failing_since: rigStart - 9 * day, disabled_at: rigStart });
    rig.store.transaction(() => webhookRepository(rig.store.sql).update(revived(read(id))));
    answer = () => ({ status: 500, error: null });
    emit();
    await advance(minute);
    expect([sent.length, read(id).active]).toEqual([2, true]);
  });

  it('that is deleted gets no more, and an attempt under way leaves no trace', async () => {
    const { id } = register();
    answer = () => {
      rig.store.transaction(() => {
        dropQueued(rig.store, rig.scheduler, id);
        webhookRepository(rig.store.sql).remove(id);
      });
      return { status: 500, error: null };
    };
    emit();
    await advance(3 * day);
    expect([sent.length, statuses()]).toEqual([1, ['dropped']]);
  });
});
