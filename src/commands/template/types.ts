import { Option } from 'commander';
import { EsignCommand } from '../../cli/flags/command.js';
import type { Context } from '../../cli/context/context.js';
import { serviceExitCodes } from '../../cli/failure/exit-code.js';
import { writableAddresses } from '../../domain/rules/addresses.js';
import { formFromTemplate } from '../../domain/rules/from-template.js';
import { templateOrFile } from '../../cli/flags/template-id.js';
import { templateFileName } from '../../authoring/template/file-name.js';
import { knownTemplate } from '../../authoring/template/known-template.js';
import { fileEndings } from '../../cli/flags/completion-hint.js';
import { visibleJson } from '../../core/platform/visible-text.js';

interface TemplateTypesOptions {
  readonly template: string;
  readonly format: 'ts' | 'schema';
  readonly output?: string;
  readonly force?: boolean;
}

/** `esign template types ID`: what values and recipients of a template look like, for a compiler or an editor. */
export function templateTypesCommand(context: Context): EsignCommand {
  return new EsignCommand('types')
    .summary('Generate types for values and recipients')
    .description(
      'Generate TypeScript types, or a JSON Schema for editors, for the values and recipients of a template. ' +
        'They are made from the current roles and addresses; generate them again when names change.',
    )
    .argument(
      '<template-or-file>',
      'ID or exact name of the template, or a file from `template get ID --json`',
      templateOrFile,
    )
    .addOption(new Option('--format <format>', 'output format').choices(['ts', 'schema']).default('ts'))
    .option('-o, --output <file>', 'file or folder/ to write to (default: stdout)')
    .option('--force', 'overwrite an existing file')
    .offers('template-or-file', { files: fileEndings.json })
    .example('esign template types 6f1f2f0e-4f0b-4f43-9d8a-1f1f7f2f8a11 -o lease.ts', 'Generate TypeScript types.')
    .example(
      'esign template types 6f1f2f0e-4f0b-4f43-9d8a-1f1f7f2f8a11 --format schema -o lease.schema.json',
      'Generate a schema to validate values files in an editor.',
    )
    .usesOperations('getTemplate')
    .prints((s) => s.either(s.object({ types: s.text }), s.record(s.anything)))
    .plain(null, ({ format }) => format !== 'schema')
    .prints((s) => s.object({ file: s.text, addresses: s.count, roles: s.count }), '--output')
    .exits(serviceExitCodes)
    .action((template: string, options: Omit<TemplateTypesOptions, 'template'>) =>
      runTemplateTypes(context, { ...options, template }),
    );
}

async function runTemplateTypes(context: Context, options: TemplateTypesOptions): Promise<void> {
  const { format, force = false } = options;
  const template = await knownTemplate(context, options.template);
  const after = format === 'schema' ? '.schema.json' : '.ts';
  const output = await context.files.place(options.output ?? '-', templateFileName(template.name, after));
  const form = formFromTemplate(template);
  const roles = form.roles.map(({ name }) => name);
  const addresses = writableAddresses(form);
  const schema =
    format === 'schema'
      ? (await import('../../authoring/template/types-schema.js')).typesAsSchema(template, roles, addresses)
      : null;
  if (output === '-' && schema !== null) return context.output.result(schema);
  const text =
    schema === null
      ? (await import('../../authoring/template/types-ts.js')).typesInTypeScript(template, roles, addresses)
      : `${visibleJson(schema, 2)}\n`;
  if (output === '-') return context.output.text('types', text);
  const file = await context.files.write(output, text, { overwrite: force });
  await context.output.result(
    { file, addresses: addresses.length, roles: roles.length },
    { human: `Wrote ${output}: ${addresses.length} addresses, ${roles.length} roles.`, ids: [file] },
  );
}
