import type { EventName } from '../../contract/events.js';
import type { SqlDatabase } from './database.js';

/** An event of an envelope, with or without subscribers. `created_at` is milliseconds since 1970. */
export interface StoredEvent {
  readonly id: string;
  readonly organisation_id: string;
  readonly name: EventName;
  readonly created_at: number;
  readonly brand_id: string | null;
  readonly envelope_id: string;
  readonly recipient_id: string | null;
}

interface EventPage {
  readonly envelope_id: string | null;
  /** Only events with a later sequence. */
  readonly after: number;
  readonly max: number;
}

export interface EventRepository {
  insert(event: StoredEvent): void;
  find(id: string): StoredEvent | null;
  /** In order of occurrence; of one envelope, or all. */
  list(page: EventPage): readonly (StoredEvent & { readonly sequence: number })[];
  /** The sequence of the newest; 0 without any. */
  last(): number;
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
    list: ({ envelope_id: envelopeId, after, max }) => {
      const ofEnvelope = envelopeId === null ? [] : [envelopeId];
      return sql.all(
        `SELECT sequence, ${columns} FROM events WHERE sequence > ?${envelopeId === null ? '' : ' AND envelope_id = ?'}
         ORDER BY sequence LIMIT ?`,
        after,
        ...ofEnvelope,
        max,
      );
    },
    last: () => sql.get<{ last: number }>('SELECT coalesce(max(sequence), 0) AS last FROM events')?.last ?? 0,
  };
}
