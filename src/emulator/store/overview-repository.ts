import type { EnvelopeState } from '../../contract/states.js';
import type { Envelope } from '../domain/envelope.js';
import type { TemplateState } from '../domain/template.js';
import type { DeliveryStatus } from './delivery-repository.js';
import type { SqlDatabase } from './database.js';

/** What to list of the envelopes; an omitted part matches all. */
interface EnvelopeQuery {
  /** A part of the title, of a name or of an address, or the beginning of the ID; letters of ASCII in either case. */
  readonly text: string | null;
  readonly status: EnvelopeState | null;
  readonly sealed: boolean | null;
  /** Only those created before this position. */
  readonly before: number | null;
  readonly max: number;
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
  templates(page: Omit<EnvelopeQuery, 'status' | 'sealed'>): readonly {
    readonly position: number;
    readonly template: TemplateState;
  }[];
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

export function overviewRepository(sql: SqlDatabase): OverviewRepository {
  return {
    envelopes({ text, status, sealed, before, max }) {
      const escaped = text?.replace(/[%_!]/g, '!$&') ?? null;
      return sql
        .all<{ position: number; state: string }>(
          `SELECT e.rowid AS position, e.state FROM envelopes e
           WHERE (?3 IS NULL OR e.rowid < ?3) AND (?4 IS NULL OR e.status = ?4) AND (?5 IS NULL OR e.sealed = ?5)
             ${text === null ? 'AND ?1 IS NULL AND ?2 IS NULL' : `AND ${matches}`}
           ORDER BY e.rowid DESC LIMIT ?6`,
          text?.toLowerCase().replaceAll('%', '') ?? null,
          escaped,
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
             AND (?2 IS NULL OR instr(lower(json_extract(state, '$.name')), ?2) > 0 OR instr(id, ?2) = 1)
           ORDER BY sequence DESC LIMIT ?3`,
          before,
          text?.toLowerCase() ?? null,
          max,
        )
        .map(({ position, state }) => ({ position, template: JSON.parse(state) as TemplateState })),
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
