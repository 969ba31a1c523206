import { isRunning } from './live-processes.js';
import type { TornLine } from './done-writes.js';
import type { Intent, RecordedRequest } from './entry.js';
import { isUnsettled } from './entry.js';
import type { Heard, KnownEnvelope } from './known-envelopes.js';
import { InOrder } from './in-order.js';
import { keyTagOf, type OpenName, twinTagOf } from './open-writes.js';
import type { RequestStore } from './request-store.js';

/** A recorded request in its current state. */
export interface ListedRequest extends RecordedRequest {
  /** The program that sent it still waits for its response. */
  readonly atWork: boolean;
}

/** A part of the journal that was truncated or overwritten. */
export interface Damage {
  /** Its request, as far as it is readable. */
  readonly id: string | undefined;
  /** Whether it is about a request without a known outcome. */
  readonly open: boolean;
}

/** The content of a journal, for a person. */
interface JournalFacts {
  readonly writes: number;
  readonly unsettled: number;
  readonly envelopes: number;
  /** When the oldest request was recorded (ISO 8601). */
  readonly oldest: string | null;
  readonly damaged: readonly Damage[];
}

/** Reads the journal. Every method throws JournalFailure. */
export interface RequestReader {
  /** All, oldest first. Reads everything: prefer `newestFirst`. */
  listRequests(): Promise<ListedRequest[]>;
  /** The one sent last comes first. Reads only as much as needed; `onDamage` receives damaged parts. */
  newestFirst(onDamage?: (damage: Damage) => void): AsyncGenerator<ListedRequest>;
  /** Requests without a known outcome, including those in progress, oldest first. */
  listOpen(): Promise<ListedRequest[]>;
  /** Those with this ID prefix. */
  find(begun: string): Promise<ListedRequest[]>;
  /** How one stands now. */
  standing(request: Pick<RecordedRequest, 'id' | 'key'>): Promise<ListedRequest | undefined>;
  /** The requests with a key, in order of recording, in constant time. */
  requestsUnder(key: string): Promise<RecordedRequest[]>;
  /** Identical requests without a known outcome that no process waits for, oldest first. */
  twinsOf(intent: Pick<Intent, 'host' | 'credential' | 'twin'>): Promise<ListedRequest[]>;
  /** The body of an unresolved request; undefined without one, and null when it is no longer stored. */
  body(id: string): Promise<string | undefined | null>;
  /** The number of unresolved requests that no process works on; cheap when there are none. */
  countUnsettled(): Promise<number>;
  /** The same, and the number of damaged open records. */
  standingNow(): Promise<{ readonly unsettled: number; readonly damaged: number }>;
  /** Damaged records of requests without a known outcome; cheap when there are none. */
  damaged(): Promise<Damage[]>;
  /** Counts everything; reads everything. */
  facts(): Promise<JournalFacts>;
  /** Moves damaged parts away after they were reported; returns their number. */
  setDamageAside(): Promise<number>;
  /** The envelopes that requests created or mentioned, the one first seen last first. */
  envelopes(host?: string): Promise<Iterable<KnownEnvelope>>;
  /** Adds the envelopes of deliveries, which come newest first; those of the last call are not read again. */
  hearOf(newestFirst: Iterable<Heard> | AsyncIterable<Heard>): Promise<void>;
}

interface Holders {
  /** The entries of the key before the claim of `own`. */
  readonly holders: readonly RecordedRequest[];
  readonly torn: readonly TornLine[];
}

interface KeyReader {
  /** With `marks`, open requests of other hosts and API keys are left out, and their files are not read. */
  underKey(key: string, own?: string, marks?: Pick<Intent, 'host' | 'credential'>): Promise<Holders>;
}

/** Reads the files of a journal; `now` in milliseconds since 1970. */
export function openRequestReader(store: RequestStore, now: () => number): RequestReader & KeyReader {
  const { open, done, known } = store;

  /** Open requests; not those that were resolved while a crash left their files. */
  const readOpen = async (
    names: readonly OpenName[],
    onDamage: (damage: Damage) => void,
  ): Promise<RecordedRequest[]> => {
    const found: RecordedRequest[] = [];
    for (const name of names) {
      const read = await open.read(name);
      if (read === 'damaged') onDamage({ id: name.id, open: true });
      if (read === undefined || read === 'damaged') continue;
      const { lines } = await done.under(read.request.key ?? read.request.id);
      const isDone = lines.some((line) => line.kind === 'done' && line.request.id === name.id);
      if (isDone) await open.remove(name).catch(() => undefined);
      else found.push(read.request);
    }
    return found.toSorted((one, other) => compare(one.at, other.at));
  };
  const listed = async (request: RecordedRequest): Promise<ListedRequest> => ({
    ...request,
    atWork: await isRunning(request, now()),
  });
  const listOpen = async (onDamage: (damage: Damage) => void = () => undefined): Promise<ListedRequest[]> => {
    await store.ready();
    return await Promise.all((await readOpen(open.list(), onDamage)).map(listed));
  };

  async function* newestFirst(onDamage: (damage: Damage) => void = () => undefined): AsyncGenerator<ListedRequest> {
    // Sent before they were recorded, so order of recording is not order of sending.
    const unsettled = await listOpen(onDamage);
    const seen = new Set(unsettled.map(({ id }) => id));
    const waiting = new InOrder<ListedRequest>(({ at }) => at, unsettled);
    for (const line of done.newestFirst()) {
      if (!('kind' in line)) {
        // An entry that a crash left incomplete was recorded again, nearer to the end.
        if (line.id === undefined || !seen.has(line.id)) onDamage({ id: line.id, open: false });
        continue;
      }
      if (line.kind === 'claim' || seen.has(line.request.id)) continue;
      yield* waiting.before(line.at);
      seen.add(line.request.id);
      waiting.add({ ...line.request, atWork: false });
    }
    yield* waiting.rest();
  }

  const underKey: KeyReader['underKey'] = async (key, own, marks) => {
    // Open ones first: one that is resolved meanwhile is then found in the other place.
    const unsettled: RecordedRequest[] = [];
    const keyTag = marks && keyTagOf({ ...marks, key });
    for (const name of open.list()) {
      if (name.keyTag === 'none' || name.id === own || (keyTag !== undefined && name.keyTag !== keyTag)) continue;
      const read = await open.read(name);
      if (read !== undefined && read !== 'damaged' && read.request.key === key) unsettled.push(read.request);
    }
    const { lines, torn } = await done.under(key);
    const claimed = new Map<string, number>();
    const ended = new Map<string, { readonly request: RecordedRequest; readonly place: number }>();
    for (const [place, line] of lines.entries()) {
      if (line.kind === 'claim') claimed.set(line.id, claimed.get(line.id) ?? place);
      else ended.set(line.request.id, { request: line.request, place: ended.get(line.request.id)?.place ?? place });
    }
    const limit = own === undefined ? Infinity : (claimed.get(own) ?? Infinity);
    const all = new Map(unsettled.map((request) => [request.id, { request, place: -1 }]));
    for (const [id, each] of ended) all.set(id, each);
    // A process that has chosen a key but not yet claimed it will find this claim.
    const placeOf = ({ id, chosen, settled }: RecordedRequest, place: number): number =>
      claimed.get(id) ?? (chosen === true && settled === undefined ? Infinity : place);
    const holders = [...all.values()]
      .map(({ request, place }) => ({ request, place: placeOf(request, place) }))
      .filter(({ request, place }) => request.id !== own && place < limit)
      .toSorted((one, other) => one.place - other.place)
      .map(({ request }) => request);
    return { holders, torn };
  };

  const standingNow: RequestReader['standingNow'] = async () => {
    let damaged = 0;
    const unsettled = (await listOpen(() => void (damaged += 1))).filter(({ atWork }) => !atWork).length;
    return { unsettled, damaged };
  };

  const listRequests = async (): Promise<ListedRequest[]> => {
    const all: ListedRequest[] = [];
    for await (const request of newestFirst()) all.push(request);
    return all.toReversed();
  };

  return {
    underKey,
    listRequests,
    newestFirst,
    listOpen: () => listOpen(),
    async find(begun) {
      const found: ListedRequest[] = [];
      for await (const request of newestFirst()) {
        if (request.id.toLowerCase().startsWith(begun.toLowerCase())) found.push(request);
      }
      return found;
    },
    async standing({ id, key }) {
      await store.ready();
      const [request] = await readOpen(
        open.list().filter((name) => name.id === id),
        () => undefined,
      );
      if (request !== undefined) return await listed(request);
      const { lines } = await done.under(key ?? id);
      const ended = lines.flatMap((line) => (line.kind === 'done' && line.request.id === id ? [line.request] : []));
      const last = ended.at(-1);
      return last === undefined ? undefined : { ...last, atWork: false };
    },
    requestsUnder: async (key) => {
      await store.ready();
      return [...(await underKey(key)).holders];
    },
    async twinsOf(intent) {
      await store.ready();
      const twinTag = twinTagOf({ ...intent, key: undefined });
      const names = open.list().filter((name) => twinTag !== 'none' && name.twinTag === twinTag);
      const all = await Promise.all((await readOpen(names, () => undefined)).map(listed));
      return all.filter((each) => !each.atWork);
    },
    async body(id) {
      await store.ready();
      const name = open.list().find((each) => each.id === id);
      const read = name === undefined ? undefined : await open.read(name);
      return read === undefined || read === 'damaged' ? null : read.body;
    },
    countUnsettled: async () => (await standingNow()).unsettled,
    standingNow,
    async damaged() {
      const found: Damage[] = [];
      await listOpen((damage) => found.push(damage));
      return found;
    },
    async facts() {
      const damaged: Damage[] = [];
      let [writes, unsettled, envelopes] = [0, 0, 0];
      let oldest: string | null = null;
      for await (const request of newestFirst((damage) => damaged.push(damage))) {
        writes += 1;
        if (isUnsettled(request) && !request.atWork) unsettled += 1;
        oldest = request.at;
      }
      for (const _ of known.newestFirst()) envelopes += 1;
      return { writes, unsettled, envelopes, oldest, damaged };
    },
    async setDamageAside() {
      await store.ready();
      let count = 0;
      for (const name of open.list()) {
        if ((await open.read(name)) !== 'damaged') continue;
        await store.setAside(name);
        count += 1;
      }
      const torn: TornLine[] = [];
      for (const line of done.newestFirst()) if (!('kind' in line)) torn.push(line);
      await done.accept(torn);
      return count + torn.length;
    },
    envelopes: async (host) => {
      await store.ready();
      return known.newestFirst(host);
    },
    hearOf: (deliveries) => known.hearDeliveries(deliveries, now()),
  };
}

const compare = (one: string, other: string): number => Number(one > other) - Number(one < other);
