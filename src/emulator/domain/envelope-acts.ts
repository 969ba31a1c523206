import type { EventName } from '../../contract/events.js';
import type { Part } from '../../document/render-job.js';
import type { Answers } from '../../rules/answers.js';
import { byCommand, byMandate, howWords, note, type ActOrigin } from './act-origin.js';
import type { Envelope, Recipient } from './envelope.js';
import { holdsPosition, outstanding, whoseTurn } from './routing.js';

/** The steps of an envelope, one pure function each (States and transitions). */

export interface Outcome {
  readonly envelope: Envelope;
  /** In order of occurrence. */
  readonly events: readonly { readonly name: EventName; readonly recipient_id: string | null }[];
  /** Recipients whose turn begins with this step; an embedded one is not e-mailed. */
  readonly invited: Recipient | null;
}

/** When a person acts (ISO 8601 UTC), and where from; a command by default. */
export interface Occasion {
  readonly at: string;
  readonly from?: ActOrigin | undefined;
}

/** A position that a mandate signs when the envelope is sent. */
export interface PreSigned {
  readonly recipient_id: string;
  /** The number printed on the mandate. */
  readonly number: string;
}

/** draft → sent. Mandates sign first; then the next in turn is invited, or it is completed at once. */
export function send(draft: Envelope, at: string, brandName: string, mandates: readonly PreSigned[]): Outcome {
  const events: Outcome['events'][number][] = [{ name: 'envelope.sent', recipient_id: null }];
  let envelope = note({ ...draft, status: 'sent', sent_at: at, brand_name: brandName }, at, 'Sent for signature');
  for (const { recipient_id: id, number } of mandates) {
    const signer = envelope.recipients.find((recipient) => recipient.id === id);
    if (signer === undefined) continue;
    envelope = replace(envelope, { ...signer, status: 'signed', acted_at: at, acted_from: byMandate });
    envelope = note(envelope, at, `${signer.name} (${signer.role}) signed under standing authorisation ${number}`);
    events.push({ name: 'recipient.completed', recipient_id: id });
  }
  return advance(envelope, at, events);
}

/** The recipient signs with these answers: the next one is invited, or the envelope is completed. */
export function sign(
  before: Envelope,
  signer: Recipient,
  answers: Answers,
  { at, from = byCommand }: Occasion,
  part: Part = 'signs',
): Outcome {
  const signed = replace({ ...before, answers }, { ...signer, status: 'signed', acted_at: at, acted_from: from });
  const act = { signs: 'signed', fills_in: 'filled in their part', agrees: 'agreed to the document' }[part];
  const text = `${signer.name} (${signer.role}) ${act} ${howWords(from)}`;
  const envelope = note({ ...signed, status: 'partially_signed' }, at, text, from);
  return advance(envelope, at, [{ name: 'recipient.completed', recipient_id: signer.id }]);
}

/** The first time that a recipient opens the documents; later ones change nothing. */
export function opened(before: Envelope, visitor: Recipient, at: string, from: ActOrigin): Envelope {
  if (visitor.opened_at !== undefined) return before;
  const text = `${visitor.name} (${visitor.role}) opened the document ${howWords(from)}`;
  return note(replace(before, { ...visitor, opened_at: at }), at, text, from);
}

/** Any open state → declined. */
export function decline(
  before: Envelope,
  party: Recipient,
  reason: string,
  { at, from = byCommand }: Occasion,
): Outcome {
  const envelope = replace(before, { ...party, status: 'declined', acted_at: at, acted_from: from });
  return {
    envelope: note(
      { ...envelope, status: 'declined', end_reason: reason },
      at,
      `${party.name} (${party.role}) declined: ${reason}`,
      from,
    ),
    events: [{ name: 'envelope.declined', recipient_id: null }],
    invited: null,
  };
}

/** The recipient is retired; another person takes the position with a new ID, embedded as before. */
export function delegate(
  before: Envelope,
  party: Recipient,
  to: { readonly id: string; readonly name: string; readonly email: string },
  { at, from = byCommand }: Occasion,
): Outcome {
  const replacement: Recipient = {
    ...party,
    ...to,
    job_title: null,
    company: null,
    external_ref: null,
    standing_authorisation_id: null,
    status: 'sent',
    acted_at: null,
    opened_at: undefined,
    acted_from: undefined,
  };
  const retired: Recipient = { ...party, status: 'delegated', acted_at: at, acted_from: from };
  const recipients = before.recipients.flatMap((recipient) =>
    recipient.id === party.id ? [retired, replacement] : [recipient],
  );
  const text = `${party.name} (${party.role}) delegated to ${to.name} <${to.email}>`;
  const handed = noteTurn(note({ ...before, recipients }, at, text, from), replacement, at);
  return { envelope: handed, events: [], invited: replacement };
}

/** sent, partially_signed → voided. Signatures already collected stay. */
export function withdraw(before: Envelope, reason: string, at: string): Outcome {
  return {
    envelope: note({ ...before, status: 'voided', end_reason: reason }, at, `Withdrawn by the sender: ${reason}`),
    events: [{ name: 'envelope.voided', recipient_id: null }],
    invited: null,
  };
}

/** sent, partially_signed → expired. */
export function expire(before: Envelope, at: string): Outcome {
  return {
    envelope: note({ ...before, status: 'expired' }, at, 'The deadline passed'),
    events: [{ name: 'envelope.expired', recipient_id: null }],
    invited: null,
  };
}

function advance(envelope: Envelope, at: string, events: Outcome['events']): Outcome {
  if (outstanding(envelope).length === 0) {
    return {
      envelope: note({ ...envelope, status: 'completed', completed_at: at }, at, 'All recipients have acted'),
      events: [...events, { name: 'envelope.completed', recipient_id: null }],
      invited: null,
    };
  }
  const next = whoseTurn(envelope);
  if (next === null || next.status !== 'pending') return { envelope, events, invited: null };
  const invited: Recipient = { ...next, status: 'sent' };
  return { envelope: noteTurn(replace(envelope, invited), invited, at), events, invited };
}

function noteTurn(envelope: Envelope, { name, role, email, embedded }: Recipient, at: string): Envelope {
  const text = embedded
    ? `${name} (${role}) can sign on the embedded page`
    : `${name} (${role}) invited to sign at ${email}`;
  return note(envelope, at, text);
}

const replace = (envelope: Envelope, changed: Recipient): Envelope => ({
  ...envelope,
  recipients: envelope.recipients.map((recipient) => (recipient.id === changed.id ? changed : recipient)),
});

/** Recipients with an invitation, who are notified when the sender withdraws. A position under a mandate has none. */
export const wasInvited = (recipient: Recipient): boolean =>
  holdsPosition(recipient) &&
  !recipient.embedded &&
  recipient.standing_authorisation_id === null &&
  (recipient.status === 'sent' || recipient.status === 'signed');
