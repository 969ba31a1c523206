import type { Context } from '../../cli/context/context.js';
import type { Client } from '../../client/client.js';
import { ServiceFailure } from '../../client/failure.js';
import type { RateBudget } from '../../client/rate-budget.js';
import type { Envelope } from '../../contract/resources/envelope.js';
import { isUuid } from '../../contract/schema.js';
import { isLow } from '../../listen/receive/ledger.js';
import { canChange, type SeenEnvelope } from '../../store/envelope-states.js';
import { isFresh } from '../envelope/read-known.js';
import { type EnvelopeMemory, type Look, readStatus } from '../envelope/known-status.js';
import type { ListState } from './list-states.js';

/** What the service says of an envelope; `state` null: it does not know it, or does not show it to this key. */
export interface ServiceState {
  readonly state: ListState | null;
  /** Null: the service does not show the envelope. */
  readonly title: string | null;
  /** Null: known from an earlier read, without a request. */
  readonly envelope: Envelope | null;
  /** Null: not asked, or the key may not read documents. */
  readonly sealed: boolean | null;
}

export interface StateReaderOptions {
  readonly context: Context;
  readonly client: Client;
  readonly memory: EnvelopeMemory;
  /** Whether the list knows the state `sealed`; otherwise documents are not asked about. */
  readonly asksSealed: boolean;
  /** Milliseconds: what was read at most this long ago is not read again. */
  readonly maxAge: number;
  /** Called before a wait for the rate limit, in milliseconds. */
  readonly waiting: (milliseconds: number) => void;
}

/**
 * Reads the states of envelopes within the rate limit, of which it leaves a part to others. What cannot change any more
 * is read once on this machine, so that a comparison that was cut off is repeated with few
 * requests.
 */
export class StateReader {
  readonly #of: StateReaderOptions;
  #fresh: Look[] = [];
  #rate: RateBudget | undefined;

  constructor(options: StateReaderOptions) {
    this.#of = options;
  }

  /** Throws the client's failures. */
  async read(id: string): Promise<ServiceState> {
    // The service says the same of any other text.
    if (!isUuid(id)) return unknownState;
    const seen = await this.#of.memory.read(id.toLowerCase());
    return seen === undefined || !(await this.#holds(seen)) ? this.ask(id) : stateOfSeen(seen);
  }

  /** The same with a request in every case. `tries`: how often a refusal for the rate limit is waited out. */
  async ask(id: string, tries = 3): Promise<ServiceState> {
    const { client, context, asksSealed } = this.#of;
    try {
      const look = await readStatus(client, id, { signal: context.signal, mayAskSealed: () => asksSealed });
      this.#observe(look.rate);
      this.#fresh.push(look);
      const { envelope, sealed } = look;
      const state = sealed === true ? 'sealed' : envelope.status;
      return { state, title: envelope.title, envelope, sealed };
    } catch (error) {
      if (!(error instanceof ServiceFailure)) throw error;
      if (error.status === 429 && tries > 0) {
        await this.#wait((error.retryAfter ?? 1) * 1000);
        return this.ask(id, tries - 1);
      }
      if (error.status !== 404) throw error;
      this.#observe(error.rate);
      this.#fresh.push({ gone: id });
      return unknownState;
    }
  }

  /** Stores what was read, and waits for the next minute where most of this one is used. */
  async rest(): Promise<void> {
    const { context, memory } = this.#of;
    const fresh = this.#fresh;
    this.#fresh = [];
    await memory.keep(fresh);
    if (!isLow(this.#rate) || this.#rate === undefined) return;
    const wait = this.#rate.resetsAt - context.clock.now();
    this.#rate = undefined;
    if (wait > 0) await this.#wait(wait);
  }

  async #wait(milliseconds: number): Promise<void> {
    const { context, waiting } = this.#of;
    waiting(milliseconds);
    await context.clock.sleep(milliseconds, context.signal);
  }

  /** The least that any of several answers left. */
  #observe(rate: RateBudget | undefined): void {
    const known = this.#rate;
    if (rate !== undefined && (known === undefined || rate.remaining < known.remaining)) this.#rate = rate;
  }

  async #holds(seen: SeenEnvelope): Promise<boolean> {
    const { asksSealed, context, maxAge } = this.#of;
    if (await isFresh(context, seen, maxAge)) return seen.status !== 'completed' || !asksSealed || seen.sealed !== null;
    if (seen.status === null) return false;
    return !canChange(seen) || (seen.status === 'completed' && !asksSealed);
  }
}

const unknownState: ServiceState = { state: null, title: null, envelope: null, sealed: null };

const stateOfSeen = ({ status, sealed, title }: SeenEnvelope): ServiceState => ({
  state: sealed === true ? 'sealed' : status,
  title: status === null ? null : title,
  envelope: null,
  sealed,
});
