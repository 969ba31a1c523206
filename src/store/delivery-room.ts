import type { Sqlite } from '../core/platform/sqlite.js';
import { type DeliveryBefore, removeDelivery } from './deliveries.js';
import { openRows, rememberedFor } from './delivery.js';

/** Bounds of what is kept of deliveries, in bytes. */
export interface DeliverySizes {
  /** Of a forwarding: those that no app needs any more; and as much of those that apps still need. */
  readonly max: number;
  /** Of those that did not verify, which never push out the others. */
  readonly refused: number;
}

export const deliverySizes: DeliverySizes = { max: 64 * 1024 * 1024, refused: 8 * 1024 * 1024 };

/** What a delivery takes beside its body. */
const rowBytes = 512;
/** Rows looked at in one transaction, so that no delivery waits long for others to go. */
const atOnce = 64;
const sweepEvery = 60_000;

interface Counted {
  /** Bytes of the deliveries that no app needs, of those that apps need, and of those that did not verify. */
  settled: number;
  open: number;
  refused: number;
}

/**
 * Keeps the deliveries of one forwarding within their bounds, in small pieces within the transactions of later ones:
 * the oldest go first, and those after a week. What an app still needs stays until its own bound.
 */
export class DeliveryRoom {
  readonly #listener: string;
  readonly #holder: number;
  readonly #sizes: DeliverySizes;
  readonly #bytes: Counted;
  /** The last delivery that was read; the next ones come after it. */
  #from = 0;
  #openFrom = 0;
  #eventsFrom = 0;
  /** Deliveries since the last one was removed. */
  #fresh = 0;
  #hasRemoved = false;
  #isMaking = false;
  /** More than fits was counted, and goes a piece at a time. */
  #isGivingUp = false;
  #isDroppingRefused = false;
  #sweptAt = -Infinity;

  /** Counts what is there. */
  constructor(sql: Sqlite, listener: string, holder: number, sizes: DeliverySizes) {
    this.#listener = listener;
    this.#holder = holder;
    this.#sizes = sizes;
    this.#bytes = this.#count(sql);
  }

  #count(sql: Sqlite): Counted {
    const bytesOf = (where: string, ...values: string[]): number =>
      sql.get<{ bytes: number }>(`SELECT total(kept + ${rowBytes}) AS bytes FROM deliveries WHERE ${where}`, ...values)
        ?.bytes ?? 0;
    const all = bytesOf('listener = ? AND verified NOT NULL', this.#listener);
    const open = bytesOf(`${openRows} AND listener = ?`, this.#listener);
    return { settled: all - open, open, refused: bytesOf('verified IS NULL') };
  }

  /** The counts, to return to when a transaction fails. */
  get counted(): Readonly<Counted> {
    return { ...this.#bytes };
  }

  restore(counted: Readonly<Counted>): void {
    Object.assign(this.#bytes, counted);
  }

  added(kept: number, to: keyof Counted): void {
    this.#bytes[to] += kept + rowBytes;
    this.#fresh += 1;
  }

  /** An app needs it no more, or again. */
  moved({ place, kept, wasOpen }: DeliveryBefore, isOpen: boolean): void {
    this.#removed(kept, wasOpen ? 'open' : 'settled');
    this.added(kept, isOpen ? 'open' : 'settled');
    // It is among the oldest of those that may go.
    if (!isOpen) this.#from = Math.min(this.#from, place - 1);
  }

  #removed(kept: number, from: keyof Counted): void {
    this.#bytes[from] -= kept + rowBytes;
  }

  /** Within a transaction. `now`: milliseconds since 1970. */
  make(sql: Sqlite, now: number): void {
    const { max, refused } = this.#sizes;
    // Not at every delivery: a sixty-fourth of a bound is made free at once.
    const isOver = (bytes: Counted): readonly [open: boolean, settled: boolean, refused: boolean] => [
      bytes.open > max,
      bytes.settled > max + max / 64,
      bytes.refused > refused,
    ];
    const [open, settled, forged] = isOver(this.#bytes);
    const isNew = (open && !this.#isGivingUp) || (settled && !this.#isMaking) || (forged && !this.#isDroppingRefused);
    if (isNew) {
      // Other processes settle and remove deliveries too, so nothing is deleted on a count of this process alone.
      this.restore(this.#count(sql));
      const [moreOpen, moreSettled, moreForged] = isOver(this.#bytes);
      this.#isGivingUp ||= moreOpen;
      this.#isMaking ||= moreSettled;
      this.#isDroppingRefused ||= moreForged;
    }
    if (this.#isDroppingRefused) this.#isDroppingRefused = this.#dropRefused(sql, now, refused - refused / 64);
    if (this.#isGivingUp) this.#isGivingUp = this.#giveUp(sql, now, max - max / 64);
    if (!this.#isMaking && Math.abs(now - this.#sweptAt) < sweepEvery) return;
    // More than arrive meanwhile.
    const limit = Math.max(atOnce, 2 * this.#fresh);
    this.#fresh = 0;
    const isMore = [this.#drop(sql, now, limit), this.#forgetEvents(sql, now, limit)];
    if (!isMore.includes(true)) [this.#isMaking, this.#sweptAt] = [false, now];
  }

  /** Removes the oldest deliveries that are too many or too old; returns whether there may be more of them. */
  #drop(sql: Sqlite, now: number, limit: number): boolean {
    const { max } = this.#sizes;
    const rows = sql.all<{ place: number; at: number; kept: number; isOpen: number }>(
      `SELECT place, at, kept, ${openRows} AS isOpen FROM deliveries
       WHERE listener = ? AND verified NOT NULL AND place > ? ORDER BY place LIMIT ?`,
      this.#listener,
      this.#from,
      limit,
    );
    for (const { place, at, kept, isOpen } of rows) {
      const isTooMany = this.#isMaking && this.#bytes.settled > max;
      if (!isTooMany && now - at <= rememberedFor) return false;
      this.#from = place;
      if (isOpen === 1) continue;
      removeDelivery(sql, { place, at }, now);
      this.#removed(kept, 'settled');
      this.#hasRemoved = true;
    }
    if (rows.length === limit) return true;
    // From the beginning again: some that were needed may not be any more.
    if (!this.#hasRemoved) this.#bytes.settled = Math.min(this.#bytes.settled, max);
    const isMore = this.#hasRemoved && this.#bytes.settled > max;
    [this.#from, this.#hasRemoved] = [0, false];
    return isMore;
  }

  /** Until no more than `goal` bytes are left; returns whether there is more to do. */
  #giveUp(sql: Sqlite, now: number, goal: number): boolean {
    const rows = sql.all<{ place: number; kept: number }>(
      `SELECT place, kept FROM deliveries WHERE ${openRows} AND place > ? AND listener = ?
         AND (SELECT held_by FROM delivery_processes WHERE number = holder) = ? ORDER BY place LIMIT ${atOnce}`,
      this.#openFrom,
      this.#listener,
      this.#holder,
    );
    for (const { place, kept } of rows) {
      if (this.#bytes.open <= goal) return false;
      sql.run(
        `UPDATE deliveries SET state = 'given-up', tried_at = ?, status = NULL, milliseconds = 0, sender = NULL, kept = 0,
           why = ? WHERE place = ?`,
        now,
        'its body was deleted to make room for newer deliveries',
        place,
      );
      sql.run('DELETE FROM delivery_bodies WHERE place = ?', place);
      this.#removed(kept, 'open');
      this.added(0, 'settled');
      this.#openFrom = place;
    }
    if (rows.length < atOnce) this.#openFrom = 0;
    return rows.length === atOnce;
  }

  #dropRefused(sql: Sqlite, now: number, goal: number): boolean {
    const rows = sql.all<{ place: number; at: number; kept: number }>(
      `SELECT place, at, kept FROM deliveries WHERE verified IS NULL ORDER BY place LIMIT ${atOnce}`,
    );
    for (const row of rows) {
      if (this.#bytes.refused <= goal) return false;
      removeDelivery(sql, row, now);
      this.#removed(row.kept, 'refused');
    }
    if (rows.length === 0) this.#bytes.refused = 0;
    return rows.length === atOnce;
  }

  /**
   * Removes the oldest events after their week, with deliveries that did not verify; returns whether there may be
   * more.
   */
  #forgetEvents(sql: Sqlite, now: number, limit: number): boolean {
    const rows = sql.all<{ place: number; at: number; kept: number | null; isRefused: number }>(
      `SELECT events.place, events.at, kept, events.verified = 0 AS isRefused
       FROM events LEFT JOIN deliveries ON deliveries.place = events.place
       WHERE events.place > ? ORDER BY events.place LIMIT ?`,
      this.#eventsFrom,
      limit,
    );
    for (const { place, at, kept, isRefused } of rows) {
      if (now - at <= rememberedFor) return false;
      this.#eventsFrom = place;
      // That of a delivery goes with it.
      if (kept !== null && isRefused === 0) continue;
      removeDelivery(sql, { place, at }, now);
      if (kept !== null) this.#removed(kept, 'refused');
    }
    return rows.length === limit;
  }
}
