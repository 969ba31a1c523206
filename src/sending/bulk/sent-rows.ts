import type { RowIdentity } from '../../contract/recorded-write.js';
import type { Sending } from '../../store/run-rows.js';
import type { HeaderList } from '../../core/http/headers.js';
import { isKeptByAll } from '../../store/key-retention.js';

/** What a run knows of one row. */
export interface SentRow {
  readonly slot: string;
  readonly identity: RowIdentity;
  /** Of a row that another machine has sent again with other content: where it stands as it was sent before. */
  readonly againOf: string | null;
  /** Where it stood when it was sent last. */
  readonly line: number;
  /** The sendings that created an envelope, oldest first; more than one where it was sent again with other content. */
  readonly made: readonly Sending[];
  /** The latest sending without an envelope that is known of, with the time when its key was first used. */
  readonly attempt: Sending | null;
}

/** An attempt with an unknown outcome. */
export const openAttempt = ({ attempt }: SentRow): Sending | null => (attempt?.status === 'open' ? attempt : null);

/** The content that was last sent: of the open request, else of the envelope, else of the refusal. */
export const sentContent = (row: SentRow): string | null =>
  (openAttempt(row) ?? row.made.at(-1) ?? row.attempt)?.content ?? null;

/** The rows of a run by their slots, from its sendings. */
export class SentRows {
  readonly #rows = new Map<string, SentRow>();
  readonly #keys = new Map<string, string>();

  constructor(sendings: Iterable<Sending> = []) {
    for (const sending of sendings) this.take(sending);
  }

  get all(): Iterable<SentRow> {
    return this.#rows.values();
  }

  get size(): number {
    return this.#rows.size;
  }

  at(slot: string): SentRow | undefined {
    return this.#rows.get(slot);
  }

  /** The slot that a key was used for. */
  usedFor(key: string): string | undefined {
    return this.#keys.get(key);
  }

  /** Takes the next sending, in the order of recording. */
  take(sending: Sending): void {
    const { slot, identity, key, line, status } = sending;
    const before = this.#rows.get(slot);
    const { made = [], againOf = sending.againOf } = before ?? {};
    this.#keys.set(key, slot);
    // Another attempt with the key has heard how it ended.
    if (made.some((each) => each.key === key)) return;
    const row = { slot, identity, againOf, line, made };
    if (status === 'created') return void this.#rows.set(slot, { ...row, made: [...made, sending], attempt: null });
    const open = before === undefined ? null : openAttempt(before);
    const first = open?.key === key ? open : null;
    // A refusal of the API key tells nothing of what left earlier, and the key counts from the first time that it left.
    const isOpen = status === 'open' || first !== null;
    const { body = null } = status === 'open' ? sending : (first ?? {});
    const since = { at: first?.at ?? sending.at, serviceAt: first === null ? sending.serviceAt : first.serviceAt };
    const attempt: Sending = isOpen ? { ...sending, ...since, body, status: 'open' } : sending;
    this.#rows.set(slot, { ...row, attempt });
  }
}

/** Milliseconds by which the service's clock is ahead of this machine's, by the `Date` of an answer; null without one. */
export function serviceAhead(headers: Pick<HeaderList, 'date'>, now: number): number | null {
  const service = headers.date('date');
  return service === undefined ? null : service - now;
}

/** When a request left, by this machine's clock and by the service's (ISO 8601). */
export interface LeftAt {
  readonly at: string;
  /** Null where it was not known. */
  readonly serviceAt: string | null;
}

/** Whether the service surely still knows the key of a request: by both clocks, since either may have been changed. */
export function isKeySurelyKept({ at, serviceAt }: LeftAt, now: number, ahead: number | null): boolean {
  const request = { at, ...(serviceAt === null ? {} : { serviceAt }) };
  return isKeptByAll(request, { now, ...(ahead === null ? {} : { service: now + ahead }) });
}
