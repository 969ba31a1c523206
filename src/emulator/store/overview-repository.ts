import type { EnvelopeState } from '../../contract/states.js';
import type { Envelope } from '../domain/envelope.js';
import type { TemplateState } from '../domain/template.js';
import type { DeliveryStatus } from './delivery-repository.js';
import type { SqlDatabase } from './database.js';
import { isLost } from './mail-repository.js';

/** What to list; null matches all. */
interface Page {
  /** A part of a text, or the beginning of the ID; letters of ASCII in either case. */
  readonly text: string | null;
  /** Only those created before this position. */
  readonly before: number | null;
  readonly max: number;
}

/** By a part of the title, of a name or of an address. */
interface EnvelopeQuery extends Page {
  readonly status: EnvelopeState | null;
  readonly sealed: boolean | null;
}

/** Times are milliseconds since 1970. */
interface MailRow {
  readonly position: number;
  readonly id: string;
  readonly to_name: string;
  readonly to_email: string;
  readonly subject: string;
  readonly mode: string;
  readonly accepted_at: number;
  readonly delivered_at: number | null;
  /** 0 or 1. */
  readonly lost: number;
}

interface EndpointRow {
  readonly position: number;
  readonly id: string;
  readonly url: string;
  /** 0 or 1. */
  readonly active: number;
  readonly failing_since: number | null;
  readonly created_at: number;
  /** How many of its deliveries wait for an attempt, and how many failed. */
  readonly queued: number;
  readonly failed: number;
}

interface ToEndpoint {
  readonly position: number;
  readonly id: string;
  readonly event: string;
  readonly status: DeliveryStatus;
  readonly next_attempt_at: number | null;
  readonly envelope_id: string;
  /** Null when the envelope does not exist any more. */
  readonly title: string | null;
}

/** An attempt, or a delivery before its first one. Times are milliseconds since 1970. */
export interface DeliveryRow {
  readonly delivery_id: string;
  readonly event_id: string;
  readonly event: string;
  readonly event_at: number;
  readonly delivery_status: DeliveryStatus;
  readonly next_attempt_at: number | null;
  readonly webhook_id: string;
  readonly url: string | null;
  /** Null before the first attempt. */
  readonly sequence: number | null;
  readonly number: number | null;
  readonly copy: number | null;
  readonly at: number | null;
  readonly status: number | null;
  readonly error: string | null;
  readonly milliseconds: number | null;
  /** JSON: names of faults. */
  readonly faults: string | null;
}

/** Reads across organisations for the emulator's page, each by an index or in the order of storage. */
export interface OverviewRepository {
  /** Newest first. */
  envelopes(query: EnvelopeQuery): readonly { readonly position: number; readonly envelope: Envelope }[];
  count(table: 'envelopes' | 'templates' | 'mails' | 'webhooks'): number;
  /** Newest first, also archived ones; by a part of the name, or the beginning of the ID. */
  templates(page: Page): readonly {
    readonly position: number;
    readonly template: TemplateState;
  }[];
  /** Newest first; by a part of the subject, of the name or of the address, or the beginning of an ID. */
  mails(page: Page): readonly MailRow[];
  /** Newest first; by a part of the URL, or the beginning of the ID. */
  endpoints(page: Page & { readonly active: boolean | null }): readonly EndpointRow[];
  /** The deliveries to an endpoint, newest first. */
  deliveriesTo(webhookId: string, page: Omit<Page, 'text'> & { readonly failed: boolean }): readonly ToEndpoint[];
  countDeliveries(webhookId: string): number;
  /** The IDs of mails about an envelope, oldest first: to its recipients, and to the sender when it was sealed. */
  mailsOf(envelope: Envelope): readonly string[];
  /** Of an envelope or of one delivery, in order of events, deliveries and attempts. */
  deliveries(of: { readonly envelope: string } | { readonly delivery: string }): readonly DeliveryRow[];
}

const matches = `(e.id LIKE ?1 || '%' OR (e.state LIKE '%' || ?2 || '%' ESCAPE '!' AND (
  json_extract(e.state, '$.title') LIKE '%' || ?2 || '%' ESCAPE '!' OR EXISTS (
    SELECT 1 FROM json_each(e.state, '$.recipients') r
    WHERE json_extract(r.value, '$.name') LIKE '%' || ?2 || '%' ESCAPE '!'
      OR json_extract(r.value, '$.email') LIKE '%' || ?2 || '%' ESCAPE '!'))))`;

/** The condition for a text ?2: the beginning of an ID, or a part of one of the others. */
const matching = (id: string, ...others: readonly string[]): string => {
  const parts = others.map((each) => ` OR ${each} LIKE '%' || ?2 || '%' ESCAPE '!'`);
  return `(?2 IS NULL OR ${id} LIKE ?2 || '%' ESCAPE '!'${parts.join('')})`;
};

const counted = (name: string, status: string): string =>
  `(SELECT count(*) FROM deliveries d WHERE d.webhook_id = w.id AND d.status ${status}) AS ${name}`;

/** For LIKE. */
const escaped = (text: string | null): string | null => text?.replace(/[%_!]/g, '!$&') ?? null;

export function overviewRepository(sql: SqlDatabase): OverviewRepository {
  return {
    envelopes({ text, status, sealed, before, max }) {
      return sql
        .all<{ position: number; state: string }>(
          `SELECT e.rowid AS position, e.state FROM envelopes e
           WHERE (?3 IS NULL OR e.rowid < ?3) AND (?4 IS NULL OR e.status = ?4) AND (?5 IS NULL OR e.sealed = ?5)
             ${text === null ? 'AND ?1 IS NULL AND ?2 IS NULL' : `AND ${matches}`}
           ORDER BY e.rowid DESC LIMIT ?6`,
          text?.toLowerCase().replaceAll('%', '') ?? null,
          escaped(text),
          before,
          status,
          sealed === null ? null : Number(sealed),
          max,
        )
        .map(({ position, state }) => ({ position, envelope: JSON.parse(state) as Envelope }));
    },
    templates: ({ text, before, max }) =>
      sql
        .all<{ position: number; state: string }>(
          `SELECT sequence AS position, state FROM templates
           WHERE (?1 IS NULL OR sequence < ?1)
             AND ${matching('id', "json_extract(state, '$.name')")}
           ORDER BY sequence DESC LIMIT ?3`,
          before,
          escaped(text),
          max,
        )
        .map(({ position, state }) => ({ position, template: JSON.parse(state) as TemplateState })),
    mails: ({ text, before, max }) =>
      sql.all(
        `SELECT sequence AS position, id, to_name, to_email, subject, mode, accepted_at, delivered_at,
           ${isLost} AS lost FROM mails
         WHERE (?1 IS NULL OR sequence < ?1)
           AND ${matching('id', 'subject', 'to_name', 'to_email', `coalesce(envelope_id, '')`)}
         ORDER BY sequence DESC LIMIT ?3`,
        before,
        escaped(text),
        max,
      ),
    endpoints: ({ text, active, before, max }) =>
      sql.all(
        `SELECT w.sequence AS position, w.id, w.url, w.active, w.failing_since, w.created_at,
           ${counted('queued', `= 'queued'`)}, ${counted('failed', `IN ('exhausted', 'dropped')`)}
         FROM webhooks w WHERE (?1 IS NULL OR w.sequence < ?1) AND ${matching('w.id', 'w.url')}
           AND (?4 IS NULL OR w.active = ?4) ORDER BY w.sequence DESC LIMIT ?3`,
        before,
        escaped(text),
        max,
        active === null ? null : Number(active),
      ),
    deliveriesTo: (webhookId, { before, max, failed }) =>
      sql.all(
        `SELECT d.sequence AS position, d.id, e.name AS event, d.status, d.next_attempt_at, e.envelope_id,
           json_extract(v.state, '$.title') AS title
         FROM deliveries d JOIN events e ON e.id = d.event_id LEFT JOIN envelopes v ON v.id = e.envelope_id
         WHERE d.webhook_id = ?1 AND (?2 IS NULL OR d.sequence < ?2) AND (?3 = 0 OR d.status IN ('exhausted', 'dropped')
           OR d.status = 'queued' AND EXISTS (SELECT 1 FROM delivery_attempts a WHERE a.delivery_id = d.id))
         ORDER BY d.sequence DESC LIMIT ?4`,
        webhookId,
        before,
        Number(failed),
        max,
      ),
    countDeliveries: (webhookId) =>
      sql.get<{ count: number }>('SELECT count(*) AS count FROM deliveries WHERE webhook_id = ?', webhookId)?.count ??
      0,
    count: (table) => sql.get<{ count: number }>(`SELECT count(*) AS count FROM ${table}`)?.count ?? 0,
    mailsOf({ id, recipients, sealed_at: sealed }) {
      const find = (where: string, value: string): readonly { id: string; sequence: number }[] =>
        sql.all(`SELECT id, sequence FROM mails WHERE ${where} ORDER BY sequence`, value);
      return [
        ...recipients.flatMap((recipient) => find('recipient_id = ?', recipient.id)),
        ...(sealed === null ? [] : find(`recipient_id IS NULL AND kind = 'completed' AND envelope_id = ?`, id)),
      ]
        .toSorted((a, b) => a.sequence - b.sequence)
        .map((mail) => mail.id);
    },
    deliveries: (of) =>
      sql.all<DeliveryRow>(
        `SELECT d.id AS delivery_id, d.event_id, e.name AS event, e.created_at AS event_at,
           d.status AS delivery_status, d.next_attempt_at, d.webhook_id, w.url,
           a.sequence, a.number, a.copy, a.at, a.status, a.error, a.milliseconds, a.faults
         FROM events e JOIN deliveries d ON d.event_id = e.id LEFT JOIN webhooks w ON w.id = d.webhook_id
           LEFT JOIN delivery_attempts a ON a.delivery_id = d.id
         WHERE ${'envelope' in of ? 'e.envelope_id' : 'd.id'} = ? ORDER BY e.sequence, d.sequence, a.sequence`,
        'envelope' in of ? of.envelope : of.delivery,
      ),
  };
}
