import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context } from '../../cli/context/context.js';
import { pluralize } from '../../cli/context/counted.js';
import { CommandFailure, FileFailure } from '../../cli/failure/failure.js';
import type { Shaped, ShapeBlocks } from '../../contract/shape.js';
import type { SealVerdict } from '../../document/seal/verdict.js';
import { problemBesidesTrust } from '../../sending/sealed-pdf/examine-sealed.js';
import { reportOf, sealReport } from '../../sending/sealed-pdf/seal-report.js';
import type { Trust } from '../../sending/sealed-pdf/trust.js';

/** `esign pdf verify` of several files, or of the PDFs in a folder: a line each, and what they came to. */

export const manyReports = (s: ShapeBlocks) =>
  s.object({ verified: s.count, not_verified: s.count, data: s.list(sealReport(s)) });

interface ManyFiles {
  readonly files: readonly string[];
  readonly trust: Trust;
  readonly allowUntrusted: boolean;
  readonly maxBytes: number;
  readonly judge: (pdf: Uint8Array) => Promise<SealVerdict>;
}

/**
 * The files that are named, and the PDFs right in a folder that is named, in the order of their names; null for a single
 * file. Throws FileFailure for a path that does not exist, and for a folder without PDFs.
 */
export async function filesOf(context: Context, paths: readonly string[]): Promise<readonly string[] | null> {
  const found: string[] = [];
  let hasFolder = false;
  for (const path of paths) {
    const facts = path === '-' ? null : await stat(context.files.resolve(path)).catch(() => null);
    if (facts?.isDirectory() !== true) {
      // A missing one is known before the others are read.
      if (facts === null && path !== '-' && paths.length > 1) await context.files.read(path, { limit: 0 });
      found.push(path);
      continue;
    }
    hasFolder = true;
    const names = (await readdir(context.files.resolve(path))).filter((name) => /\.pdf$/i.test(name)).toSorted();
    if (names.length === 0) {
      throw new FileFailure('input', path, `${path} has no PDF files.`, {
        code: 'no_files',
        hint: 'Folders within it are not searched. Name the files or the folder that has them.',
      });
    }
    found.push(...names.map((name) => join(path, name)));
  }
  return hasFolder || found.length > 1 ? found : null;
}

/**
 * Prints a report for each file. One that cannot be read does not hide what the others are. Throws CommandFailure (9)
 * where one is not verified, and FileFailure where one alone was not read.
 */
export async function verifyMany(context: Context, many: ManyFiles): Promise<void> {
  const { files, trust, allowUntrusted, maxBytes, judge } = many;
  const names: string[] = [];
  const data: Shaped<typeof sealReport>[] = [];
  const unread: FileFailure[] = [];
  for (const file of files) {
    try {
      const verdict = await judge(await context.files.read(file, { limit: maxBytes }));
      const problem = allowUntrusted ? problemBesidesTrust(verdict) : verdict.problem;
      data.push(reportOf(file === '-' ? file : context.files.resolve(file), verdict, trust, problem === null));
      names.push(file);
    } catch (failure) {
      if (!(failure instanceof FileFailure)) throw failure;
      unread.push(failure);
      context.output.warn(failure.message);
    }
  }
  const wrong = data.filter(({ verified }) => !verified);
  const bad = [...wrong, ...unread.map(({ file, code }) => ({ file: context.files.resolve(file), problem: code }))];
  await context.output.result(
    { verified: data.length - wrong.length, not_verified: wrong.length, data },
    {
      table: {
        columns: ['FILE', 'VERIFIED', 'SEALED', 'REASON'],
        rows: data.map(({ verified, sealed_at: at, reason }, row) => [
          names[row] ?? '',
          verified ? 'yes' : 'NO',
          at === null ? null : context.output.instant(at),
          reason === null ? null : { sentence: reason },
        ]),
        empty: 'No files.',
      },
      ids: bad.map(({ file }) => file),
    },
  );
  const [first] = unread;
  if (wrong.length === 0) {
    if (first !== undefined) throw first;
    context.output.note(`${pluralize(data.length, 'file')} verified. Revocation was not checked.`);
    return;
  }
  throw new CommandFailure(9, 'not_all_verified', `${bad.length} of ${files.length} files are not verified.`, {
    hint: 'What is wrong with one: esign pdf verify FILE',
    details: { files: bad.slice(0, 100).map(({ file, problem }) => ({ file, problem })) },
  });
}
