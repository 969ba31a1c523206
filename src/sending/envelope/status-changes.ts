import type { Shaped, ShapeBlocks } from '../../contract/shape.js';
import type { Envelope, Recipient } from '../../contract/resources/envelope.js';
import type { KnownStatus } from './known-status.js';
import { personLine } from './view.js';

export const statusChange = (s: ShapeBlocks) => ({
  id: s.text,
  what: s.oneOf('status', 'recipient', 'invitation', 'sealed'),
  from: s.nullable(s.either(s.text, s.flag)),
  to: s.nullable(s.either(s.text, s.flag)),
  recipient_id: s.nullable(s.text),
  role: s.nullable(s.text),
  words: s.text,
});
const changeShape = (s: ShapeBlocks) => s.object(statusChange(s));

/** One change between two reads of an envelope; `words` is a sentence without the envelope. */
export type StatusChange = Shaped<typeof changeShape>;

/** The changes between two reads, in the likely order. */
export function statusChangesBetween(before: KnownStatus, after: KnownStatus): readonly StatusChange[] {
  const { envelope } = after;
  const known = new Map(before.envelope.recipients.map((each) => [each.id, each]));
  const about = { id: envelope.id, recipient_id: null, role: null };
  return [
    ...envelope.recipients.flatMap((recipient) => ofRecipient(envelope, recipient, known.get(recipient.id))),
    ...(before.envelope.status === envelope.status
      ? []
      : [
          {
            ...about,
            what: 'status' as const,
            from: before.envelope.status,
            to: envelope.status,
            words: `The envelope is ${envelope.status}.`,
          },
        ]),
    ...(after.sealed === true && before.sealed !== true
      ? [{ ...about, what: 'sealed' as const, from: false, to: true, words: 'All documents are sealed.' }]
      : []),
  ];
}

function ofRecipient(envelope: Envelope, now: Recipient, before: Recipient | undefined): readonly StatusChange[] {
  const about = { id: envelope.id, recipient_id: now.id, role: now.role };
  const changes: StatusChange[] = [];
  if (before?.status !== now.status) {
    const words = `${personLine(now)}: ${recipientWords[now.status] ?? now.status}.`;
    changes.push({ ...about, what: 'recipient', from: before?.status ?? null, to: now.status, words });
  }
  const [was, is] = [before?.invitation_delivered ?? null, now.invitation_delivered];
  if (is === true && was !== true) {
    const words = `${personLine(now)}: the invitation was delivered.`;
    changes.push({ ...about, what: 'invitation', from: was, to: is, words });
  }
  return changes;
}

/** The known states (A16); others are shown unchanged. */
const recipientWords: Readonly<Record<string, string>> = {
  pending: 'is waiting for earlier recipients',
  sent: 'can sign now',
  signed: 'signed',
  declined: 'declined to sign',
  delegated: 'delegated signing to another person',
};
