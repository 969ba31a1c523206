import { Refusal } from './refusal.js';

/** The errors for a template's ETag (If-Match of the template operations; A16). */

/** Rejects a change without the state of the template that it is based on: no If-Match, or `*`. */
export function requireIfMatch(header: string | null): string {
  const sent = header?.trim() ?? '';
  if (sent === '') throw new Refusal('precondition_required', "Missing If-Match. Send the template's ETag.");
  if (sent === '*') {
    throw new Refusal('precondition_required', "If-Match must not be *. Send the template's ETag.");
  }
  return sent;
}

/**
 * Whether an If-Match contains the current ETag, alone or in a list. The comparison is strong: a weak validator
 * (`W/"…"`) never matches, nor does an unquoted tag.
 */
export function matches(header: string, etag: string): boolean {
  return header.split(',').some((tag) => tag.trim() === etag);
}

/** Whether an If-None-Match contains the current ETag, weak or strong. */
export function isKnown(header: string | null, etag: string): boolean {
  if (header === null) return false;
  return header.split(',').some((tag) => ['*', etag, `W/${etag}`].includes(tag.trim()));
}

/** The error of a change that is based on another state, with the current ETag. */
export function templateChanged(etag: string, what = 'it was read'): Refusal {
  return new Refusal('template_changed', `The template changed since ${what}.`, { ETag: etag });
}
