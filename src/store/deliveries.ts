import { hash } from 'node:crypto';
import { isUuid } from '../contract/schema.js';
import { parseJson } from '../core/platform/json.js';
import type { Sqlite, SqlValue } from '../core/platform/sqlite.js';
import {
  type Arrival,
  type Delivery,
  type Forward,
  type NewDelivery,
  type RememberedEvent,
  openRows,
  rememberedFor,
  undeliveredRows,
  type Tried,
} from './delivery.js';
import { addEnvelopes } from './known-envelopes.js';
import type { State } from './state.js';
import { isoTime } from './iso-time.js';

/** Stored bytes of a rejected body: enough for any valid one, and for a diagnosis. */
export const keptOfRefused = 64 * 1024;

interface Row {
  readonly place: number;
  readonly id: string;
  readonly at: number;
  readonly listener: string;
  readonly host: string;
  readonly endpoint: string | null;
  readonly event: string | null;
  readonly event_id: string | null;
  readonly envelope_id: string | null;
  readonly recipient_id: string | null;
  readonly created_at: string | null;
  readonly retry_count: number | null;
  readonly synthetic: number;
  readonly verified: 'current' | 'previous' | null;
  readonly cause: string | null;
  readonly words: string | null;
  readonly signature: string;
  readonly content_type: string | null;
  readonly size: number;
  readonly target: string | null;
  readonly state: Forward['is'];
  readonly attempts: number;
  readonly tried_at: number | null;
  readonly status: number | null;
  readonly milliseconds: number | null;
  readonly why: string | null;
  readonly sender: string | null;
  readonly repeats: number;
}

/** Before conditions that the callers write. */
const select =
  'SELECT place, id, at, listener, host, endpoint, event, event_id, envelope_id, recipient_id, created_at, ' +
  'retry_count, synthetic, verified, cause, words, signature, content_type, size, target, state, attempts, tried_at, ' +
  'status, milliseconds, why, repeats, (SELECT mark FROM delivery_processes WHERE number = sender) AS sender ' +
  'FROM deliveries';

/** The deliveries that a condition chooses; it is a constant text. */
export const deliveriesWhere = (sql: Sqlite, where: string, ...values: SqlValue[]): Delivery[] =>
  sql.all<Row>(`${select} WHERE ${where}`, ...values).map(deliveryOf);

export interface DeliveryFilter {
  /** Only those about this envelope. */
  readonly envelope?: string | undefined;
  /** Only these events. */
  readonly events?: readonly string[] | undefined;
  /** Only those that did not verify. */
  readonly refused?: boolean | undefined;
  /** Only those that arrived then or later: milliseconds since 1970. */
  readonly since?: number | undefined;
  /**
   * Only those that apps still need; of an event that several listeners received, one for each URL that has not
   * received it. With `to`, one for that URL.
   */
  readonly needed?: { readonly to?: string | undefined } | undefined;
  /** Only those of this service, as it is recorded; null: of all. */
  readonly host?: string | null;
  /** Only those recorded after this one. */
  readonly after?: number | undefined;
}

/** Other deliveries of the same event; the condition goes on. */
export const sameEvent = `SELECT 1 FROM events AS same CROSS JOIN deliveries AS other ON other.place = same.place
  WHERE same.event = (SELECT event FROM events WHERE place = deliveries.place)`;
const needed = {
  byItsApp: `${undeliveredRows} AND NOT EXISTS (${sameEvent} AND other.place <> deliveries.place
    AND other.target = deliveries.target
    AND (other.state = 'delivered' OR (other.state <> 'none' AND other.place < deliveries.place)))`,
  byAnother: `${undeliveredRows} AND NOT EXISTS (${sameEvent} AND other.place < deliveries.place
    AND other.state NOT IN ('none', 'delivered'))`,
};

/** The statement of a list, from constant parts. */
export function listStatement(filter: DeliveryFilter): { readonly where: string; readonly values: SqlValue[] } {
  const { envelope, events, refused, since = -Infinity, needed: still, after, host = null } = filter;
  const parts: (readonly [condition: string, ...values: SqlValue[]])[] = [
    ...(envelope === undefined
      ? []
      : [['place IN (SELECT place FROM events WHERE envelope = ?)', envelopeHash(envelope)] as const]),
    ...(events === undefined ? [] : [['event IN (SELECT value FROM json_each(?))', JSON.stringify(events)] as const]),
    ...(refused === true ? [['verified IS NULL'] as const] : []),
    ...(since === -Infinity ? [] : [['at >= ?', since] as const]),
    ...(still === undefined ? [] : [[still.to === undefined ? needed.byItsApp : needed.byAnother] as const]),
    ...(after === undefined ? [] : [['place > ?', after] as const]),
    ...(host === null ? [] : [['host = ?', host] as const]),
  ];
  const conditions = parts.map(([condition]) => condition).join(' AND ');
  return {
    where: `${conditions === '' ? 'TRUE' : conditions} ORDER BY place DESC LIMIT ?`,
    values: parts.flatMap(([, ...values]) => values),
  };
}

/** The deliveries that this machine has received, the latest first. Throws JournalFailure. */
export function listDeliveries(state: State, filter: DeliveryFilter, limit = Infinity): Delivery[] {
  const { where, values } = listStatement(filter);
  return state.read((sql) => deliveriesWhere(sql, where, ...values, limit === Infinity ? -1 : limit), []);
}

/** The order of the delivery that was recorded last; 0 without one. */
export const lastPlace = (state: State): number =>
  state.read((sql) => sql.get<{ place: number | null }>('SELECT max(place) AS place FROM deliveries'), undefined)
    ?.place ?? 0;

export const findStatement = `place IN (
    SELECT place FROM events WHERE id >= ?1 AND id < ?2
    UNION SELECT place FROM events WHERE event = ?3
    UNION SELECT place FROM events WHERE envelope = ?4
  ) ORDER BY place`;

/** Those with this ID, event ID or envelope ID, or with this ID prefix; in order of arrival. Throws JournalFailure. */
export const findDeliveries = (state: State, id: string): Delivery[] => {
  const begun = plain(id.toLowerCase());
  const values = [begun, `${begun}\u{10ffff}`, hashOf(id), hashOf(begun)];
  return state.read((sql) => deliveriesWhere(sql, findStatement, ...values), []);
};

/** The raw bytes as received; undefined when they were removed. Throws JournalFailure. */
export const deliveryBody = (state: State, { place }: Pick<Delivery, 'place'>): Buffer | undefined =>
  state.read(
    (sql) => sql.get<{ body: Buffer }>('SELECT body FROM delivery_bodies WHERE place = ?', place)?.body,
    undefined,
  );

const rememberedStatement = `SELECT events.id, events.at,
    coalesce(deliveries.state IN ('none', 'delivered'), events.taken) AS taken
  FROM events LEFT JOIN deliveries ON deliveries.place = events.place
  WHERE events.event = ? AND events.at >= ? AND events.verified = 1`;

/** What is remembered of an event; undefined when it did not arrive within a week. Throws JournalFailure. */
export const rememberedEvent = (state: State, eventId: string, now: number): RememberedEvent | undefined =>
  state.read((sql) => eventOf(sql, `${rememberedStatement} LIMIT 1`, eventId, now), undefined);

/** Which deliveries a listener counts as seen: those before its start, and its own. */
export interface Seen {
  readonly listener: string;
  /** The last one before its start. */
  readonly until: number;
  readonly holder: number;
}

export const seenStatement = `${rememberedStatement}
  AND events.listener = ? AND (events.place <= ? OR events.holder = ?) ORDER BY taken DESC LIMIT 1`;

/** What a listener knows of an event that arrived within the last week. */
export const seenEvent = (
  sql: Sqlite,
  eventId: string,
  now: number,
  { listener, until, holder }: Seen,
): RememberedEvent | undefined => eventOf(sql, seenStatement, eventId, now, listener, until, holder);

function eventOf(
  sql: Sqlite,
  statement: string,
  eventId: string,
  now: number,
  ...values: SqlValue[]
): RememberedEvent | undefined {
  const since = now - rememberedFor;
  const row = sql.get<{ id: string; at: number; taken: number }>(statement, hashOf(eventId), since, ...values);
  return row === undefined ? undefined : { ...row, taken: row.taken === 1 };
}

export const arrivedStatement =
  'SELECT 1 FROM events WHERE envelope = ? AND arrival = ? AND verified = 1 AND (?3 IS NULL OR listener = ?3) LIMIT 1';

/** Whether an event of an envelope arrived from a service at a forwarding, or at any with null. */
export const hasArrived = (sql: Sqlite, host: string, arrival: Arrival, listener: string | null): boolean =>
  sql.get(arrivedStatement, envelopeHash(arrival.envelopeId), arrivalHash(host, arrival), listener) !== undefined;

/** Within a transaction: records a delivery, and the envelope that it tells of. Returns its place. */
export function insertDelivery(sql: Sqlite, delivery: NewDelivery, holder: number | null): number {
  const { verdict, target, body, envelopeId } = delivery;
  const isKept = verdict.ok || body.length <= keptOfRefused;
  const at = Date.parse(delivery.at);
  const { event, eventId, recipientId } = delivery;
  const isArrival = event !== null && envelopeId !== null;
  sql.run(
    `INSERT INTO events (id, at, listener, holder, verified, event, envelope, arrival)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    delivery.id,
    at,
    delivery.listener,
    holder,
    verdict.ok ? 1 : 0,
    eventId === null ? null : hashOf(eventId),
    envelopeId === null ? null : envelopeHash(envelopeId),
    isArrival ? arrivalHash(delivery.host, { event, envelopeId, recipientId }) : null,
  );
  const place = sql.get<{ place: number }>('SELECT last_insert_rowid() AS place')?.place ?? 0;
  sql.run(
    `INSERT INTO deliveries (place, id, at, listener, holder, host, endpoint, event, event_id, envelope_id, recipient_id,
       created_at, retry_count, synthetic, verified, cause, words, signature, content_type,
       size, kept, target, state)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    place,
    delivery.id,
    at,
    delivery.listener,
    holder,
    delivery.host,
    plain(delivery.endpoint),
    plain(delivery.event),
    plain(delivery.eventId),
    plain(envelopeId),
    plain(delivery.recipientId),
    plain(delivery.createdAt),
    delivery.retryCount,
    delivery.synthetic ? 1 : 0,
    verdict.ok ? verdict.by : null,
    verdict.ok ? null : verdict.cause,
    verdict.ok ? null : plain(verdict.words),
    JSON.stringify(delivery.signature),
    plain(delivery.contentType),
    body.length,
    isKept ? body.length : 0,
    target,
    target === null ? 'none' : 'waiting',
  );
  if (isKept) sql.run('INSERT INTO delivery_bodies (place, body) VALUES (?, ?)', place, body);
  if (verdict.ok && envelopeId !== null && isUuid(envelopeId)) addEnvelopes(sql, [envelopeId], delivery.host, at);
  return place;
}

/** The delivery with an ID. */
export const byId = 'place = (SELECT place FROM events WHERE id = ?)';

/** A delivery before an attempt was recorded. */
export interface DeliveryBefore {
  readonly place: number;
  /** The stored bytes of its body. */
  readonly kept: number;
  /** An app needed it. */
  readonly wasOpen: boolean;
}

/** Why an attempt was not recorded, and must not begin: what another process does with the delivery, or did. */
export type NotRecorded = 'sending' | 'delivered' | 'removed';

const heldStatement = `SELECT 1 FROM deliveries WHERE place = ?1 AND (
    (state = 'sending' AND sender IS NOT ?2
      AND (SELECT mark FROM delivery_processes WHERE number = sender) NOT IN (SELECT coalesce(?3, '')))
    OR EXISTS (SELECT 1 FROM delivery_claims WHERE delivery = ?4 AND delivery_claims.target = ?5 AND process IS NOT ?2))`;

/**
 * Within a transaction: records an attempt; what an app has taken stays delivered, and one begins only when no other
 * process has it. `sender`: the process that makes it; `cutOff`: the mark of a sender whose attempt is known to be over.
 * Returns what it was before.
 */
export function recordAttempt(
  sql: Sqlite,
  id: string,
  forward: Tried,
  sender: number | null,
  cutOff: string | null = null,
): DeliveryBefore | NotRecorded {
  const before = sql.get<{ place: number; kept: number; isOpen: number; state: string }>(
    `SELECT place, kept, ${openRows} AS isOpen, state FROM deliveries WHERE ${byId}`,
    id,
  );
  if (before === undefined) return 'removed';
  if (before.state === 'delivered' && forward.is !== 'delivered') return 'delivered';
  const isHeld =
    forward.is === 'sending' && sql.get(heldStatement, before.place, sender, cutOff, id, forward.target) !== undefined;
  if (isHeld) return 'sending';
  const result = forward.is === 'sending' ? { status: null, milliseconds: null } : forward;
  sql.run(
    `UPDATE deliveries SET state = ?, attempts = ?, tried_at = ?, status = ?, milliseconds = ?, why = ?, sender = ?
     WHERE place = ?`,
    forward.is,
    forward.attempts,
    Date.parse(forward.at),
    result.status,
    result.milliseconds,
    'words' in forward ? plain(forward.words) : null,
    forward.is === 'sending' ? sender : null,
    before.place,
  );
  return { place: before.place, kept: before.kept, wasOpen: before.isOpen === 1 };
}

/** A delivery that is removed. */
export interface RemovedDelivery {
  readonly place: number;
  readonly at: number;
}

/** Within a transaction: removes a delivery with its body; what prevents a second forwarding stays for its week. */
export function removeDelivery(sql: Sqlite, { place, at }: RemovedDelivery, now: number): void {
  const isRemembered = 'verified = 1 AND event NOT NULL';
  const taken = `(SELECT state IN ('none', 'delivered') FROM deliveries WHERE place = ?1)`;
  if (now - at <= rememberedFor) {
    sql.run(`UPDATE events SET taken = ${taken} WHERE place = ?1 AND ${isRemembered}`, place);
    sql.run(`DELETE FROM events WHERE place = ? AND NOT (${isRemembered})`, place);
  } else sql.run('DELETE FROM events WHERE place = ?', place);
  sql.run('DELETE FROM delivery_bodies WHERE place = ?', place);
  sql.run('DELETE FROM deliveries WHERE place = ?', place);
}

function deliveryOf(row: Row): Delivery {
  const signature = parseJson(row.signature);
  return {
    place: row.place,
    id: row.id,
    at: isoTime(row.at),
    listener: row.listener,
    host: row.host,
    endpoint: row.endpoint,
    event: row.event,
    eventId: row.event_id,
    envelopeId: row.envelope_id,
    recipientId: row.recipient_id,
    createdAt: row.created_at,
    retryCount: row.retry_count,
    synthetic: row.synthetic === 1,
    verdict:
      row.verified === null
        ? { ok: false, cause: row.cause ?? '', words: row.words ?? '' }
        : { ok: true, by: row.verified },
    signature: Array.isArray(signature) ? signature.map(String) : [],
    contentType: row.content_type,
    size: row.size,
    forward: forwardOf(row),
    repeats: row.repeats,
  };
}

function forwardOf({ state, target, attempts, tried_at, status, milliseconds, why, sender }: Row): Forward {
  if (target === null || state === 'none') return { is: 'none' };
  if (state === 'waiting') return { is: state, target };
  const begun = { target, attempts, at: isoTime(tried_at ?? 0) };
  if (state === 'sending') return { is: state, ...begun, ...(sender === null ? {} : { by: sender }) };
  const tried = { ...begun, status, milliseconds: milliseconds ?? 0 };
  return state === 'delivered' ? { is: state, ...tried } : { is: state, ...tried, words: why ?? '' };
}

const hashOf = (text: string): Buffer => hash('sha256', plain(text), 'buffer').subarray(0, 16);
const envelopeHash = (id: string): Buffer => hashOf(id.toLowerCase());
const arrivalHash = (host: string, { event, envelopeId, recipientId }: Arrival): Buffer =>
  hashOf(JSON.stringify([host, envelopeId.toLowerCase(), event, recipientId]));

/** SQLite reads a text only up to its first U+0000, which a sender may have written anywhere. */
function plain(text: string): string;
function plain(text: string | null): string | null;
function plain(text: string | null): string | null {
  return text?.replaceAll('\0', '\u{fffd}') ?? null;
}
