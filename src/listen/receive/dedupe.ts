import { rememberedFor, type RememberedEvent } from '../../store/delivery.js';
import type { ServedReply } from '../../core/http/serve.js';

/** An event that was received before. */
export interface Known {
  /** The delivery that contained it. */
  readonly id: string;
  /** Time of receipt in milliseconds since 1970. */
  readonly at: number;
  /** Resolved when it is on disk; rejected when it could not be written, and then it counts as not seen. */
  readonly recorded: Promise<unknown>;
  /** The result of the app; for `--ack app`, where a repeat is another attempt unless the app accepted it. */
  app: 'taken' | 'open' | Promise<ServedReply>;
}

/** Held in memory: events in progress and the latest ones, which are the most likely to repeat. */
const maxEvents = 10_000;

/**
 * The events of the last seven days, across restarts: each goes to the app once (Events: the ID is the same at every
 * retry). The latest are in memory; the others are looked up.
 */
export class Dedupe {
  readonly #known = new Map<string, Known>();
  readonly #remembered: (event: string) => RememberedEvent | undefined;

  /** `remembered`: the record of an event that is not in memory. */
  constructor(remembered: (event: string) => RememberedEvent | undefined = () => undefined) {
    this.#remembered = remembered;
  }

  get size(): number {
    return this.#known.size;
  }

  get(event: string): Known | undefined {
    const known = this.#known.get(event);
    if (known !== undefined) return known;
    const earlier = this.#remembered(event);
    if (earlier === undefined) return undefined;
    const { id, at, taken } = earlier;
    const found: Known = { id, at, recorded: Promise.resolve(), app: taken ? 'taken' : 'open' };
    this.add(event, found);
    return found;
  }

  add(event: string, known: Known): void {
    this.#known.set(event, known);
    for (const [oldest, { at }] of this.#known) {
      if (this.#known.size <= maxEvents && known.at - at <= rememberedFor) break;
      this.#known.delete(oldest);
    }
  }

  /** It could not be stored, so a repeat counts as new. */
  forget(event: string, known: Known): void {
    if (this.#known.get(event) === known) this.#known.delete(event);
  }
}
