import type { Context } from '../../cli/context/context.js';
import { FileFailure } from '../../cli/failure/failure.js';
import { isEdited } from '../names-file/merge.js';
import { namesOrNull } from '../names-file/read.js';
import { templateFileName } from '../template/file-name.js';
import { maxNamesBytes } from '../template/names-state.js';

interface NamesFilesOptions {
  /** Default: the working folder. */
  readonly folder: string | undefined;
  readonly force: boolean;
  readonly name: string;
  readonly sides: readonly {
    readonly profile: string;
    /** Null for a template that is still to be made. */
    readonly templateId: string | null;
  }[];
}

/**
 * Where the names files of both sides go, before anything is sent. An existing file is replaced where it holds
 * names of the same template and no edits. Throws FileFailure.
 */
export async function namesFiles(context: Context, options: NamesFilesOptions): Promise<readonly string[]> {
  const { sides, folder, force, name } = options;
  // One that does not exist may be named without a slash: both files would go to its path.
  const into = folder === '-' ? folder : `${folder === undefined || folder === '' ? '.' : folder}/`;
  const isOne = new Set(sides.map(({ profile }) => profile)).size === 1;
  const paths: string[] = [];
  for (const [index, { profile, templateId }] of sides.entries()) {
    const end = isOne && index > 0 ? `${profile}.copy` : profile;
    const path = await context.files.place(into, templateFileName(name, `.${end}.yaml`));
    const isOwn = force || (await holdsNamesOf(context, path, templateId));
    await context.files.check(path, { overwrite: isOwn });
    paths.push(path);
  }
  return paths;
}

/** Writes the texts to the places that `namesFiles` found. Answers with full paths. */
export async function writeNamesFiles(
  context: Context,
  paths: readonly string[],
  texts: readonly string[],
): Promise<readonly string[]> {
  const written: string[] = [];
  for (const [index, path] of paths.entries()) {
    written.push(await context.files.write(path, texts[index] ?? '', { overwrite: true }));
  }
  return written;
}

async function holdsNamesOf(context: Context, path: string, templateId: string | null): Promise<boolean> {
  const text = await context.files.readText(path, { limit: maxNamesBytes }).catch((error: unknown) => {
    if (error instanceof FileFailure) return '';
    throw error;
  });
  const file = text === '' ? null : namesOrNull(text);
  return file !== null && templateId !== null && file.templateId === templateId && !isEdited(file);
}
