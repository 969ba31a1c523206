import { EsignCommand } from '../../cli/flags/command.js';
import type { Preview } from '../../client/call.js';
import type { Context } from '../../cli/context/context.js';
import { inSequence, printPreviews } from '../../cli/write/dry-run.js';
import { serviceExitCodes } from '../../cli/failure/exit-code.js';
import { UsageFailure } from '../../cli/failure/failure.js';
import type { WrittenTemplate } from '../../authoring/last-seen/guard.js';
import { overwritesOfDecision, overwritesOfProposal } from '../../authoring/last-seen/overwrites.js';
import {
  addTemplateWriteOptions,
  type TemplateWrite,
  type TemplateWriteOptions,
  writeTemplate,
} from '../../authoring/last-seen/write-template.js';
import { templateId } from '../../cli/flags/template-id.js';
import { optionFor } from '../../cli/flags/option.js';
import { isDecided, isNamed, takesFiller } from '../../contract/decision.js';
import { type DecisionBody, decideTemplatePerson } from '../../contract/operations/templates.js';
import type { Person } from '../../contract/resources/template.js';
import { findPerson } from '../../authoring/template/find-person.js';
import { detailsElsewhere, peopleLeft } from '../../authoring/template/people-left.js';
import { templateView } from '../../authoring/template/view.js';
import { proposedWitnesses } from '../../authoring/template/witness-act.js';
import { proposedAnswers } from '../../authoring/wizard/questions.js';

interface TemplateApplyOptions extends TemplateWriteOptions {
  readonly id: string;
  readonly person?: string | undefined;
  readonly all?: boolean;
  readonly filledBy?: 'current' | 'own';
}

/** A person, and the decision that gives them their own details; null: as the service proposes. */
interface Chosen {
  readonly person: string;
  readonly own: DecisionBody | null;
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
    .addOption(
      optionFor('--filled-by <whom>', 'for `both`: who fills in the details', decideTemplatePerson().body, 'filled_by'),
    )
    .example('esign template apply 6f1f2f0e-4f0b-4f43-9d8a-1f1f7f2f8a11 Tenant', 'Apply the proposal for the tenant.')
    .example(
      'esign template apply 6f1f2f0e-4f0b-4f43-9d8a-1f1f7f2f8a11 --all --filled-by own',
      'Apply every proposal. People who sign fill in their own details.',
    )
    .example(
      'esign template apply 6f1f2f0e-4f0b-4f43-9d8a-1f1f7f2f8a11 0f0e0d0c0b0a09080706050403020100 --dry-run',
      'Print the request instead.',
    )
    .usesOperations('getTemplate', 'listTemplatePeople', 'applyTemplatePerson', 'decideTemplatePerson')
    .prints({ of: 'applyTemplatePerson' })
    .exits(serviceExitCodes)
    .action((id: string, person: string | undefined, options: TemplateApplyOptions) =>
      runTemplateApply(context, { ...options, id, person }),
    );
  return addTemplateWriteOptions(command);
}

async function runTemplateApply(context: Context, options: TemplateApplyOptions): Promise<void> {
  const { id } = options;
  const chosen = await chosenPeople(context, options);
  if (options.dryRun === true) return printProposals(context, options, chosen);
  const only = chosen.length === 1 ? chosen[0]?.person : undefined;
  let done: WrittenTemplate | null = null;
  for (const [index, each] of chosen.entries()) {
    const isFirst = index === 0;
    done = await apply(context, each, {
      templateId: id,
      // The first write changes the ETag.
      options: isFirst ? options : { ...options, ifMatch: undefined },
      decidesPeople: true,
      printsAnswer: true,
      // One question covers everyone.
      act: isFirst ? () => proposedWitnesses(context, id, only) : undefined,
    });
  }
  if (done === null) return showUnchanged(context, id);
  const { body, people } = done;
  const shown = options.all === true ? (people ?? []).map((person) => person.id) : chosen.map(({ person }) => person);
  const left = shown.map((person) => peopleLeft(body, people ?? [], person));
  const next = distinct(left.flatMap((each) => each.next));
  // What is left for a person comes before what is next for the template.
  const own = next.filter((line) => line.includes(' --filled-by own'));
  const giveAll = own.length > 1 ? [`esign template apply ${id} --all --filled-by own`] : own;
  await context.output.result(body, templateView(body, [...giveAll, ...next.filter((line) => !own.includes(line))]));
  for (const note of distinct(left.flatMap(({ notes }) => notes))) context.output.note(note);
  if (own.length > 0) {
    context.output.note(
      'The proposals of the service leave these details with another role. To let people fill in their own details, ' +
        'run the command with --filled-by own.',
    );
  }
}

type Request = Omit<TemplateWrite<'decideTemplatePerson'>, 'operation' | 'input' | 'overwrites'>;

function apply(context: Context, { person, own: body }: Chosen, request: Request): Promise<WrittenTemplate | null> {
  const parameters = { templateId: request.templateId, personId: person };
  return body === null
    ? writeTemplate(context, {
        ...request,
        operation: 'applyTemplatePerson',
        input: { parameters },
        overwrites: overwritesOfProposal(person),
      })
    : writeTemplate(context, {
        ...request,
        operation: 'decideTemplatePerson',
        input: { parameters, body },
        overwrites: overwritesOfDecision(person, body),
      });
}

/** For --dry-run: one request for each person, and none where nobody is left to decide. */
async function printProposals(
  context: Context,
  { id, ifMatch }: TemplateApplyOptions,
  people: readonly Chosen[],
): Promise<void> {
  const client = await context.api();
  const previews: Preview[] = [];
  for (const { person, own: body } of people) {
    const parameters = { templateId: id, personId: person };
    previews.push(
      body === null
        ? await client.preview('applyTemplatePerson', { parameters, ifMatch })
        : await client.preview('decideTemplatePerson', { parameters, body, ifMatch }),
    );
  }
  await printPreviews(context, inSequence(previews));
}

/**
 * The named person, or with --all everyone undecided; with `--filled-by own` also those whose details somebody else fills
 * in. Throws UsageFailure without either.
 */
async function chosenPeople(context: Context, options: TemplateApplyOptions): Promise<readonly Chosen[]> {
  const { id, person: named, all, filledBy } = options;
  if (named !== undefined && all === true) {
    throw new UsageFailure('PERSON and --all cannot be used together.', {
      code: 'conflicting_options',
      hint: 'Remove one of them.',
    });
  }
  if (named === undefined && all !== true) {
    throw new UsageFailure('Missing argument PERSON.', {
      code: 'missing_argument',
      hint: `To apply every proposal: esign template apply ${id} --all --filled-by own\nTo list the people: esign template people ${id}`,
    });
  }
  const isOwn = filledBy === 'own';
  const person = named === undefined ? null : await findPerson(context, id, named);
  if (person !== null && !isOwn) return [{ person, own: null }];
  const client = await context.api();
  const parameters = { templateId: id };
  const { people } = (await client.call('listTemplatePeople', { parameters })).body;
  const template = isOwn ? (await client.call('getTemplate', { parameters })).body : null;
  // A witness that the form itself names is left, undecided: the decision is permanent, and may be another by now.
  const isLeft = (each: Person): boolean =>
    !isNamed(each) || (template !== null && detailsElsewhere(template, each) !== null);
  const left = people.filter((each) => (person === null ? isLeft(each) : each.id === person));
  if (left.length === 0) {
    context.output.note(
      people.length === 0
        ? 'No people found on the template.'
        : 'Every person on the template has a role or a subject.',
    );
  }
  for (const { id: each, heading } of person === null ? people.filter((one) => isNamed(one) && !isDecided(one)) : []) {
    context.output.note(`“${heading}” is not saved as a witness yet: esign template apply ${id} ${each.slice(0, 8)}`);
  }
  return left.map((each) => ({ person: each.id, own: isOwn ? ownDetails(each) : null }));
}

/** Who signs and gives details fills them in; null for everybody else. */
function ownDetails(person: Person): DecisionBody | null {
  const { role_name: role, subject_key: subject } = person.current;
  if (role !== null && subject !== null) {
    return { decision: 'both', role_name: role, subject_key: subject, filled_by: 'own' };
  }
  const answers = proposedAnswers(person);
  return answers !== null && takesFiller(answers.decision) ? { ...answers, filled_by: 'own' } : null;
}

/** Nothing is left to apply: a script that runs again succeeds. */
async function showUnchanged(context: Context, id: string): Promise<void> {
  const client = await context.api();
  const { body } = await client.call('getTemplate', { parameters: { templateId: id } });
  await context.output.result(body, templateView(body));
}

const distinct = (texts: readonly string[]): readonly string[] => [...new Set(texts)];
