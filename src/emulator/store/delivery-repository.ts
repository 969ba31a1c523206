import type { EventName } from '../../contract/events.js';
import type { WebhookEndpoint } from '../domain/webhook-endpoint.js';
import type { SqlDatabase } from './database.js';
import type { StoredEvent } from './event-repository.js';

/** One event for one endpoint, and all its attempts. Times are milliseconds since 1970. */
export type DeliveryStatus = 'queued' | 'delivered' | 'exhausted' | 'dropped';

export interface Delivery {
  readonly id: string;
  readonly event_id: string;
  readonly webhook_id: string;
  readonly status: DeliveryStatus;
  readonly next_attempt_at: number | null;
}

interface Attempt {
  /** 1-based. */
  readonly number: number;
  readonly at: number;
  /** Null without a response. */
  readonly status: number | null;
  readonly error: string | null;
  readonly milliseconds: number;
  /** The applied faults, by name. */
  readonly faults: readonly string[];
}

/** One attempt with its subject; `copy` is 0 except for duplicates by a fault. */
interface LoggedAttempt extends Attempt {
  readonly sequence: number;
  readonly copy: number;
  readonly delivery_id: string;
  readonly webhook_id: string;
  readonly event_id: string;
  readonly event: string;
  readonly envelope_id: string;
}

/** A delivery with its event and the endpoint that it goes to. */
interface Attempting extends Delivery {
  /** The number of the delivery among all that were ever created. */
  readonly sequence: number;
  /** Made so far, without copies. */
  readonly attempts: number;
  readonly event: StoredEvent;
  /** Null when it was deleted or is not active. */
  readonly endpoint: Pick<WebhookEndpoint, 'url' | SecretName> | null;
}

type SecretName = 'secret' | 'previous_secret' | 'rotated_at';

interface LogFilter {
  /** Only entries after this position. */
  readonly after: number;
  readonly max: number;
  readonly webhook_id: string | null;
  readonly envelope_id: string | null;
}

interface ListFilter {
  readonly webhook_id?: string | null;
  readonly envelope_id?: string | null;
  /** Only those that were created after this delivery. */
  readonly after?: string | null;
  readonly max?: number;
}

export interface DeliveryRepository {
  insert(delivery: Delivery): void;
  find(id: string): Delivery | null;
  /** All that the next attempt of a delivery needs, in one read. */
  attempting(id: string): Attempting | null;
  update(delivery: Delivery): void;
  /** The IDs of the queued deliveries of an endpoint. */
  queued(webhookId: string): readonly string[];
  lastSequence(): number;
  addAttempt(deliveryId: string, attempt: Attempt, copy?: number): void;
  /** Without copies. */
  attempts(deliveryId: string): readonly Attempt[];
  /** Every attempt, including duplicates, in order of completion. */
  log(filter: LogFilter): readonly LoggedAttempt[];
  lastLogged(): number;
  /**
   * Failed deliveries that were not sent again, to active endpoints: exhausted or cancelled ones, and those with a
   * failed attempt.
   */
  failed(webhookId: string | null): readonly Delivery[];
  /** Every delivery of an event. */
  ofEvent(eventId: string): readonly Delivery[];
  /** In order of creation, with the event's name; of one endpoint, of one envelope, or all. */
  list(filter: ListFilter): readonly (Delivery & { readonly event: EventName })[];
}

const columns = 'id, event_id, webhook_id, status, next_attempt_at';
const eventOf = 'JOIN events e ON e.id = d.event_id';
/** An envelope has few events, so that they are looked up first, however many there are of others. */
const ofEnvelope = 'events e CROSS JOIN deliveries d ON d.event_id = e.id';

type Stored<T> = Omit<T, 'faults'> & { readonly faults: string };

export function deliveryRepository(sql: SqlDatabase): DeliveryRepository {
  const number = (query: string, ...values: string[]): number =>
    sql.get<{ number: number }>(query, ...values)?.number ?? 0;
  const withFaults = <T>(row: T & { readonly faults: string }): Omit<T, 'faults'> & { readonly faults: string[] } => ({
    ...row,
    faults: JSON.parse(row.faults) as string[],
  });
  return {
    insert({ id, event_id, webhook_id, status, next_attempt_at }) {
      sql.run(
        `INSERT INTO deliveries (${columns}) VALUES (?, ?, ?, ?, ?)`,
        id,
        event_id,
        webhook_id,
        status,
        next_attempt_at,
      );
    },
    find: (id) => sql.get<Delivery>(`SELECT ${columns} FROM deliveries WHERE id = ?`, id) ?? null,
    attempting(id) {
      type Joined = { readonly [Name in 'url' | SecretName]: WebhookEndpoint[Name] | null };
      type Read = Omit<Attempting, 'event' | 'endpoint'> & Omit<StoredEvent, 'id'> & Joined;
      const row = sql.get<Read>(
        `SELECT d.id, d.event_id, d.webhook_id, d.status, d.next_attempt_at, d.sequence,
           e.organisation_id, e.name, e.created_at, e.brand_id, e.envelope_id, e.recipient_id,
           (SELECT count(*) FROM delivery_attempts a WHERE a.delivery_id = d.id AND a.copy = 0) AS attempts,
           w.url, w.secret, w.previous_secret, w.rotated_at
         FROM deliveries d JOIN events e ON e.id = d.event_id
           LEFT JOIN webhooks w ON w.id = d.webhook_id AND w.active = 1
         WHERE d.id = ?`,
        id,
      );
      if (row === undefined) return null;
      const { organisation_id, name, created_at, brand_id, envelope_id, recipient_id, ...rest } = row;
      const { url, secret, previous_secret, rotated_at, ...delivery } = rest;
      return {
        ...delivery,
        event: { id: row.event_id, organisation_id, name, created_at, brand_id, envelope_id, recipient_id },
        endpoint: url === null || secret === null ? null : { url, secret, previous_secret, rotated_at },
      };
    },
    update({ id, status, next_attempt_at }) {
      sql.run('UPDATE deliveries SET status = ?, next_attempt_at = ? WHERE id = ?', status, next_attempt_at, id);
    },
    queued: (webhookId) =>
      sql
        .all<{ id: string }>(`SELECT id FROM deliveries WHERE webhook_id = ? AND status = 'queued'`, webhookId)
        .map(({ id }) => id),
    lastSequence: () => number(`SELECT seq AS number FROM sqlite_sequence WHERE name = 'deliveries'`),
    addAttempt(deliveryId, attempt, copy = 0) {
      sql.run(
        `INSERT INTO delivery_attempts (delivery_id, number, copy, at, status, error, milliseconds, faults)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
        deliveryId,
        attempt.number,
        copy,
        attempt.at,
        attempt.status,
        attempt.error,
        attempt.milliseconds,
        JSON.stringify(attempt.faults),
      );
    },
    attempts: (deliveryId) =>
      sql
        .all<Stored<Attempt>>(
          `SELECT number, at, status, error, milliseconds, faults FROM delivery_attempts
           WHERE delivery_id = ? AND copy = 0 ORDER BY number`,
          deliveryId,
        )
        .map(withFaults),
    log({ after, max: most, webhook_id: webhookId, envelope_id: envelopeId }) {
      const [tables, isWanted] =
        envelopeId === null
          ? [`delivery_attempts a JOIN deliveries d ON d.id = a.delivery_id ${eventOf}`, '?3 IS NULL']
          : [`${ofEnvelope} CROSS JOIN delivery_attempts a ON a.delivery_id = d.id`, 'e.envelope_id = ?3'];
      return sql
        .all<Stored<LoggedAttempt>>(
          `SELECT a.sequence, a.at, a.number, a.copy, e.name AS event, a.status, a.error, a.milliseconds, a.faults,
             a.delivery_id, d.webhook_id, d.event_id, e.envelope_id
           FROM ${tables} WHERE a.sequence > ?1 AND (?2 IS NULL OR d.webhook_id = ?2) AND ${isWanted}
           ORDER BY a.sequence LIMIT ?4`,
          after,
          webhookId,
          envelopeId,
          most,
        )
        .map(withFaults);
    },
    lastLogged: () => number(`SELECT seq AS number FROM sqlite_sequence WHERE name = 'delivery_attempts'`),
    failed: (webhookId) =>
      sql.all<Delivery>(
        `SELECT d.id, d.event_id, d.webhook_id, d.status, d.next_attempt_at
         FROM deliveries d JOIN webhooks w ON w.id = d.webhook_id AND w.active = 1
         WHERE (?1 IS NULL OR d.webhook_id = ?1) AND CASE d.status
           WHEN 'queued' THEN EXISTS (SELECT 1 FROM delivery_attempts a WHERE a.delivery_id = d.id)
           WHEN 'delivered' THEN FALSE
           ELSE NOT EXISTS (
             SELECT 1 FROM deliveries l
             WHERE l.event_id = d.event_id AND l.webhook_id = d.webhook_id AND l.sequence > d.sequence
           ) END
         ORDER BY d.sequence`,
        webhookId,
      ),
    ofEvent: (eventId) =>
      sql.all<Delivery>(`SELECT ${columns} FROM deliveries WHERE event_id = ? ORDER BY sequence`, eventId),
    list({
      webhook_id: webhookId = null,
      envelope_id: envelopeId = null,
      after = null,
      max = Number.MAX_SAFE_INTEGER,
    }) {
      const [tables, isWanted] =
        envelopeId === null ? [`deliveries d ${eventOf}`, '?2 IS NULL'] : [ofEnvelope, 'e.envelope_id = ?2'];
      const from =
        after === null
          ? 0
          : sql.get<{ sequence: number }>('SELECT sequence FROM deliveries WHERE id = ?', after)?.sequence;
      return sql.all(
        `SELECT d.id, d.event_id, d.webhook_id, d.status, d.next_attempt_at, e.name AS event
         FROM ${tables} WHERE (?1 IS NULL OR d.webhook_id = ?1) AND ${isWanted} AND d.sequence > ?3 ORDER BY d.sequence LIMIT ?4`,
        webhookId,
        envelopeId,
        from ?? null,
        max,
      );
    },
  };
}
