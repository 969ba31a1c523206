import type { MailKind } from '../names.js';
import type { EmulatorClock } from '../clock.js';
import type { Jobs } from '../delivery/jobs.js';
import type { Mode } from '../domain/organisation.js';
import type { Faults } from '../faults.js';
import type { Randomness } from '../random.js';
import { mailRepository } from '../store/mail-repository.js';
import type { Store } from '../store/store.js';

/** `invitation` determines `invitation_delivered`; no mail leaves the machine. */

export interface NewMail {
  readonly organisation_id: string;
  readonly mode: Mode;
  readonly kind: MailKind;
  readonly to: { readonly name: string; readonly email: string };
  readonly subject: string;
  readonly text: string;
  /** A signing link, where the mail has one. */
  readonly link: string | null;
  readonly envelope_id: string | null;
  readonly recipient_id: string | null;
  readonly attachments?: readonly { readonly filename: string; readonly bytes: Buffer }[];
}

export interface Mail extends Omit<NewMail, 'attachments'> {
  readonly id: string;
  readonly accepted_at: string;
  /** Null until the delivery report, half a minute of the clock later. */
  readonly delivered_at: string | null;
  /** A fault kept it from arriving: a delivery report never comes. */
  readonly lost: boolean;
  readonly attachments: readonly { readonly filename: string; readonly size: number }[];
}

export interface Outbox {
  /** Within a transaction: captures a mail and queues its delivery report, unless a fault loses it. Returns the mail's ID. */
  send(mail: NewMail): string;
  /** The newest invitation to a recipient, or null. */
  invitation(recipientId: string): Mail | null;
}

export interface OutboxParts {
  /** Called for each mail, within its transaction. */
  readonly forward?: ((mailId: string) => void) | undefined;
  readonly store: Store;
  readonly clock: EmulatorClock;
  readonly random: Randomness;
  readonly jobs: Jobs;
  readonly faults: Pick<Faults, 'take'>;
  /** Milliseconds from acceptance to the delivery report. */
  readonly reportAfter: number;
}

/** The captured mail of a running emulator; registers the job for the delivery reports. */
export function createOutbox({ store, clock, random, jobs, faults, reportAfter, forward }: OutboxParts): Outbox {
  const mails = mailRepository(store.sql);
  const reported = (id: string): void => mails.setDelivered(id, clock.now());
  jobs.on(
    'report_mail',
    ({ subject }) =>
      () =>
        reported(subject),
  );
  return {
    send(mail) {
      const id = random.uuid();
      mails.insert(id, mail, clock.now());
      const own = mail.kind === 'invitation' ? [mail.recipient_id, mail.envelope_id] : [];
      const points = ['mail' as const, ...own.map((of) => `mail:${of}` as const)];
      if (points.some((point) => faults.take(point) !== null)) return id;
      jobs.schedule('report_mail', id, clock.now() + reportAfter);
      forward?.(id);
      return id;
    },
    invitation: (recipientId) => mails.invitation(recipientId),
  };
}
