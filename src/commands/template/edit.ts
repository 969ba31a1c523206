import { Option } from 'commander';
import { EsignCommand } from '../../cli/flags/command.js';
import type { Context } from '../../cli/context/context.js';
import { serviceExitCodes } from '../../cli/failure/exit-code.js';
import { templateId } from '../../cli/flags/template-id.js';
import { fileEndings } from '../../cli/flags/completion-hint.js';
import { maxWaitOption } from '../../cli/flags/duration.js';
import { readPort } from '../../receiving/listener/arguments.js';
import type { EditOptions } from '../../authoring/editor/run.js';
import type { ShapeBlocks } from '../../contract/shape.js';

/** `esign template edit ID`: the pages of a template in the browser, to name fields and assign people. */
export function templateEditCommand(context: Context): EsignCommand {
  return new EsignCommand('edit')
    .summary('Set up people and field names in the browser')
    .description(
      'Open a local page that shows the pages of a template with its fields colored by person. Choose a field to name ' +
        'it, and a person to decide what they do; accept suggested names. Each change is saved on the service at once, ' +
        'and printed as the command that does the same. If someone else changes the template meanwhile, the page asks ' +
        'before it saves. A names file of `template pull` is written again after each change. The service cannot move, ' +
        'remove or require a field, give it to somebody else, or forget a person that was found: draw the fields with ' +
        '`template prepare` instead, and upload the file again. Only the first browser that opens the page can use it. ' +
        'Requires a live key.',
    )
    .argument('<template-or-file>', 'ID or exact name of a template, or a names file (.yaml)', templateOrFile)
    .offers('template-or-file', { files: fileEndings.names })
    .addOption(new Option('--port <n>', 'port of the page (default: a free port)').argParser(readPort))
    .addOption(maxWaitOption('stop after this long (default: 24h)'))
    .addOption(new Option('--no-open', 'print the URL without opening the browser'))
    .example('esign template edit 6f1f2f0e-4f0b-4f43-9d8a-1f1f7f2f8a11', 'Open the page in the browser.')
    .example('esign template edit lease.yaml', 'Edit the template of a names file, and keep the file current.')
    .example(
      'esign template edit 6f1f2f0e-4f0b-4f43-9d8a-1f1f7f2f8a11 --no-open --json',
      'Print the URL and each change as NDJSON.',
    )
    .usesOperations(
      'getTemplate',
      'listTemplatePeople',
      'decideTemplatePerson',
      'createNamingRun',
      'acceptNamingRun',
      'renameTemplateField',
      'getDocumentPage',
    )
    .streams(editLine)
    .exits(serviceExitCodes, 12, 129, 143)
    .action((target: string, options: Omit<EditOptions, 'target'>) =>
      runTemplateEdit(context, { ...options, target: isNamesFile(target) ? { file: target } : { id: target } }),
    );
}

/** By the ending that `pull` is given. */
const isNamesFile = (text: string): boolean => /\.ya?ml$/i.test(text);

const templateOrFile = (text: string): string => (isNamesFile(text) ? text : templateId(text));

async function runTemplateEdit(context: Context, options: EditOptions): Promise<void> {
  const { serveTemplateEditor } = await import('../../authoring/editor/run.js');
  await serveTemplateEditor(context, options);
}

/** The lines of `esign template edit` for programs. */
const editLine = (s: ShapeBlocks) =>
  s.either(
    s.object({ type: s.literal('ready'), url: s.url, template_id: s.text }),
    s.object({ type: s.literal('saved'), at: s.instant, change: s.text, command: s.text }),
  );
