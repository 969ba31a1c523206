import type { Act } from '../../cli/write/confirm.js';
import { isObject } from '../../core/platform/json.js';
import type { Draft } from './create-options.js';
import { personLine } from './view.js';

/** The confirmation prompt for a creation that sends; a draft emails nobody and needs none. */
export function announce(body: Draft): { readonly act?: Act } {
  if (body['send'] !== true) return {};
  const people = Array.isArray(body['recipients']) ? (body['recipients'] as readonly unknown[]) : [];
  return {
    act: {
      what: `This sends the envelope to ${people.length === 1 ? '1 person' : `${people.length} people`} for signature`,
      toWhom: people.filter(isPerson).map(personLine),
      question: 'Send it?',
    },
  };
}

/** Invalid recipients are reported later, by the check of the body. */
function isPerson(value: unknown): value is { readonly name: string; readonly email: string; readonly role: string } {
  if (!isObject(value)) return false;
  const { name, email, role } = value;
  return typeof name === 'string' && typeof email === 'string' && typeof role === 'string';
}
