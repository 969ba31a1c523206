import { limits } from '../../contract/limits.js';
import type { Operation } from '../../contract/operation.js';
import { operations, type OperationId } from '../../contract/operations.js';
import type { RecordedRequest } from '../../journal/entry.js';
import { isKeyKept } from '../../journal/key-life.js';

/**
 * What may be done about a write of which nobody knows how it ended: send the same again (`repeat`), send it again if
 * the template is still as it was (`compare`), or leave it to a person (`look`).
 */
export type Course =
  | { readonly is: 'repeat' }
  | { readonly is: 'compare'; readonly templateId: string; readonly etag: string }
  | { readonly is: 'look'; readonly why: string; readonly how: string };

/** Answers whose secret is shown once: a repeat would make another one that nobody sees. */
const givesSecret = new Set(['registerWebhook', 'rotateWebhookSecret', 'mintSigningUrl']);
/** A second time is refused by the state that the first one left, also when the key is forgotten (States). */
const guardedByState = new Set(['sendEnvelope', 'voidEnvelope', 'cancelAuthorisation', 'revokeAuthorisation']);

/**
 * Decides by the row alone, and never guesses. `now` in milliseconds since 1970; `old` allows a key that may be
 * forgotten.
 */
export function courseOf(request: RecordedRequest, now: number, old: boolean): Course {
  const row = rowOf(request.operation);
  if (row === undefined) return look('this version of esign does not know its operation', request);
  if (givesSecret.has(row.id)) return look('its answer is a secret that is shown once', request);
  if (row.idempotencyKey === 'required' && request.key !== undefined) {
    if (old || isKeyKept(request.at, now) || guardedByState.has(row.id)) return { is: 'repeat' };
    const why =
      Date.parse(request.at) > now
        ? 'it was recorded by a clock that has been set back since, so that nobody knows how old it is'
        : `it is older than the ${limits.idempotencyHours} hours for which a key is known to be kept`;
    return look(why, request);
  }
  if (request.ifMatch !== undefined) {
    const templateId = /\/templates\/([0-9a-f-]{36})(?:\/|$)/i.exec(request.path)?.[1];
    if (templateId !== undefined) return { is: 'compare', templateId, etag: request.ifMatch };
  }
  if (row.repeat === 'harmless' && row.ifMatch === 'none') return { is: 'repeat' };
  return look('it has no key, and a second time might do harm', request);
}

/** What a person has to look at. */
export function look(why: string, request: RecordedRequest): Course & { readonly is: 'look' } {
  return { is: 'look', why, how: placeOf(request) };
}

function placeOf({ operation, path }: RecordedRequest): string {
  const id = /\/([0-9a-f-]{36})(?:\/|$)/i.exec(path)?.[1] ?? 'ID';
  if (path.includes('/webhooks')) return path.includes(id) ? `esign webhook get ${id}` : 'esign webhook list';
  if (operation === 'mintSigningUrl') return `esign envelope signing-url ${id} PERSON`;
  if (path.includes('/templates')) return path.includes(id) ? `esign template get ${id}` : 'esign template list';
  if (path.includes('/standing-authorisations')) return 'esign authorisation list';
  return path.includes(id) ? `esign envelope get ${id}` : 'the mails and the audit trail of the service';
}

const rowOf = (operation: string): Operation | undefined =>
  Object.hasOwn(operations, operation) ? operations[operation as OperationId] : undefined;
