import { isUuid } from '../../contract/schema.js';
import { Refusal } from '../domain/refusal.js';

/** A cursor of a paged list as the emulator made it, the ID of an entry; null without one. Throws Refusal (A6). */
export function ownCursor(cursor: string | undefined): string | null {
  if (cursor === undefined) return null;
  if (!isUuid(cursor)) throw cursorUnknown();
  return cursor.toLowerCase();
}

export const cursorUnknown = (): Refusal => new Refusal('invalid_request', 'cursor not found.');
