import { type ErrorCode, errorCodes, isErrorCode } from './error-codes.js';

/**
 * What an answer means for a write and for earlier requests with its Idempotency-Key:
 * `done` carried out · `refused` neither this request nor an earlier one with the key was carried out ·
 * `refused_now` this request was not carried out, and earlier ones are as open as before · `unknown`.
 */
export type Settlement = 'done' | 'refused' | 'refused_now' | 'unknown';

/** How one attempt of a write ended. */
export type WriteReply =
  /** Not one byte left. */
  | { readonly kind: 'not_sent' }
  /** The described success. */
  | { readonly kind: 'result' }
  /** An error object of the service's shape, with a code and a message. */
  | { readonly kind: 'refused'; readonly code: string; readonly status: number }
  /** No whole answer, or one that is not the service's: a redirect, a web page, an empty or cut-off body. */
  | { readonly kind: 'other' };

/** Codes that tell something else than their status does (Errors). */
const byCode: Partial<Readonly<Record<ErrorCode, Settlement>>> = {
  internal_error: 'unknown',
  request_in_progress: 'unknown',
  // Nothing was created now. Whether the key was read before is not described.
  service_unavailable: 'refused_now',
  // The service did not see the key, or holds it for something else.
  idempotency_key_required: 'refused_now',
  idempotency_key_reused: 'refused_now',
};

/**
 * The statuses of the described refusals. An API key that may not do something, or whose minute is spent, is refused
 * before the Idempotency-Key is read (Authentication, Limits). The description does not list the codes of every
 * operation, so an unknown code is taken as the service's at these statuses. Others, such as 408, come from a gateway.
 */
const byStatus: Readonly<Record<number, Settlement>> = {
  400: 'refused',
  401: 'refused_now',
  402: 'refused',
  403: 'refused_now',
  404: 'refused',
  409: 'refused',
  412: 'refused',
  422: 'refused',
  428: 'refused',
  429: 'refused_now',
};

/**
 * The one rule for what settles a write: once bytes have left, only a sound success or the service's own error object.
 * `isKeyed`: the request had an Idempotency-Key; without one, no answer tells anything of an earlier request.
 */
export function settlementOf(reply: WriteReply, isKeyed: boolean): Settlement {
  switch (reply.kind) {
    case 'not_sent':
      return 'refused_now';
    case 'result':
      return 'done';
    case 'other':
      return 'unknown';
    case 'refused': {
      const found = ofRefusal(reply);
      return found === 'refused' && !isKeyed ? 'refused_now' : found;
    }
  }
}

/** Whether the outcome of a write is open after an answer; `wasOpen`: it was before, for the same key. */
export const isOpenAfter = (settlement: Settlement, wasOpen: boolean): boolean =>
  settlement === 'unknown' || (settlement === 'refused_now' && wasOpen);

function ofRefusal({ code, status }: { readonly code: string; readonly status: number }): Settlement {
  const known = isErrorCode(code) ? byCode[code] : undefined;
  return known ?? byStatus[isErrorCode(code) ? errorCodes[code].status : status] ?? 'unknown';
}
