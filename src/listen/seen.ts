import { rememberedFor } from '../journal/deliveries-room.js';
import type { RecordedDelivery } from '../journal/deliveries-entry.js';
import type { AppAnswer } from './answer.js';

/** An event that has come before. */
export interface Known {
  /** The delivery that brought it. */
  readonly id: string;
  /** When it came: milliseconds since 1970. */
  readonly at: number;
  /** Settled once it is on the disk; rejected when it could not be written, and then it counts as never seen. */
  readonly recorded: Promise<unknown>;
  /** What the app made of it; for `--ack app`, where a repeat is another try unless it was taken. */
  app: 'taken' | 'open' | Promise<AppAnswer>;
}

const most = 200_000;

/**
 * The events that came within the last seven days, across restarts: each goes to the app once (Events: the id is the
 * same at every retry). It holds ids alone, and a bounded number of them.
 */
export class Seen {
  readonly #known = new Map<string, Known>();

  /** Takes up what earlier runs recorded for the same forwarding. */
  restore(deliveries: readonly RecordedDelivery[], now: number): void {
    for (const { id, eventId, at, forward } of deliveries) {
      const time = Date.parse(at);
      if (eventId === null || now - time > rememberedFor) continue;
      const app = forward.is === 'delivered' || forward.is === 'none' ? 'taken' : 'open';
      this.#known.set(eventId, { id, at: time, recorded: Promise.resolve(), app });
    }
  }

  get size(): number {
    return this.#known.size;
  }

  get(event: string): Known | undefined {
    return this.#known.get(event);
  }

  add(event: string, known: Known): void {
    this.#known.set(event, known);
    for (const [oldest, { at }] of this.#known) {
      if (this.#known.size <= most && known.at - at <= rememberedFor) break;
      this.#known.delete(oldest);
    }
  }

  /** It could not be written down: a repeat is a first time. */
  forget(event: string, known: Known): void {
    if (this.#known.get(event) === known) this.#known.delete(event);
  }
}
