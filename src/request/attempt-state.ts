import { limits } from '../contract/limits.js';
import type { Operation } from '../contract/operation.js';
import { operations, type OperationId } from '../contract/operations.js';
import type { RecordedRequest } from '../journal/entry.js';

/**
 * What may be done about a write of which nobody knows how it ended: send the same again (`repeat`), send it again if
 * the template is still as it was (`compare`), or leave it to a person (`look`).
 */
export type RequestState =
  | { readonly is: 'repeat' }
  | { readonly is: 'compare'; readonly templateId: string; readonly etag: string }
  | { readonly is: 'look'; readonly why: string; readonly how: string };

/**
 * Decides by the row alone, and never guesses. `now` in milliseconds since 1970; `isSure`: the service still
 * knows the key, or it is repeated in any case.
 */
export function courseOf(request: RecordedRequest, now: number, isSure: boolean): RequestState {
  const row = rowOf(request.operation);
  if (row === undefined) return look('this version of esign does not know its operation', request);
  if (row.id === 'rotateWebhookSecret') return look('its answer is a secret; this finishes it with its key', request);
  if (row.secretAnswer) return look('its answer is a secret that is shown once', request);
  switch (row.repeatable) {
    case 'with_key':
      if (request.key === undefined) return look('it has no key, and a second time might do harm', request);
      if (isSure || row.guardedByState) return { is: 'repeat' };
      return look(tooOld(request, now), request);
    case 'if_unchanged': {
      const templateId = /\/templates\/([0-9a-f-]{36})(?:\/|$)/i.exec(request.path)?.[1];
      if (request.ifMatch === undefined || templateId === undefined) {
        return look('it was sent without an ETag, and a second time might do harm', request);
      }
      return { is: 'compare', templateId, etag: request.ifMatch };
    }
    case 'freely':
      return { is: 'repeat' };
    case 'never':
      return look('it has no key, and a second time might do harm', request);
  }
}

const tooOld = (request: RecordedRequest, now: number): string =>
  Date.parse(request.at) > now
    ? 'it was recorded by a clock that has been set back since, so that nobody knows how old it is'
    : `it is older than the ${limits.idempotencyHours} hours for which a key is known to be kept`;

/** What a person has to look at. */
export function look(why: string, request: RecordedRequest): RequestState & { readonly is: 'look' } {
  return { is: 'look', why, how: placeOf(request) };
}

function placeOf({ operation, path }: RecordedRequest): string {
  const id = /\/([0-9a-f-]{36})(?:\/|$)/i.exec(path)?.[1] ?? 'ID';
  if (operation === 'rotateWebhookSecret') return `esign webhook rotate ${id}`;
  if (path.includes('/webhooks')) return path.includes(id) ? `esign webhook get ${id}` : 'esign webhook list';
  if (operation === 'mintSigningUrl') return `esign envelope signing-url ${id} PERSON`;
  if (path.includes('/templates')) return path.includes(id) ? `esign template get ${id}` : 'esign template list';
  if (path.includes('/standing-authorisations')) return 'esign authorisation list';
  return path.includes(id) ? `esign envelope get ${id}` : 'the mails and the audit trail of the service';
}

/** The row of a recorded operation; undefined for one that this version does not know. */
const rowOf = (operation: string): Operation | undefined =>
  Object.hasOwn(operations, operation) ? operations[operation as OperationId] : undefined;
