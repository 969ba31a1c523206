import { ListenerDeliveries } from '../../store/listener-deliveries.js';
import type { Delivery } from '../../store/delivery.js';
import type { State } from '../../store/state.js';
import type { HeaderPair } from '../../core/http/headers.js';
import { fingerprint, randomToken } from '../../listen/endpoint/state.js';
import type { Attempter } from '../../listen/forward/attempt.js';
import { type Implied, syntheticBody } from '../../listen/receive/implied-events.js';

/** The header of every delivery that is made up here, so that an app can tell it from those of the service. */
const madeUpHeader = 'Esign-Synthetic';

export interface MadeUpOptions {
  readonly state: State;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Milliseconds by which the service's clock is ahead of this machine's: that of an emulator may have been moved. */
  readonly ahead: number;
  /** The host of the service that the events are about. */
  readonly host: string;
  readonly to: URL;
  /** The signature header for a body, by its name. */
  readonly sign: (body: Buffer) => HeaderPair;
  readonly headers: readonly HeaderPair[];
  readonly attempter: Attempter;
  readonly signal: AbortSignal;
}

/**
 * What became of an event: `delivered` now, `earlier` by a former run, `failed` (the app did not accept it), or `unknown`
 * (a former run was cut off while it sent it, or another process sends it).
 */
export const madeUpOutcomes = ['delivered', 'earlier', 'failed', 'unknown'] as const;

export interface MadeUp {
  readonly event: Implied['event'];
  readonly eventId: string;
  readonly recipientId: string | null;
  readonly outcome: (typeof madeUpOutcomes)[number];
  /** The status of the app's answer; null without one. */
  readonly status: number | null;
}

/**
 * Delivers events that an app has missed, signed, in order, each once to an address: an event has the same ID in every
 * run, and its delivery is recorded before the first byte leaves. `esign event show` has them, marked as synthetic.
 */
export class MadeUpEvents {
  readonly #of: MadeUpOptions;
  readonly #listener: string;
  readonly #journal: ListenerDeliveries;

  constructor(options: MadeUpOptions) {
    this.#of = options;
    const { state, now, host, to } = options;
    this.#listener = fingerprint(`reconcile ${host} ${to.href}`);
    this.#journal = new ListenerDeliveries({ state, now, host, listener: this.#listener });
  }

  /** Takes over what former runs left. Throws JournalFailure, as the other methods do. */
  async start(): Promise<void> {
    await this.#journal.start();
  }

  close(): void {
    this.#journal.close();
  }

  /** An event that the app accepted in a former run; null for any other. */
  before({ event, recipientId, ...rest }: Implied): MadeUp | null {
    const { id: eventId } = syntheticBody({ event, recipientId, ...rest }, '');
    if (this.#journal.event(eventId)?.taken !== true) return null;
    return { event, eventId, recipientId, outcome: 'earlier', status: null };
  }

  /** Delivers the events of one envelope until one is not accepted: those after it would arrive out of order. */
  async deliver(missed: readonly Implied[]): Promise<readonly MadeUp[]> {
    const all: MadeUp[] = [];
    for (const [index, implied] of missed.entries()) {
      const made = await this.#deliverOne(implied, index);
      all.push(made);
      if (made.outcome === 'failed' || made.outcome === 'unknown') break;
    }
    return all;
  }

  /** `index`: events of one envelope are a millisecond apart, since an app orders them by `created_at`. */
  async #deliverOne(implied: Implied, index: number): Promise<MadeUp> {
    const at = new Date(this.#of.now() + this.#of.ahead + index).toISOString();
    const { id: eventId, body: fresh } = syntheticBody(implied, at);
    const about = { event: implied.event, eventId, recipientId: implied.recipientId, status: null };
    const before = this.#journal.event(eventId);
    if (before?.taken === true) return { ...about, outcome: 'earlier' };
    const kept = before === undefined ? undefined : this.#journal.open(before.id);
    if (kept?.delivery.forward.is === 'sending') return { ...about, outcome: 'unknown' };
    const body = kept?.body ?? fresh;
    const [name, signature] = this.#of.sign(body);
    const id = kept?.delivery.id ?? (await this.#record(implied, { eventId, at, body, signature }));
    const attempts = attemptsOf(kept?.delivery) + 1;
    const begun = { target: this.#of.to.href, attempts, at: new Date(this.#of.now()).toISOString() };
    const refused = await this.#journal.forwarded(id, { is: 'sending', ...begun });
    if (refused !== undefined) return { ...about, outcome: refused === 'delivered' ? 'earlier' : 'unknown' };
    const { to, headers, attempter, signal } = this.#of;
    const sent = [[name, signature], [madeUpHeader, 'reconcile'], ...headers] as const;
    const { status, milliseconds, words } = await attempter.make({ url: to, body, headers: sent }, signal);
    const facts = { ...begun, status, milliseconds };
    const isTaken = status !== null && status >= 200 && status < 300;
    await this.#journal.forwarded(
      id,
      isTaken
        ? { is: 'delivered', ...facts }
        : { is: 'given-up', ...facts, words: words ?? `the app responded with ${status}` },
    );
    return { ...about, outcome: isTaken ? 'delivered' : 'failed', status };
  }

  async #record(
    implied: Implied,
    made: { readonly eventId: string; readonly at: string; readonly body: Buffer; readonly signature: string },
  ): Promise<string> {
    const id = randomToken(12);
    await this.#journal.got({
      id,
      at: new Date(this.#of.now()).toISOString(),
      listener: this.#listener,
      host: this.#of.host,
      endpoint: null,
      event: implied.event,
      eventId: made.eventId,
      envelopeId: implied.envelopeId,
      recipientId: implied.recipientId,
      createdAt: implied.at ?? made.at,
      retryCount: 0,
      synthetic: true,
      verdict: { ok: true, by: 'current' },
      signature: [made.signature],
      contentType: 'application/json',
      body: made.body,
      target: this.#of.to.href,
    });
    return id;
  }
}

const attemptsOf = (delivery: Delivery | undefined): number =>
  delivery !== undefined && 'attempts' in delivery.forward ? delivery.forward.attempts : 0;
