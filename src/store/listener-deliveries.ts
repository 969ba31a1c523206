import { ownMark } from '../core/platform/process-identity.js';
import type { Sqlite } from '../core/platform/sqlite.js';
import {
  byId,
  deliveriesWhere,
  deliveryBody,
  hasArrived,
  insertDelivery,
  type NotRecorded,
  keptOfRefused,
  recordAttempt,
  sameEvent,
  seenEvent,
} from './deliveries.js';
import { openRows, undeliveredRows } from './delivery.js';
import type { Arrival, Delivery, NewDelivery, RememberedEvent, Tried } from './delivery.js';
import { addProcess, deliveryProcesses, dropStaleClaims, removeProcesses } from './delivery-processes.js';
import { DeliveryRoom, type DeliverySizes, deliverySizes } from './delivery-room.js';
import { JournalFailure } from './failure.js';
import type { State } from './state.js';

export interface ListenerDeliveriesOptions {
  readonly state: State;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** The forwarding; letters and digits. */
  readonly listener: string;
  /** The host of the service. */
  readonly host: string;
  readonly sizes?: Partial<DeliverySizes>;
}

/** What earlier runs left. */
export interface PreviousRuns {
  /** Of the same forwarding: deliveries that its apps have not accepted, oldest first. */
  readonly own: readonly Delivery[];
  /** Of other forwardings of this service without a running listener: deliveries that wait for their apps. */
  readonly elsewhere: readonly Delivery[];
  /** Envelopes of this service with earlier deliveries that are not in a final state, the latest last. */
  readonly envelopes: readonly string[];
}

interface Waiting {
  readonly work: (sql: Sqlite, room: DeliveryRoom) => void;
  readonly resolve: () => void;
  readonly reject: (failure: unknown) => void;
}

interface Started {
  readonly holder: number;
  /** The last delivery before the start. */
  readonly until: number;
  readonly room: DeliveryRoom;
}

const finalEvents = "'envelope.declined', 'envelope.voided', 'envelope.expired', 'envelope.sealed'";
/** Deliveries whose envelopes are read. */
const latestRead = 5_000;
/** Without those whose event another process of the forwarding has delivered. */
const heldByListener = `listener = ? AND (SELECT held_by FROM delivery_processes WHERE number = holder) = ?
  AND NOT EXISTS (${sameEvent} AND other.listener = deliveries.listener AND other.target = deliveries.target
    AND other.state = 'delivered')
  ORDER BY place`;

/** No replay is sending it. */
const notClaimed = `NOT EXISTS (SELECT 1 FROM delivery_claims
  WHERE delivery = deliveries.id AND delivery_claims.target = deliveries.target)`;

/**
 * The deliveries of a listener. What arrives, or becomes of it, in one turn of the event loop is one transaction, and
 * is on disk when the promises resolve; they reject with JournalFailure, and then nothing of it was recorded. The
 * other methods throw JournalFailure.
 */
export class ListenerDeliveries {
  readonly #of: ListenerDeliveriesOptions;
  #started: Started | undefined;
  #waiting: Waiting[] = [];

  constructor(options: ListenerDeliveriesOptions) {
    this.#of = options;
  }

  /** Takes over what processes left that are gone, before anything is received. */
  async start(): Promise<PreviousRuns> {
    const { state, listener, host, sizes } = this.#of;
    const mark = await ownMark();
    const processes = await deliveryProcesses(state);
    const gone = processes.filter(({ place }) => place === 'gone').map(({ number }) => number);
    const alive = new Set(processes.filter(({ place }) => place === 'here').map(({ number }) => number));
    const left = processes.filter((each) => each.listener === listener && !alive.has(each.heldBy ?? 0));
    const busy = new Set(
      processes
        .filter(({ number, place, heldBy }) => place !== 'gone' && heldBy === number)
        .map((each) => each.listener),
    );
    return state.write((sql) => {
      const holder = addProcess(sql, mark, listener);
      // Of two listeners that start at once, one takes over.
      const takeOver = 'UPDATE delivery_processes SET held_by = ? WHERE number = ? AND held_by IS ?';
      for (const { number, heldBy } of left) sql.run(takeOver, holder, number, heldBy);
      removeProcesses(sql, gone);
      dropStaleClaims(sql, processes, this.#of.now());
      const until = sql.get<{ place: number }>('SELECT coalesce(max(place), 0) AS place FROM events')?.place ?? 0;
      const room = new DeliveryRoom(sql, listener, holder, { ...deliverySizes, ...sizes });
      this.#started = { holder, until, room };
      const open = `${openRows} AND host = ?`;
      return {
        own: deliveriesWhere(sql, `${openRows} AND ${notClaimed} AND ${heldByListener}`, listener, holder),
        elsewhere: deliveriesWhere(
          sql,
          `${open} AND state <> 'sending' AND listener <> ? ORDER BY place`,
          host,
          listener,
        ).filter((each) => !busy.has(each.listener)),
        envelopes: sql
          .all<{ id: string; isOver: number }>(
            `SELECT envelope_id AS id, max(event IN (${finalEvents})) AS isOver, max(place) AS last FROM (
               SELECT place, envelope_id, event, host FROM deliveries WHERE verified NOT NULL AND envelope_id NOT NULL
               ORDER BY place DESC LIMIT ${latestRead}
             ) WHERE host = ? GROUP BY envelope_id ORDER BY last`,
            host,
          )
          .flatMap(({ id, isOver }) => (isOver === 1 ? [] : [id])),
      };
    });
  }

  /** A verified delivery; nothing may be acknowledged before it resolves. */
  got(delivery: NewDelivery): Promise<void> {
    return this.#record((sql, room) => {
      insertDelivery(sql, delivery, this.#begun.holder);
      room.added(delivery.body.length, delivery.target === null ? 'settled' : 'open');
    });
  }

  /** The same event again. */
  again(id: string): Promise<void> {
    return this.#record((sql) => sql.run(`UPDATE deliveries SET repeats = repeats + 1 WHERE ${byId}`, id));
  }

  /**
   * Its state on the way to the app. Returns why an attempt must not begin; 'unknown' when the process that began one
   * is gone.
   */
  async forwarded(id: string, forward: Tried): Promise<NotRecorded | 'unknown' | undefined> {
    let refused: NotRecorded | undefined;
    await this.#record((sql, room) => {
      const before = recordAttempt(sql, id, forward, this.#begun.holder);
      const isOpen = forward.is === 'sending' || forward.is === 'failed';
      if (typeof before === 'string') refused = before;
      else room.moved(before, isOpen);
    });
    return refused === 'sending' ? await this.#senderOf(id) : refused;
  }

  /** Whether the process that has it still runs; the claims of one that does not are removed. */
  async #senderOf(id: string): Promise<'sending' | 'unknown'> {
    const { state, now } = this.#of;
    const processes = await deliveryProcesses(state);
    const sender = state.write((sql) => {
      dropStaleClaims(sql, processes, now());
      return sql.get<{ sender: number }>(`SELECT sender FROM deliveries WHERE ${byId} AND state = 'sending'`, id)
        ?.sender;
    });
    return processes.some(({ number, place }) => number === sender && place === 'gone') ? 'unknown' : 'sending';
  }

  /** A rejected delivery, which nobody waits for: one that cannot be recorded is dropped. */
  refused(delivery: NewDelivery): void {
    this.#record((sql, room) => {
      insertDelivery(sql, delivery, null);
      room.added(Math.min(delivery.body.length, keptOfRefused), 'refused');
    }).catch(() => undefined);
  }

  /** A delivery with its bytes; undefined when they were removed. */
  open(id: string): { readonly delivery: Delivery; readonly body: Buffer } | undefined {
    const { state } = this.#of;
    const [delivery] = state.read((sql) => deliveriesWhere(sql, byId, id), []);
    const body = delivery === undefined ? undefined : deliveryBody(state, delivery);
    return delivery === undefined || body === undefined ? undefined : { delivery, body };
  }

  /** What is remembered of an event that arrived at this forwarding within the last week. */
  event(eventId: string): RememberedEvent | undefined {
    const { state, listener, now } = this.#of;
    const seen = { listener, ...this.#begun };
    return state.read((sql) => seenEvent(sql, eventId, now(), seen), undefined);
  }

  /** Whether an event of an envelope arrived at this forwarding; `anywhere`: at any of this machine. */
  arrived(arrival: Arrival, anywhere = false): boolean {
    const { state, host, listener } = this.#of;
    return state.read((sql) => hasArrived(sql, host, arrival, anywhere ? null : listener), false);
  }

  /** Deliveries of this run that no app has accepted, oldest first. */
  undelivered(): readonly Delivery[] {
    const { state, listener } = this.#of;
    if (this.#started === undefined) return [];
    const where = `${undeliveredRows} AND ${heldByListener}`;
    return state.read((sql) => deliveriesWhere(sql, where, listener, this.#begun.holder), []);
  }

  close(): void {
    this.#commit();
    if (this.#started === undefined) return;
    const { holder } = this.#started;
    this.#started = undefined;
    this.#of.state.write((sql) => {
      sql.run('UPDATE delivery_processes SET held_by = NULL WHERE held_by = ?', holder);
      removeProcesses(sql, [holder]);
    });
  }

  get #begun(): Started {
    if (this.#started === undefined) throw new JournalFailure(this.#of.state.path, 'EBADF');
    return this.#started;
  }

  #record(work: Waiting['work']): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ work, resolve, reject });
      // A turn later, so that what has arrived meanwhile shares the sync.
      if (this.#waiting.length === 1) setImmediate(() => setImmediate(() => this.#commit()));
    });
  }

  /** Those that made room go in the same transaction, so that their pages are used again. */
  #commit(): void {
    const all = this.#waiting.splice(0);
    if (all.length === 0) return;
    let counted: (() => void) | undefined;
    try {
      const { room } = this.#begun;
      const before = room.counted;
      counted = () => room.restore(before);
      this.#of.state.write((sql) => {
        room.make(sql, this.#of.now());
        for (const { work } of all) work(sql, room);
      });
    } catch (failure) {
      counted?.();
      for (const { reject } of all) reject(failure);
      return;
    }
    for (const { resolve } of all) resolve();
  }
}
