import { EsignCommand } from '../../cli/flags/command.js';
import type { Context } from '../../cli/context/context.js';
import { serviceExitCodes } from '../../cli/failure/exit-code.js';
import type { Person } from '../../contract/resources/template.js';
import type { Cell, Table } from '../../core/terminal/table.js';
import { sawPeople } from '../../authoring/last-seen/remember.js';
import { isDecided } from '../../contract/decision.js';
import { templateId } from '../../cli/flags/template-id.js';

interface TemplatePeopleOptions {
  readonly id: string;
}

/** `esign template people ID`: the people found on the form, each with a proposed decision. */
export function templatePeopleCommand(context: Context): EsignCommand {
  return new EsignCommand('people')
    .summary('List the people found on a template')
    .description('List the people found on a template, in reading order, each with a proposed decision.')
    .argument('<template>', 'ID or exact name of the template', templateId)
    .example('esign template people 6f1f2f0e-4f0b-4f43-9d8a-1f1f7f2f8a11', 'List the people on the form.')
    .example(
      "esign template people 6f1f2f0e-4f0b-4f43-9d8a-1f1f7f2f8a11 --jq '.people[] | [.heading, .reason] | @tsv'",
      'Show why each decision is proposed.',
    )
    .usesOperations('listTemplatePeople')
    .exits(serviceExitCodes)
    .action((id: string) => runTemplatePeople(context, { id }));
}

async function runTemplatePeople(context: Context, { id }: TemplatePeopleOptions): Promise<void> {
  const client = await context.api();
  const { body } = await client.call('listTemplatePeople', { parameters: { templateId: id } });
  const open = body.people.find((person) => !isDecided(person));
  await context.output.result(body, {
    items: 'people',
    table: peopleTable(body.people),
    next:
      open === undefined
        ? [`esign template propose ${id}`]
        : [`esign template wizard ${id}`, `esign template apply ${id} --all --filled-by own`],
  });
  if (context.output.form !== 'ids') await sawPeople(context, id, body.people);
}

/** Two roles may differ in their last word only. */
const whole = (name: string | null): Cell => (name === null || name === '' ? null : { sentence: name });

function peopleTable(people: readonly Person[]): Table {
  return {
    columns: ['PERSON', 'HEADING', 'PAGE', 'FIELDS', 'PROPOSED', 'ROLE', 'SUBJECT', 'DECIDED'],
    rows: people.map((person) => {
      const { id, heading, page, fields, proposed, current } = person;
      const names = isDecided(person) ? [current.role_name, current.subject_key] : [];
      return [
        { id },
        { sentence: heading },
        page,
        fields.length,
        proposed.decision,
        whole(proposed.role_name),
        proposed.subject_key,
        whole(names.filter((name) => name !== null).join(' / ')),
      ];
    }),
    spare: ['SUBJECT', 'FIELDS'],
    shortIds: true,
    empty: 'No people found on the template.',
  };
}
