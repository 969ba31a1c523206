import {
  readDeliveryEntry,
  type DeliveryEntry,
  type Forward,
  type Place,
  type RecordedDelivery,
} from './deliveries-entry.js';
import { readLines } from './segments.js';

/** Joins the entries of several files: a later one counts more than an earlier one. */
export class Fold {
  readonly #found = new Map<string, RecordedDelivery>();
  /** Entries about a delivery whose own line comes later, in the segment of another process. */
  #early: Exclude<DeliveryEntry, { kind: 'got' }>[] = [];

  add(entry: DeliveryEntry, place: Place): void {
    if (entry.kind !== 'got') {
      if (!this.#apply(entry)) this.#early.push(entry);
      return;
    }
    const made = recordedBy(entry, place);
    const { forward, repeats, place: before } = this.#found.get(made.id) ?? made;
    this.#found.set(made.id, { ...made, forward, repeats, place: made.place ?? before });
  }

  deliveries(): RecordedDelivery[] {
    this.#early = this.#early.filter((entry) => !this.#apply(entry));
    return [...this.#found.values()].sort((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0));
  }

  /** Entries about deliveries whose own lines were not among those added. */
  orphans(): readonly Exclude<DeliveryEntry, { kind: 'got' }>[] {
    this.#early = this.#early.filter((entry) => !this.#apply(entry));
    return this.#early;
  }

  #apply(entry: Exclude<DeliveryEntry, { kind: 'got' }>): boolean {
    const known = this.#found.get(entry.id);
    if (known === undefined) return false;
    if (entry.kind === 'again') this.#found.set(entry.id, { ...known, repeats: known.repeats + 1 });
    else if (isLater(entry.forward, known.forward)) {
      this.#found.set(entry.id, { ...known, forward: entry.forward });
    }
    return true;
  }
}

/**
 * Which of two states of one delivery holds. What an app has taken it has; else the one with more attempts is the later
 * one, since a clock may have been set back between the two; then the time decides.
 */
export function isLater(one: Exclude<Forward, { is: 'none' | 'waiting' }>, known: Forward): boolean {
  if (!('at' in known)) return true;
  if (known.is === 'delivered' || one.is === 'delivered') return one.is === 'delivered';
  if (one.attempts !== known.attempts) return one.attempts > known.attempts;
  // The result of an attempt is later than its start, whatever the clock says.
  if ((one.is === 'sending') !== (known.is === 'sending')) return known.is === 'sending';
  return known.at <= one.at;
}

/** Adds the entries of one file; one longer than `limit` bytes is passed over. */
export async function foldFile(fold: Fold, path: string, limit: number): Promise<void> {
  for (const { line, place } of await readLines(path, limit)) {
    const entry = readDeliveryEntry(line);
    if (entry !== undefined) fold.add(entry, place);
  }
}

/** A delivery as its own line tells. */
export function recordedBy(entry: DeliveryEntry & { readonly kind: 'got' }, place: Place): RecordedDelivery {
  const { kind: _kind, target, body, ...facts } = entry;
  const forward: Forward = target === null ? { is: 'none' } : { is: 'waiting', target };
  return { ...facts, forward, repeats: 0, place: body === null ? null : place };
}
