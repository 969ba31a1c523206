import type { EventName } from '../contract/events.js';

/** A verified delivery, as far as an expectation is concerned. */
export interface Arrived {
  readonly event: string;
  readonly envelopeId: string;
}

export type Expectation =
  | { readonly is: 'open'; readonly missing: readonly EventName[] }
  | { readonly is: 'met'; readonly envelopeId: string }
  /** No envelope that counts can bring what is missing any more. */
  | { readonly is: 'impossible'; readonly because: Arrived; readonly missing: readonly EventName[] };

/** After which of the expected events an envelope that ended like this can still bring the others. */
const endings: Readonly<Record<string, readonly EventName[]>> = {
  'envelope.declined': [],
  'envelope.voided': [],
  'envelope.expired': [],
  // Sealing comes after it; a failed one may still succeed later, so that it ends nothing.
  'envelope.completed': ['envelope.sealed', 'envelope.sealing_failed'],
  'envelope.sealed': ['envelope.completed'],
};

/** Late events of an envelope may arrive after its last one, since order is not guaranteed. */
const before: readonly EventName[] = ['envelope.sent', 'recipient.completed'];

/**
 * Watches for events of one envelope, in any order, each as often as it is named (Events: ordering is not guaranteed).
 * With several envelopes under way, the first one that brings them all meets the expectation.
 */
export class Expected {
  readonly #events: readonly EventName[];
  readonly #only: ReadonlySet<string> | null;
  readonly #missing = new Map<string, EventName[]>();
  readonly #ended = new Map<string, Arrived>();

  /** With `only`, these envelopes count and no others; the set may grow, also after their events have come. */
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
    const counted = [...(this.#only ?? this.#missing.keys())];
    const [furthest] = counted
      .map((envelopeId) => ({ envelopeId, missing: this.#missing.get(envelopeId) ?? this.#events }))
      .toSorted((one, other) => one.missing.length - other.missing.length);
    if (furthest?.missing.length === 0) return { is: 'met', envelopeId: furthest.envelopeId };
    const missing = [...(furthest?.missing ?? this.#events)];
    const because = [...this.#ended.values()].findLast(({ envelopeId }) => counted.includes(envelopeId));
    if (because === undefined || !counted.every((id) => this.#ended.has(id))) return { is: 'open', missing };
    return { is: 'impossible', because, missing };
  }
}
