/** The closed set of webhook events (Events). */
export const eventNames = [
  'envelope.sent',
  'envelope.completed',
  'envelope.declined',
  'envelope.voided',
  'envelope.expired',
  'envelope.sealed',
  'envelope.sealing_failed',
  'recipient.completed',
] as const;

export type EventName = (typeof eventNames)[number];

export const eventMeanings: Readonly<Record<EventName, string>> = {
  'envelope.sent': 'Left draft; invitations are going out.',
  'envelope.completed': 'Everybody who had to act has acted; the sealed document does not exist yet.',
  'envelope.declined': 'Somebody refused. Terminal.',
  'envelope.voided': 'The sender withdrew it. Terminal.',
  'envelope.expired': 'The deadline passed before everybody acted. Terminal.',
  'envelope.sealed': 'Every document is sealed with its certificate of completion. One per envelope.',
  'envelope.sealing_failed': 'Sealing gave up on a document; a later envelope.sealed is the later truth.',
  'recipient.completed': 'One recipient signed or approved; recipient_id says who.',
};
