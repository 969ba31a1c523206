import { execFile } from 'node:child_process';
import { lstat, realpath } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { promisify } from 'node:util';
import type { Context } from './context.js';

/** Environment files such as `.env.local`: the settings that an app needs, in lines of esign's own. */

/** A variable and its value, in order. */
export type EnvLines = readonly (readonly [name: string, value: string])[];

const first = '# esign: these lines are written by esign, and replaced at its next start';
const last = '# esign: end';
const maxFileBytes = 1024 * 1024;
const gitMs = 2_000;

/**
 * Writes variables to a private file (0600). Other lines stay byte for byte: a variable that one of them sets is left
 * out and returned, because that line is not ours. Throws FileFailure.
 */
export async function writeEnvFile(context: Context, path: string, variables: EnvLines): Promise<readonly string[]> {
  const lines = await present(context, path);
  const { before, after } = aroundOurs(lines);
  const theirs = new Set([...before, ...after].flatMap((line) => variableOf(line) ?? []));
  const ours = variables.filter(([name]) => !theirs.has(name));
  // As an editor on Windows left it.
  const end = lines.some((line) => line.endsWith('\r')) ? '\r' : '';
  const gap = before.length > 0 && before.at(-1)?.trim() !== '' ? [''] : [];
  const block = [...gap, first, ...ours.map(([name, value]) => `${name}=${value}`), last].map((line) => line + end);
  const file = context.files.resolve(path);
  // A link keeps leading to its file.
  const target = await realpath(file).catch(() => file);
  await context.files.write(target, `${[...before, ...block, ...after].join('\n')}\n`, {
    mode: 0o600,
    overwrite: true,
  });
  return variables.map(([name]) => name).filter((name) => theirs.has(name));
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

interface Around {
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** The lines before and after ours. Without an end mark, ours end with the first other line. */
function aroundOurs(lines: readonly string[]): Around {
  const bare = lines.map((line) => line.replace(/\r$/, ''));
  const begin = bare.indexOf(first);
  if (begin < 0) return { before: lines, after: [] };
  const length = bare.slice(begin + 1).findIndex((line) => !/^ESIGN_\w+=/.test(line));
  if (length < 0) return { before: lines.slice(0, begin), after: [] };
  const end = begin + 1 + length;
  return { before: lines.slice(0, begin), after: lines.slice(bare[end] === last ? end + 1 : end) };
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
