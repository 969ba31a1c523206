import type { SqlDatabase } from './database.js';

/** One event on its way to one endpoint, and every attempt at it. Times are milliseconds since 1970. */
export type DeliveryStatus = 'queued' | 'delivered' | 'exhausted' | 'dropped';

export interface Delivery {
  readonly id: string;
  readonly event_id: string;
  readonly webhook_id: string;
  readonly status: DeliveryStatus;
  readonly next_attempt_at: number | null;
}

export interface Attempt {
  /** 1-based. */
  readonly number: number;
  readonly at: number;
  /** Null when no answer came. */
  readonly status: number | null;
  readonly error: string | null;
  readonly milliseconds: number;
}

export interface DeliveryRepository {
  insert(delivery: Delivery): void;
  find(id: string): Delivery | null;
  update(delivery: Delivery): void;
  /** The ids of what is still queued for an endpoint. */
  queued(webhookId: string): readonly string[];
  addAttempt(deliveryId: string, attempt: Attempt): void;
  countAttempts(deliveryId: string): number;
  attempts(deliveryId: string): readonly Attempt[];
  /** In the order of their making, with the event's name; of one endpoint, of one envelope, or all. */
  list(webhookId: string | null, envelopeId: string | null): readonly (Delivery & { readonly event: string })[];
}

const columns = 'id, event_id, webhook_id, status, next_attempt_at';

export function deliveryRepository(sql: SqlDatabase): DeliveryRepository {
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
    update({ id, status, next_attempt_at }) {
      sql.run('UPDATE deliveries SET status = ?, next_attempt_at = ? WHERE id = ?', status, next_attempt_at, id);
    },
    queued: (webhookId) =>
      sql
        .all<{ id: string }>(`SELECT id FROM deliveries WHERE webhook_id = ? AND status = 'queued'`, webhookId)
        .map(({ id }) => id),
    addAttempt(deliveryId, { number, at, status, error, milliseconds }) {
      sql.run(
        'INSERT INTO delivery_attempts (delivery_id, number, at, status, error, milliseconds) VALUES (?, ?, ?, ?, ?, ?)',
        deliveryId,
        number,
        at,
        status,
        error,
        milliseconds,
      );
    },
    countAttempts: (deliveryId) =>
      sql.get<{ count: number }>('SELECT count(*) AS count FROM delivery_attempts WHERE delivery_id = ?', deliveryId)
        ?.count ?? 0,
    attempts: (deliveryId) =>
      sql.all<Attempt>(
        'SELECT number, at, status, error, milliseconds FROM delivery_attempts WHERE delivery_id = ? ORDER BY number',
        deliveryId,
      ),
    list: (webhookId, envelopeId) =>
      sql.all(
        `SELECT d.id, d.event_id, d.webhook_id, d.status, d.next_attempt_at, e.name AS event
         FROM deliveries d JOIN events e ON e.id = d.event_id
         WHERE (?1 IS NULL OR d.webhook_id = ?1) AND (?2 IS NULL OR e.envelope_id = ?2) ORDER BY d.sequence`,
        webhookId,
        envelopeId,
      ),
  };
}
