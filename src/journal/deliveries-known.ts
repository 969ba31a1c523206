import type { Place, RecordedDelivery, Forward, DeliveryFacts } from './deliveries-entry.js';
import { arrivalOf, isOpen } from './deliveries-entry.js';
import type { Checkpoint, OpenDelivery } from './deliveries-checkpoint.js';
import { readCheckpoint, writeCheckpoint } from './deliveries-checkpoint.js';
import { DeliveryIndex, type RememberedEvent } from './deliveries-index.js';
import { listenerIn, type Claim } from './deliveries-owner.js';
import { type Fold, isLater } from './deliveries-fold.js';

const finalEvents: readonly (string | null)[] = [
  'envelope.declined',
  'envelope.voided',
  'envelope.expired',
  'envelope.sealed',
];
const maxEnvelopes = 400;

/**
 * The facts of a forwarding that outlive its segments: which events arrived, which deliveries an app still needs, and
 * which envelopes are not in a final state. The first are only on disk; the others are few.
 */
export class KnownDeliveries {
  readonly #claim: Claim;
  readonly #index: DeliveryIndex;
  readonly #open: Map<string, OpenDelivery>;
  readonly #envelopes: Map<string, boolean>;
  #host: string;
  #failed = false;

  /** Throws DeliveriesTooNew, and system errors. */
  static async load(claim: Claim, now: () => number): Promise<{ known: KnownDeliveries; listed: readonly string[] }> {
    const before = await readCheckpoint(claim.path);
    const index = new DeliveryIndex({ folder: claim.path, others: claim.others, now });
    const known = new KnownDeliveries(claim, index, before);
    return { known, listed: index.torn || before.seeded ? [] : before.segments };
  }

  private constructor(claim: Claim, index: DeliveryIndex, { host, open, envelopes }: Checkpoint) {
    this.#claim = claim;
    this.#index = index;
    this.#host = host;
    this.#open = new Map(open);
    this.#envelopes = new Map(envelopes);
  }

  get name(): string {
    return this.#claim.name;
  }

  get open(): ReadonlyMap<string, OpenDelivery> {
    return this.#open;
  }

  get envelopes(): ReadonlyMap<string, boolean> {
    return this.#envelopes;
  }

  get host(): string {
    return this.#host;
  }

  /** The index lacks entries that could not be written, so the segments must be read again before they are deleted. */
  get isBehind(): boolean {
    return this.#failed;
  }

  event(eventId: string): RememberedEvent | undefined {
    return this.#index.event(eventId);
  }

  arrived(host: string, arrival: string): boolean {
    return this.#index.arrived(host, arrival);
  }

  /** A delivery in a segment. Without room in the index its segment stays, which has the same facts. */
  got(facts: Omit<DeliveryFacts, 'size'>, target: string | null, place: Place): void {
    const forward: Forward = target === null ? { is: 'none' } : { is: 'waiting', target };
    try {
      this.#remember(facts, forward, false);
    } catch {
      this.#failed = true;
    }
    if (target !== null) this.#open.set(facts.id, { eventId: facts.eventId, place, forward });
  }

  forwarded(id: string, forward: Exclude<Forward, { is: 'none' | 'waiting' }>): void {
    const known = this.#open.get(id);
    if (known === undefined || !isLater(forward, known.forward)) return;
    if (isOpen(forward)) {
      this.#open.set(id, { ...known, forward });
      return;
    }
    this.#open.delete(id);
    if (forward.is !== 'delivered' || known.eventId === null) return;
    try {
      this.#index.take(known.eventId);
    } catch {
      this.#failed = true;
    }
  }

  /** Its body was moved; false when no app needs it any more. */
  move(id: string, place: Place): boolean {
    const known = this.#open.get(id);
    if (known !== undefined) this.#open.set(id, { ...known, place });
    return known !== undefined;
  }

  /** Adds the entries of segments that the last checkpoint lacks; returns those of other forwardings. */
  catchUp(fold: Fold): readonly RecordedDelivery[] {
    const others: RecordedDelivery[] = [];
    this.#failed = false;
    for (const delivery of fold.deliveries()) {
      if (!delivery.verdict.ok) continue;
      const { id, eventId, place, forward, listener } = delivery;
      const isOwn = listener === listenerIn(this.#claim.name);
      this.#remember(delivery, forward, true, isOwn);
      if (!isOwn) others.push(delivery);
      else if (isOpen(forward) && place !== null) this.#open.set(id, { eventId, place, forward });
      else this.#open.delete(id);
    }
    for (const entry of fold.orphans()) if (entry.kind === 'forward') this.forwarded(entry.id, entry.forward);
    return others;
  }

  /** Writes missing entries to the index. Throws system errors if it still cannot. */
  reindex(fold: Fold): void {
    for (const delivery of fold.deliveries()) {
      if (delivery.verdict.ok) this.#remember(delivery, delivery.forward, true);
    }
    this.#failed = false;
  }

  /** Takes over the open deliveries of an exited process; those taken over before are in the index. */
  adopt(left: readonly RecordedDelivery[]): void {
    for (const delivery of left) {
      const { id, eventId, forward, place } = delivery;
      if (place === null || (eventId !== null && this.#index.ownEvent(eventId))) continue;
      this.#remember(delivery, forward, false);
      this.#open.set(id, { eventId, place, forward });
    }
  }

  forget(ids: Iterable<string>): void {
    for (const id of ids) this.#open.delete(id);
  }

  /** Everything is on disk when it resolves. Throws system errors. */
  async save(segments: readonly string[]): Promise<void> {
    await this.#index.sync();
    const { host, open, envelopes } = this;
    await writeCheckpoint(this.#claim.path, { host, segments, open, envelopes, seeded: false });
  }

  async close(): Promise<void> {
    this.#index.close();
    await this.#claim.release();
  }

  #remember(facts: Omit<DeliveryFacts, 'size'>, forward: Forward, once: boolean, isOwn = true): void {
    const { id, eventId, host, event, envelopeId, recipientId } = facts;
    const at = Date.parse(facts.at);
    const arrival = event === null || envelopeId === null ? null : arrivalOf(event, envelopeId, recipientId);
    if (isOwn) this.#host = host;
    if (envelopeId !== null && event !== null && host === this.#host) this.#noteEnvelope(envelopeId, event);
    const taken = forward.is === 'delivered' || forward.is === 'none';
    if (!isOwn || eventId === null) this.#index.addArrival(host, arrival, at);
    else if (once) this.#index.addOnce(host, { eventId, id, at, taken, arrival });
    else this.#index.add(host, { eventId, id, at, taken, arrival });
  }

  #noteEnvelope(id: string, event: string): void {
    const over = this.#envelopes.get(id) === true || finalEvents.includes(event);
    // The latest mention counts.
    this.#envelopes.delete(id);
    this.#envelopes.set(id, over);
    for (const [oldest] of this.#envelopes) {
      if (this.#envelopes.size <= maxEnvelopes) break;
      this.#envelopes.delete(oldest);
    }
  }
}
