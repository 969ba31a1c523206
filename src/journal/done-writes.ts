import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isObject } from '../platform/json.js';
import { append } from './append.js';
import { readRequest, type RecordedRequest } from './entry.js';
import { readLine } from './ndjson.js';
import { openShelf, writtenAt, type Shelf } from './shelf.js';

/** A write whose outcome is known, or the claim of a chosen key by a write that is about to leave. */
type DoneLine =
  | { readonly kind: 'done'; readonly at: string; readonly request: RecordedRequest }
  | { readonly kind: 'claim'; readonly at: string; readonly id: string; readonly key: string };

/** Lines of the record that cannot be read, so that something may be missing. */
export interface TornLine {
  readonly text: string;
  /** The write that it told of, as far as that can be made out. */
  readonly id: string | undefined;
}

interface Found {
  readonly lines: readonly DoneLine[];
  readonly torn: readonly TornLine[];
}

/** The writes whose outcome is known, found by their key in the same time however many there are. */
export interface DoneWrites {
  /** On the disk when it returns. Throws JournalFailure. */
  add(request: RecordedRequest, now: number): Promise<void>;
  /** The same for many of an earlier time. */
  addAll(requests: readonly RecordedRequest[], now: number): Promise<void>;
  /** Says that a write is about to leave with a chosen key: of two, the claim that stands first counts. */
  claim(request: Pick<RecordedRequest, 'id'> & { readonly key: string }, now: number): Promise<void>;
  /** What is recorded under a key, or of one write without a key, in the order in which it was recorded. */
  under(key: string): Promise<Found>;
  /** All, the one that was recorded last first. */
  newestFirst(): Iterable<DoneLine | TornLine>;
  /** Takes note that somebody knows of a torn line. */
  accept(torn: readonly TornLine[]): Promise<void>;
  readonly shelf: Shelf;
}

/** By key; a write without one is found by its id. */
const nameOf = ({ key, id }: Pick<RecordedRequest, 'key' | 'id'>): string => key ?? id;

/** Opens the record in its folder; `onRead` is told how many bytes were read. */
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
      // A file is in the order of its instants.
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
        // Also one that was overwritten in its middle: it may tell of this key.
        if (read === undefined) torn.push(tornLine(line));
        else if (nameOf(read.kind === 'done' ? read.request : read) === key) lines.push(read);
      }
      // A crash in mid-line leaves the write open, and it is recorded once more when that is settled.
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

// The id comes first: it can be told even of a line that was cut.
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
