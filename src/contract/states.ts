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
export const recipientStates = ['pending', 'sent', 'signed', 'declined', 'delegated'] as const;
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

/** What each state means, by what has it. */
export const stateMeanings: Readonly<
  Record<'envelope' | 'recipient' | 'authorisation', Readonly<Record<string, string>>>
> = {
  envelope: {
    draft: 'Created, but not sent. Nobody was emailed.',
    sent: 'Out for signature, and nobody has signed yet.',
    partially_signed: 'Out for signature. Some have signed, and others still have to act.',
    completed: 'Everybody who had to act has acted. Sealing follows, and the envelope stays completed.',
    voided: 'The sender withdrew it. Final.',
    declined: 'A recipient refused. Final.',
    expired: 'The deadline passed before everybody acted. Final.',
  } satisfies Record<EnvelopeState, string>,
  recipient: {
    pending: 'It is not the turn of this recipient yet.',
    sent: 'It is the turn of this recipient.',
    signed: 'The recipient has signed or approved.',
    declined: 'The recipient refused, which ends the envelope.',
    delegated: 'The recipient handed over to another person.',
  } satisfies Record<RecipientState, string>,
  authorisation: {
    invited: 'The grantor was invited and has not signed yet.',
    active: 'It is in force.',
    declined: 'The grantor refused. Final.',
    expired_unsigned: 'The invitation expired before the grantor signed. Final.',
    cancelled: 'It was cancelled before the grantor signed. Final.',
    revoked: 'It was withdrawn while it was in force. Final.',
    expired: 'Its validity ended. Final.',
    invalidated: 'What it was granted for changed. Final.',
  } satisfies Record<AuthorisationState, string>,
};
