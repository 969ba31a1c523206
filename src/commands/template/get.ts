import { EsignCommand } from '../../cli/flags/command.js';
import type { Context } from '../../cli/context/context.js';
import { serviceExitCodes } from '../../cli/failure/exit-code.js';
import { CommandFailure } from '../../cli/failure/failure.js';
import { printsWhole, remember, sawTemplate } from '../../authoring/last-seen/remember.js';
import { factsOfTemplate } from '../../authoring/last-seen/facts.js';
import { templateId } from '../../cli/flags/template-id.js';
import { templateView } from '../../authoring/template/view.js';

interface TemplateGetOptions {
  readonly id: string;
  readonly etag?: boolean;
}

/** `esign template get ID`: one template with its pages, roles, subjects, questions and fields. */
export function templateGetCommand(context: Context): EsignCommand {
  return new EsignCommand('get')
    .alias('show')
    .summary('Show one template')
    .description(
      'Show a template: its documents, roles, subjects, warnings, and how many fields have names. `get` prints the JSON of the service, `show` the same for people.',
    )
    .argument('<template>', 'ID or exact name of the template', templateId)
    .option('--etag', 'print only the ETag, for --if-match')
    .example('esign template get 6f1f2f0e-4f0b-4f43-9d8a-1f1f7f2f8a11', 'Show a template.')
    .example("esign template get 6f1f2f0e-4f0b-4f43-9d8a-1f1f7f2f8a11 --jq '.roles[].name'", 'Print its role names.')
    .example('etag=$(esign template get 6f1f2f0e-4f0b-4f43-9d8a-1f1f7f2f8a11 --etag)', 'Save its ETag.')
    .usesOperations('getTemplate')
    .prints({ of: 'getTemplate' })
    .prints((s) => s.object({ etag: s.text }), '--etag')
    .plain('--etag')
    .exits(serviceExitCodes)
    .action((id: string, options: Omit<TemplateGetOptions, 'id'>) => runTemplateGet(context, { ...options, id }));
}

async function runTemplateGet(context: Context, { id, etag: etagOnly }: TemplateGetOptions): Promise<void> {
  const client = await context.api();
  const { body, etag } = await client.call('getTemplate', { parameters: { templateId: id } });
  if (etagOnly === true) return context.output.text('etag', etagIn(etag));
  await context.output.result(body, templateView(body, [`esign template fields ${id}`]));
  if (printsWhole(context)) return await sawTemplate(context, body, { etag });
  const read = factsOfTemplate(body);
  const shown = context.output.form === 'human' ? factsOfTemplate({ ...body, fields: [] }) : new Map();
  await remember(context, { templateId: body.id, shown, read });
}

function etagIn(etag: string | undefined): string {
  if (etag !== undefined) return etag;
  throw new CommandFailure(8, 'no_etag', 'The service returned the template without an ETag.');
}
