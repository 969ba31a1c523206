import { EsignCommand } from '../../cli/flags/command.js';
import type { Context } from '../../cli/context/context.js';
import { serviceExitCodes } from '../../cli/failure/exit-code.js';
import { optionFor } from '../../cli/flags/option.js';
import { readUploads } from '../../cli/files/upload.js';
import { addWriteOptions, write, type WriteOptions } from '../../cli/write/write.js';
import { createTemplate } from '../../contract/operations/templates.js';
import { sawTemplate } from '../../authoring/last-seen/remember.js';
import { templateView } from '../../authoring/template/view.js';
import { fileEndings } from '../../cli/flags/completion-hint.js';

interface TemplateCreateOptions extends WriteOptions {
  readonly files: readonly string[];
  readonly name?: string;
}

/** `esign template create FILE…`: a template from PDF or Word files, in stacking order. */
export function templateCreateCommand(context: Context): EsignCommand {
  const command = new EsignCommand('create')
    .summary('Create a template from PDF or Word files')
    .description(
      'Create a template from PDF or Word files. Several files become one template, in the given order. Fields ' +
        'are detected on the pages; text tags such as {{Full name;role=Tenant}} add fields too (see `esign help ' +
        'text-tags`).',
    )
    .argument('<file...>', 'PDF or Word file; `-` is stdin')
    .addOption(
      optionFor(
        '--name <name>',
        'name of the template (default: the name of the first file)',
        createTemplate().body,
        'name',
      ),
    )
    .offers('file', { files: fileEndings.documents })
    .example('esign template create lease.pdf', 'Create a template from one file.')
    .example('esign template create lease.pdf annexure.pdf --name "Lease 2027"', 'Create a template from two files.')
    .usesOperations('createTemplate')
    .exits(serviceExitCodes)
    .action((files: string[], options: TemplateCreateOptions) => runTemplateCreate(context, { ...options, files }));
  return addWriteOptions(command, 'takes key');
}

async function runTemplateCreate(context: Context, options: TemplateCreateOptions): Promise<void> {
  const documents = await readUploads(context.files, options.files);
  const done = await write(context, {
    operation: 'createTemplate',
    input: { body: { ...(options.name === undefined ? {} : { name: options.name }), documents } },
    options,
  });
  if (done === null) return;
  await context.output.result(done.body, templateView(done.body, [`esign template people ${done.body.id}`]));
  await sawTemplate(context, done.body, { etag: done.etag });
}
