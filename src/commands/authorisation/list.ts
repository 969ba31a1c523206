import { Option } from 'commander';
import { EsignCommand, type Runner } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { serviceExitCodes } from '../../cli/exit-code.js';
import { optionFor } from '../../cli/option.js';
import { addPagingOptions, type PagingOptions, readPages } from '../../cli/paging.js';
import { listAuthorisations } from '../../contract/operations/authorisations.js';
import type { AuthorisationState } from '../../contract/states.js';
import { authorisationId, brandId } from './arguments.js';

export interface AuthorisationListOptions extends PagingOptions {
  readonly status?: AuthorisationState;
  readonly brand?: string;
  readonly reference?: string;
}

/** `esign authorisation list`: the standing authorisations, newest first (A12). */
export function authorisationListCommand(
  context: Context,
  run: Runner<AuthorisationListOptions> = runAuthorisationList,
): EsignCommand {
  const command = new EsignCommand('list')
    .summary('List the standing authorisations')
    .description('List the standing authorisations, newest first. A test key sees sandbox ones alone.')
    .addOption(optionFor('--status <status>', 'only those in this state', listAuthorisations.query, 'status'))
    .addOption(new Option('--brand <id>', 'only those of this brand').argParser(brandId))
    .option('--reference <text>', 'only those with this reference of yours')
    .example('esign authorisation list --status active', 'Those in force.')
    .example('esign authorisation list --all --json=id,number,status', 'All of them, as JSON.')
    .calls('listAuthorisations')
    .exits(serviceExitCodes)
    .action((options: AuthorisationListOptions) => run(context, options));
  return addPagingOptions(command, authorisationId);
}

export async function runAuthorisationList(context: Context, options: AuthorisationListOptions): Promise<void> {
  const client = await context.api();
  const filter = {
    ...(options.status === undefined ? {} : { status: options.status }),
    ...(options.brand === undefined ? {} : { brand_id: options.brand }),
    ...(options.reference === undefined ? {} : { reference: options.reference }),
  };
  const body = await readPages(context, options, async (page) => {
    return (await client.call('listAuthorisations', { query: { ...filter, ...page } })).body;
  });
  await context.output.result(body, {
    table: {
      columns: ['AUTHORISATION', 'NUMBER', 'STATUS', 'GRANTOR', 'FOR', 'VALID UNTIL', 'REFERENCE'],
      rows: body.data.map((one) => [
        { id: one.id },
        one.number,
        { state: one.status },
        one.grantor.name,
        one.legal_entity.name,
        { instant: one.valid_until },
        one.reference,
      ]),
      empty: 'There are no standing authorisations here.',
    },
  });
}
