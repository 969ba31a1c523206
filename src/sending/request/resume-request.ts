import { exitCodeOf } from '../../cli/failure/explain.js';
import type { Client } from '../../client/client.js';
import { ResendRefused, ServiceFailure } from '../../client/failure.js';
import type { RecordedRequest } from '../../store/entry.js';
import type { RequestJournal } from '../../store/requests.js';
import { attemptStateOf, look } from './attempt-state.js';

/** The result of resuming one request. */
export type ResumeResult =
  | { readonly is: 'done'; readonly replayed: boolean | undefined }
  | { readonly is: 'refused'; readonly failure: ServiceFailure }
  /** Still unsettled; a person has to check it. */
  | { readonly is: 'look'; readonly why: string; readonly how: string }
  /** Still unsettled: the service does not know the outcome yet. Other requests are not affected. */
  | { readonly is: 'waiting'; readonly failure: ServiceFailure };

export interface ResumeContext {
  readonly client: Client;
  readonly journal: RequestJournal;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Also repeat requests whose idempotency key may have expired. */
  readonly old: boolean;
}

/**
 * Resolves one unsettled request by sending it again where that cannot do it twice. Throws the client's failures when
 * no request can be resumed, for example without a connection; this one then stays unsettled.
 */
export async function resumeRequest(
  request: RecordedRequest,
  { client, journal, now, old }: ResumeContext,
): Promise<ResumeResult> {
  const state = attemptStateOf(request, now, old || (await journal.isKept(request, undefined)));
  if (state.is === 'look') return state;
  const body = await journal.body(request.id);
  if (body === null) return look('its body was deleted', request);
  if (state.is === 'compare') {
    const parameters = { templateId: state.templateId };
    const etag = await client.call('getTemplate', { parameters }).then((read) => read.etag, absent);
    if (etag === null) return look('its template was not found', request);
    if (etag === undefined || strong(etag) !== strong(state.etag)) {
      return look('the template has changed since, by this request or another one', request);
    }
  }
  try {
    // The client checks the age of the key by the service's clock too.
    const { replayed } = await client.repeat({ ...request, body }, { onlyIfKept: !old });
    return { is: 'done', replayed };
  } catch (failure) {
    if (failure instanceof ResendRefused)
      return { ...look(failure.message, request), how: resumeHint(failure, request) };
    if (!(failure instanceof ServiceFailure)) throw failure;
    if (!failure.outcomeUnknown) return { is: 'refused', failure };
    if (failure.code === 'idempotency_key_reused')
      return look('the service knows its idempotency key from a different request', request);
    const exitCode = exitCodeOf(failure.status);
    // The API key and its rate limit are the same for every request.
    if (exitCode === 3 || exitCode === 7) throw failure;
    return { is: 'waiting', failure };
  }
}

/** Null for 404; rethrows any other failure. */
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
    case 'body_deleted':
    case 'outlived':
      return look('', request).how;
  }
}

const strong = (etag: string): string => etag.replaceAll('"', '');
