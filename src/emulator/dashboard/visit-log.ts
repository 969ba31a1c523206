import type { ServedReply, ServedRequest } from '../../core/http/serve.js';
import type { PageRoute } from '../http/page-route.js';
import type { Service } from '../service.js';
import { signingRepository } from '../store/signing-repository.js';

/** A request for a signing page, without its token and its form. */
export interface LoggedVisit {
  readonly sequence: number;
  /** ISO 8601 UTC on the emulator's clock. */
  readonly at: string;
  readonly milliseconds: number;
  readonly method: string;
  readonly where: 'mailed' | 'embedded';
  readonly status: number;
  readonly envelope_id: string;
  readonly recipient_id: string;
}

export interface VisitLog {
  record(
    page: { readonly target: Pick<PageRoute, 'path'>; readonly token: string },
    request: Pick<ServedRequest, 'method'>,
    reply: Pick<ServedReply, 'status'>,
    taken: { readonly at: string; readonly milliseconds: number },
  ): void;
  of(envelopeId: string): readonly LoggedVisit[];
  /** Those after a sequence; all of them when the log has begun again since. */
  since(sequence: number): readonly LoggedVisit[];
  /** The sequence of the newest. */
  last(): number;
  clear(): void;
}

const maxEntries = 1000;

/** Pages, without the documents and pictures that they load. */
const pages: Readonly<Record<string, LoggedVisit['where']>> = {
  '/sign/{token}': 'mailed',
  '/embed/{token}': 'embedded',
  '/embed/session/{token}': 'embedded',
};

/** The last thousand visits of signing pages, in memory only. */
export function createVisitLog({ store }: Pick<Service, 'store'>): VisitLog {
  const entries: LoggedVisit[] = [];
  let sequence = 0;
  return {
    record({ target, token }, { method }, { status }, taken) {
      const where = pages[target.path];
      const link = where === undefined ? undefined : signingRepository(store.sql).find(token);
      if (where === undefined || link === undefined) return;
      const { envelope_id, recipient_id } = link;
      sequence += 1;
      entries.push({ sequence, ...taken, method, where, status, envelope_id, recipient_id });
      if (entries.length > maxEntries) entries.shift();
    },
    of: (envelopeId) => entries.filter((each) => each.envelope_id === envelopeId),
    since: (after) => entries.filter((each) => each.sequence > after || after > sequence),
    last: () => sequence,
    clear: () => void entries.splice(0),
  };
}
