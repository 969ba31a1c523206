import type { EventName } from '../../contract/events.js';

/** A verified delivery, reduced to what an expectation needs. */
export interface Arrived {
  readonly event: string;
  readonly envelopeId: string;
}

export type Expectation =
  | { readonly is: 'open'; readonly missing: readonly EventName[] }
  | { readonly is: 'met'; readonly envelopeId: string }
  /** No envelope that counts can cause the missing events any more. */
  | { readonly is: 'impossible'; readonly because: Arrived; readonly missing: readonly EventName[] };

/** The expected events after which an envelope in this final state can still cause the others. */
const endings: Readonly<Record<string, readonly EventName[]>> = {
  'envelope.declined': [],
  'envelope.voided': [],
  'envelope.expired': [],
  // Sealing follows; a failed sealing may succeed later, so it is not final.
  'envelope.completed': ['envelope.sealed', 'envelope.sealing_failed'],
  'envelope.sealed': ['envelope.completed'],
};

/** Late events of an envelope may arrive after its last one, because order is not guaranteed. */
const before: readonly EventName[] = ['envelope.sent', 'recipient.completed'];

/**
 * Waits for events of one envelope, in any order, each as often as it is listed (Events: ordering is not guaranteed).
 * With several envelopes, the first one with all events meets the expectation.
 */
export class Expected {
  readonly #events: readonly EventName[];
  readonly #only: ReadonlySet<string> | null;
  readonly #missing = new Map<string, EventName[]>();
  readonly #ended = new Map<string, Arrived>();

  /** With `only`, just these envelopes count; the set may grow, also after their events have arrived. */
  constructor(events: readonly EventName[], only: ReadonlySet<string> | null = null) {
    this.#events = events;
    this.#only = only;
  }

  take(arrived: Arrived): Expectation {
    const { event, envelopeId } = arrived;
    const missing = this.#missing.get(envelopeId) ?? [...this.#events];
    this.#missing.set(envelopeId, missing);
    const at = missing.findIndex((name) => name === event);
    if (at !== -1) missing.splice(at, 1);
    const possible = endings[event];
    if (possible !== undefined && missing.some((name) => !possible.includes(name) && !before.includes(name))) {
      this.#ended.set(envelopeId, arrived);
    }
    return this.state();
  }

  state(): Expectation {
    const envelopeIds = [...(this.#only ?? this.#missing.keys())];
    const [furthest] = envelopeIds
      .map((envelopeId) => ({ envelopeId, missing: this.#missing.get(envelopeId) ?? this.#events }))
      .toSorted((one, other) => one.missing.length - other.missing.length);
    if (furthest?.missing.length === 0) return { is: 'met', envelopeId: furthest.envelopeId };
    const missing = [...(furthest?.missing ?? this.#events)];
    const because = [...this.#ended.values()].findLast(({ envelopeId }) => envelopeIds.includes(envelopeId));
    if (because === undefined || !envelopeIds.every((id) => this.#ended.has(id))) return { is: 'open', missing };
    return { is: 'impossible', because, missing };
  }
}
