import { readdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Context } from '../cli/context.js';
import { FileFailure } from '../cli/failure.js';
import { makeFolder } from '../platform/durable-file.js';
import { parseJson } from '../platform/json.js';

/** A snapshot is sent to the emulator in one body. */
const maxFileBytes = 100 * 1024 * 1024;

/** Reads a snapshot from a file, or from stdin for `-`; the emulator validates it. Throws FileFailure. */
export async function readSnapshot(context: Context, path: string): Promise<unknown> {
  const text = await context.files.readText(path, { limit: maxFileBytes });
  const snapshot = parseJson(text);
  if (snapshot === undefined) {
    throw new FileFailure('input', path, `${path} is not a snapshot: it is not valid JSON.`, {
      hint: 'Create a snapshot with `esign emulator snapshot -o FILE`.',
    });
  }
  return snapshot;
}

/** Writes a snapshot to a private file, one value on each line; returns the full path. Throws FileFailure. */
export async function writeSnapshot(
  context: Context,
  path: string,
  snapshot: unknown,
  overwrite: boolean,
): Promise<string> {
  await makeFolder(dirname(context.files.resolve(path)), 0o700);
  return await context.files.write(path, snapshotText(snapshot), { mode: 0o600, overwrite });
}

export const snapshotText = (snapshot: unknown): string => `${JSON.stringify(snapshot, null, 2)}\n`;

/** Keeps the latest files of a folder whose names match. Best effort: a file that stays does no harm. */
export async function forgetEarliest(folder: string, named: RegExp, max: number): Promise<void> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => named.test(name));
  if (names.length <= max) return;
  const dated = await Promise.all(
    names.map(async (name) => ({ name, at: (await stat(join(folder, name)).catch(() => null))?.mtimeMs ?? 0 })),
  );
  for (const { name } of dated.toSorted((one, other) => other.at - one.at).slice(max)) {
    await rm(join(folder, name), { force: true }).catch(() => undefined);
  }
}
