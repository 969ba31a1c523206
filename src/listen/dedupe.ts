import { rememberedFor, type RememberedEvent } from '../journal/deliveries-index.js';
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

/** Held in memory: those on their way, and the latest, which are the likeliest to come again. */
const maxEvents = 10_000;

/**
 * The events that came within the last seven days, across restarts: each goes to the app once (Events: the id is the
 * same at every retry). The latest are in memory, the others are looked up.
 */
export class Dedupe {
  readonly #known = new Map<string, Known>();
  readonly #remembered: (event: string) => RememberedEvent | undefined;

  /** `remembered`: what the record knows of an event that is not in memory. */
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

  /** It could not be written down: a repeat is a first time. */
  forget(event: string, known: Known): void {
    if (this.#known.get(event) === known) this.#known.delete(event);
  }
}
