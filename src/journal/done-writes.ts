import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isObject } from '../platform/json.js';
import { append } from './append.js';
import { readRequest, type RecordedRequest } from './entry.js';
import { readLine } from './ndjson.js';
import { openShelf, writtenAt, type Shelf } from './shelf.js';

/** A request with a known outcome, or the claim of a chosen key by a request that is about to be sent. */
type DoneLine =
  | { readonly kind: 'done'; readonly at: string; readonly request: RecordedRequest }
  | { readonly kind: 'claim'; readonly at: string; readonly id: string; readonly key: string };

/** Unreadable lines of the journal, so entries may be missing. */
export interface TornLine {
  readonly text: string;
  /** The request of that line, as far as it is readable. */
  readonly id: string | undefined;
}

interface Found {
  readonly lines: readonly DoneLine[];
  readonly torn: readonly TornLine[];
}

/** Requests with a known outcome, found by key in constant time. */
export interface DoneWrites {
  /** On disk when it returns. Throws JournalFailure. */
  add(request: RecordedRequest, now: number): Promise<void>;
  /** The same for several older ones. */
  addAll(requests: readonly RecordedRequest[], now: number): Promise<void>;
  /** Claims a chosen key for a request that is about to be sent: of two claims, the first one counts. */
  claim(request: Pick<RecordedRequest, 'id'> & { readonly key: string }, now: number): Promise<void>;
  /** The entries of a key, or of one request without a key, in order of recording. */
  under(key: string): Promise<Found>;
  /** All, the one recorded last first. */
  newestFirst(): Iterable<DoneLine | TornLine>;
  /** Marks an incomplete line as reported. */
  accept(torn: readonly TornLine[]): Promise<void>;
  readonly shelf: Shelf;
}

/** By key; a request without one is found by its ID. */
const nameOf = ({ key, id }: Pick<RecordedRequest, 'key' | 'id'>): string => key ?? id;

/** Opens the journal in its folder; `onRead` is called with the number of bytes read. */
export function openDoneWrites(folder: string, onRead?: (bytes: number) => void): DoneWrites {
  const shelf = openShelf({ folder, files: 1_024, onRead });
  const acceptedIn = join(folder, 'damaged.ndjson');
  const accepted = (): ReadonlySet<string> => {
    try {
      return new Set(readFileSync(acceptedIn, 'utf8').split('\n'));
    } catch {
      return new Set();
    }
  };
  return {
    shelf,
    add: (request, now) => shelf.append(nameOf(request), now, recordOf(request), true),
    addAll: (requests, now) => {
      // A file is in time order.
      const isFirst = shelf.quarters().length === 0;
      const instantOf = ({ settled, at }: RecordedRequest): number =>
        Math.min(now, isFirst ? Date.parse(settled?.at ?? at) || 0 : now);
      const records = requests.map((each) => ({ name: nameOf(each), at: instantOf(each), record: recordOf(each) }));
      return shelf.appendAll(records.toSorted((one, other) => one.at - other.at));
    },
    claim: ({ id, key }, now) => shelf.append(key, now, { id, kind: 'claim', key }, false),
    async under(key) {
      const quoted = JSON.stringify(key).slice(1, -1);
      const all = await shelf.read(key);
      const lines: DoneLine[] = [];
      const torn: TornLine[] = [];
      for (const line of all) {
        const isWhole = writtenAt(line) !== undefined;
        if (isWhole && !line.includes(quoted)) continue;
        const read = isWhole ? readDone(line) : undefined;
        // Also an overwritten line: it may be about this key.
        if (read === undefined) torn.push(tornLine(line));
        else if (nameOf(read.kind === 'done' ? read.request : read) === key) lines.push(read);
      }
      // A crash in mid-line leaves the request open, and it is recorded again when it is resolved.
      const known = torn.length === 0 ? new Set<string>() : accepted();
      const harmless = ({ id, text }: TornLine): boolean =>
        known.has(digest(text)) ||
        (id !== undefined && all.some((line) => readDone(line)?.kind === 'done' && idIn(line) === id));
      return { lines, torn: torn.filter((line) => !harmless(line)) };
    },
    *newestFirst() {
      let known: ReadonlySet<string> | undefined;
      for (const line of shelf.newestFirst()) {
        const read = writtenAt(line) === undefined ? undefined : readDone(line);
        if (read !== undefined) yield read;
        else if (!(known ??= accepted()).has(digest(line))) yield tornLine(line);
      }
    },
    async accept(torn) {
      if (torn.length > 0) await append(acceptedIn, torn.map(({ text }) => `${digest(text)}\n`).join(''), true);
    },
  };
}

const digest = (text: string): string => createHash('sha256').update(text).digest('hex');
const idIn = (line: string): string | undefined => /"id":"([^"\\]{1,64})"/.exec(line.slice(0, 200))?.[1];
const tornLine = (text: string): TornLine => ({ text, id: idIn(text) });

// The ID comes first, so that it is readable even in a truncated line.
const recordOf = ({ id, at, ...rest }: RecordedRequest): object => ({ id, kind: 'done', sentAt: at, ...rest });

function readDone(line: string): DoneLine | undefined {
  const fields = readLine(line);
  if (!isObject(fields)) return undefined;
  const { at, kind, id, key, sentAt } = fields;
  if (typeof at !== 'string' || typeof id !== 'string') return undefined;
  if (kind === 'claim') return typeof key === 'string' ? { kind, at, id, key } : undefined;
  const request = kind === 'done' ? readRequest({ ...fields, at: sentAt }) : undefined;
  return request === undefined ? undefined : { kind: 'done', at, request };
}
