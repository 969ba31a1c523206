import type { Activity } from '../emulator/control-types.js';
import { type Entry, entryOf } from '../timeline/entry.js';
import { listenerEntry } from '../timeline/listener-entries.js';
import { activityEntries, type Span } from './activity-entries.js';

/** What waits to be put in order; more is passed on at once, for an app may be loud. */
const maxWaiting = 5_000;
/** Milliseconds in which an event reaches the app, or is said not to have. */
const deliveryMs = 15_000;
/** Events whose names are kept for a delivery. */
const maxEvents = 1_000;
/** An attempt that took longer, in milliseconds, stands where it ended. */
const longMs = 1_000;

/** At the same time, what comes first is the cause of the others. */
const ranks: Readonly<Record<Entry['kind'], number>> = {
  api: 0,
  page: 0,
  esign: 0,
  mail: 1,
  event: 1,
  hook: 2,
  app: 3,
};

interface KnownEvent {
  readonly about: string;
  readonly event: string;
  readonly envelopeId: string | null;
  /** Until when its delivery is awaited. */
  readonly until: number;
}

/**
 * Puts what the emulator, the listener and the app report into one order, by one clock: it passes on what is older than
 * the last look at the emulator, so that a request stands above what it caused.
 */
export class Feed {
  readonly #show: (entries: readonly Entry[]) => void;
  readonly #bodies: boolean;
  #waiting: Entry[] = [];
  readonly #events = new Map<string, KnownEvent>();
  readonly #delivered = new Set<string>();
  /** When the emulator was last asked. */
  #asked: number;

  constructor(show: (entries: readonly Entry[]) => void, options: { readonly bodies: boolean; readonly now: number }) {
    this.#show = show;
    this.#bodies = options.bodies;
    this.#asked = options.now;
  }

  add(entries: readonly Entry[]): void {
    this.#waiting.push(...entries);
    if (this.#waiting.length > maxWaiting) this.flush();
  }

  /** A line of the listener, at a time of this machine. */
  line(line: Readonly<Record<string, unknown>>, now: number): void {
    const entry = listenerEntry(line, startOf(line, now));
    if (entry === null) return;
    const id = line['type'] === 'delivery' && typeof line['event_id'] === 'string' ? line['event_id'] : null;
    if (id !== null) {
      this.#delivered.add(id);
      const [oldest] = this.#delivered;
      if (this.#delivered.size > maxEvents && oldest !== undefined) this.#delivered.delete(oldest);
    }
    this.add([{ ...entry, eventId: id }]);
  }

  /** What the emulator has reported when it was asked at a time of this machine. */
  activity(activity: Activity, asked: number): void {
    const span: Span = { from: Math.min(this.#asked, asked), to: asked };
    this.#asked = asked;
    for (const { event, title, recipient_name: name } of activity.events) {
      const { id, envelope_id: envelopeId } = event;
      const about = [title === null ? '' : `“${title}”`, envelopeId?.slice(0, 8) ?? '', name ?? ''];
      const known = { about: about.filter((part) => part !== '').join('  '), event: event.event, envelopeId };
      this.#events.set(id, { ...known, until: asked + deliveryMs });
      const [oldest] = this.#events.keys();
      if (this.#events.size > maxEvents && oldest !== undefined) this.#events.delete(oldest);
    }
    this.#waiting.push(...activityEntries(activity, span, this.#bodies), ...this.#undelivered(asked));
    this.#pass(asked);
  }

  /** Passes everything on. */
  flush(): void {
    this.#pass(Infinity);
  }

  #pass(until: number): void {
    const ready = this.#waiting.filter(({ at }) => at <= until);
    if (ready.length === 0) return;
    this.#waiting = this.#waiting.filter(({ at }) => at > until);
    this.#show(
      ready.toSorted((one, other) => one.at - other.at || ranks[one.kind] - ranks[other.kind]).map(this.#named),
    );
  }

  #named = (entry: Entry): Entry => {
    const known = this.#events.get(entry.eventId ?? '');
    return known === undefined ? entry : { ...entry, about: known.about };
  };

  /** Events without a delivery: the endpoint is off, or a fault dropped or delays them. */
  #undelivered(now: number): readonly Entry[] {
    const late = [...this.#events].filter(([id, { until }]) => until <= now && !this.#delivered.has(id));
    return late.map(([id, { event, about, envelopeId }]) => {
      this.#delivered.add(id);
      const what = `${event} has not arrived at the listener`;
      return entryOf({ at: now, kind: 'event', tone: 'warn', what, about, envelopeId });
    });
  }
}

/** When the attempt that a line tells of began; a long one stands where it ended. */
function startOf(line: Readonly<Record<string, unknown>>, now: number): number {
  const told = typeof line['at'] === 'string' ? Date.parse(line['at']) : Number.NaN;
  const at = Number.isFinite(told) ? Math.min(told, now) : now;
  const app = line['app'];
  const took = typeof app === 'object' && app !== null && 'milliseconds' in app ? Number(app.milliseconds) : 0;
  return took > 0 && took <= longMs ? at - took : at;
}
