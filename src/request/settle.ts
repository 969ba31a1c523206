import type { Client } from '../client/client.js';
import { ServiceFailure } from '../client/failure.js';
import { ResendRefused } from '../client/resend.js';
import type { RecordedRequest } from '../journal/entry.js';
import type { RequestJournal } from '../journal/requests.js';
import { courseOf, look } from './attempt-state.js';

/** How the settling of one write ended. */
export type Settled =
  | { readonly is: 'done'; readonly replayed: boolean | undefined }
  | { readonly is: 'refused'; readonly failure: ServiceFailure }
  /** It is still unsettled, and a person has to look. */
  | { readonly is: 'look'; readonly why: string; readonly how: string }
  /** It is still unsettled: the service itself could not tell yet, which says nothing about other writes. */
  | { readonly is: 'waiting'; readonly failure: ServiceFailure };

export interface Settling {
  readonly client: Client;
  readonly journal: RequestJournal;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Repeat also what is so old that the service may have forgotten its key. */
  readonly old: boolean;
}

/**
 * Finds out how one unsettled write ended, by sending the same again where that cannot do it twice. Throws the client's
 * failures when the service cannot be asked about any write, and this one stays unsettled.
 */
export async function settle(request: RecordedRequest, { client, journal, now, old }: Settling): Promise<Settled> {
  const course = courseOf(request, now, old || (await journal.isKept(request, undefined)));
  if (course.is === 'look') return course;
  const body = await journal.body(request.id);
  if (body === null) return look('its body is no longer kept', request);
  if (course.is === 'compare') {
    const parameters = { templateId: course.templateId };
    const etag = await client.call('getTemplate', { parameters }).then((read) => read.etag, absent);
    if (etag === null) return look('its template is not to be found at this address', request);
    if (etag === undefined || strong(etag) !== strong(course.etag)) {
      return look('the template has changed since, by this write or by somebody else', request);
    }
  }
  try {
    // The service's clock has a say in it too.
    const { replayed } = await client.repeat({ ...request, body }, { onlyIfKept: !old });
    return { is: 'done', replayed };
  } catch (failure) {
    if (failure instanceof ResendRefused)
      return { ...look(failure.message, request), how: resumeHint(failure, request) };
    if (!(failure instanceof ServiceFailure)) throw failure;
    if (!failure.outcomeUnknown) return { is: 'refused', failure };
    if (failure.code === 'request_in_progress' || failure.status >= 500) return { is: 'waiting', failure };
    throw failure;
  }
}

/** Null for what is not there; any other failure is thrown on. */
function absent(failure: unknown): null {
  if (failure instanceof ServiceFailure && failure.status === 404) return null;
  throw failure;
}

function resumeHint({ code }: ResendRefused, request: RecordedRequest): string {
  const profile = request.profile === undefined ? '' : ` --profile ${request.profile}`;
  switch (code) {
    case 'other_host':
      return `esign request resume ${request.id}${profile === '' ? ' --base-url …' : profile}`;
    case 'other_key':
      return `esign request resume ${request.id}${profile}, with the key that it was sent with`;
    case 'damaged':
    case 'outlived':
      return look('', request).how;
  }
}

const strong = (etag: string): string => etag.replaceAll('"', '');
