import { constants, type Stats } from 'node:fs';
import { lstat, open, readdir, rm, stat } from 'node:fs/promises';
import { platform } from 'node:os';
import { join } from 'node:path';
import type { Context } from '../context/context.js';
import { reason } from '../../core/platform/durable-file.js';
import { pluralize } from '../context/counted.js';
import { failed, type Finding, finding } from './finding.js';
import { madeByEsign, type OwnFolder } from './own-files.js';
import { ownUid } from '../../core/platform/own-uid.js';

/** Whether other users can read or change the files of esign: keys, listener secrets, recorded requests. */

const maxFiles = 2000;
/** Anyone who can change these files can read the key or redirect it. */
const secretFiles = /(^|\/)(keys|profiles)\.json$|\/listen\/[^/]+\.(json|over)$|\/emulator-\d+\.token$/;
const hour = 3_600_000;

interface Entry {
  readonly path: string;
  /** A temporary file of an interrupted write. */
  readonly leftover: boolean;
  /** The user may have named a folder with other files in it; its permissions are then not changed. */
  readonly ours: boolean;
  readonly mode: number;
  readonly folder: boolean;
  readonly own: boolean;
  readonly changedAt: number;
}

/** Checks the folders of settings and state before anything is read, since reading a key file repairs its mode. */
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
    ['settings_folder', configDir],
    ['state_folder', stateDir],
  ] as const) {
    const entries = await walk(check, folder.value, folder.origin.from === 'default');
    found.push(await checkEntries(check, folder.value, entries, fix));
    found.push(...(await leftovers(check, entries, context, fix)));
  }
  return found;
}

async function checkEntries(check: string, folder: string, entries: readonly Entry[], fix: boolean): Promise<Finding> {
  const [root] = entries;
  const facts = { folder };
  if (root === undefined) return finding(check, 'note', `${folder} does not exist yet.`, { facts });
  if (platform() === 'win32')
    return finding(check, 'skipped', `Permissions of ${folder} are not checked on this system.`, { facts });
  const foreign = entries.find(({ own }) => !own);
  if (foreign !== undefined) {
    const hint = 'Run esign as one user, or change the owner with chown.';
    return failed(check, 9, `${foreign.path} belongs to another user.`, { hint, facts });
  }
  // A closed folder protects its files, whatever their own permissions are.
  const open = (root.mode & 0o011) === 0 ? entries.slice(0, 1) : entries;
  const wrong = open.filter(isWrong);
  if (wrong.length === 0) return finding(check, 'ok', `Only you can access ${folder}.`, { facts });
  const shown = wrong.slice(0, 5).map(({ path, mode }) => `${path} (${octal(mode)})`);
  const more = wrong.length > shown.length ? ` and ${wrong.length - shown.length} more` : '';
  const files = wrong.map(({ path }) => path);
  if (fix) {
    for (const entry of wrong) {
      const problem = await close(entry).catch(reason);
      if (problem === null) continue;
      const hint = 'Change the permissions yourself.';
      return failed(check, 9, `Cannot restrict the permissions of ${entry.path}: ${problem}.`, { hint, facts });
    }
    return finding(check, 'fixed', `Restricted to you: ${shown.join(', ')}${more}.`, { facts: { ...facts, files } });
  }
  const hint = 'Restrict the permissions: esign doctor --fix';
  const words = `Other users can read or change ${shown.join(', ')}${more}.`;
  const grave = wrong.some(({ path, mode }) => secretFiles.test(path) || (mode & 0o022) !== 0);
  return grave
    ? failed(check, 9, words, { hint, facts: { ...facts, files } })
    : finding(check, 'warning', words, { hint, facts: { ...facts, files } });
}

/** Removes the permissions of others from the entry that was checked, never through a link. Returns why it cannot. */
async function close({ path, folder, ours }: Entry): Promise<string | null> {
  if (!ours) return 'it is a link or contains files of other programs';
  const handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW);
  try {
    const facts = await handle.stat();
    const isSame = folder ? facts.isDirectory() : facts.isFile() && facts.nlink === 1;
    if (!isSame) return 'it has a second name or was replaced';
    await handle.chmod(facts.mode & 0o7777 & ~0o077);
    return null;
  } finally {
    await handle.close();
  }
}

/** Others may list a folder whose files are private; they may change nothing. */
const isWrong = ({ folder, mode }: Entry): boolean => (mode & (folder ? 0o022 : 0o066)) !== 0;

async function leftovers(
  check: string,
  entries: readonly Entry[],
  { clock }: Context,
  fix: boolean,
): Promise<readonly Finding[]> {
  const stale = entries.filter(({ leftover, own, changedAt }) => leftover && own && clock.now() - changedAt > hour);
  if (stale.length === 0) return [];
  const files = stale.map(({ path }) => path);
  const words = `${pluralize(stale.length, 'temporary file')} of interrupted writes: ${files.slice(0, 5).join(', ')}`;
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

/**
 * The folder itself first, then the files of esign in it. Links and other files are left alone.
 */
async function walk(check: OwnFolder, folder: string, usual: boolean): Promise<readonly Entry[]> {
  const uid = await ownUid();
  const root = await stat(folder).catch(() => null);
  if (root === null) return [];
  const found: Entry[] = [];
  const add = (path: string, facts: Facts, ours: boolean, leftover: boolean): void =>
    void found.push({
      path,
      leftover,
      ours,
      mode: facts.mode & 0o777,
      folder: facts.isDirectory(),
      own: uid === -1 || facts.uid === uid,
      changedAt: facts.mtimeMs,
    });
  const names = await namesIn(folder);
  const isLink = (await lstat(folder).catch(() => null))?.isSymbolicLink() !== false;
  const alone = names.length > 0 && names.every((name) => madeByEsign(check, name) !== null);
  add(folder, root, !isLink && (usual || alone), false);
  const visit = async (below: string, inside: readonly string[]): Promise<void> => {
    for (const name of inside) {
      const made = madeByEsign(check, `${below}${name}`);
      if (made === null || found.length >= maxFiles) continue;
      const path = join(folder, below, name);
      const facts = await lstat(path).catch(() => null);
      if (facts?.isFile() !== true && facts?.isDirectory() !== true) continue;
      add(path, facts, true, made === 'leftover' && facts.isFile());
      // Its files are at most one folder deep.
      if (facts.isDirectory() && below === '') await visit(`${name}/`, await namesIn(path));
    }
  };
  await visit('', names);
  return found;
}

type Facts = Pick<Stats, 'mode' | 'uid' | 'mtimeMs' | 'isDirectory'>;

const namesIn = async (folder: string): Promise<readonly string[]> =>
  (await readdir(folder).catch(() => [])).toSorted();

const octal = (mode: number): string => `0${mode.toString(8)}`;
