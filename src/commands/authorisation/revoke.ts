import { EsignCommand } from '../../cli/flags/command.js';
import type { Context } from '../../cli/context/context.js';
import { serviceExitCodes } from '../../cli/failure/exit-code.js';
import { optionFor } from '../../cli/flags/option.js';
import { addWriteOptions, write, type WriteOptions } from '../../cli/write/write.js';
import { revokeAuthorisation } from '../../contract/operations/authorisations.js';
import { actOn, authorisationId, authorisationView } from '../../sending/authorisation.js';

interface AuthorisationRevokeOptions extends WriteOptions {
  readonly id: string;
  readonly reason: string;
}

/** `esign authorisation revoke ID --reason R`: revokes an active one. */
export function authorisationRevokeCommand(context: Context): EsignCommand {
  const command = new EsignCommand('revoke')
    .summary('Revoke an active authorisation')
    .description(
      'Revoke an active authorisation. It takes effect immediately for documents that are not sent yet. Completed ' +
        'documents stay valid.',
    )
    .argument('<authorisation>', 'authorisation ID', authorisationId)
    .addOption(
      optionFor(
        '--reason <text>',
        'reason, kept on record and shown to the grantor',
        revokeAuthorisation().body,
        'reason',
      ).makeOptionMandatory(),
    )
    .example(
      'esign authorisation revoke 3a4b5c6d-7e8f-4a9b-8c0d-1e2f3a4b5c6d --reason "Left the company"',
      'Revoke an authorisation.',
    )
    .example(
      'esign authorisation revoke 3a4b5c6d-7e8f-4a9b-8c0d-1e2f3a4b5c6d --reason "Left the company" --dry-run',
      'Print the request instead.',
    )
    .usesOperations('revokeAuthorisation')
    .exits(serviceExitCodes)
    .action((id: string, options: AuthorisationRevokeOptions) => runAuthorisationRevoke(context, { ...options, id }));
  return addWriteOptions(command, 'takes key');
}

async function runAuthorisationRevoke(context: Context, options: AuthorisationRevokeOptions): Promise<void> {
  const done = await write(context, {
    operation: 'revokeAuthorisation',
    input: { parameters: { authorisationId: options.id }, body: { reason: options.reason } },
    options,
    act: () => actOn(context, options.id, 'This revokes the authorisation of', 'Revoke it?'),
  });
  if (done !== null) await context.output.result(done.body, authorisationView(done.body));
}
