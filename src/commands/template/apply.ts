import { EsignCommand } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { serviceExitCodes } from '../../cli/exit-code.js';
import { overwritesOfProposal } from '../../last-seen/overwrites.js';
import { addTemplateWriteOptions, type TemplateWriteOptions, writeTemplate } from '../../last-seen/write-template.js';
import { templateId } from '../../template/arguments.js';
import { findPerson } from '../../template/find-person.js';
import { peopleLeft } from '../../template/people-left.js';
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
    .argument('<person>', 'ID, heading or role of the person, from `template people`')
    .example('esign template apply 6f1f2f0e-4f0b-4f43-9d8a-1f1f7f2f8a11 Tenant', 'Apply the proposal for the tenant.')
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
  const { id } = options;
  const person = await findPerson(context, id, options.person);
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
  if (done === null) return;
  const { notes, next } = peopleLeft(done.body, done.people ?? [], person);
  await context.output.result(done.body, templateView(done.body, next));
  for (const note of notes) context.output.note(note);
}
