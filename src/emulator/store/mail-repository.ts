import type { Mail, NewMail } from '../mail/outbox.js';
import type { SqlValue } from '../../core/platform/sqlite.js';
import type { SqlDatabase } from './database.js';

/** A filter; an omitted part matches all. */
interface MailFilter {
  readonly to?: string | undefined;
  readonly kind?: string | undefined;
  readonly envelopeId?: string | undefined;
  /** A part of the subject, case-insensitive. */
  readonly subject?: string | undefined;
  readonly lost?: boolean | undefined;
  /** Only mail newer than this one. */
  readonly after?: string | undefined;
  /** The newest ones only. */
  readonly max?: number;
}

/** Captured mail. Times are milliseconds since 1970. */
export interface MailRepository {
  insert(id: string, mail: NewMail, acceptedAt: number): void;
  find(id: string): Mail | null;
  /** Newest first. */
  list(filter: MailFilter): readonly Mail[];
  /** Oldest first, after the mail with this sequence. */
  since(sequence: number, max: number): readonly (Mail & { readonly sequence: number })[];
  /** The sequence of the newest; 0 without any. */
  last(): number;
  attachments(id: string): readonly { readonly filename: string; readonly bytes: Buffer }[];
  invitation(recipientId: string): Mail | null;
  setDelivered(id: string, at: number): void;
}

interface Row {
  readonly id: string;
  readonly organisation_id: string;
  readonly mode: string;
  readonly kind: string;
  readonly to_name: string;
  readonly to_email: string;
  readonly subject: string;
  readonly text: string;
  readonly link: string | null;
  readonly envelope_id: string | null;
  readonly recipient_id: string | null;
  readonly accepted_at: number;
  readonly delivered_at: number | null;
  /** 0 or 1. */
  readonly lost: number;
}

/** Mail that was not delivered and waits for no delivery report. */
export const isLost = `delivered_at IS NULL
  AND NOT EXISTS (SELECT 1 FROM jobs WHERE kind = 'report_mail' AND subject = mails.id)`;
const rows = `SELECT *, ${isLost} AS lost FROM mails`;

export function mailRepository(sql: SqlDatabase): MailRepository {
  const toMail = (row: Row): Mail => ({
    id: row.id,
    organisation_id: row.organisation_id,
    mode: row.mode as Mail['mode'],
    kind: row.kind as Mail['kind'],
    to: { name: row.to_name, email: row.to_email },
    subject: row.subject,
    text: row.text,
    link: row.link,
    envelope_id: row.envelope_id,
    recipient_id: row.recipient_id,
    accepted_at: new Date(row.accepted_at).toISOString(),
    delivered_at: row.delivered_at === null ? null : new Date(row.delivered_at).toISOString(),
    lost: row.lost === 1,
    attachments: sql.all<{ filename: string; size: number }>(
      'SELECT filename, length(bytes) AS size FROM mail_attachments WHERE mail_id = ? ORDER BY position',
      row.id,
    ),
  });
  const first = (where: string, ...values: SqlValue[]): Mail | null => {
    const row = sql.get<Row>(`${rows} WHERE ${where} ORDER BY sequence DESC LIMIT 1`, ...values);
    return row === undefined ? null : toMail(row);
  };
  return {
    insert(id, mail, acceptedAt) {
      sql.run(
        `INSERT INTO mails (id, organisation_id, mode, kind, to_name, to_email, subject, text, link, envelope_id,
           recipient_id, accepted_at, delivered_at)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, NULL)`,
        id,
        mail.organisation_id,
        mail.mode,
        mail.kind,
        mail.to.name,
        mail.to.email,
        mail.subject,
        mail.text,
        mail.link,
        mail.envelope_id,
        mail.recipient_id,
        acceptedAt,
      );
      for (const [position, { filename, bytes }] of (mail.attachments ?? []).entries()) {
        sql.run(
          'INSERT INTO mail_attachments (mail_id, position, filename, bytes) VALUES (?, ?, ?, ?)',
          id,
          position,
          filename,
          bytes,
        );
      }
    },
    find: (id) => first('id = ?', id),
    list({ to, kind, envelopeId, subject, lost, after, max = Number.MAX_SAFE_INTEGER }) {
      // Only what is asked for is a condition, so that an index serves it.
      const wishes: readonly (readonly [string, SqlValue | undefined])[] = [
        ['lower(to_email) = lower(?)', to],
        ['kind = ?', kind],
        ['envelope_id = ?', envelopeId],
        ['instr(lower(subject), lower(?)) > 0', subject],
        ['lost = ?', lost === undefined ? undefined : Number(lost)],
        ['sequence > (SELECT sequence FROM mails WHERE id = ?)', after],
      ];
      const asked = wishes.flatMap(([condition, value]) => (value === undefined ? [] : [{ condition, value }]));
      const where = ['TRUE', ...asked.map(({ condition }) => condition)].join(' AND ');
      const values = asked.map(({ value }) => value);
      return sql.all<Row>(`${rows} WHERE ${where} ORDER BY sequence DESC LIMIT ?`, ...values, max).map(toMail);
    },
    since: (sequence, max) =>
      sql
        .all<Row & { readonly sequence: number }>(`${rows} WHERE sequence > ? ORDER BY sequence LIMIT ?`, sequence, max)
        .map((row) => ({ ...toMail(row), sequence: row.sequence })),
    last: () => sql.get<{ last: number }>('SELECT coalesce(max(sequence), 0) AS last FROM mails')?.last ?? 0,
    attachments: (id) =>
      sql.all<{ filename: string; bytes: Buffer }>(
        'SELECT filename, bytes FROM mail_attachments WHERE mail_id = ? ORDER BY position',
        id,
      ),
    invitation: (recipientId) => first(`recipient_id = ? AND kind = 'invitation'`, recipientId),
    setDelivered(id, at) {
      sql.run('UPDATE mails SET delivered_at = ? WHERE id = ?', at, id);
    },
  };
}
