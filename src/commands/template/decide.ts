import { EsignCommand } from '../../cli/flags/command.js';
import type { Context } from '../../cli/context/context.js';
import { serviceExitCodes } from '../../cli/failure/exit-code.js';
import { UsageFailure } from '../../cli/failure/failure.js';
import { optionFor } from '../../cli/flags/option.js';
import { ServiceFailure } from '../../client/failure.js';
import { type DecisionBody, decideTemplatePerson } from '../../contract/operations/templates.js';
import type { Person, Presence } from '../../contract/resources/template.js';
import { roleHolder } from '../../domain/rules/recipients.js';
import { overwritesOfDecision } from '../../authoring/last-seen/overwrites.js';
import type { WrittenTemplate } from '../../authoring/last-seen/guard.js';
import {
  addTemplateWriteOptions,
  type TemplateWriteOptions,
  writeTemplate,
} from '../../authoring/last-seen/write-template.js';
import { templateId } from '../../cli/flags/template-id.js';
import { findPerson } from '../../authoring/template/find-person.js';
import { peopleLeft } from '../../authoring/template/people-left.js';
import { templateView } from '../../authoring/template/view.js';
import { witnessAct } from '../../authoring/template/witness-act.js';
import { type Decision, needsSubject, takesRole } from '../../contract/decision.js';

interface TemplateDecideOptions extends TemplateWriteOptions {
  readonly id: string;
  readonly person: string;
  readonly decision: Decision;
  readonly subjectKey?: string;
  readonly subjectName?: string;
  readonly roleName?: string;
  readonly presence?: Presence;
  readonly filledBy?: 'current' | 'own';
}

const body = decideTemplatePerson().body;

/** `esign template decide ID PERSON`: says who a person on the form is (decideTemplatePerson; A14). */
export function templateDecideCommand(context: Context): EsignCommand {
  const command = new EsignCommand('decide')
    .summary('Decide who a person on the form is')
    .description(
      'Decide who a person on the form is. `subject`: provides details but does not sign. `signer`: signs. ' +
        '`both`: provides details and signs. `mandate_signed`: usually signed for under a standing authorisation. ' +
        '`witness`: witnesses; this cannot be changed later. Requires a live key.',
    )
    .argument('<template>', 'ID or exact name of the template', templateId)
    .argument('<person>', 'ID, heading or role of the person, from `template people`')
    .addOption(optionFor('--decision <decision>', 'who the person is', body, 'decision').makeOptionMandatory())
    .addOption(optionFor('--role-name <name>', 'signing role, for all but `subject`', body, 'role_name'))
    .addOption(optionFor('--subject-key <key>', 'subject, for `subject` and `both`', body, 'subject_key'))
    .addOption(optionFor('--subject-name <name>', 'display name of the subject', body, 'subject_label'))
    .addOption(optionFor('--presence <presence>', 'whether the person is always on the form', body, 'presence'))
    .addOption(optionFor('--filled-by <whom>', 'for `both`: who fills in the details', body, 'filled_by'))
    .example(
      'esign template decide 6f1f2f0e-4f0b-4f43-9d8a-1f1f7f2f8a11 0f0e0d0c0b0a09080706050403020100 ' +
        '--decision both --role-name Tenant --subject-key tenant --subject-name "The tenant"',
      'The tenant provides details and signs.',
    )
    .example(
      'esign template decide 6f1f2f0e-4f0b-4f43-9d8a-1f1f7f2f8a11 0f0e0d0c0b0a09080706050403020100 ' +
        '--decision signer --role-name Landlord --dry-run',
      'Print the request instead.',
    )
    .usesOperations('getTemplate', 'listTemplatePeople', 'decideTemplatePerson')
    .exits(serviceExitCodes)
    .action((id: string, person: string, options: TemplateDecideOptions) =>
      runTemplateDecide(context, { ...options, id, person }),
    );
  return addTemplateWriteOptions(command);
}

async function runTemplateDecide(context: Context, given: TemplateDecideOptions): Promise<void> {
  const { id, decision, roleName, subjectKey } = given;
  if (takesRole(decision) && roleName === undefined) throw missing('--role-name Tenant', decision);
  if (needsSubject(decision) && subjectKey === undefined) throw missing('--subject-key tenant', decision);
  const options = { ...given, person: await findPerson(context, id, given.person) };
  const done = await decideOnce(context, options);
  if (done === null) return;
  const { notes, next } = peopleLeft(done.body, done.people ?? [], options.person);
  await context.output.result(done.body, templateView(done.body, next));
  for (const note of notes) context.output.note(note);
  if (roleName === undefined || done.people === null) return;
  const holder = roleHolder(done.people, options.person, roleName);
  if (holder === null) return;
  const both = `“${holder.heading}” on page ${holder.page} also has the role ${roleName}`;
  context.output.note(`${both}, so one recipient signs for both. Use another --role-name for two people.`);
}

/**
 * Saves the decision. A witness who is saved already is not a failure: one cannot be saved again, and a user who runs the
 * lines of the wizard a second time wants what is there.
 */
async function decideOnce(context: Context, options: TemplateDecideOptions): Promise<WrittenTemplate | null> {
  try {
    return await decide(context, options);
  } catch (failure) {
    if (!(failure instanceof ServiceFailure) || failure.code !== 'witness_is_permanent') throw failure;
    const client = await context.api();
    const parameters = { templateId: options.id };
    const { body } = await client.call('listTemplatePeople', { parameters });
    const saved = body.people.find(({ id }) => id === options.person);
    if (saved === undefined || !isAsDecided(saved, options)) throw failure;
    context.output.note(`“${saved.heading}” is already this witness. Nothing was changed.`);
    return { body: (await client.call('getTemplate', { parameters })).body, people: body.people };
  }
}

const isAsDecided = ({ current }: Person, { decision, roleName, subjectKey }: TemplateDecideOptions): boolean =>
  decision === 'witness' && current.role_name === roleName && (current.subject_key ?? undefined) === subjectKey;

async function decide(context: Context, options: TemplateDecideOptions): Promise<WrittenTemplate | null> {
  const { id, person, decision, roleName, subjectKey, subjectName, presence, filledBy } = options;
  const asked: DecisionBody = {
    decision,
    ...(roleName === undefined ? {} : { role_name: roleName }),
    ...(subjectKey === undefined ? {} : { subject_key: subjectKey }),
    ...(subjectName === undefined ? {} : { subject_label: subjectName }),
    ...(presence === undefined ? {} : { presence }),
    ...(filledBy === undefined ? {} : { filled_by: filledBy }),
  };
  return await writeTemplate(context, {
    templateId: id,
    operation: 'decideTemplatePerson',
    input: { parameters: { templateId: id, personId: person }, body: asked },
    options,
    overwrites: overwritesOfDecision(person, asked),
    decidesPeople: true,
    printsAnswer: true,
    act: decision === 'witness' ? witnessAct() : undefined,
  });
}

const missing = (example: string, decision: Decision): UsageFailure =>
  new UsageFailure(`--decision ${decision} requires ${example.split(' ')[0] ?? ''}.`, {
    code: 'missing_option',
    hint: `Example: ${example}`,
  });
