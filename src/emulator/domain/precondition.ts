import { Refusal } from './refusal.js';

/** The refusals around a template's ETag (If-Match of the template operations; A16). */

/** Refuses a change that does not say which state of the template it is meant for: no If-Match, or `*`. */
export function requireIfMatch(header: string | null): string {
  const sent = header?.trim() ?? '';
  if (sent === '') throw new Refusal('precondition_required', "Missing If-Match. Send the template's ETag.");
  if (sent === '*') {
    throw new Refusal('precondition_required', "If-Match must not be *. Send the template's ETag.");
  }
  return sent;
}

/**
 * Whether an If-Match names the current ETag. Several may be listed, and one has to be the current one. The comparison
 * is the strong one: a weak validator (`W/"…"`) never matches, nor does anything that is not a quoted tag.
 */
export function matches(header: string, etag: string): boolean {
  return header.split(',').some((tag) => tag.trim() === etag);
}

/** Whether an If-None-Match says that the caller has this state already, by a weak or a strong tag. */
export function isKnown(header: string | null, etag: string): boolean {
  if (header === null) return false;
  return header.split(',').some((tag) => ['*', etag, `W/${etag}`].includes(tag.trim()));
}

/** The refusal of a change that was meant for another state, with the current ETag. */
export function templateChanged(etag: string, what = 'it was read'): Refusal {
  return new Refusal('template_changed', `The template changed since ${what}.`, { ETag: etag });
}
