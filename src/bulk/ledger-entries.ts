import type { EndLine, SentLine } from './ledger-line.js';
import type { RowIdentity } from './row-identity.js';

/** An envelope that was created for a row. */
interface Made {
  readonly at: string;
  readonly key: string;
  /** Null where the answer did not tell. */
  readonly envelope: string | null;
  /** A digest of what it was created with. */
  readonly content: string;
}

/** The latest request for a row that has not created an envelope, as far as is known. */
export interface Attempt extends Pick<SentLine, 'row' | 'line' | 'content' | 'key' | 'body'> {
  /** When it left first under its key. */
  readonly at: string;
  /** The same by the service's clock. */
  readonly serviceAt: string | null;
  /** `open`: it left, and how it ended is not known. */
  readonly state: 'open' | 'refused';
  readonly code: string | null;
}

/** What a run knows of one row. */
export interface LedgerEntry {
  readonly slot: string;
  readonly identity: RowIdentity;
  /** Of a row that another machine has sent again with other content: where it stands as it was sent before. */
  readonly againOf: string | null;
  /** Where it stood when it was sent last. */
  readonly line: number;
  /** Oldest first; more than one where it was sent again with other content. */
  readonly made: readonly Made[];
  readonly attempt: Attempt | null;
}

/** An attempt of which nobody knows how it ended. */
export const openAttempt = ({ attempt }: LedgerEntry): Attempt | null => (attempt?.state === 'open' ? attempt : null);

/** What the row said when it was sent: what may be there, else what is there, else what was refused. */
export const sentContent = (entry: LedgerEntry): string | null =>
  (openAttempt(entry) ?? entry.made.at(-1) ?? entry.attempt)?.content ?? null;

/** The rows of a run by their slots, as the lines of its ledgers tell. */
export class LedgerEntries {
  readonly #entries = new Map<string, LedgerEntry>();
  readonly #keys = new Map<string, string>();

  get all(): Iterable<LedgerEntry> {
    return this.#entries.values();
  }

  get size(): number {
    return this.#entries.size;
  }

  at(slot: string): LedgerEntry | undefined {
    return this.#entries.get(slot);
  }

  /** The slot that a key was used for. */
  usedFor(key: string): string | undefined {
    return this.#keys.get(key);
  }

  sent({ slot, identity, at, row, line, content, key, body, ...more }: SentLine): void {
    const { service_at: serviceAt = null, again_of: againOf = null } = more;
    const before = this.#entries.get(slot);
    // Another part of the run has heard how it ended.
    if (before?.made.some((made) => made.key === key) === true) return;
    const open = before === undefined ? null : openAttempt(before);
    // Its key counts from the first time that it left.
    const first = open?.key === key ? open : { at, serviceAt };
    const left = { at: first.at, serviceAt: first.serviceAt };
    const attempt: Attempt = { ...left, row, line, content, key, body, state: 'open', code: null };
    const { made = [], againOf: earlier = againOf } = before ?? {};
    this.#entries.set(slot, { slot, identity, againOf: earlier, line, made, attempt });
    this.#keys.set(key, slot);
  }

  /** False for the end of what never left. */
  ended({ slot, key, at, status, envelope, code }: EndLine): boolean {
    const entry = this.#entries.get(slot);
    const attempt = entry?.attempt ?? null;
    if (entry === undefined) return false;
    if (attempt?.key !== key) return this.#keys.get(key) === slot;
    if (status === 'created') {
      const made = [...entry.made, { at, key, envelope, content: attempt.content }];
      this.#entries.set(slot, { ...entry, made, attempt: null });
      return true;
    }
    const state = status === 'refused' ? 'refused' : 'open';
    // A refused row is never settled with its body: the memory of a long run stays small.
    const body = state === 'refused' ? null : attempt.body;
    this.#entries.set(slot, { ...entry, attempt: { ...attempt, body, state, code } });
    return true;
  }
}
