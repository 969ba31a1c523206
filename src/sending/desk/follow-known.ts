import type { Context } from '../../cli/context/context.js';
import { TransportFailure, UnexpectedAnswer } from '../../client/failure.js';
import { nextLook } from '../../client/polling.js';
import type { RateBudget } from '../../client/rate-budget.js';
import { limits } from '../../contract/limits.js';
import { serviceTime } from '../../cli/emulator/service-time.js';
import { mayPass } from '../envelope/follow.js';
import { JournalFailure } from '../../store/failure.js';
import { runEnvelopes } from '../../store/runs.js';
import { explainAny } from '../../cli/failure/explain-any.js';
import { openMemory } from '../envelope/known-status.js';
import { isSettled, ListReader, type ListedEnvelope, share } from '../envelope/list-reader.js';
import { lastPlace, listDeliveries } from '../../store/deliveries.js';
import type { SeenEnvelope } from '../../store/envelope-states.js';
import type { DeskRow } from './arrange.js';

/** What the desk knows now. */
export interface News {
  readonly rows: readonly DeskRow[];
  /** The service's time minus this machine's, in milliseconds. */
  readonly ahead: number;
  /** When the service was last read, and when it will be next, in milliseconds by this machine's clock. */
  readonly readAt: number | null;
  readonly nextAt: number;
  /** What is wrong, since when and why; null while the envelopes can be read. */
  readonly trouble: Trouble | null;
  /** How many known envelopes are not shown. */
  readonly more: number;
}

export interface Trouble {
  /** The connection is lost, the service fails, or the local record cannot be read. */
  readonly is: 'connection' | 'service' | 'record';
  readonly at: number;
  readonly why: string;
}

export interface KnownFollower {
  /** Follows until the signal is aborted. Throws failures that do not pass by waiting, such as those of the key. */
  run(signal: AbortSignal): Promise<void>;
  /** Reads an envelope at the next tick, whatever the plan is. */
  readSoon(id: string): void;
  /** Tries again at once after a failure. */
  retry(): void;
}

/** What is known of more envelopes than this is in `envelope list`. */
const maxRows = 2_000;
/** Milliseconds between two reads of this machine's records, which cost no request. */
const tickMs = 1_000;
const concurrency = 8;
const minuteMs = 60_000;
/** The part of the desk's share that a round leaves to what happens until the next one. */
const leftToNews = 0.25;

/**
 * Follows all envelopes that this machine knows, within the rate limit: each round reads those that can change, the oldest
 * read first, with at most a fifth of it. A delivery that a listener on this machine received is a reason to read its
 * envelope at once. While the service or the record of this machine cannot be read, it goes on trying.
 */
export async function followKnown(context: Context, tell: (news: News) => void): Promise<KnownFollower> {
  const { clock, machine } = context;
  const memory = await openMemory(context);
  const client = await context.api();
  const journal = await context.journal();
  const state = await context.state();
  const rows = new Map<string, DeskRow>();
  /** Envelopes that somebody asked for, and those that deliveries named. */
  const asked = new Set<string>();
  const heard = new Set<string>();
  let heardUntil = lastPlace(state);
  let ahead = 0;
  let readAt: number | null = null;
  let trouble: Trouble | null = null;
  let more = 0;
  let failures = 0;
  let changedAt = clock.now();
  let rate: RateBudget | undefined;
  let cost = 0;
  /** `Retry-After` of a refusal. */
  let refusedUntil = 0;
  let spent: { readonly at: number; readonly count: number }[] = [];
  let nextAt = clock.now();
  const isOver = (): void => {
    trouble = null;
    failures = 0;
  };
  const say = (): void => tell({ rows: [...rows.values()], ahead, readAt, nextAt, trouble, more });

  const readKnown = async (): Promise<void> => {
    const runs = await runsById(context, memory.host);
    more = 0;
    for (const { id, firstAt } of await journal.envelopes(memory.host)) {
      const known = rows.get(id);
      if (known === undefined && rows.size >= maxRows) {
        more += 1;
        continue;
      }
      const seen = known?.seen ?? (await memory.read(id));
      const isEnded = seen !== undefined && isSettled(context, seen);
      rows.set(id, { id, firstAt, seen, current: known?.current ?? isEnded, run: runs.get(id) ?? null });
    }
    if (trouble?.is === 'record') isOver();
  };
  /** The envelopes of deliveries that a listener received since the last look. */
  const hear = async (): Promise<void> => {
    for (const { place, envelopeId, host, verdict } of listDeliveries(state, { after: heardUntil })) {
      heardUntil = Math.max(heardUntil, place);
      if (verdict.ok && envelopeId !== null && host === memory.host) heard.add(envelopeId.toLowerCase());
    }
  };
  const take = (row: ListedEnvelope): void => {
    const before = rows.get(row.id);
    if (before === undefined) return;
    if (before.seen === undefined || isOther(before.seen, row.seen)) changedAt = clock.now();
    rows.set(row.id, { ...row, run: before.run });
  };
  /** Requests that the desk may still make in this minute. */
  const allowed = (part = 1): number => {
    const since = clock.now() - minuteMs;
    spent = spent.filter(({ at }) => at > since);
    const used = spent.reduce((sum, { count }) => sum + count, 0);
    return Math.floor((rate?.limit ?? limits.requestsPerMinute.free) * share * part) - used;
  };
  const read = async (wanted: readonly DeskRow[], max: number): Promise<void> => {
    if (wanted.length === 0 || max < 1) return;
    const reader = new ListReader(context, memory, client, { all: false, max });
    try {
      // The first response says how much of the rate limit is left.
      for (const part of [wanted.slice(0, 1), ...partsOf(wanted.slice(1))]) {
        for (const row of await Promise.all(part.map((each) => reader.read(each, each.seen)))) {
          take(row);
          if (row.current) readAt = clock.now();
        }
        say();
        if (reader.unread > 0) break;
      }
      if (trouble?.is !== 'record') isOver();
    } finally {
      cost += reader.requests;
      spent.push({ at: clock.now(), count: reader.requests });
      rate = reader.rate ?? rate;
      refusedUntil = Math.min(reader.refusedUntil ?? 0, clock.now() + minuteMs);
      await reader.keep();
    }
  };
  const round = async (): Promise<void> => {
    ahead = (await serviceTime(context)) - clock.now();
    await readKnown();
    say();
    await read(oldestFirst(context, [...rows.values()]), allowed(1 - leftToNews));
  };
  /** What somebody asked for is read now; of what was heard, as much as may be. */
  const hearAndRead = async (): Promise<void> => {
    await hear();
    const unknown = [...heard].filter((id) => !rows.has(id));
    // A new envelope: the next round finds it.
    if (unknown.length > 0) nextAt = clock.now();
    for (const id of unknown) heard.delete(id);
    const known = [...asked, ...[...heard].slice(0, Math.max(0, allowed()))];
    for (const id of known) heard.delete(id);
    const max = Math.max(asked.size * 2, allowed());
    asked.clear();
    await read(
      known.flatMap((id) => rows.get(id) ?? []),
      max,
    );
  };
  const plan = (): void => {
    const now = clock.now();
    const state = { now, changedAt, cost: Math.max(1, cost), rate, expectedAt: null, soon: false, failures };
    nextAt = Math.max(now + nextLook(state, machine.random()), refusedUntil);
    cost = 0;
  };
  const attempt = async (act: () => Promise<void>, signal: AbortSignal): Promise<void> => {
    try {
      await act();
    } catch (error) {
      if (signal.aborted) return;
      const is = kindOf(error);
      if (is === null) throw error;
      failures += 1;
      const at = trouble?.is === is ? trouble.at : clock.now();
      trouble = { is, at, why: explainAny(error).message };
      for (const [id, row] of rows)
        rows.set(id, { ...row, current: row.seen !== undefined && isSettled(context, row.seen) });
    }
  };
  return {
    readSoon: (id) => void asked.add(id),
    retry: () => void (nextAt = Math.min(nextAt, trouble === null ? nextAt : clock.now())),
    run: async (signal) => {
      while (!signal.aborted) {
        if (clock.now() >= nextAt) {
          await attempt(round, signal);
          plan();
        }
        await attempt(hearAndRead, signal);
        say();
        await clock.sleep(tickMs, signal).catch(() => undefined);
      }
    },
  };
}

/** Null for a failure that does not pass by waiting. */
function kindOf(error: unknown): Trouble['is'] | null {
  if (error instanceof JournalFailure) return 'record';
  // Another program can respond in place of the service for a while.
  if (error instanceof UnexpectedAnswer) return 'service';
  if (!mayPass(error)) return null;
  return error instanceof TransportFailure ? 'connection' : 'service';
}

function partsOf<T>(all: readonly T[]): readonly (readonly T[])[] {
  const parts: T[][] = [];
  for (let at = 0; at < all.length; at += concurrency) parts.push(all.slice(at, at + concurrency));
  return parts;
}

/** Those that can change: never read ones first, then the one whose last read is oldest. */
const oldestFirst = (context: Context, rows: readonly DeskRow[]): readonly DeskRow[] =>
  rows
    .filter(({ seen }) => seen === undefined || !isSettled(context, seen))
    .toSorted((a, b) => (a.seen?.readAt ?? '').localeCompare(b.seen?.readAt ?? ''));

const isOther = (before: SeenEnvelope, now: SeenEnvelope | undefined): boolean =>
  JSON.stringify([before.status, before.sealed, before.turn]) !== JSON.stringify([now?.status, now?.sealed, now?.turn]);

/** The name of the bulk run of each envelope that one created: its file, where that is known. */
async function runsById(context: Context, host: string): Promise<ReadonlyMap<string, string>> {
  return new Map(runEnvelopes(await context.state(), host).map(({ id, name }) => [id.toLowerCase(), name] as const));
}
