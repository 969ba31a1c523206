import { open, readFile, rename, rm, stat, utimes } from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import { dirname } from 'node:path';
import { syncFolder, systemCode } from '../platform/durable-file.js';
import { append } from '../journal/append.js';

/** What to do with a line: keep it, drop it, or replace it with a text. */
export type Verdict = 'keep' | 'drop' | { readonly text: string };

export interface RewriteOptions {
  /** False: nothing is written, lines are only counted. */
  readonly apply: boolean;
  /** Other records refer to lines by offset: offsets stay, and deleted lines become spaces. */
  readonly inPlace?: boolean;
}

/**
 * Rewrites a file without some of its lines, atomically and with mode 0600. Lines appended meanwhile by other programs
 * are kept. Returns how many lines were dropped or replaced. Throws system errors.
 */
export async function rewriteLines(
  path: string,
  judge: (line: string) => Verdict,
  { apply, inPlace = false }: RewriteOptions,
): Promise<number> {
  const file = await open(path, 'r').catch(ignoreMissing);
  if (file === undefined) return 0;
  try {
    const facts = await file.stat();
    if (!facts.isFile()) return 0;
    const bytes = await file.readFile();
    let changed = 0;
    const pieces: Buffer[] = [];
    for (let from = 0; from < bytes.length;) {
      const found = bytes.indexOf(0x0a, from);
      const to = found === -1 ? bytes.length : found;
      const whole = bytes.subarray(from, found === -1 ? to : to + 1);
      const line = bytes.toString('utf8', from, to);
      const blank = Buffer.alloc(to - from, ' ');
      from = to + 1;
      const isBlank = line.trim() === '';
      const verdict = isBlank ? 'keep' : judge(line);
      if (verdict === 'keep') {
        if (inPlace || !isBlank) pieces.push(whole);
        continue;
      }
      changed += 1;
      if (inPlace) pieces.push(blank, bytes.subarray(to, to + 1));
      else if (verdict !== 'drop') pieces.push(Buffer.from(`${verdict.text}\n`));
    }
    if (changed === 0 || !apply) return changed;
    const kept = Buffer.concat(pieces);
    if (kept.length === 0) await rm(path, { force: true });
    else await replace(path, kept, inPlace ? facts : null);
    await keepTail(path, file, bytes.length);
    return changed;
  } finally {
    await file.close();
  }
}

async function replace(
  path: string,
  bytes: Buffer,
  times: { readonly atimeMs: number; readonly mtimeMs: number } | null,
): Promise<void> {
  const temporary = `${path}.${randomBytes(6).toString('hex')}`;
  try {
    const file = await open(temporary, 'wx', 0o600);
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    if (times !== null) await utimes(temporary, times.atimeMs / 1000, times.mtimeMs / 1000);
    await rename(temporary, path);
    await syncFolder(dirname(path));
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    throw error;
  }
}

/** Another program may have written at the end of the old file just before it was replaced. */
async function keepTail(path: string, file: Awaited<ReturnType<typeof open>>, read: number): Promise<void> {
  const { size } = await file.stat();
  if (size <= read) return;
  const { buffer, bytesRead } = await file.read(Buffer.alloc(size - read), 0, size - read, read);
  await append(path, buffer.subarray(0, bytesRead).toString('utf8'), true);
}

/** Deletes a file; returns whether it existed. */
export async function removeFile(path: string, judge: (text: string, changedAt: number) => boolean, apply: boolean) {
  const facts = await stat(path).catch(ignoreMissing);
  if (facts?.isFile() !== true || facts.size > maxFileBytes) return false;
  const text = await readFile(path, 'utf8').catch(ignoreMissing);
  if (text === undefined || !judge(text, facts.mtimeMs)) return false;
  if (apply) await rm(path, { force: true });
  return true;
}

const maxFileBytes = 512 * 1024 * 1024 - 1;

const ignoreMissing = (error: unknown): undefined => {
  if (systemCode(error) !== 'ENOENT') throw error;
  return undefined;
};
