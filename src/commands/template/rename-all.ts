import { EsignCommand } from '../../cli/flags/command.js';
import type { Context } from '../../cli/context/context.js';
import { serviceExitCodes } from '../../cli/failure/exit-code.js';
import { FileFailure } from '../../cli/failure/failure.js';
import { readNamesFile } from '../../cli/files/names-file.js';
import type { Field } from '../../contract/resources/template.js';
import { overwritesOfRenames } from '../../authoring/last-seen/overwrites.js';
import {
  addTemplateWriteOptions,
  allowSharedFlag,
  type TemplateWriteOptions,
  writeTemplate,
} from '../../authoring/last-seen/write-template.js';
import { templateId } from '../../cli/flags/template-id.js';
import { agreeToShare } from '../../authoring/template/shared-names.js';
import { count, namedOf } from '../../authoring/template/view.js';
import { fileEndings } from '../../cli/flags/completion-hint.js';

interface TemplateRenameAllOptions extends TemplateWriteOptions {
  readonly id: string;
  readonly from: string;
  readonly emptyRemoves?: boolean;
  readonly allowShared?: boolean;
}

/** `esign template rename-all ID --from FILE`: names many fields at once, all or nothing (A9). */
export function templateRenameAllCommand(context: Context): EsignCommand {
  const command = new EsignCommand('rename-all')
    .summary('Rename many fields at once')
    .description(
      'Rename many fields in one request, all or nothing. The file is YAML or JSON (`<field id>: { data_key, ' +
        'label, subject }`; null removes a name) or CSV from `template fields --csv` (an empty cell keeps the ' +
        'name, unless you add --empty-removes). Requires a live key.',
    )
    .argument('<template>', 'ID or exact name of the template', templateId)
    .requiredOption('--from <file>', 'file with the names; `-` is stdin')
    .option('--empty-removes', 'in CSV, an empty cell removes the name')
    .addOption(allowSharedFlag())
    .offers('--from', { files: fileEndings.values })
    .example(
      'esign template rename-all 6f1f2f0e-4f0b-4f43-9d8a-1f1f7f2f8a11 --from names.csv',
      'Rename the fields in a file.',
    )
    .example(
      'esign template rename-all 6f1f2f0e-4f0b-4f43-9d8a-1f1f7f2f8a11 --from names.yaml --dry-run',
      'Print the request instead.',
    )
    .usesOperations('renameTemplateFields')
    .exits(serviceExitCodes)
    .action((id: string, options: TemplateRenameAllOptions) => runTemplateRenameAll(context, { ...options, id }));
  return addTemplateWriteOptions(command);
}

async function runTemplateRenameAll(context: Context, options: TemplateRenameAllOptions): Promise<void> {
  const fields = await readNamesFile(context.files, options.from, {
    emptyRemoves: options.emptyRemoves === true,
  });
  if (fields.length === 0) {
    throw new FileFailure('input', options.from, `${options.from} has no fields. Nothing was sent.`, {
      code: 'file_invalid',
      hint: `Get a file to edit with \`esign template fields ${options.id} --csv\`.`,
    });
  }
  const names = new Map(fields.map((each) => [each.id, each]));
  const renamed = (field: Field): Field => ({ ...field, ...names.get(field.id) });
  const done = await writeTemplate(context, {
    templateId: options.id,
    operation: 'renameTemplateFields',
    input: { parameters: { templateId: options.id }, body: { fields } },
    options,
    overwrites: overwritesOfRenames(fields),
    decidesPeople: false,
    printsAnswer: true,
    check: ({ fields: now }) =>
      agreeToShare(context, { before: now, after: now.map(renamed), allowed: options.allowShared === true }),
  });
  if (done === null) return;
  await context.output.result(done.body, {
    human: `${count(fields.length, 'field')} named; ${namedOf(done.body.coverage)}.`,
    next: [`esign template fields ${options.id}`],
  });
}
