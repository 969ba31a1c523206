import { createHash } from 'node:crypto';
import { serviceHost } from '../../contract/service-host.js';
import { isUnsettled, settlementIn } from '../../store/entry.js';
import type { ListedRequest, RequestJournal } from '../../store/requests.js';

/** Which template is copied to where. */
export interface CopyOf {
  readonly templateId: string;
  /** The address under which records know the service that has it. */
  readonly from: string;
  /** That of the service that gets the copy, and its profile. */
  readonly to: string;
  readonly profile: string;
}

/** What this machine recorded of copies of one template at one place. */
export interface EarlierCopies {
  /** The latest copy; null before the first. */
  readonly copy: { readonly id: string; readonly at: string } | null;
  /** The Idempotency-Key of an upload whose outcome is unknown. */
  readonly openKey: string | null;
  /** For another upload. */
  readonly nextKey: string;
}

/**
 * Finds the uploads of copies by their keys: the first upload of a template has always the same key, the next ones count
 * from 2. Throws JournalFailure.
 */
export async function earlierCopies(journal: RequestJournal, of: CopyOf): Promise<EarlierCopies> {
  const digest = createHash('sha256')
    .update(
      ['esign clone', serviceHost(of.from), of.templateId.toLowerCase(), serviceHost(of.to), of.profile].join('\n'),
    )
    .digest('hex')
    .slice(0, 32);
  let copy: EarlierCopies['copy'] = null;
  for (let number = 1; ; number += 1) {
    const key = number === 1 ? `clone-${digest}` : `clone-${digest}-${number}`;
    const sent = (await journal.requestsUnder(key)).filter(({ host }) => host === serviceHost(of.to));
    if (sent.some(isUnsettled)) return { copy, openKey: key, nextKey: key };
    const done = sent.find((request) => settlementIn(request) === 'done');
    const id = done?.settled?.resource;
    if (done === undefined || id === undefined) return { copy, openKey: null, nextKey: key };
    copy = { id, at: done.at };
  }
}

/** Whether the names of a copy were written since its upload: they are the last step, and one request. */
export async function isNamed(journal: RequestJournal, { id, at }: { readonly id: string; readonly at: string }) {
  const isOfCopy = ({ operation, path }: ListedRequest): boolean =>
    operation === 'renameTemplateFields' && path.toLowerCase().includes(id.toLowerCase());
  for await (const request of journal.newestFirst()) {
    if (request.at < at) return false;
    if (isOfCopy(request) && settlementIn(request) === 'done') return true;
  }
  return false;
}
