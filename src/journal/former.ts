import { existsSync } from 'node:fs';
import { open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeFolder, syncFolder, systemCode } from '../platform/durable-file.js';
import { JournalFailure } from './append.js';
import type { RecordedRequest } from './entry.js';
import { formerNames, isFormerThere } from './former-names.js';
import { joinFormer, readFormerEntry } from './former-entry.js';
import { lastLines } from './ndjson.js';

/** Receives the content of an earlier version's journal. On disk when each call returns. */
export interface Heirs {
  settled(requests: readonly RecordedRequest[]): Promise<void>;
  /** The body is null when it is no longer stored. */
  unsettled(request: RecordedRequest, body: string | undefined | null): Promise<void>;
  /** Receives a body without a recorded request: it may have been sent. */
  readonly orphans: string;
}

const maxFileBytes = 1024 * 1024 * 1024;
const staleLock = 60_000;

/**
 * Migrates the journal of earlier versions once: nothing is deleted before it is stored in the new one, and an
 * interrupted migration can be repeated. Throws JournalFailure.
 */
export async function moveFormer(folder: string, heirs: Heirs): Promise<void> {
  const lock = join(folder, 'requests.lock');
  while (isFormerThere(folder)) {
    if (!(await takeLock(lock))) {
      await sleep(50);
      continue;
    }
    try {
      await move(folder, heirs);
    } finally {
      await rm(lock, { force: true });
    }
  }
}

async function move(folder: string, heirs: Heirs): Promise<void> {
  const paths = formerNames.map((name) => join(folder, name)).filter((path) => existsSync(path));
  const entries = [];
  for (const path of paths) {
    const lines = await lastLines(path, maxFileBytes).catch((error: unknown) => {
      throw new JournalFailure(path, systemCode(error) ?? 'UNKNOWN', 'read');
    });
    entries.push(...lines.map(readFormerEntry).filter((entry) => entry !== undefined));
  }
  const requests = joinFormer(entries);
  const known = new Set(requests.map(({ id }) => id));
  const kept = join(folder, 'requests.kept');
  const isOpen = ({ settled }: RecordedRequest): boolean => settled === undefined || settled.unknown;
  await heirs.settled(requests.filter((request) => !isOpen(request)));
  for (const request of requests.filter(isOpen)) {
    const text = await readFile(join(kept, request.id), 'utf8').catch(() => null);
    await heirs.unsettled(request, text === '' ? undefined : text);
  }
  await moveOrphans(kept, known, heirs.orphans);
  for (const path of paths) await rm(path, { force: true });
  await rm(kept, { recursive: true, force: true });
  await syncFolder(folder);
}

/** Each request was recorded right after its body, so a body without a request shows that the journal was truncated. */
async function moveOrphans(kept: string, known: ReadonlySet<string>, to: string): Promise<void> {
  for (const id of await readdir(kept).catch(() => [])) {
    if (known.has(id)) continue;
    await makeFolder(to, 0o700);
    await rename(join(kept, id), join(to, `${id}.none.none`)).catch(() => undefined);
  }
}

/** One process migrates it; the lock of a dead process expires. */
async function takeLock(lock: string): Promise<boolean> {
  const found = await stat(lock).catch(() => undefined);
  // File times come from the system clock.
  if (found !== undefined && Date.now() - found.mtimeMs > staleLock) await rm(lock, { force: true });
  const file = await open(lock, 'wx', 0o600).catch((error: unknown) => {
    if (systemCode(error) === 'EEXIST') return undefined;
    throw new JournalFailure(lock, systemCode(error) ?? 'UNKNOWN');
  });
  await file?.close();
  return file !== undefined;
}
