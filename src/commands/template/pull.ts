import { Option } from 'commander';
import { EsignCommand } from '../../cli/flags/command.js';
import type { Context } from '../../cli/context/context.js';
import { serviceExitCodes } from '../../cli/failure/exit-code.js';
import { FileFailure } from '../../cli/failure/failure.js';
import { isEdited } from '../../authoring/names-file/merge.js';
import { namesOrNull } from '../../authoring/names-file/read.js';
import { writeNames } from '../../authoring/names-file/write.js';
import { factsOf } from '../../authoring/last-seen/facts.js';
import { remember } from '../../authoring/last-seen/remember.js';
import { templateId } from '../../cli/flags/template-id.js';
import { maxNamesBytes, readState } from '../../authoring/template/names-state.js';
import { templateFileName } from '../../authoring/template/file-name.js';
import { count } from '../../authoring/template/view.js';
import { fileEndings } from '../../cli/flags/completion-hint.js';
import { reachWords, shellWord } from '../../cli/flags/reach-flags.js';

interface TemplatePullOptions {
  readonly id: string;
  readonly output?: string;
  readonly force?: boolean;
}

/** `esign template pull ID`: the names of a template as one YAML file, to be kept under version control. */
export function templatePullCommand(context: Context): EsignCommand {
  return new EsignCommand('pull')
    .summary('Save the names of a template to a YAML file')
    .description(
      'Save the people, decisions, subjects, roles and fields of a template to a YAML file. The same state gives ' +
        'the same file. Edit it, compare it with `template diff`, and write it back with `template push`. An ' +
        'existing file of the same template is updated and keeps its comments.',
    )
    .argument('<template>', 'ID or exact name of the template', templateId)
    .addOption(new Option('-o, --output <file>', 'file or folder/ to write to (default: stdout)'))
    .addOption(new Option('--force', 'discard edits that were not pushed, or overwrite another file'))
    .offers('--output', { files: fileEndings.names })
    .example('esign template pull 6f1f2f0e-4f0b-4f43-9d8a-1f1f7f2f8a11 -o lease.yaml', 'Save the names to a file.')
    .example('esign template pull 6f1f2f0e-4f0b-4f43-9d8a-1f1f7f2f8a11', 'Print the names.')
    .usesOperations('getTemplate', 'listTemplatePeople')
    .prints((s) => s.object({ yaml: s.text }))
    .plain()
    .prints((s) => s.object({ file: s.text, template_id: s.text, etag: s.text }), '--output')
    .exits(serviceExitCodes)
    .action((id: string, options: TemplatePullOptions) => runTemplatePull(context, { ...options, id }));
}

async function runTemplatePull(context: Context, options: TemplatePullOptions): Promise<void> {
  const { id, force } = options;
  const names = await readState(await context.api(), id);
  const output = await context.files.place(options.output ?? '-', templateFileName(names.body.name, '.yaml'));
  const earlier = output === '-' ? undefined : await earlierText(context, output, id, force);
  const text = writeNames(names, earlier);
  const look = { templateId: id, etag: names.etag, shown: factsOf(names) };
  if (output === '-') {
    await context.output.text('yaml', text);
    return await remember(context, look);
  }
  await context.files.write(output, text, { overwrite: force === true || earlier !== undefined });
  await remember(context, look);
  const what = `${count(names.people.length, 'person').replace('persons', 'people')} and ${count(names.body.fields.length, 'field')}`;
  await context.output.result(
    { file: context.files.resolve(output), template_id: id, etag: names.etag },
    {
      human: `Wrote ${output}: ${what}.`,
      ids: [context.files.resolve(output)],
      next: [`esign template diff ${shellWord(output)}${reachWords(context)}`],
    },
  );
}

/** The existing file, to keep its comments; undefined without one, or when it is replaced. */
async function earlierText(
  context: Context,
  path: string,
  id: string,
  force: boolean | undefined,
): Promise<string | undefined> {
  const text = await context.files.readText(path, { limit: maxNamesBytes }).catch((error: unknown) => {
    if (error instanceof FileFailure) return '';
    throw error;
  });
  if (text.trim() === '') return undefined;
  const file = namesOrNull(text);
  if (force === true) return file?.templateId === id ? text : undefined;
  if (file === null) throw refusal(path, 'exists and is not a names file', 'overwrite it with --force');
  if (file.templateId !== id) throw refusal(path, 'has the names of another template', 'overwrite it with --force');
  if (!isEdited(file)) return text;
  const command = `esign template push ${shellWord(path)}${reachWords(context)}`;
  throw refusal(path, 'has edits that were not pushed', 'discard them with --force', command);
}

const refusal = (path: string, what: string, forced: string, push?: string): FileFailure =>
  new FileFailure('output', path, `${path} ${what}.`, {
    code: 'file_exists',
    hint: push === undefined ? `Use another name, or ${forced}.` : `Push them with \`${push}\`, or ${forced}.`,
  });
