import { envelopeStates, type EnvelopeState } from '../../contract/states.js';
import type { Envelope } from '../domain/envelope.js';
import type { ShownState } from './shapes.js';

export const isEnvelopeState = (text: string): text is EnvelopeState =>
  (envelopeStates as readonly string[]).includes(text);

/** A completed envelope is still being sealed, is sealed, or could not be sealed. */
export function shownState(envelope: Envelope): ShownState {
  if (envelope.sealed_at !== null) return 'sealed';
  return envelope.sealing_failed_at === null ? envelope.status : 'sealing_failed';
}

/** Since when the next recipient has been asked, or since when the sealing is due. */
export function waitingSince(envelope: Envelope): string | null {
  switch (envelope.status) {
    case 'sent':
    case 'partially_signed': {
      const acts = envelope.recipients.flatMap(({ acted_at: at }) => (at === null ? [] : [at]));
      return [envelope.sent_at ?? envelope.created_at, ...acts].toSorted().at(-1) ?? null;
    }
    case 'completed':
      return envelope.sealed_at === null && envelope.sealing_failed_at === null ? envelope.completed_at : null;
    case 'draft':
    case 'voided':
    case 'declined':
    case 'expired':
      return null;
  }
}
