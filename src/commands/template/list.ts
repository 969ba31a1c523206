import { EsignCommand } from '../../cli/flags/command.js';
import type { Context } from '../../cli/context/context.js';
import { serviceExitCodes } from '../../cli/failure/exit-code.js';
import { addPagingOptions, endList, type PagingOptions, readPages } from '../../cli/flags/paging.js';
import { serviceTime } from '../../cli/emulator/service-time.js';

/** `esign template list`: the templates, newest first. */
export function templateListCommand(context: Context): EsignCommand {
  const command = new EsignCommand('list')
    .summary('List the templates')
    .description('List the templates, newest first, without archived ones.')
    .example('esign template list', 'List the newest 20.')
    .example('esign template list --all --json=id,name', 'List IDs and names of all templates as JSON.')
    .usesOperations('listTemplates')
    .prints({ of: 'listTemplates', more: true })
    .exits(serviceExitCodes)
    .action((options: PagingOptions) => runTemplateList(context, options));
  return addPagingOptions(command);
}

async function runTemplateList(context: Context, options: PagingOptions): Promise<void> {
  const client = await context.api();
  const body = await readPages(
    context,
    options,
    'listTemplates',
    async (query) => (await client.call('listTemplates', { query })).body,
    options.since === undefined ? null : { now: await serviceTime(context), of: ({ created_at: at }) => at },
  );
  await context.output.result(body, {
    table: {
      columns: ['TEMPLATE', 'NAME', 'PAGES', 'ROLES', 'NAMED', 'CREATED'],
      rows: body.data.map(({ id, name, documents, roles, coverage, created_at }) => [
        { id },
        name,
        documents.reduce((sum, { page_count }) => sum + page_count, 0),
        roles.map((role) => role.name).join(', '),
        `${coverage.prefillable - coverage.unnamed}/${coverage.prefillable}`,
        { instant: created_at },
      ]),
      empty: 'No templates yet. Create one with `esign template create FILE`.',
    },
  });
  endList(context, options, body);
}
