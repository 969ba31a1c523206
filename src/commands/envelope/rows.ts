import { Option } from 'commander';
import { EsignCommand } from '../../cli/flags/command.js';
import type { Context } from '../../cli/context/context.js';
import { serviceExitCodes } from '../../cli/failure/exit-code.js';
import { templateId } from '../../cli/flags/template-id.js';
import { formFromTemplate } from '../../domain/rules/from-template.js';
import { templateFileName } from '../../authoring/template/file-name.js';
import { knownTemplate } from '../../authoring/template/known-template.js';

interface EnvelopeRowsOptions {
  readonly template: string;
  readonly output?: string;
  readonly required?: boolean;
  readonly semicolons?: boolean;
  readonly force?: boolean;
}

/** `esign envelope rows`: a sheet for `envelope create --rows`. */
export function envelopeRowsCommand(context: Context): EsignCommand {
  return new EsignCommand('rows')
    .summary('Create a blank sheet for the rows of a template')
    .description(
      'Create a CSV file with the columns that `esign envelope create --rows` reads for a template: a title, the name ' +
        'and email of each person, and the values. It has one example row, which is refused until you replace it.',
    )
    .addOption(
      new Option('--template <id>', 'ID or exact name of the template').argParser(templateId).makeOptionMandatory(),
    )
    .option('-o, --output <file>', 'file or folder/ to write to (default: stdout)')
    .option('--required', 'leave out columns for optional values')
    .option('--semicolons', 'separate cells with semicolons, for Excel where the decimal sign is a comma')
    .option('--force', 'overwrite an existing file')
    .offers('--output', { files: ['csv'] })
    .example('esign envelope rows --template 6f1f2f0e-4f0b-4f43-9d8a-1f1f7f2f8a11 -o people.csv', 'Create the sheet.')
    .example(
      'esign envelope rows --template Lease --required --semicolons -o people.csv',
      'Create a small sheet for Excel with decimal commas.',
    )
    .usesOperations('getTemplate', 'listTemplates')
    .prints((s) => s.object({ rows: s.text }))
    .plain()
    .prints((s) => s.object({ file: s.text, columns: s.list(s.text), required: s.list(s.text) }), '--output')
    .exits(serviceExitCodes)
    .action((options: EnvelopeRowsOptions) => runEnvelopeRows(context, options));
}

async function runEnvelopeRows(context: Context, options: EnvelopeRowsOptions): Promise<void> {
  const { force = false, semicolons = false, required: requiredOnly = false } = options;
  const template = await knownTemplate(context, options.template);
  const output = await context.files.place(options.output ?? '-', templateFileName(template.name, '-rows.csv'));
  const { blankSheet } = await import('../../sending/bulk/blank-sheet.js');
  const sheet = blankSheet(formFromTemplate(template), {
    templateName: template.name,
    separator: semicolons ? ';' : ',',
    requiredOnly,
  });
  const { columns, required, unnamed } = sheet;
  if (unnamed.length > 0) {
    context.output.warn(`No column for ${unnamed.join(', ')}: it would name a recipient. Use --mapping or --value.`);
  }
  if (output === '-') return await context.output.text('rows', sheet.text);
  const file = await context.files.write(output, sheet.text, { overwrite: force });
  await context.output.result(
    { file, columns, required },
    {
      human: `Wrote ${output}: ${columns.length} columns, ${required.length} of them required. Replace the example row.`,
      ids: [file],
      next: [`esign envelope create --template ${template.id} --rows ${output} --dry-run`],
    },
  );
}
