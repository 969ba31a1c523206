import { plainContract } from '../../../src/contract/overlay/plain-contract.js';
import { createHmac } from 'node:crypto';
import { registerDelivery } from '../../../src/emulator/delivery/deliver.js';
import { createEvents } from '../../../src/emulator/delivery/events.js';
import { createDeliveryFaults, type DeliveryFaults } from '../../../src/emulator/delivery/faults.js';
import { createResponseLog } from '../../../src/emulator/delivery/response-log.js';
import type { Posted } from '../../../src/emulator/delivery/post.js';
import type { WebhookEndpoint } from '../../../src/emulator/domain/webhook-endpoint.js';
import { deliveryRepository, type DeliveryStatus } from '../../../src/emulator/store/delivery-repository.js';
import { organisationRepository } from '../../../src/emulator/store/organisation-repository.js';
import { webhookRepository } from '../../../src/emulator/store/webhook-repository.js';
import { createRig, rigStart, type Rig } from './temporary-store.js';

export const minute = 60_000;
const hour = 60 * minute;
export const day = 24 * hour;

export interface Sent {
  /** Milliseconds since the start of the rig. */
  readonly at: number;
  readonly url: string;
  readonly body: { readonly id: string; readonly retry_count: number };
  readonly raw: Buffer;
  readonly signature: string;
}

/** Deliveries over a data file, a frozen clock and receivers that are a function: everything but the socket. */
export interface DeliveryRig extends Rig {
  readonly faults: DeliveryFaults;
  readonly sent: Sent[];
  /** How every posting is answered from now on. */
  answer(by: (url: string) => Posted): void;
  register(changes?: Partial<WebhookEndpoint>): WebhookEndpoint;
  /** Records an event and answers its id. */
  emit(name?: 'envelope.sent' | 'envelope.voided', brand?: string | null): string;
  advance(by: number): Promise<unknown>;
  statuses(): DeliveryStatus[];
  endpoint(id: string): WebhookEndpoint;
}

export function createDeliveryRig(): DeliveryRig {
  const rig = createRig();
  const faults = createDeliveryFaults();
  const sent: Sent[] = [];
  let reply: (url: string) => Posted = () => ({ status: 204, error: null });
  let made = 0;
  const parts = { store: rig.store, clock: rig.clock, random: rig.random, jobs: rig.scheduler };
  const events = createEvents(parts);
  registerDelivery({
    ...parts,
    contract: plainContract,
    faults,
    responses: createResponseLog(),
    elapsed: () => 0,
    real: () => rig.clock.now(),
    post: (url, raw, signature) => {
      const body = JSON.parse(raw.toString('utf8')) as Sent['body'];
      sent.push({ at: rig.clock.now() - rigStart, url, raw, signature, body });
      return Promise.resolve(reply(url));
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
  const statuses = (): DeliveryStatus[] =>
    deliveryRepository(rig.store.sql)
      .list({})
      .map(({ status }) => status);
  return {
    ...rig,
    faults,
    sent,
    answer(by) {
      reply = by;
    },
    register(changes = {}) {
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
    },
    emit(name = 'envelope.sent', brand = 'brand') {
      rig.store.transaction(() =>
        events.emit({ name, organisation_id: 'one', brand_id: brand, envelope_id: 'envelope', recipient_id: null }),
      );
      return rig.store.sql.get<{ id: string }>('SELECT id FROM events ORDER BY sequence DESC LIMIT 1')?.id ?? '';
    },
    advance: (by) => rig.scheduler.advance((now) => now + by),
    statuses,
    endpoint(id) {
      const found = webhookRepository(rig.store.sql).get(id);
      if (found === null) throw new Error('no endpoint');
      return found;
    },
  };
}

/** The digest that a secret has to give for what was sent. */
export function digestOf(secret: string, { signature, raw }: Sent): string {
  const t = /t=(\d+)/.exec(signature)?.[1] ?? '';
  return createHmac('sha256', secret).update(`${t}.`).update(raw).digest('hex');
}
