import { open, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { append } from './append.js';
import { joinEntries, readEntry, writeEntry, type Entry, type Intent, type RecordedRequest } from './entry.js';

/** What a write is before it leaves, as the client describes it. */
export type NewIntent = Omit<Intent, 'at'>;

export interface NewOutcome {
  readonly status?: number | undefined;
  readonly code?: string | undefined;
  readonly resource?: string | undefined;
  readonly resources?: readonly string[] | undefined;
  readonly unknown: boolean;
}

/** The writes of this machine, kept so that an interrupted one can be settled later with the same key. */
export interface RequestJournal {
  /** On the disk when it returns. Throws JournalFailure. */
  intent(intent: NewIntent): Promise<void>;
  settled(id: string, outcome: NewOutcome, attempts: number): Promise<void>;
  /** Oldest first. Lines that a crash left torn are passed over. */
  listRequests(): Promise<RecordedRequest[]>;
}

export interface JournalOptions {
  /** The state folder; made when it is missing. */
  readonly folder: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Bytes after which the file is set aside and the one set aside before is given up; 1 MiB unless told. */
  readonly turnAt?: number;
}

const staleLock = 30_000;
const mostCarried = 500;

/** Opens the journal of requests: NDJSON, appended to by any number of processes at the same time. */
export function openRequestJournal({ folder, now, turnAt = 1024 * 1024 }: JournalOptions): RequestJournal {
  const current = join(folder, 'requests.ndjson');
  const earlier = join(folder, 'requests.1.ndjson');
  const lock = join(folder, 'requests.lock');
  const at = (): string => new Date(now()).toISOString();
  const readBoth = async (): Promise<Entry[]> => [
    ...(await readFile(earlier, turnAt)),
    ...(await readFile(current, turnAt)),
  ];

  const turn = async (): Promise<void> => {
    if (!(await takeLock(lock))) return;
    try {
      if ((await sizeOf(current)) < turnAt) return;
      // What is still open in the file that is given up lives on in the one that is kept.
      const kept = new Set((await readFile(current, turnAt)).map(({ id }) => id));
      const unsettled = joinEntries(await readFile(earlier, turnAt)).filter(
        ({ id, settled }) => settled === undefined && !kept.has(id),
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

  return {
    async intent(intent) {
      const size = await append(current, writeEntry({ kind: 'intent', ...intent, at: at() }), true);
      // The intent is on the disk already; a turn that fails is tried again at the next one.
      if (size >= turnAt) await turn().catch(() => undefined);
    },
    async settled(id, { status, code, resource, resources, unknown }, attempts) {
      const end = { status, code, resource, resources, unknown, attempts };
      const entry: Entry = { kind: 'settled', id, at: at(), ...end };
      // Not forced to the disk: a lost end reads as unsettled, and settling it again with the same key is harmless.
      await append(current, writeEntry(entry), false);
    },
    listRequests: async () => joinEntries(await readBoth()),
  };
}

async function readFile(path: string, turnAt: number): Promise<Entry[]> {
  const file = await open(path, 'r').catch(() => undefined);
  if (file === undefined) return [];
  try {
    // Twice the size at which a file is set aside, since writers that race a turn may go past it; the newest count.
    const { size } = await file.stat();
    const length = Math.min(size, turnAt * 2 + 65_536);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, size - length);
    const lines = buffer.subarray(0, bytesRead).toString('utf8').split('\n');
    return lines.map(readEntry).filter((entry) => entry !== undefined);
  } finally {
    await file.close();
  }
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
