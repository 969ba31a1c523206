import { isUnsettled, type RecordedRequest } from '../journal/entry.js';
import type { RequestJournal } from '../journal/requests.js';
import type { RowResult } from './result-line.js';

/** Writes of earlier starts, by their keys, as the journal of this machine has them. */
export interface EarlierWrites {
  /** When the first write under the key left of which nobody has heard how it ended (ISO 8601). */
  openSince(key: string): string | undefined;
  /** Whether a write under the key left that was carried out, or may have been. */
  isUsed(key: string): boolean;
  /** Whether everything that left under the key has ended, also by somebody who looked and closed it. */
  isEnded(key: string): boolean;
  /** The one resource that a write under the key made. */
  madeUnder(key: string): string | undefined;
  /** Settles what was open under the key, with how its request ended now. */
  settle(key: string, results: readonly RowResult[]): Promise<void>;
}

/**
 * Finds the writes to a host, by their keys. A program that is still at work on one may end it once more: what a key
 * leads to is the same for both.
 */
export async function openEarlierWrites(journal: RequestJournal, host: string): Promise<EarlierWrites> {
  const writes = new Map<string, readonly RecordedRequest[]>();
  for (const request of await journal.listRequests()) {
    const { key } = request;
    if (key !== undefined && request.host === host) writes.set(key, [...(writes.get(key) ?? []), request]);
  }
  const settledHere = new Set<string>();
  const under = (key: string): readonly RecordedRequest[] => writes.get(key) ?? [];
  const open = (key: string): readonly RecordedRequest[] =>
    settledHere.has(key) ? [] : under(key).filter(isUnsettled);
  return {
    openSince: (key) => open(key)[0]?.at,
    isUsed: (key) => open(key).length > 0 || under(key).some(wasCarriedOut),
    isEnded: (key) => under(key).length > 0 && open(key).length === 0,
    madeUnder: (key) => under(key).find(wasCarriedOut)?.settled?.resource,
    async settle(key, results) {
      if (results.some(({ status }) => status === 'unknown')) return;
      const made = results.flatMap(({ envelope_id: id }) => (id === null ? [] : [id]));
      const code = made.length === 0 ? results[0]?.code : null;
      const [resource] = made;
      for (const { id } of open(key)) {
        const end = code === null || code === undefined ? { status: 201, resource, resources: made } : { code };
        // It only tidies up: the request that has just ended is recorded by itself.
        await journal.settled(id, { ...end, unknown: false }, 0).catch(() => undefined);
      }
      settledHere.add(key);
    },
  };
}

const wasCarriedOut = ({ settled }: RecordedRequest): boolean =>
  settled?.status !== undefined && settled.code === undefined;
