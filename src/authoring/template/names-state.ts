import { located } from '../../cli/files/csv.js';
import type { Context } from '../../cli/context/context.js';
import { CommandFailure, FileFailure } from '../../cli/failure/failure.js';
import type { Misplaced } from '../../core/platform/misplaced.js';
import type { Client } from '../../client/client.js';
import { isUuid } from '../../contract/schema.js';
import { overTrueBase } from '../names-file/base.js';
import { type NamesFile, NotNames, readNames } from '../names-file/read.js';
import type { WholeTemplate } from '../names-file/names.js';

/** Bytes of a file of names. */
export const maxNamesBytes = 8 * 1024 * 1024;
/** Readings of a template that somebody else is changing all the while. */
const maxReadings = 5;
const maxProblems = 20;

/** Reads a template and its people in one state of it: the ETag before and after must be the same. */
export async function readState(client: Client, templateId: string): Promise<WholeTemplate> {
  const input = { parameters: { templateId } };
  let before = await client.call('getTemplate', input);
  for (let reading = 1; reading <= maxReadings; reading += 1) {
    const { body } = await client.call('listTemplatePeople', input);
    const after = await client.call('getTemplate', input);
    if (after.etag === before.etag) return { body: after.body, people: body.people, etag: after.etag ?? '' };
    before = after;
  }
  throw new CommandFailure(6, 'template_changing', 'Somebody is changing the template right now.', {
    hint: 'Run the command again in a while.',
  });
}

/** Reads a file of names that somebody edited; `-` is stdin. Throws FileFailure that names file, line and column. */
export async function readNamesText(context: Context, path: string): Promise<{ text: string; file: NamesFile }> {
  const text = await context.files.readText(path, { limit: maxNamesBytes });
  return { text, file: located(path, () => namesIn(path, text)) };
}

/** A file of values, a request or one for `rename-all` is easily taken for it: what is wanted is said, and how to get it. */
function namesIn(path: string, text: string): NamesFile {
  try {
    return readNames(text);
  } catch (error) {
    if (!(error instanceof NotNames)) throw error;
    const { beginsWith } = error;
    const begins = beginsWith === null ? '' : `; it begins with "${beginsWith}"`;
    const what = 'is not a names file from `esign template pull`: it must have `template`, `fields` and `base`';
    throw new FileFailure('input', path, `${path === '-' ? 'stdin' : path} ${what}${begins}.`, {
      code: 'file_invalid',
      hint:
        beginsWith !== null && isUuid(beginsWith)
          ? `Write names by field id with: esign template rename-all ID --from ${path}`
          : 'Write one with: esign template pull ID -o names.yaml\nThen edit the names in it, and push that file.',
    });
  }
}

/** The file and the base that it was written with. Throws FileFailure when the base is unknown. */
export const trueBase = (path: string, file: NamesFile, service: WholeTemplate): NamesFile =>
  located(path, () => overTrueBase(file, service));

/** Refuses a file whose edits cannot be carried out, with everything that is wrong with it. */
export function refuseProblems(path: string, problems: readonly Misplaced[], undone = 'Nothing was sent.'): void {
  if (problems.length === 0) return;
  const name = path === '-' ? 'stdin' : path;
  const lines = problems
    .slice(0, maxProblems)
    .map(({ line, column, message }) => `${name}:${line}:${column}: ${message}.`);
  if (problems.length > maxProblems) lines.push(`And ${problems.length - maxProblems} more.`);
  throw new FileFailure('input', path, lines.join('\n'), {
    code: 'file_invalid',
    hint: `Correct the file and run the command again. ${undone}`,
  });
}
