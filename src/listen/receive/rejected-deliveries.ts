import type { Contract } from '../../contract/overlay/contract.js';
import type { ServedRequest } from '../../core/http/serve.js';
import type { ListenerDeliveries } from '../../store/listener-deliveries.js';
import { diagnose, spell, type Diagnosis } from '../../domain/webhook/diagnose.js';
import { readDelivery } from '../../domain/webhook/delivery.js';
import type { Report } from './report.js';
import type { HeldEndpoint } from '../endpoint/state.js';

export interface RejectedDeliveryOptions {
  readonly endpoints: () => readonly HeldEndpoint[];
  readonly signatureHeader: string;
  readonly contract: Contract;
  readonly journal: Pick<ListenerDeliveries, 'refused'>;
  /** Milliseconds since 1970, on the clock used to verify deliveries. */
  readonly now: () => number;
  readonly listener: string;
  readonly host: string;
  readonly newId: () => string;
  /** Milliseconds that this machine's clock is ahead of the service, from its responses; null when unknown. */
  readonly ahead: () => number | null;
  /** No known secret made the signature of a delivery to the address that only the service knows. */
  readonly unknownSecret: () => void;
  readonly tell: (report: Report) => void;
}

/** The number of explained deliveries per window; more are only counted. */
const maxExplained = 10;
const window = 10_000;
const maxOpen = 1_000;
/** A larger clock offset than this explains a delivery outside the time window. */
const offBy = 30_000;

/** Explains why deliveries did not verify, and stores them: a few with a diagnosis, the rest of a flood as a number. */
export class RejectedDeliveries {
  readonly #of: RejectedDeliveryOptions;
  #begun = 0;
  #explained = 0;
  #silent = 0;
  #proven = false;
  #replaced = false;
  #count = 0;
  /** IDs claimed by rejected deliveries that have not arrived since. */
  readonly #open = new Set<string>();
  #unnamed = 0;

  constructor(options: RejectedDeliveryOptions) {
    this.#of = options;
  }

  get count(): number {
    return this.#count;
  }

  /** Rejected deliveries that have not arrived since, if their content is true: the service may still retry them. */
  get unresolved(): number {
    return this.#open.size + this.#unnamed;
  }

  /** The service was asked to retry a delivery, which could not be recorded. */
  notRecorded(event: string | undefined): void {
    if (event !== undefined && this.#open.size < maxOpen) this.#open.add(event);
    else this.#unnamed += 1;
  }

  /** A delivery with this id verified, and was recorded. */
  came(event: string): void {
    this.#open.delete(event);
  }

  /**
   * A delivery verified under this secret: a mismatch then does not mean a wrong secret, unless it was rotated
   * elsewhere.
   */
  prove(rotatedElsewhere: boolean): void {
    this.#replaced ||= rotatedElsewhere;
    this.#proven = !this.#replaced;
  }

  add(request: Pick<ServedRequest, 'headers' | 'body'>): void {
    const now = this.#of.now();
    this.#count += 1;
    if (now - this.#begun >= window || now < this.#begun) this.#turn(now);
    if (this.#explained >= maxExplained) {
      this.#silent += 1;
      this.notRecorded(readDelivery(request.body, this.#of.contract)?.id);
      return;
    }
    this.#explained += 1;
    this.#explain(request, now);
  }

  /** Reports the number of deliveries that were not reported one by one. */
  rest(): void {
    this.#turn(this.#of.now());
  }

  #turn(now: number): void {
    const count = this.#silent;
    this.#begun = now;
    this.#explained = 0;
    this.#silent = 0;
    if (count > 0) this.#of.tell({ is: 'refused-more', at: iso(now), count });
  }

  #explain({ headers, body }: Pick<ServedRequest, 'headers' | 'body'>, now: number): void {
    const { signatureHeader, contract, newId, listener, host, journal, tell } = this.#of;
    const header = headers.all(signatureHeader);
    const { cause, sentence, hint } = this.#diagnose(header, body, now);
    const read = readDelivery(body, contract);
    if (read?.id !== undefined && this.#open.size < maxOpen) this.#open.add(read.id);
    const id = newId();
    journal.refused({
      id,
      at: iso(now),
      listener,
      host,
      endpoint: null,
      event: read?.event ?? null,
      // Its content is not trustworthy and must not block the real event.
      eventId: null,
      envelopeId: read?.envelopeId ?? null,
      recipientId: null,
      createdAt: null,
      retryCount: read?.retryCount ?? null,
      synthetic: false,
      verdict: { ok: false, cause, words: sentence },
      signature: header.map((value) => value.slice(0, 1024)).slice(0, 4),
      contentType: headers.get('content-type')?.slice(0, 200) ?? null,
      body,
      target: null,
    });
    tell({ is: 'refused', at: iso(now), id, cause, words: sentence, hint, bytes: body.length });
    if (cause === 'wrong_secret') this.#of.unknownSecret();
  }

  #diagnose(header: readonly string[], body: Buffer, now: number): Omit<Diagnosis, 'cause'> & { cause: string } {
    const [newest, ...older] = this.#of.endpoints();
    const [current, previous] = newest?.secrets ?? [];
    if (current === undefined) {
      return { cause: 'no_secret', sentence: 'This listener does not know the secret yet.', hint: '' };
    }
    const others = older.flatMap(({ secrets }) =>
      secrets.map(({ value }) => ({ name: 'the previous endpoint', secret: value })),
    );
    const found = diagnose({
      header,
      body,
      secrets: { current: current.value, previous: previous?.value, others },
      now,
      effort: 'quick',
      proven: this.#proven,
    });
    if (found === undefined) return { cause: 'mismatch', sentence: 'The signature does not verify.', hint: '' };
    const ahead = this.#of.ahead();
    if ((found.cause === 'too_old' || found.cause === 'too_new') && ahead !== null && Math.abs(ahead) > offBy) {
      const which = ahead > 0 ? 'ahead of' : 'behind';
      const sentence = `${found.sentence} The clock of this machine is about ${spell(Math.round(Math.abs(ahead) / 1000))} ${which} the service.`;
      return { ...found, sentence, hint: 'Set the clock of this machine.' };
    }
    return found;
  }
}

const iso = (time: number): string => new Date(time).toISOString();
