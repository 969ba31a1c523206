import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isUuid } from '../contract/schema.js';
import { writeFileAtomic } from '../platform/durable-file.js';
import { InOrder } from './in-order.js';
import { readLine } from './ndjson.js';
import { type NamedRecord, openShelf } from './shelf.js';

/** An envelope that this machine knows. The service has no list of envelopes. */
export interface KnownEnvelope {
  readonly id: string;
  readonly host: string;
  /** When it was first seen: ISO 8601 UTC. */
  readonly firstAt: string;
}

/** What one write tells of. */
interface Mention {
  readonly ids: readonly string[];
  readonly host: string;
  /** When: milliseconds since 1970. */
  readonly at: number;
}

/** The envelope in a delivery. */
export interface Heard {
  readonly host: string;
  readonly at: string;
  readonly envelopeId: string | null;
  readonly verdict: { readonly ok: boolean };
}

/** The envelopes that this machine's requests created or mentioned, of every service, limited by age only. */
export interface KnownEnvelopes {
  /**
   * Adds unknown ones. `made`: created by this request, so they are certainly new. On disk when it returns. Throws
   * JournalFailure.
   */
  add(mentions: Mention, now: number, made: boolean): Promise<void>;
  /** The same for many that may be known already. */
  addAll(mentions: readonly Mention[], now: number): Promise<void>;
  isKnown(id: string, host: string): Promise<boolean>;
  /** Adds those of verified deliveries since the last call; older ones are not read. */
  hearDeliveries(newestFirst: Iterable<Heard> | AsyncIterable<Heard>, now: number): Promise<void>;
  /** The one first seen last comes first; each once. Reads only as much as needed. Throws JournalFailure. */
  newestFirst(host?: string): Iterable<KnownEnvelope>;
  forgetBefore(instant: number): Promise<void>;
}

/** Opens the record in the state folder. */
export function openKnownEnvelopes(folder: string, onRead?: (bytes: number) => void): KnownEnvelopes {
  const shelf = openShelf({ folder: join(folder, 'envelopes'), files: 256, onRead });
  const isKnown: KnownEnvelopes['isKnown'] = async (id, host) => {
    const lines = await shelf.read(id);
    return lines.some((line) => line.includes(id) && readLine(line)?.['host'] === host);
  };
  const addAll: KnownEnvelopes['addAll'] = async (mentions, now) => {
    // A file is in time order.
    const isFirst = shelf.quarters().length === 0;
    const fresh = new Map<string, NamedRecord>();
    for (const { ids, host, at } of mentions) {
      for (const [index, given] of ids.entries()) {
        const id = given.toLowerCase();
        if (fresh.has(`${host} ${id}`) || Number.isNaN(at) || (await isKnown(id, host))) continue;
        const first = at - index;
        fresh.set(`${host} ${id}`, { name: id, at: isFirst ? first : now, record: recordOf(id, host, first) });
      }
    }
    await shelf.appendAll([...fresh.values()].toSorted((one, other) => one.at - other.at));
  };
  return {
    isKnown,
    async add({ ids, host, at }, now, made) {
      await Promise.all(
        // Envelopes of one batch keep their order.
        ids.map(async (given, index) => {
          const id = given.toLowerCase();
          if (made || !(await isKnown(id, host))) await shelf.append(id, now, recordOf(id, host, at - index), true);
        }),
      );
    },
    addAll,
    async hearDeliveries(newestFirst, now) {
      const path = join(folder, 'envelopes', 'heard');
      const until = await readFile(path, 'utf8').catch(() => '');
      const fresh: Heard[] = [];
      for await (const delivery of newestFirst) {
        if (delivery.at <= until) break;
        const { verdict, envelopeId } = delivery;
        if (verdict.ok && envelopeId !== null && isUuid(envelopeId)) fresh.push(delivery);
      }
      fresh.reverse();
      const last = fresh.reduce((latest, { at }) => (at > latest ? at : latest), until);
      if (last === until) return;
      await addAll(
        fresh.map(({ host, at, envelopeId }) => ({ ids: [envelopeId ?? ''], host, at: Date.parse(at) })),
        now,
      );
      // Those of the same millisecond may not be recorded yet.
      await writeFileAtomic(path, new Date(Date.parse(last) - settling).toISOString()).catch(() => undefined);
    },
    *newestFirst(host) {
      const seen = new Set<string>();
      const waiting = new InOrder<KnownEnvelope>(({ firstAt }) => firstAt);
      for (const line of shelf.newestFirst()) {
        const { id, at, host: from, firstAt } = readLine(line) ?? {};
        if (typeof id !== 'string' || typeof at !== 'string' || typeof firstAt !== 'string') continue;
        if (typeof from !== 'string' || (host !== undefined && from !== host) || seen.has(`${from} ${id}`)) continue;
        seen.add(`${from} ${id}`);
        yield* waiting.before(at);
        waiting.add({ id, host: from, firstAt });
      }
      yield* waiting.rest();
    },
    forgetBefore: (instant) => shelf.forgetBefore(instant),
  };
}

/** Several programs record deliveries; their clocks differ by at most this much. */
const settling = 60_000;

const recordOf = (id: string, host: string, firstAt: number): object => ({
  id,
  host,
  firstAt: new Date(firstAt).toISOString(),
});
