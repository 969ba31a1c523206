import { EsignCommand } from '../../cli/flags/command.js';
import type { Context } from '../../cli/context/context.js';
import { serviceExitCodes } from '../../cli/failure/exit-code.js';
import { CommandFailure } from '../../cli/failure/failure.js';
import { reachWords } from '../../cli/flags/reach-flags.js';
import { templateId } from '../../cli/flags/template-id.js';
import type { Client } from '../../client/client.js';
import { ServiceFailure } from '../../client/failure.js';
import type { Person } from '../../contract/resources/template.js';
import { type AllowOptions, allowProblemOption } from '../../authoring/template/allow-problem.js';
import { withoutAllowed } from '../../authoring/template/form-findings.js';
import { rehearsalJson, rehearsalShape, rehearsalView, verdictOf } from '../../authoring/template/rehearsal-view.js';
import { type Rehearsal, rehearse } from '../../authoring/template/rehearse.js';

interface TemplateRehearseOptions extends AllowOptions {
  readonly id: string;
  readonly pictures?: string;
  readonly force?: boolean;
  readonly strict?: boolean;
}

/** `esign template rehearse ID`: an envelope played through before there is one, for a person and for CI. */
export function templateRehearseCommand(context: Context): EsignCommand {
  return new EsignCommand('rehearse')
    .summary('Check a template before the first envelope')
    .description(
      'Show who is asked what in which order, where an extra person signs, and which names fill several fields. ' +
        'List what is wrong, each with the command that fixes it. Nothing is created or changed. Exit 5: something ' +
        'is wrong.',
    )
    .argument('<template>', 'ID or exact name of the template', templateId)
    .option('--strict', 'exit 5 for warnings too')
    .addOption(allowProblemOption('leave this problem out'))
    .option('--pictures <folder>', 'write a PNG of each page, filled with sample values')
    .option('--force', 'overwrite existing pictures')
    .example(
      'esign template rehearse 6f1f2f0e-4f0b-4f43-9d8a-1f1f7f2f8a11',
      'Check a template before the first envelope.',
    )
    .example('esign template rehearse Lease --allow-problem nobody_signs', 'Check a form that nobody signs.')
    .example('esign template rehearse Lease --strict --json', 'Check it in CI.')
    .example('esign template rehearse Lease --pictures pages/', 'See the pages filled in.')
    .usesOperations('getTemplate', 'listTemplatePeople', 'getDocumentPage')
    .prints(rehearsalShape)
    .exits(serviceExitCodes)
    .action((id: string, options: Omit<TemplateRehearseOptions, 'id'>) =>
      runTemplateRehearse(context, { ...options, id }),
    );
}

async function runTemplateRehearse(context: Context, options: TemplateRehearseOptions): Promise<void> {
  const { id, pictures: folder, force = false, strict = false, allowProblem = [] } = options;
  const client = await context.api();
  const { body: template } = await client.call('getTemplate', { parameters: { templateId: id } });
  const people = await peopleOf(context, client, id);
  const reach = reachWords(context);
  const whole = await rehearse({ body: template, people });
  const rehearsal = reaching({ ...whole, findings: withoutAllowed(whole.findings, allowProblem) }, reach);
  const failed = rehearsal.findings.filter(({ level }) => strict || level === 'problem');
  const pictures =
    folder === undefined
      ? []
      : await (
          await import('../../authoring/template/rehearsal-view.js')
        ).writeRehearsalPictures(context, { client, templateId: template.id, folder, force });
  const facts = { template, rehearsal, isPeopleRead: people !== null, isOk: failed.length === 0, pictures };
  await context.output.result(rehearsalJson(facts), rehearsalView(facts));
  const [first] = failed;
  if (first === undefined) return;
  throw new CommandFailure(5, first.code, `The template is not ready: ${verdictOf(rehearsal.findings)}`, {
    hint: `${commandsIn(context)}esign template wizard ${template.id}${reach}`,
  });
}

/** Where the reader finds the commands that mend; -q prints none. */
function commandsIn({ output }: Context): string {
  if (output.form === 'human') return 'Run the commands above, or: ';
  return output.form === 'ids' ? '' : 'Run the command in `fix` of each finding, or: ';
}

/** The commands that mend reach the service that this one reached. */
const reaching = (rehearsal: Rehearsal, reach: string): Rehearsal => ({
  ...rehearsal,
  findings: rehearsal.findings.map((each) => ({ ...each, fix: `${each.fix}${reach}` })),
});

/** Null if the key may not read the people on the form, which is noted. */
async function peopleOf(context: Context, client: Client, id: string): Promise<readonly Person[] | null> {
  try {
    return (await client.call('listTemplatePeople', { parameters: { templateId: id } })).body.people;
  } catch (error) {
    if (!(error instanceof ServiceFailure) || error.status !== 403) throw error;
    context.output.note(`The people on the form were not checked: ${error.message}`);
    return null;
  }
}
