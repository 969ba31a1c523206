import { EsignCommand } from '../../cli/flags/command.js';
import type { Context } from '../../cli/context/context.js';
import { serviceExitCodes } from '../../cli/failure/exit-code.js';
import { authorisationId, authorisationView } from '../../sending/authorisation.js';

interface AuthorisationGetOptions {
  readonly id: string;
}

/** `esign authorisation get ID`: the current state of one standing authorisation. */
export function authorisationGetCommand(context: Context): EsignCommand {
  return new EsignCommand('get')
    .alias('show')
    .summary('Show a standing authorisation')
    .description(
      'Show a standing authorisation. A test key cannot see live ones. `get` prints the JSON of the service, `show` the same for people.',
    )
    .argument('<authorisation>', 'authorisation ID', authorisationId)
    .example('esign authorisation get 3a4b5c6d-7e8f-4a9b-8c0d-1e2f3a4b5c6d', 'Show an authorisation.')
    .example('esign authorisation get 3a4b5c6d-7e8f-4a9b-8c0d-1e2f3a4b5c6d --jq .status', 'Print only the status.')
    .usesOperations('getAuthorisation')
    .exits(serviceExitCodes)
    .action((id: string) => runAuthorisationGet(context, { id }));
}

async function runAuthorisationGet(context: Context, { id }: AuthorisationGetOptions): Promise<void> {
  const client = await context.api();
  const { body } = await client.call('getAuthorisation', { parameters: { authorisationId: id } });
  await context.output.result(body, authorisationView(body));
}
