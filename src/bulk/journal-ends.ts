import { closedByHand } from '../store/entry.js';
import { isUnsettled, type RecordedRequest, settlementIn } from '../store/entry.js';
import type { RequestJournal } from '../store/requests.js';
import type { RowResult } from './bulk-line.js';

/** What the record of requests knows of rows whose end the run does not know: `request resume` may have settled them. */
export interface JournalEnds {
  /** The envelope that a request under the key created. */
  createdUnder(key: string): string | undefined;
  /** Whether the last request under the key was refused and created nothing, or was closed by a person. */
  isOver(key: string): boolean;
  /** Settles what is unsettled under the key, with how its request ended now. */
  settle(key: string, result: Pick<RowResult, 'status' | 'envelope_id' | 'code'>): Promise<void>;
}

/** Looks the keys up; with none, the record is not read. */
export async function readJournalEnds(
  journal: Pick<RequestJournal, 'listRequests' | 'settled'>,
  host: string,
  keys: ReadonlySet<string>,
): Promise<JournalEnds> {
  const requests = new Map<string, RecordedRequest[]>();
  for (const request of keys.size === 0 ? [] : await journal.listRequests()) {
    const { key } = request;
    if (key === undefined || request.host !== host || !keys.has(key)) continue;
    requests.set(key, [...(requests.get(key) ?? []), request]);
  }
  const under = (key: string): readonly RecordedRequest[] => requests.get(key) ?? [];
  return {
    createdUnder: (key) => under(key).find((request) => settlementIn(request) === 'done')?.settled?.resource,
    isOver: (key) => {
      const last = under(key).at(-1);
      if (last === undefined || under(key).some(isUnsettled)) return false;
      return last.settled?.code === closedByHand || settlementIn(last) === 'refused';
    },
    async settle(key, { status, envelope_id: envelope, code }) {
      if (status === 'unknown') return;
      const end = status === 'created' ? { status: 201, resource: envelope ?? undefined } : { code: code ?? undefined };
      for (const { id } of under(key).filter(isUnsettled)) {
        // It only tidies up: the request that has just ended is recorded by itself.
        await journal.settled(id, { ...end, unknown: false }, 0).catch(() => undefined);
      }
    },
  };
}
