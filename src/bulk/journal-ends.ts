import { closedByHand } from '../journal/closed-by-hand.js';
import { isUnsettled, type RecordedRequest } from '../journal/entry.js';
import type { RequestJournal } from '../journal/requests.js';
import type { RowResult } from './bulk-line.js';

/** What the record of requests knows of rows whose end the run does not know: `request resume` may have settled them. */
export interface JournalEnds {
  /** The envelope that a request under the key created. */
  createdUnder(key: string): string | undefined;
  /** Whether the last request under the key was refused for its own sake, or closed by a person who had looked. */
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
    createdUnder: (key) => under(key).find(wasCarriedOut)?.settled?.resource,
    isOver: (key) => !under(key).some(isUnsettled) && isJudged(under(key).at(-1)),
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

const wasCarriedOut = ({ settled }: RecordedRequest): boolean =>
  settled?.status !== undefined && settled.code === undefined && !settled.unknown;

/** A refusal that was spoken before the service looked at the key says nothing of an earlier request under it. */
function isJudged(request: RecordedRequest | undefined): boolean {
  const { code, status } = request?.settled ?? {};
  if (code === closedByHand) return true;
  if (code === undefined || status === undefined || code === 'request_in_progress') return false;
  return status >= 400 && status < 500 && ![401, 403, 409, 429].includes(status);
}
