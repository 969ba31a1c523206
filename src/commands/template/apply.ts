import { EsignCommand } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { serviceExitCodes } from '../../cli/exit-code.js';
import { personId } from '../../cli/identifier.js';
import { overwritesOfProposal } from '../../last-seen/overwrites.js';
import { addTemplateWriteOptions, type TemplateWriteOptions, writeTemplate } from '../../last-seen/write-template.js';
import { templateId } from '../../template/arguments.js';
import { templateView } from '../../template/view.js';
import { proposedWitnesses } from '../../template/witness-act.js';

interface TemplateApplyOptions extends TemplateWriteOptions {
  readonly id: string;
  readonly person: string;
}

/** `esign template apply ID PERSON`: takes the service's own proposal for one person (A13). */
export function templateApplyCommand(context: Context): EsignCommand {
  const command = new EsignCommand('apply')
    .summary('Apply the proposed decision for a person')
    .description('Apply the decision that the service proposes for a person on a template. Requires a live key.')
    .argument('<id>', 'ID of the template', templateId)
    .argument('<person>', 'ID of the person, from `template people`', personId)
    .example(
      'esign template apply 6f1f2f0e-4f0b-4f43-9d8a-1f1f7f2f8a11 0f0e0d0c0b0a09080706050403020100',
      'Apply the proposal for a person.',
    )
    .example(
      'esign template apply 6f1f2f0e-4f0b-4f43-9d8a-1f1f7f2f8a11 0f0e0d0c0b0a09080706050403020100 --dry-run',
      'Print the request instead.',
    )
    .usesOperations('getTemplate', 'listTemplatePeople', 'applyTemplatePerson')
    .exits(serviceExitCodes)
    .action((id: string, person: string, options: TemplateApplyOptions) =>
      runTemplateApply(context, { ...options, id, person }),
    );
  return addTemplateWriteOptions(command);
}

async function runTemplateApply(context: Context, options: TemplateApplyOptions): Promise<void> {
  const { id, person } = options;
  const done = await writeTemplate(context, {
    templateId: id,
    operation: 'applyTemplatePerson',
    input: { parameters: { templateId: id, personId: person } },
    options,
    overwrites: overwritesOfProposal(person),
    decidesPeople: true,
    printsAnswer: true,
    act: () => proposedWitnesses(context, id, person),
  });
  if (done !== null) await context.output.result(done.body, templateView(done.body, [`esign template people ${id}`]));
}
