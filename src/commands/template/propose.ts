import { EsignCommand } from '../../cli/flags/command.js';
import type { Context } from '../../cli/context/context.js';
import { serviceExitCodes } from '../../cli/failure/exit-code.js';
import { addWriteOptions, write, type WriteOptions } from '../../cli/write/write.js';
import { sawRun } from '../../authoring/last-seen/remember.js';
import { templateId } from '../../cli/flags/template-id.js';
import { addressOf, count } from '../../authoring/template/view.js';

interface TemplateProposeOptions extends WriteOptions {
  readonly id: string;
}

/** `esign template propose ID`: has the service propose names for the fields; changes nothing on the template (A10). */
export function templateProposeCommand(context: Context): EsignCommand {
  const command = new EsignCommand('propose')
    .summary('Propose names for the fields')
    .description(
      'Let the service propose names for the fields and decisions for the people. Changes nothing on the ' +
        'template.',
    )
    .argument('<template>', 'ID or exact name of the template', templateId)
    .example('esign template propose 6f1f2f0e-4f0b-4f43-9d8a-1f1f7f2f8a11', 'Show the proposals.')
    .example('run=$(esign template propose 6f1f2f0e-4f0b-4f43-9d8a-1f1f7f2f8a11 -q)', 'Save the ID of the run.')
    .usesOperations('createNamingRun')
    .exits(serviceExitCodes)
    .action((id: string, options: TemplateProposeOptions) => runTemplatePropose(context, { ...options, id }));
  return addWriteOptions(command, 'takes no key');
}

async function runTemplatePropose(context: Context, options: TemplateProposeOptions): Promise<void> {
  const done = await write(context, {
    operation: 'createNamingRun',
    input: { parameters: { templateId: options.id } },
    options,
  });
  if (done === null) return;
  const { id, proposals } = done.body;
  await context.output.result(done.body, {
    human: `Run ${id}: ${count(proposals.fields.length, 'name')} and ${proposals.people.length} people proposed.`,
    ids: [id],
    table: {
      columns: ['PROPOSAL', 'CONFIDENCE', 'SOURCE', 'ADDRESS', 'LABEL', 'REASON'],
      rows: proposals.fields.map(({ id: proposal, confidence, source, proposed, reason }) => [
        { id: proposal },
        confidence,
        source,
        addressOf(proposed.subject, proposed.data_key),
        proposed.label,
        reason,
      ]),
      empty: 'No proposals. All fields that can have a name have one.',
    },
    next: [`esign template accept ${options.id} ${id} --high`, `esign template accept ${options.id} ${id} --all`],
  });
  await sawRun(context, done.body, context.output.form === 'json');
}
