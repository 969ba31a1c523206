import { chmod, lstat, readdir, rm, stat } from 'node:fs/promises';
import { platform, userInfo } from 'node:os';
import { join } from 'node:path';
import type { Context } from '../../cli/context.js';
import { reason } from '../../cli/files.js';
import { counted, failed, type Finding, finding } from './finding.js';

/** Who else may read or change what esign keeps: keys, secrets of listeners, the record of writes. */

const mostFiles = 2000;
const deepest = 4;
/** Whoever may change these decides where the key goes, or reads it. */
const telling = /(^|\/)(keys|profiles|overrides)\.json$|\/listen\/[^/]+\.(json|over)$/;
/** What a write that was cut off leaves beside its target. */
const leftover = /\.[0-9a-f]{12}$/;
const hour = 3_600_000;

interface Entry {
  readonly path: string;
  readonly mode: number;
  readonly folder: boolean;
  readonly own: boolean;
  readonly changedAt: number;
}

/** Looks at the folders of settings and of state before anything in them is read, since reading a key file mends it. */
export async function checkPermissions({
  context,
  fix,
}: {
  readonly context: Context;
  readonly fix: boolean;
}): Promise<readonly Finding[]> {
  const { configDir, stateDir } = context.settings();
  const found: Finding[] = [];
  for (const [check, folder] of [
    ['settings_folder', configDir.value],
    ['state_folder', stateDir.value],
  ] as const) {
    const entries = await walk(folder);
    found.push(await judge(check, folder, entries, fix));
    found.push(...(await leftovers(check, entries, context, fix)));
  }
  return found;
}

async function judge(check: string, folder: string, entries: readonly Entry[], fix: boolean): Promise<Finding> {
  const [root] = entries;
  const facts = { folder };
  if (root === undefined) return finding(check, 'note', `${folder} is not there yet.`, { facts });
  if (platform() === 'win32')
    return finding(check, 'skipped', `${folder}: permissions are not looked at here.`, { facts });
  const foreign = entries.find(({ own }) => !own);
  if (foreign !== undefined) {
    const hint = 'Run esign as one user, or give the file back with chown.';
    return failed(check, 9, `${foreign.path} belongs to another user.`, { hint, facts });
  }
  // Nobody else gets into a folder that is closed, whatever the files in it allow.
  const open = (root.mode & 0o011) === 0 ? entries.slice(0, 1) : entries;
  const wrong = open.filter(isWrong);
  if (wrong.length === 0) return finding(check, 'ok', `${folder} is for you alone.`, { facts });
  const told = wrong.slice(0, 5).map(({ path, mode }) => `${path} (${octal(mode)})`);
  const more = wrong.length > told.length ? ` and ${wrong.length - told.length} more` : '';
  const files = wrong.map(({ path }) => path);
  if (fix) {
    for (const { path, folder: isFolder } of wrong) {
      const problem = await chmod(path, isFolder ? 0o700 : 0o600).then(() => null, reason);
      if (problem !== null) return failed(check, 9, `${path} cannot be closed to others: ${problem}.`, { facts });
    }
    return finding(check, 'fixed', `Closed to others: ${told.join(', ')}${more}.`, { facts: { ...facts, files } });
  }
  const hint = 'Close them to others: esign doctor --fix';
  const words = `Others may read or change ${told.join(', ')}${more}.`;
  const grave = wrong.some(({ path, mode }) => telling.test(path) || (mode & 0o022) !== 0);
  return grave
    ? failed(check, 9, words, { hint, facts: { ...facts, files } })
    : finding(check, 'warning', words, { hint, facts: { ...facts, files } });
}

/** A folder may be looked into, if nothing but files for their owner stands there; nothing may be changed by others. */
const isWrong = ({ folder, mode }: Entry): boolean => (mode & (folder ? 0o022 : 0o066)) !== 0;

async function leftovers(
  check: string,
  entries: readonly Entry[],
  { clock }: Context,
  fix: boolean,
): Promise<readonly Finding[]> {
  const stale = entries.filter(
    ({ path, folder, own, changedAt }) => !folder && own && leftover.test(path) && clock.now() - changedAt > hour,
  );
  if (stale.length === 0) return [];
  const files = stale.map(({ path }) => path);
  const words = `${counted(stale.length, 'file')} of writes that were cut off: ${files.slice(0, 5).join(', ')}`;
  if (!fix) {
    return [
      finding(`${check}_leftovers`, 'warning', `${words}.`, {
        hint: 'Remove them: esign doctor --fix',
        facts: { files },
      }),
    ];
  }
  for (const path of files) await rm(path, { force: true });
  return [finding(`${check}_leftovers`, 'fixed', `Removed ${words}.`, { facts: { files } })];
}

/** The folder itself first. Links are left alone: they lead to what is somebody else's business. */
async function walk(folder: string): Promise<readonly Entry[]> {
  const uid = userInfo().uid;
  const entryOf = (
    { mode, uid: owner, mtimeMs }: { mode: number; uid: number; mtimeMs: number },
    path: string,
    isFolder: boolean,
  ): Entry => ({
    path,
    mode: mode & 0o777,
    folder: isFolder,
    own: uid === -1 || owner === uid,
    changedAt: mtimeMs,
  });
  const root = await stat(folder).catch(() => null);
  if (root === null) return [];
  const found = [entryOf(root, folder, true)];
  const visit = async (inside: string, depth: number): Promise<void> => {
    for (const name of (await readdir(inside).catch(() => [])).toSorted()) {
      if (found.length >= mostFiles) return;
      const path = join(inside, name);
      const facts = await lstat(path).catch(() => null);
      if (facts === null || !(facts.isFile() || facts.isDirectory())) continue;
      found.push(entryOf(facts, path, facts.isDirectory()));
      if (facts.isDirectory() && depth < deepest) await visit(path, depth + 1);
    }
  };
  await visit(folder, 1);
  return found;
}

const octal = (mode: number): string => `0${mode.toString(8)}`;
