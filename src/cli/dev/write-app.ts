import { lstat, readdir, readFile, rm } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import type { Context } from '../context/context.js';
import { pluralize } from '../context/counted.js';
import { FileFailure } from '../failure/failure.js';
import { shellWord } from '../flags/reach-flags.js';
import { makeFolder } from '../../core/platform/durable-file.js';
import { assetPath } from '../../core/platform/package-files.js';
import { appTemplates, type Framework } from './frameworks.js';

interface AppFile {
  /** Below the folder of the app. */
  readonly path: string;
  readonly bytes: Buffer;
}

/**
 * Writes the files of a template with `agents` as its AGENTS.md, and tells the next commands. Throws FileFailure:
 * `file_exists` before anything is written, or, when a file cannot be written, after the ones before it are removed again.
 */
export async function writeApp(context: Context, framework: Framework, folder: string, agents: string): Promise<void> {
  const own = { path: 'AGENTS.md', bytes: Buffer.from(agents) };
  const files = [...(await readTemplate(framework)), own].toSorted((a, b) => (a.path < b.path ? -1 : 1));
  await refuseExisting(context, framework, folder, files);
  await writeAll(context, folder, files);
  const paths = files.map(({ path }) => path);
  const { next: commands, tryIt } = appTemplates[framework];
  const into = folder === '.' ? '' : `cd ${shellWord(folder)} && `;
  const next = commands.map((command, at) => (at === 0 ? `${into}${command}` : command));
  await context.output.result(
    { folder: context.files.resolve(folder), files: paths, next },
    {
      human: [
        `Wrote ${pluralize(files.length, 'file')}${folder === '.' ? '' : ` to ${folder}`}:`,
        ...paths.map((path) => `  ${path}`),
        'Next:',
        ...next.map((command) => `  ${command}`),
        tryIt,
      ].join('\n'),
      ids: paths.map((path) => context.files.resolve(join(folder, path))),
    },
  );
}

async function readTemplate(framework: Framework): Promise<readonly AppFile[]> {
  const files: AppFile[] = [];
  for (const part of appTemplates[framework].parts) {
    const folder = assetPath(`cli/dev/templates/${part}`);
    for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
      if (!entry.isFile()) continue;
      const full = join(entry.parentPath, entry.name);
      files.push({ path: nameOf(relative(folder, full)), bytes: await readFile(full) });
    }
  }
  return files;
}

/** A package cannot hold a file named .gitignore. */
const nameOf = (path: string): string => (path === 'gitignore' ? '.gitignore' : path);

async function refuseExisting(
  context: Context,
  framework: Framework,
  folder: string,
  files: readonly AppFile[],
): Promise<void> {
  // A file where a folder has to be is in the way too.
  const isInTheWay = async (path: string, isFolder: boolean): Promise<boolean> => {
    const found = await lstat(context.files.resolve(join(folder, path))).catch(() => null);
    return found !== null && !(isFolder && !found.isFile());
  };
  for (const { path } of files) {
    const names = path.split(sep);
    for (const [at] of names.entries()) {
      const above = join(...names.slice(0, at + 1));
      if (!(await isInTheWay(above, at < names.length - 1))) continue;
      const shown = join(folder, above);
      throw new FileFailure('output', shown, `${shown} already exists.`, {
        code: 'file_exists',
        hint: `Nothing was written. Use an empty folder: \`esign dev init ${framework} ${suggested(framework)}\`.`,
      });
    }
  }
}

const suggested = (framework: Framework): string => `my-${framework}-app`;

async function writeAll(context: Context, folder: string, files: readonly AppFile[]): Promise<void> {
  const written: string[] = [];
  try {
    for (const { path, bytes } of files) {
      const shown = join(folder, path);
      await makeFolder(dirname(context.files.resolve(shown))).catch((error: unknown) => {
        const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
        throw new FileFailure('output', folder, `Cannot create the folder ${dirname(shown)} (${code}).`, {
          hint: 'Use another folder.',
        });
      });
      written.push(await context.files.write(shown, bytes));
    }
  } catch (error) {
    for (const path of written) await rm(path, { force: true });
    throw error;
  }
}
