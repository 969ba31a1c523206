import { EsignCommand } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { serviceExitCodes } from '../../cli/exit-code.js';
import { authorisationId } from '../../authorisation/arguments.js';
import { authorisationView } from '../../authorisation/view.js';

interface AuthorisationGetOptions {
  readonly id: string;
}

/** `esign authorisation get ID`: one standing authorisation as it stands. */
export function authorisationGetCommand(context: Context): EsignCommand {
  return new EsignCommand('get')
    .summary('Show one standing authorisation')
    .description('Show one standing authorisation. A live one does not exist for a test key.')
    .argument('<id>', 'the id of the authorisation', authorisationId)
    .example('esign authorisation get 3a4b5c6d-7e8f-4a9b-8c0d-1e2f3a4b5c6d', 'Show it.')
    .example('esign authorisation get 3a4b5c6d-7e8f-4a9b-8c0d-1e2f3a4b5c6d --jq .status', 'Only its status.')
    .usesOperations('getAuthorisation')
    .exits(serviceExitCodes)
    .action((id: string) => runAuthorisationGet(context, { id }));
}

async function runAuthorisationGet(context: Context, { id }: AuthorisationGetOptions): Promise<void> {
  const client = await context.api();
  const { body } = await client.call('getAuthorisation', { parameters: { authorisationId: id } });
  await context.output.result(body, authorisationView(body));
}
