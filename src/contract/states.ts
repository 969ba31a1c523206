/** The states of envelopes, recipients and standing authorisations (States and transitions; recipients A16). */
export const envelopeStates = [
  'draft',
  'sent',
  'partially_signed',
  'completed',
  'voided',
  'declined',
  'expired',
] as const;
export type EnvelopeState = (typeof envelopeStates)[number];

/** An envelope in one of these is out for signature: it can be voided, signed, declined and can expire. */
export const openEnvelopeStates: readonly EnvelopeState[] = ['sent', 'partially_signed'];

/** Only `sent` and `signed` are described; the others are assumed (A16). */
const recipientStates = ['pending', 'sent', 'signed', 'declined', 'delegated'] as const;
export type RecipientState = (typeof recipientStates)[number];

export const authorisationStates = [
  'invited',
  'active',
  'declined',
  'expired_unsigned',
  'cancelled',
  'revoked',
  'expired',
  'invalidated',
] as const;
export type AuthorisationState = (typeof authorisationStates)[number];
