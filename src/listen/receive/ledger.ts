import type { Client } from '../../client/client.js';
import { ServiceFailure } from '../../client/failure.js';
import type { RateBudget } from '../../client/rate-budget.js';
import type { EventName } from '../../contract/events.js';
import type { Envelope } from '../../contract/resources/envelope.js';
import type { Arrival } from '../../store/delivery.js';
import { impliedEvents, keyOf, type Implied } from './implied-events.js';

export interface LedgerOptions {
  readonly client: Pick<Client, 'call'>;
  /** The events that the listener subscribes to. */
  readonly events: readonly EventName[];
  /** Whether an event arrived that this ledger no longer holds. */
  readonly remembered?: (arrival: Arrival) => boolean;
}

/** Whether an event arrived. */
export type Came = (arrival: Arrival) => boolean;

/** What is known about the events that should have arrived. */
export interface Audit {
  readonly missing: readonly Implied[];
  /** Why events may have been missed anyway; a sentence without a full stop. Null when all is known. */
  readonly unsure: string | null;
  readonly read: number;
}

const unread = 'some envelopes of this machine could not be read';
const older = 'an envelope is older than this run, and its earlier state is unknown';

/** The latest envelopes held in memory; far more than are ever read. */
const maxHeld = 2_000;

/** The share of the rate limit that is left to others. */
export const leftToOthers = 0.3;

/**
 * Compares the received events with those that the known envelopes imply, because the service has no list of events.
 * Events from before the listener started and unsubscribed events do not count.
 */
export class Ledger {
  readonly #of: LedgerOptions;
  readonly #before = new Map<string, ReadonlySet<string>>();
  /** Received events by envelope, the latest last. */
  readonly #envelopes = new Map<string, Set<string>>();
  #forgotten = 0;
  #since = Number.POSITIVE_INFINITY;

  constructor(options: LedgerOptions) {
    this.#of = options;
  }

  arrived(event: string, envelopeId: string, recipientId: string | null): void {
    this.#know(envelopeId).add(keyOf({ event, envelopeId, recipientId }));
  }

  has(implied: Implied): boolean {
    const held = this.#envelopes.get(implied.envelopeId)?.has(keyOf(implied)) === true;
    return held || this.#of.remembered?.(implied) === true;
  }

  know(envelopes: readonly string[]): void {
    for (const id of envelopes) this.#know(id);
  }

  #know(id: string): Set<string> {
    const known = this.#envelopes.get(id) ?? new Set();
    this.#envelopes.set(id, known);
    for (const [oldest] of this.#envelopes) {
      if (this.#envelopes.size <= maxHeld) break;
      this.#envelopes.delete(oldest);
      this.#forgotten += 1;
    }
    return known;
  }

  /**
   * Notes the state of envelopes when listening begins, at `since` on the service's clock (milliseconds since 1970):
   * all events of later envelopes should arrive. Ends early on the signal or for the rate limit. Returns what had not
   * arrived of envelopes with other events in `before`.
   */
  async begin(
    since: number,
    envelopes: readonly string[],
    before: Came,
    signal: AbortSignal,
  ): Promise<readonly Implied[]> {
    this.#since = since;
    const gap: Implied[] = [];
    for (const id of envelopes) {
      const read = await this.#read(id, signal);
      if (read === 'stop') return gap;
      if (read === 'gone') continue;
      const implied = impliedEvents(read.envelope, read.sealed);
      this.#know(id);
      this.#before.set(id, new Set(implied.map(keyOf)));
      if (implied.some((each) => before(each))) {
        gap.push(...implied.filter((each) => this.#isWanted(each) && !before(each)));
      }
    }
    return gap;
  }

  #isWanted({ event }: Implied): boolean {
    return this.#of.events.includes(event);
  }

  /** Reads the known envelopes, latest first, and returns the events that did not arrive. */
  async audit(max: number, signal: AbortSignal): Promise<Audit> {
    const missing: Implied[] = [];
    const ids = [...this.#envelopes.keys()].toReversed();
    let read = 0;
    let unsure =
      ids.length <= max
        ? null
        : `only the latest ${max} of ${this.#forgotten > 0 ? 'more than ' : ''}${ids.length} envelopes were read`;
    for (const id of ids.slice(0, max)) {
      const found = await this.#read(id, signal);
      if (found === 'stop') return { missing, unsure: unread, read };
      if (found === 'gone') continue;
      read += 1;
      const before = this.#before.get(id);
      const isNew = Date.parse(found.envelope.created_at) >= this.#since;
      // The initial state of an older one is unknown, so nothing can be derived.
      if (before === undefined && !isNew) {
        unsure ??= older;
        continue;
      }
      const implied = impliedEvents(found.envelope, found.sealed).filter((each) => {
        return this.#isWanted(each) && !this.has(each) && before?.has(keyOf(each)) !== true;
      });
      missing.push(...implied);
    }
    return { missing, unsure, read };
  }

  async #read(
    id: string,
    signal: AbortSignal,
  ): Promise<{ readonly envelope: Envelope; readonly sealed: boolean | null } | 'gone' | 'stop'> {
    const { client, events } = this.#of;
    try {
      const { body: envelope, rate } = await client.call(
        'getEnvelope',
        { parameters: { envelopeId: id } },
        { signal, maxWait: 0 },
      );
      if (isLow(rate)) return 'stop';
      const ask = envelope.status === 'completed' && events.includes('envelope.sealed');
      return { envelope, sealed: ask ? await readSealed(client, id, signal) : null };
    } catch (error) {
      return error instanceof ServiceFailure && error.status === 404 ? 'gone' : 'stop';
    }
  }
}

/** Whether the documents are sealed; null when the key may not read documents. */
export async function readSealed(
  client: Pick<Client, 'call'>,
  id: string,
  signal: AbortSignal,
): Promise<boolean | null> {
  try {
    const parameters = { envelopeId: id };
    return (await client.call('listEnvelopeDocuments', { parameters }, { signal, maxWait: 0 })).body.sealed;
  } catch (error) {
    if (error instanceof ServiceFailure && (error.status === 403 || error.status === 404)) return null;
    throw error;
  }
}

/** Whether the remaining requests of this minute are left to others. */
export const isLow = (rate: RateBudget | undefined): boolean =>
  rate !== undefined && rate.limit !== undefined && rate.remaining < rate.limit * leftToOthers;
