import { limits } from '../../contract/limits.js';
import type { Operation } from '../../contract/operation.js';
import { operations, type OperationId } from '../../contract/operations.js';
import type { RecordedRequest } from '../../store/entry.js';

/**
 * How a request with an unknown outcome can be resolved: send it again (`repeat`), send it again if the template did
 * not change (`compare`), or ask a person to check it (`look`).
 */
export type AttemptState =
  | { readonly is: 'repeat' }
  | { readonly is: 'compare'; readonly templateId: string; readonly etag: string }
  | { readonly is: 'look'; readonly why: string; readonly how: string };

/**
 * Decides by the operation's row in the contract alone. `now` is in milliseconds since 1970; `isSure`: the service
 * still knows the key, or the user accepts that the request may happen twice.
 */
export function attemptStateOf(request: RecordedRequest, now: number, isSure: boolean): AttemptState {
  const row = rowOf(request.operation);
  if (row === undefined) return look('this version of esign does not know its operation', request);
  if (row.id === 'rotateWebhookSecret')
    return look('its response is a secret; this command completes it with its key', request);
  if (row.secretAnswer) return look('its response is a secret that is shown once', request);
  switch (row.repeatable) {
    case 'with_key':
      if (request.key === undefined) return look(noKey, request);
      if (isSure || row.guardedByState) return { is: 'repeat' };
      return look(tooOld(request, now), request);
    case 'if_unchanged': {
      const templateId = /\/templates\/([0-9a-f-]{36})(?:\/|$)/i.exec(request.path)?.[1];
      if (request.ifMatch === undefined || templateId === undefined) {
        return look('it was sent without an ETag, so repeating it may do it twice', request);
      }
      return { is: 'compare', templateId, etag: request.ifMatch };
    }
    case 'freely':
      return { is: 'repeat' };
    case 'never':
      return look(row.id === 'updateWebhook' ? outdated : noKey, request);
  }
}

const noKey = 'it has no idempotency key, so repeating it may do it twice';

/** An endpoint has no ETag, so it is unknown whether it is still as the request found it. */
const outdated = 'repeating it may undo a later change of the endpoint';

const tooOld = (request: RecordedRequest, now: number): string =>
  Date.parse(request.at) > now
    ? 'the clock of this machine was set back since, so its age is unknown'
    : `it is older than the ${limits.idempotencyHours} hours for which the service stores idempotency keys`;

/** The state of a request that a person has to check, with the command to do so. */
export function look(why: string, request: RecordedRequest): AttemptState & { readonly is: 'look' } {
  return { is: 'look', why, how: placeOf(request) };
}

function placeOf({ operation, path }: RecordedRequest): string {
  const id = /\/([0-9a-f-]{36})(?:\/|$)/i.exec(path)?.[1] ?? 'ID';
  if (operation === 'rotateWebhookSecret') return `esign webhook rotate ${id}`;
  if (path.includes('/webhooks')) return path.includes(id) ? `esign webhook get ${id}` : 'esign webhook list';
  if (operation === 'mintSigningUrl') return `esign envelope signing-url ${id} PERSON`;
  if (path.includes('/templates')) return path.includes(id) ? `esign template get ${id}` : 'esign template list';
  if (path.includes('/standing-authorisations')) return 'esign authorisation list';
  return path.includes(id) ? `esign envelope get ${id}` : 'the emails and the audit trail of the service';
}

/** The row of a recorded operation; undefined for one that this version does not know. */
const rowOf = (operation: string): Operation | undefined =>
  Object.hasOwn(operations, operation) ? operations[operation as OperationId] : undefined;
