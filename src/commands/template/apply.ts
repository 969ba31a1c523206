import { EsignCommand } from '../../cli/flags/command.js';
import type { Preview } from '../../client/call.js';
import type { Context } from '../../cli/context/context.js';
import { inSequence, printPreviews } from '../../cli/write/dry-run.js';
import { serviceExitCodes } from '../../cli/failure/exit-code.js';
import { UsageFailure } from '../../cli/failure/failure.js';
import type { WrittenTemplate } from '../../authoring/last-seen/guard.js';
import { overwritesOfProposal } from '../../authoring/last-seen/overwrites.js';
import {
  addTemplateWriteOptions,
  type TemplateWriteOptions,
  writeTemplate,
} from '../../authoring/last-seen/write-template.js';
import { templateId } from '../../cli/flags/template-id.js';
import { findPerson } from '../../authoring/template/find-person.js';
import { peopleLeft } from '../../authoring/template/people-left.js';
import { templateView } from '../../authoring/template/view.js';
import { proposedWitnesses } from '../../authoring/template/witness-act.js';

interface TemplateApplyOptions extends TemplateWriteOptions {
  readonly id: string;
  readonly person?: string | undefined;
  readonly all?: boolean;
}

/** `esign template apply ID PERSON`: takes the service's own proposal for one person (A13). */
export function templateApplyCommand(context: Context): EsignCommand {
  const command = new EsignCommand('apply')
    .summary('Apply the proposed decision for a person')
    .description(
      'Apply the decision that the service proposes for a person on a template, or for all undecided people with ' +
        '--all. Requires a live key.',
    )
    .argument('<template>', 'ID or exact name of the template', templateId)
    .argument('[person]', 'ID, heading or role of the person, from `template people`')
    .option('--all', 'apply the proposals for all undecided people')
    .example('esign template apply 6f1f2f0e-4f0b-4f43-9d8a-1f1f7f2f8a11 Tenant', 'Apply the proposal for the tenant.')
    .example('esign template apply 6f1f2f0e-4f0b-4f43-9d8a-1f1f7f2f8a11 --all', 'Apply every proposal.')
    .example(
      'esign template apply 6f1f2f0e-4f0b-4f43-9d8a-1f1f7f2f8a11 0f0e0d0c0b0a09080706050403020100 --dry-run',
      'Print the request instead.',
    )
    .usesOperations('getTemplate', 'listTemplatePeople', 'applyTemplatePerson')
    .exits(serviceExitCodes)
    .action((id: string, person: string | undefined, options: TemplateApplyOptions) =>
      runTemplateApply(context, { ...options, id, person }),
    );
  return addTemplateWriteOptions(command);
}

async function runTemplateApply(context: Context, options: TemplateApplyOptions): Promise<void> {
  const { id } = options;
  const chosen = await chosenPeople(context, options);
  const only = chosen.length === 1 ? chosen[0] : undefined;
  if (options.dryRun === true) return printProposals(context, options, chosen);
  let done: WrittenTemplate | null = null;
  for (const [index, person] of chosen.entries()) {
    const isFirst = index === 0;
    done = await writeTemplate(context, {
      templateId: id,
      operation: 'applyTemplatePerson',
      input: { parameters: { templateId: id, personId: person } },
      // The first write changes the ETag.
      options: isFirst ? options : { ...options, ifMatch: undefined },
      overwrites: overwritesOfProposal(person),
      decidesPeople: true,
      printsAnswer: true,
      // One question covers everyone.
      act: isFirst ? () => proposedWitnesses(context, id, only) : undefined,
    });
  }
  if (done === null) return showUnchanged(context, id);
  const { body, people } = done;
  const shown = options.all === true ? (people ?? []).map((person) => person.id) : chosen;
  const left = shown.map((person) => peopleLeft(body, people ?? [], person));
  const next = distinct(left.flatMap((each) => each.next));
  // What is left for a person comes before what is next for the template.
  const own = next.filter((line) => line.includes(' --filled-by own'));
  await context.output.result(body, templateView(body, [...own, ...next.filter((line) => !own.includes(line))]));
  for (const note of distinct(left.flatMap(({ notes }) => notes))) context.output.note(note);
  if (own.length > 0) {
    context.output.note(
      'The proposals of the service leave these details with another role. To let people fill in their own details, ' +
        `run the ${own.length === 1 ? 'command' : 'commands'} with --filled-by own.`,
    );
  }
}

/** For --dry-run: one request for each person, and none where nobody is left to decide. */
async function printProposals(
  context: Context,
  { id, ifMatch }: TemplateApplyOptions,
  people: readonly string[],
): Promise<void> {
  const client = await context.api();
  const previews: Preview[] = [];
  for (const personId of people) {
    const input = { parameters: { templateId: id, personId }, ifMatch };
    previews.push(await client.preview('applyTemplatePerson', input));
  }
  await printPreviews(context, inSequence(previews));
}

/** The named person, or with --all everyone undecided. Throws UsageFailure without either. */
async function chosenPeople(context: Context, { id, person, all }: TemplateApplyOptions): Promise<readonly string[]> {
  if (person !== undefined && all === true) {
    throw new UsageFailure('PERSON and --all cannot be used together.', {
      code: 'conflicting_options',
      hint: 'Remove one of them.',
    });
  }
  if (person !== undefined) return [await findPerson(context, id, person)];
  if (all !== true) {
    throw new UsageFailure('Missing argument PERSON.', {
      code: 'missing_argument',
      hint: `To apply every proposal: esign template apply ${id} --all\nTo list the people: esign template people ${id}`,
    });
  }
  const client = await context.api();
  const { people } = (await client.call('listTemplatePeople', { parameters: { templateId: id } })).body;
  const open = people.filter(({ current }) => current.role_name === null && current.subject_key === null);
  if (open.length === 0) {
    context.output.note(
      people.length === 0 ? 'No people found on the template.' : 'Every person on the template is already decided.',
    );
  }
  return open.map((each) => each.id);
}

/** Nothing is left to apply: a script that runs again succeeds. */
async function showUnchanged(context: Context, id: string): Promise<void> {
  const client = await context.api();
  const { body } = await client.call('getTemplate', { parameters: { templateId: id } });
  await context.output.result(body, templateView(body));
}

const distinct = (texts: readonly string[]): readonly string[] => [...new Set(texts)];
