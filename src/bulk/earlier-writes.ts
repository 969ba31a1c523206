import { isUnsettled } from '../journal/entry.js';
import type { RequestJournal } from '../journal/requests.js';
import type { RowResult } from './result-line.js';

/** Writes of a run that was cut off: the journal has them open until the same key has told how they ended. */
export interface EarlierWrites {
  /** Whether a write under the key left before, and nobody has heard how it ended. */
  isOpen(key: string): boolean;
  /** Settles what was open under the key, with how its request ended now. */
  settle(key: string, results: readonly RowResult[]): Promise<void>;
}

/**
 * Finds the open writes to a host, by their keys. A program that is still at work on one may end it once more: what a
 * key leads to is the same for both.
 */
export async function openEarlierWrites(journal: RequestJournal, host: string): Promise<EarlierWrites> {
  const open = new Map<string, readonly string[]>();
  for (const request of await journal.listRequests()) {
    const { key, id } = request;
    if (key === undefined || request.host !== host) continue;
    if (isUnsettled(request)) open.set(key, [...(open.get(key) ?? []), id]);
  }
  return {
    isOpen: (key) => open.has(key),
    async settle(key, results) {
      if (results.some(({ status }) => status === 'unknown')) return;
      const made = results.flatMap(({ envelope_id: id }) => (id === null ? [] : [id]));
      const code = made.length === 0 ? results[0]?.code : null;
      const [resource] = made;
      for (const id of open.get(key) ?? []) {
        const end = code === null || code === undefined ? { status: 201, resource, resources: made } : { code };
        // It only tidies up: the request that has just ended is recorded by itself.
        await journal.settled(id, { ...end, unknown: false }, 0).catch(() => undefined);
      }
      open.delete(key);
    },
  };
}
