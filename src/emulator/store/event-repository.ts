import type { EventName } from '../../contract/events.js';
import type { SqlDatabase } from './database.js';

/** An event of an envelope, with or without subscribers. `created_at` is milliseconds since 1970. */
interface StoredEvent {
  readonly id: string;
  readonly organisation_id: string;
  readonly name: EventName;
  readonly created_at: number;
  readonly brand_id: string | null;
  readonly envelope_id: string;
  readonly recipient_id: string | null;
}

export interface EventRepository {
  insert(event: StoredEvent): void;
  find(id: string): StoredEvent | null;
  /** In order of occurrence; of one envelope, or all. */
  list(envelopeId: string | null): readonly StoredEvent[];
  removeAll(): void;
}

const columns = 'id, organisation_id, name, created_at, brand_id, envelope_id, recipient_id';

export function eventRepository(sql: SqlDatabase): EventRepository {
  return {
    insert({ id, organisation_id, name, created_at, brand_id, envelope_id, recipient_id }) {
      sql.run(
        `INSERT INTO events (${columns}) VALUES (?, ?, ?, ?, ?, ?, ?)`,
        id,
        organisation_id,
        name,
        created_at,
        brand_id,
        envelope_id,
        recipient_id,
      );
    },
    find: (id) => sql.get<StoredEvent>(`SELECT ${columns} FROM events WHERE id = ?`, id) ?? null,
    list: (envelopeId) =>
      envelopeId === null
        ? sql.all<StoredEvent>(`SELECT ${columns} FROM events ORDER BY sequence`)
        : sql.all<StoredEvent>(`SELECT ${columns} FROM events WHERE envelope_id = ? ORDER BY sequence`, envelopeId),
    removeAll() {
      sql.run('DELETE FROM events');
    },
  };
}
