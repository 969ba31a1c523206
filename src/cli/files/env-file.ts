import { execFile } from 'node:child_process';
import { lstat, realpath, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, sep } from 'node:path';
import { promisify } from 'node:util';
import type { Context } from '../context/context.js';
import { FileFailure } from '../failure/failure.js';
import { refuseWayOut } from './written-files.js';

/** Environment files such as `.env.local`: the settings that an app needs, in lines of esign's own. */

/** A variable and its value, in order. */
export type EnvLines = readonly (readonly [name: string, value: string])[];

const first = '# esign: these lines are written by esign, and replaced at its next start';
const last = '# esign: end';
const maxFileBytes = 1024 * 1024;
const gitMs = 10_000;

/**
 * Writes variables to a private file (0600). Other lines stay byte for byte: a variable that one of them sets is left
 * out and returned in `left`, because that line is not ours; `earlier`: our lines until then. A link may lead to another
 * file of the project. Throws FileFailure, and UsageFailure for a link that leads out of it.
 */
export async function writeEnvFile(
  context: Context,
  path: string,
  variables: EnvLines,
): Promise<{ readonly left: readonly string[]; readonly earlier: readonly string[] }> {
  const target = await targetOf(context, path);
  const file = await stat(context.files.resolve(target)).catch(() => null);
  const lines = await present(context, path);
  const { before, ours: earlier, after } = aroundOurs(lines);
  const theirs = new Set([...before, ...after].flatMap((line) => variableOf(line) ?? []));
  const ours = variables.filter(([name]) => !theirs.has(name));
  // As an editor on Windows left it.
  const end = lines.some((line) => line.endsWith('\r')) ? '\r' : '';
  const gap = before.length > 0 && before.at(-1)?.trim() !== '' ? [''] : [];
  const block = [...gap, first, ...ours.map(([name, value]) => `${name}=${value}`), last].map((line) => line + end);
  await context.files.write(target, `${[...before, ...block, ...after].join('\n')}\n`, {
    private: true,
    overwrite: true,
  });
  // On a system without modes nothing changes.
  if (file !== null && file.mode !== (await stat(context.files.resolve(target))).mode) {
    const mode = (file.mode & 0o777).toString(8).padStart(4, '0');
    context.output.warn(`${path} now contains secrets, so only you can read it. Its mode was ${mode}.`);
  }
  return { left: variables.map(([name]) => name).filter((name) => theirs.has(name)), earlier };
}

/**
 * Takes variables out that `writeEnvFile` wrote, and leaves everything else. Lines that another run has replaced
 * meanwhile stay. `restored`: lines of a run that goes on, which take their place. A file that is empty then is removed.
 * Never throws: what it is called after has ended by then.
 */
export async function takeOutOfEnvFile(
  context: Context,
  path: string,
  variables: EnvLines,
  restored: readonly string[] = [],
): Promise<void> {
  try {
    const target = await targetOf(context, path);
    const lines = await present(context, path);
    const { before, ours, after } = aroundOurs(lines);
    const written = new Set(variables.map(([name, value]) => `${name}=${value}`));
    if (ours.length === 0 || !ours.every((line) => written.has(line))) return;
    // With the empty line that set them apart.
    const kept =
      restored.length > 0
        ? [...before, first, ...restored, last, ...after]
        : [...(before.at(-1)?.trim() === '' ? before.slice(0, -1) : before), ...after];
    if (kept.length === 0) await rm(context.files.resolve(target), { force: true });
    else await context.files.write(target, `${kept.join('\n')}\n`, { private: true, overwrite: true });
  } catch {
    context.output.warn(`The settings in ${path} could not be taken out. Their emulator has stopped.`);
  }
}

/** Fails before the settings are known where they could not be written. Throws as `writeEnvFile` does. */
export async function checkEnvFile(context: Context, path: string): Promise<void> {
  const target = await targetOf(context, path);
  await context.files.check(target, { overwrite: true });
  const facts = await stat(context.files.resolve(target)).catch(() => null);
  // Some password managers put a pipe there, whose lines would be lost.
  if (facts?.isFile() === false) throw new FileFailure('output', path, `Cannot write ${path}: it is not a file.`);
  await present(context, path);
}

/** Warns of variables that another line of the file sets, and of a file that git would commit. */
export async function warnOfEnvFile(context: Context, path: string, left: readonly string[]): Promise<void> {
  if (left.length > 0) {
    context.output.warn(
      `${path} sets ${left.join(' and ')} in ${left.length === 1 ? 'a line' : 'lines'} of its own, which stay. ` +
        'Delete them to use the values of this emulator.',
    );
  }
  if (await isCommitted(context.files.resolve(path))) {
    context.output.warn(`${path} contains secrets, and git does not ignore it. Add it to .gitignore.`);
  }
}

/** Without their line feeds; a carriage return stays with its line. */
async function present(context: Context, path: string): Promise<readonly string[]> {
  const facts = await lstat(context.files.resolve(path)).catch(() => null);
  if (facts === null) return [];
  const text = await context.files.readText(path, { limit: maxFileBytes });
  return text === '' ? [] : text.replace(/\n$/, '').split('\n');
}

/** The file, or what a link inside the project leads to. */
async function targetOf(context: Context, path: string): Promise<string> {
  await refuseWayOut(context, path, await projectOf(context, path));
  const full = context.files.resolve(path);
  const isLink = (await lstat(full).catch(() => null))?.isSymbolicLink() === true;
  return isLink ? await realpath(full).catch(() => path) : path;
}

/** The checkout that a file is in, or else the working folder, or else the folder of the file. */
async function projectOf(context: Context, path: string): Promise<string> {
  const folder = dirname(context.files.resolve(path));
  for (let at = folder; dirname(at) !== at; at = dirname(at)) {
    if ((await lstat(join(at, '.git')).catch(() => null)) !== null) return at;
  }
  const { cwd } = context.machine;
  return `${folder}${sep}`.startsWith(`${cwd}${sep}`) ? cwd : folder;
}

interface Around {
  readonly before: readonly string[];
  /** Without a carriage return. */
  readonly ours: readonly string[];
  readonly after: readonly string[];
}

/** The lines before and after ours. Without an end mark, ours end with the first other line. */
function aroundOurs(lines: readonly string[]): Around {
  const bare = lines.map((line) => line.replace(/\r$/, ''));
  const begin = bare.indexOf(first);
  if (begin < 0) return { before: lines, ours: [], after: [] };
  const length = bare.slice(begin + 1).findIndex((line) => !/^ESIGN_\w+=/.test(line));
  if (length < 0) return { before: lines.slice(0, begin), ours: bare.slice(begin + 1), after: [] };
  const end = begin + 1 + length;
  const ours = bare.slice(begin + 1, end);
  return { before: lines.slice(0, begin), ours, after: lines.slice(bare[end] === last ? end + 1 : end) };
}

const variableOf = (line: string): string | undefined => /^\s*(?:export\s+)?([A-Za-z_]\w*)\s*=/.exec(line)?.[1];

/** Whether the file is in a git work tree that does not ignore it; false when git is missing. */
async function isCommitted(file: string): Promise<boolean> {
  try {
    const options = { cwd: dirname(file), timeout: gitMs };
    await promisify(execFile)('git', ['check-ignore', '--quiet', '--', `./${basename(file)}`], options);
    return false;
  } catch (error) {
    // 1: not ignored; 128: not in a work tree.
    return error instanceof Error && 'code' in error && error.code === 1;
  }
}
