import { Option } from 'commander';
import { realpath } from 'node:fs/promises';
import { basename, dirname, join, sep } from 'node:path';
import type { ShapeBlocks } from '../../contract/shape.js';
import { pluralize } from '../context/counted.js';
import type { EsignCommand } from '../flags/command.js';
import type { Context } from '../context/context.js';
import { UsageFailure } from '../failure/failure.js';

/** The flags of a command that writes a PDF. */
export interface SaveOptions {
  readonly output: string;
  readonly force?: boolean;
}

/** Adds `-o` and `--force`. */
export function addSaveOptions(command: EsignCommand, about: string): EsignCommand {
  return command
    .addOption(new Option('-o, --output <file>', about).makeOptionMandatory())
    .addOption(new Option('--force', 'overwrite an existing file'));
}

/** What is printed about a written file. */
export const writtenFile = (s: ShapeBlocks) => s.object({ file: s.text, bytes: s.count });

/** The same of a file of an envelope, with its ID. */
export const writtenOfEnvelope = (s: ShapeBlocks) => s.object({ id: s.text, ...writtenFile(s).entries });

/** Reports the written files; on stderr when the PDF itself went to stdout. `about`: what they belong to. */
export async function reportWritten(
  context: Context,
  files: readonly WrittenFile[],
  about: { readonly id?: string; readonly drafts?: readonly Draft[] } = {},
): Promise<void> {
  if (files.some(({ path }) => path === '-')) {
    for (const { bytes, remark } of files) context.output.note(`${formatSize(bytes)} written.${remarkOf(remark)}`);
    return;
  }
  const written = files.map(({ path, bytes, facts }) => ({ file: context.files.resolve(path), bytes, ...facts }));
  await context.output.result(
    { ...about, ...(written.length === 1 ? written[0] : { data: written }) },
    {
      human: [
        ...files.map(({ path, bytes, remark }) => `Wrote ${path} (${formatSize(bytes)}).${remarkOf(remark)}`),
        ...(about.drafts ?? []).flatMap(({ name, email, mailto }) => ['', `To ${name} <${email}>:`, mailto]),
      ].join('\n'),
      ids: written.map(({ file }) => file),
    },
  );
}

/** A mail that is not sent, as a link. */
interface Draft {
  readonly name: string;
  readonly email: string;
  readonly mailto: string;
}

export interface WrittenFile {
  readonly path: string;
  readonly bytes: number;
  /** Sentences about the file; `facts` has the same for programs. */
  readonly remark?: string;
  readonly facts?: Readonly<Record<string, unknown>>;
}

const remarkOf = (remark: string | undefined): string => (remark === undefined ? '' : ` ${remark}`);

/** A size for a person: `84 kB`, `1.2 MB`. */
export function formatSize(bytes: number): string {
  if (bytes < 1000) return pluralize(bytes, 'byte');
  return bytes < 1_000_000 ? `${Math.round(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/**
 * Refuses a file, new or not, to which a link leads out of a folder: a project of somebody else may bring links along.
 * Throws UsageFailure.
 */
export async function refuseWayOut(context: Context, file: string, folder: string): Promise<void> {
  const [root, real] = [await realOf(folder), await realOf(context.files.resolve(file))];
  if (real.startsWith(root === sep ? sep : `${root}${sep}`)) return;
  throw new UsageFailure(`${file} leads out of ${folder === context.machine.cwd ? 'this folder' : root}.`, {
    code: 'link_refused',
    hint: 'Replace the link with a file or folder of this project. Nothing was written.',
  });
}

/** Also of what does not exist yet. */
const realOf = (path: string): Promise<string> =>
  realpath(path).catch(async () => (dirname(path) === path ? path : join(await realOf(dirname(path)), basename(path))));
