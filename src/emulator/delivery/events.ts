import type { EventName } from '../../contract/events.js';
import type { Contract } from '../../contract/overlay/contract.js';
import { eventBody, writeEventBody } from '../../domain/webhook/event-body.js';
import { type JsonNode, type JsonStyle, readLossless, writeLossless } from '../../domain/webhook/lossless-json.js';
import type { EmulatorClock } from '../clock.js';
import { wants } from '../domain/webhook-endpoint.js';
import type { Randomness } from '../random.js';
import { deliveryRepository } from '../store/delivery-repository.js';
import { eventRepository, type StoredEvent } from '../store/event-repository.js';
import type { Store } from '../store/store.js';
import { webhookRepository } from '../store/webhook-repository.js';
import type { Jobs } from './jobs.js';

interface NewEvent {
  readonly name: EventName;
  readonly organisation_id: string;
  readonly brand_id: string | null;
  readonly envelope_id: string;
  readonly recipient_id: string | null;
}

/** Within a transaction: records an event and queues it for every active, subscribed endpoint (Events). */
export interface Events {
  emit(event: NewEvent): void;
}

export interface EventParts {
  readonly store: Store;
  readonly clock: EmulatorClock;
  readonly random: Randomness;
  readonly jobs: Jobs;
}

export function createEvents({ store, clock, random, jobs }: EventParts): Events {
  const events = eventRepository(store.sql);
  const webhooks = webhookRepository(store.sql);
  const deliveries = deliveryRepository(store.sql);
  return {
    emit(event) {
      const now = clock.now();
      const id = random.uuid();
      events.insert({ ...event, id, created_at: now });
      for (const endpoint of webhooks.list(event.organisation_id).filter((each) => wants(each, event))) {
        const delivery = random.uuid();
        deliveries.insert({
          id: delivery,
          event_id: id,
          webhook_id: endpoint.id,
          status: 'queued',
          next_attempt_at: now,
        });
        jobs.schedule('deliver', delivery, now);
      }
    },
  };
}

/**
 * The bytes of an event for an attempt, in the words of the contract file: `retries` is 0 at the first one. The same facts
 * give the same bytes; another event, or another attempt, is often written in another form.
 */
export function eventBytes(contract: Contract, { id, name, ...event }: EventFacts, retries: number): Buffer {
  const plain = writeEventBody(eventBody({ ...event, id, event: name, retry_count: retries }, contract), contract);
  const node = readLossless(plain.toString('utf8'));
  const choice = Number.parseInt(id.slice(-4), 16) + retries;
  const form = forms[choice % forms.length];
  if (node === undefined || form === undefined) return plain;
  const { end = '', ...style } = form;
  return Buffer.from(writeLossless(choice % 2 === 0 ? node : sorted(node), style) + end);
}

const asWritten = (raw: string): string => raw;
const withSlashes = (raw: string): string => raw.replaceAll('/', '\\/');

/**
 * How the bodies are written: as services may, and as no library writes JSON that it has parsed. So an app that verifies
 * what it has parsed and written again fails at its first delivery, and not in production.
 */
const forms: readonly (JsonStyle & { readonly end?: string })[] = [
  { indent: undefined, comma: ', ', colon: ': ', text: withSlashes },
  { indent: '  ', comma: ',', colon: ': ', text: asWritten, end: '\n' },
  { indent: '\t', comma: ',', colon: ': ', text: asWritten },
  { indent: undefined, comma: ',', colon: ':', text: withSlashes, end: '\n' },
  { indent: undefined, comma: ', ', colon: ': ', text: asWritten, end: '\n' },
];

const sorted = (node: JsonNode): JsonNode =>
  node.kind === 'object' ? { ...node, members: node.members.toSorted((a, b) => (a.name < b.name ? -1 : 1)) } : node;

type EventFacts = Pick<StoredEvent, 'id' | 'name' | 'created_at' | 'envelope_id' | 'recipient_id'>;
