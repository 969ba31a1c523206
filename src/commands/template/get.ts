import { EsignCommand, type Runner } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { serviceExitCodes } from '../../cli/exit-code.js';
import { templateId } from './arguments.js';
import { templateView } from './view.js';

export interface TemplateGetOptions {
  readonly id: string;
}

/** `esign template get ID`: one template with its pages, roles, subjects, questions and fields. */
export function templateGetCommand(context: Context, run: Runner<TemplateGetOptions> = runTemplateGet): EsignCommand {
  return new EsignCommand('get')
    .summary('Show one template')
    .description('Show one template: its documents, roles, subjects, warnings, and how many of its fields have names.')
    .argument('<id>', 'the id of the template', templateId)
    .example('esign template get 6f1f2f0e-4f0b-4f43-9d8a-1f1f7f2f8a11', 'Show it.')
    .example("esign template get 6f1f2f0e-4f0b-4f43-9d8a-1f1f7f2f8a11 --jq '.roles[].name'", 'Only its role names.')
    .calls('getTemplate')
    .exits(serviceExitCodes)
    .action((id: string) => run(context, { id }));
}

export async function runTemplateGet(context: Context, { id }: TemplateGetOptions): Promise<void> {
  const client = await context.api();
  const { body } = await client.call('getTemplate', { parameters: { templateId: id } });
  await context.output.result(body, templateView(body, [`esign template fields ${id}`]));
}
