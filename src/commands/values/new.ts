import { EsignCommand } from '../../cli/flags/command.js';
import type { Context } from '../../cli/context/context.js';
import { pluralize } from '../../cli/context/counted.js';
import { serviceExitCodes } from '../../cli/failure/exit-code.js';
import { shellWord } from '../../cli/flags/reach-flags.js';
import { templateId } from '../../cli/flags/template-id.js';
import { templateFileName } from '../../authoring/template/file-name.js';
import { knownTemplate } from '../../authoring/template/known-template.js';
import { formFromTemplate } from '../../domain/rules/from-template.js';
import { fileEndings } from '../../cli/flags/completion-hint.js';

interface ValuesNewOptions {
  readonly output?: string;
  readonly force?: boolean;
}

/** `esign values new TEMPLATE`: an empty file for `--values-file`. */
export function valuesNewCommand(context: Context): EsignCommand {
  return new EsignCommand('new')
    .summary('Create an empty values file for a template')
    .description(
      'Create a YAML file with an empty line for each value of a template, for `envelope create --values-file`. The ' +
        'required values come first; comments say what each of them is, and who answers it if it stays empty.',
    )
    .argument('<template>', 'ID or exact name of the template', templateId)
    .option('-o, --output <file>', 'file or folder/ to write to (default: stdout)')
    .option('--force', 'overwrite an existing file')
    .offers('--output', { files: fileEndings.yaml })
    .example('esign values new Lease -o values.yaml', 'Create the file, to fill in.')
    .usesOperations('getTemplate', 'listTemplates')
    .prints((s) => s.object({ values: s.text }))
    .plain()
    .prints((s) => s.object({ file: s.text, values: s.count, required: s.count }), '--output')
    .exits(serviceExitCodes)
    .action((id: string, options: ValuesNewOptions) => runValuesNew(context, id, options));
}

async function runValuesNew(context: Context, id: string, { output: given, force }: ValuesNewOptions): Promise<void> {
  const template = await knownTemplate(context, id);
  const output = await context.files.place(given ?? '-', templateFileName(template.name, '-values.yaml'));
  const file = output === '-' ? 'FILE' : shellWord(output);
  const steps = [
    `esign values check ${file} --template ${template.id}`,
    `esign envelope create --template ${template.id} --values-file ${file} --dry-run`,
  ];
  const { blankValues } = await import('../../cli/files/blank-values.js');
  const head = [`Values for “${template.name}”. When they are filled in:`, ...steps];
  const { text, values, required } = blankValues(formFromTemplate(template), head);
  if (values === 0) {
    context.output.warn(`No field of this template has a name yet. Name them: esign template propose ${template.id}`);
  }
  if (output === '-') return await context.output.text('values', text);
  const written = await context.files.write(output, text, { overwrite: force === true });
  await context.output.result(
    { file: written, values, required },
    {
      human: `Wrote ${output}: ${pluralize(values, 'value')}, ${required} of them required.`,
      ids: [written],
      next: steps,
    },
  );
}
