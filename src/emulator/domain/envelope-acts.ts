import type { EventName } from '../../contract/events.js';
import type { Part } from '../../document/render-job.js';
import type { Answers } from '../../domain/rules/values.js';
import { byCommand, byMandate, howWords, note, type ActOrigin } from './act-origin.js';
import type { Envelope, PartAct, Recipient } from './envelope.js';
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
  let envelope = note(
    { ...draft, status: 'sent', sent_at: at, brand_name: brandName },
    { at, act: 'sent', recipient_id: null, text: 'Sent' },
  );
  for (const { recipient_id: id, number } of mandates) {
    const signer = envelope.recipients.find((recipient) => recipient.id === id);
    if (signer === undefined) continue;
    envelope = replace(envelope, { ...signer, status: 'signed', acted_at: at, acted_from: byMandate });
    const text = `${signer.name} (${signer.role}) signed under standing authorisation ${number}`;
    envelope = note(envelope, { at, act: 'signed', recipient_id: id, text });
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
  const { act, words } = partActs[part];
  const text = `${signer.name} (${signer.role}) ${words} ${howWords(from)}`;
  const envelope = note({ ...signed, status: 'partially_signed' }, { at, act, recipient_id: signer.id, text, from });
  return advance(envelope, at, [{ name: 'recipient.completed', recipient_id: signer.id }]);
}

const partActs: Readonly<Record<Part, { readonly act: PartAct; readonly words: string }>> = {
  signs: { act: 'signed', words: 'signed' },
  fills_in: { act: 'filled_in', words: 'filled in their part' },
  agrees: { act: 'agreed', words: 'agreed to the document' },
};

/** The first time that a recipient opens the documents; later ones change nothing. */
export function opened(before: Envelope, visitor: Recipient, at: string, from: ActOrigin): Envelope {
  if (visitor.opened_at !== undefined) return before;
  const text = `${visitor.name} (${visitor.role}) opened the document ${howWords(from)}`;
  const seen = replace(before, { ...visitor, opened_at: at });
  return note(seen, { at, act: 'opened', recipient_id: visitor.id, text, from });
}

/** Any open state → declined. */
export function decline(
  before: Envelope,
  party: Recipient,
  reason: string,
  { at, from = byCommand }: Occasion,
): Outcome {
  const envelope = replace(before, { ...party, status: 'declined', acted_at: at, acted_from: from });
  const text = `${party.name} (${party.role}) declined: ${reason}`;
  return {
    envelope: note(
      { ...envelope, status: 'declined', end_reason: reason },
      { at, act: 'declined', recipient_id: party.id, text, from },
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
  const handed = note({ ...before, recipients }, { at, act: 'delegated', recipient_id: party.id, text, from });
  return { envelope: noteTurn(handed, replacement, at), events: [], invited: replacement };
}

/** sent, partially_signed → voided. Signatures already collected stay. */
export function withdraw(before: Envelope, reason: string, at: string): Outcome {
  return {
    envelope: note(
      { ...before, status: 'voided', end_reason: reason },
      { at, act: 'voided', recipient_id: null, text: `Withdrawn by the sender: ${reason}` },
    ),
    events: [{ name: 'envelope.voided', recipient_id: null }],
    invited: null,
  };
}

/** sent, partially_signed → expired. */
export function expire(before: Envelope, at: string): Outcome {
  return {
    envelope: note(
      { ...before, status: 'expired' },
      { at, act: 'expired', recipient_id: null, text: 'The deadline passed' },
    ),
    events: [{ name: 'envelope.expired', recipient_id: null }],
    invited: null,
  };
}

function advance(envelope: Envelope, at: string, events: Outcome['events']): Outcome {
  if (outstanding(envelope).length === 0) {
    return {
      envelope: note(
        { ...envelope, status: 'completed', completed_at: at },
        { at, act: 'completed', recipient_id: null, text: 'All recipients have acted' },
      ),
      events: [...events, { name: 'envelope.completed', recipient_id: null }],
      invited: null,
    };
  }
  const next = whoseTurn(envelope);
  if (next === null || next.status !== 'pending') return { envelope, events, invited: null };
  const invited: Recipient = { ...next, status: 'sent' };
  return { envelope: noteTurn(replace(envelope, invited), invited, at), events, invited };
}

function noteTurn(envelope: Envelope, { id, name, role, email, embedded }: Recipient, at: string): Envelope {
  const text = embedded ? `${name} (${role}) can act on the embedded page` : `${name} (${role}) invited at ${email}`;
  return note(envelope, { at, act: 'invited', recipient_id: id, text });
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
