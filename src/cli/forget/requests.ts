import { limits } from '../../contract/limits.js';
import { parseJson } from '../../core/platform/json.js';
import { isUnsettled } from '../../store/entry.js';
import { envelopesIn } from '../../store/envelopes.js';
import type { ListedRequest, RequestJournal } from '../../store/requests.js';
import type { Report } from './report.js';
import type { Subject } from './subject.js';

const keyLife = limits.idempotencyHours * 60 * 60 * 1000;

/** The ids of open requests about the subject; adds the names and envelopes in their bodies. */
export async function openRequestsAbout(
  journal: Pick<RequestJournal, 'listOpen' | 'body'>,
  subject: Subject,
): Promise<readonly string[]> {
  const about: string[] = [];
  for (const request of await journal.listOpen()) {
    const body = (await journal.body(request.id)) ?? '';
    if (subject.isIn(body)) subject.addNames(parseJson(body));
    if (subject.isIn(body) || subject.isIn(request.path) || subject.isOld(request.at)) about.push(request.id);
  }
  return about;
}

export interface RequestsOptions {
  readonly apply: boolean;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/**
 * Deletes requests with a known outcome. A record contains no names, addresses or values; it is kept while its
 * idempotency key is valid, since it prevents a second send.
 */
export async function forgetRequests(
  journal: Pick<RequestJournal, 'newestFirst' | 'forget'>,
  subject: Subject,
  { removed, kept }: Report,
  { apply, now }: RequestsOptions,
): Promise<void> {
  const gone: string[] = [];
  for await (const request of journal.newestFirst()) {
    if (isUnsettled(request) || !isAbout(request, subject)) continue;
    const { key, id, settled, at } = request;
    const isYoung = !(now - Date.parse(settled?.at ?? at) >= keyLife);
    if (key !== undefined && isYoung) kept.keys.push(id);
    else gone.push(id);
  }
  removed.requests += gone.length;
  if (apply) await journal.forget(gone);
}

function isAbout(request: ListedRequest, subject: Subject): boolean {
  const { settled, at } = request;
  const named = [settled?.resource, ...(settled?.resources ?? []), ...envelopesIn(request)];
  return (
    named.some((each) => subject.isEnvelope(each)) ||
    subject.isIn(JSON.stringify(request)) ||
    subject.isOld(settled?.at ?? at)
  );
}
