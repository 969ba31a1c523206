import { open, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { systemCode } from '../disk.js';
import { append, JournalFailure } from './append.js';
import { isAtWork } from './at-work.js';
import {
  isUnsettled,
  joinEntries,
  readEntry,
  writeEntry,
  type Entry,
  type Intent,
  type RecordedRequest,
} from './entry.js';
import { keyRefusal, type KeyReuse } from './key-use.js';
import { openKeptBodies } from './kept-bodies.js';
import { lastLines } from './lines.js';
import { ownPid, placedMark } from './process-mark.js';

/** What a write is before it leaves, as the client describes it. */
export interface NewIntent extends Omit<Intent, 'at'> {
  /** The key was chosen by somebody, so that it may have been used before. */
  readonly chosen?: boolean | undefined;
  /** What then may be done again; undefined for a caller that judges it itself. */
  readonly reuse?: KeyReuse | undefined;
}

/** A recorded write as it stands now. */
export interface ListedRequest extends RecordedRequest {
  /** The program that sent it still waits for its answer. */
  readonly atWork: boolean;
}

export interface NewOutcome {
  readonly status?: number | undefined;
  readonly code?: string | undefined;
  readonly resource?: string | undefined;
  readonly resources?: readonly string[] | undefined;
  readonly unknown: boolean;
}

/** The writes of this machine, kept so that an interrupted one can be settled later with the same key. */
export interface RequestJournal {
  /**
   * On the disk when it returns, with the body, which is kept until the write is settled. Throws JournalFailure, and
   * KeyUsedOtherwise or KeyUsedBefore when this journal shows that the key must not be used for it.
   */
  intent(intent: NewIntent, body?: string): Promise<void>;
  settled(id: string, outcome: NewOutcome, attempts: number): Promise<void>;
  /** Oldest first. Lines that a crash left torn are passed over. Throws JournalFailure. */
  listRequests(): Promise<ListedRequest[]>;
  /** The body of a write that is not settled; undefined when it had none, and null when it is no longer kept. */
  body(id: string): Promise<string | undefined | null>;
  /** How many writes are not settled although nobody is at work on them any more; cheap when there are none. */
  countUnsettled(): Promise<number>;
}

export interface JournalOptions {
  /** The state folder; made when it is missing. */
  readonly folder: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Bytes after which the file is set aside and the one set aside before is given up; 1 MiB unless told. */
  readonly turnAt?: number;
  /** Milliseconds after which the body of a write that was never settled is given up; 30 days unless told. */
  readonly keepFor?: number;
}

const staleLock = 30_000;
const mostCarried = 500;
const day = 24 * 60 * 60 * 1000;

/** Opens the journal of requests: NDJSON, appended to by any number of processes at the same time. */
export function openRequestJournal(options: JournalOptions): RequestJournal {
  const { folder, now, turnAt = 1024 * 1024, keepFor = 30 * day } = options;
  const kept = openKeptBodies(join(folder, 'requests.kept'), keepFor);
  const current = join(folder, 'requests.ndjson');
  const earlier = join(folder, 'requests.1.ndjson');
  const lock = join(folder, 'requests.lock');
  const at = (): string => new Date(now()).toISOString();
  const readBoth = async (): Promise<Entry[]> => [
    ...(await readEntries(earlier, turnAt)),
    ...(await readEntries(current, turnAt)),
  ];

  const turn = async (): Promise<void> => {
    if (!(await takeLock(lock))) return;
    try {
      if ((await sizeOf(current)) < turnAt) return;
      // What is still open in the file that is given up lives on in the one that is kept.
      const newer = await readEntries(current, turnAt);
      const begun = new Set(newer.filter(({ kind }) => kind === 'intent').map(({ id }) => id));
      const unsettled = joinEntries([...(await readEntries(earlier, turnAt)), ...newer]).filter(
        (request) => isUnsettled(request) && !begun.has(request.id),
      );
      const carried = unsettled
        .slice(-mostCarried)
        .map(({ settled: _settled, ...intent }) => writeEntry({ kind: 'intent', ...intent }));
      if (carried.length > 0) await append(current, carried.join(''), true);
      await rename(current, earlier);
    } finally {
      await rm(lock, { force: true });
    }
  };

  const settled: RequestJournal['settled'] = async (id, { status, code, resource, resources, unknown }, attempts) => {
    const end = { status, code, resource, resources, unknown, attempts };
    const entry: Entry = { kind: 'settled', id, at: at(), ...end };
    // Not forced to the disk: a lost end reads as unsettled, and settling it again with the same key is harmless.
    await append(current, writeEntry(entry), false);
    if (!unknown) await kept.drop(id);
  };
  const listRecorded = async (): Promise<RecordedRequest[]> => joinEntries(await readBoth());
  const mark = lazily(() => placedMark(ownPid));

  return {
    async intent({ chosen, reuse, ...intent }, body) {
      await kept.keep(intent.id, body);
      const sender = { pid: ownPid, mark: (await mark()) ?? undefined };
      const entry: Entry = { kind: 'intent', ...sender, ...intent, at: at() };
      const size = await append(current, writeEntry(entry), true).catch(async (error: unknown) => {
        await kept.drop(intent.id);
        throw error;
      });
      const { key } = intent;
      if (chosen === true && key !== undefined) {
        // Judged after it was written: of two processes that come at the same time, the second finds the first.
        const refusal = keyRefusal(await listRecorded(), { ...intent, key }, reuse, now());
        if (refusal !== undefined) {
          await settled(intent.id, { code: refusal.code, unknown: false }, 0);
          throw refusal;
        }
      }
      // The intent is on the disk already; a turn that fails is tried again at the next one.
      if (size >= turnAt) await turn().catch(() => undefined);
    },
    settled,
    listRequests: async () => {
      const all = await listRecorded();
      return Promise.all(all.map(async (each) => ({ ...each, atWork: await isAtWork(each, now()) })));
    },
    body: (id) => kept.read(id),
    async countUnsettled() {
      const ids = new Set(kept.list());
      if (ids.size === 0) return 0;
      const left = (await listRecorded()).filter(({ id }) => ids.has(id));
      await kept.sweep(new Set(left.map(({ id }) => id)));
      // The program may have ended between the two: what was settled needs no body.
      for (const request of left) if (!isUnsettled(request)) await kept.drop(request.id);
      const atWork = await Promise.all(left.map((request) => isAtWork(request, now())));
      return left.filter((request, at) => isUnsettled(request) && atWork[at] === false).length;
    },
  };
}

async function readEntries(path: string, turnAt: number): Promise<Entry[]> {
  // Twice the size at which a file is set aside, since writers that race a turn may go past it.
  const lines = await lastLines(path, turnAt * 2 + 65_536).catch((error: unknown) => {
    throw new JournalFailure(path, systemCode(error) ?? 'UNKNOWN', 'read');
  });
  return lines.map(readEntry).filter((entry) => entry !== undefined);
}

/** One process turns the file over; one that died while it held the lock does not hold it for ever. */
async function takeLock(lock: string): Promise<boolean> {
  const found = await stat(lock).catch(() => undefined);
  // A file's own time is the system's, whatever clock the program runs by.
  if (found !== undefined && Date.now() - found.mtimeMs > staleLock) await rm(lock, { force: true });
  const file = await open(lock, 'wx', 0o600).catch(() => undefined);
  await file?.close();
  return file !== undefined;
}

async function sizeOf(path: string): Promise<number> {
  return (await stat(path).catch(() => undefined))?.size ?? 0;
}

function lazily<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
