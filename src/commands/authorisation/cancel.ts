import { EsignCommand } from '../../cli/flags/command.js';
import type { Context } from '../../cli/context/context.js';
import { serviceExitCodes } from '../../cli/failure/exit-code.js';
import { optionFor } from '../../cli/flags/option.js';
import { addWriteOptions, write, type WriteOptions } from '../../cli/write/write.js';
import { cancelAuthorisation } from '../../contract/operations/authorisations.js';
import { actOn, authorisationId, authorisationView } from '../../sending/authorisation.js';

interface AuthorisationCancelOptions extends WriteOptions {
  readonly id: string;
  readonly reason: string;
}

/** `esign authorisation cancel ID --reason R`: cancels one that is not signed yet. */
export function authorisationCancelCommand(context: Context): EsignCommand {
  const command = new EsignCommand('cancel')
    .summary('Cancel an authorisation that is not signed yet')
    .description(
      'Cancel an authorisation that is not signed yet. To end an active one, use `esign authorisation revoke`.',
    )
    .argument('<authorisation>', 'authorisation ID', authorisationId)
    .addOption(
      optionFor(
        '--reason <text>',
        'reason, kept on record',
        cancelAuthorisation().body,
        'reason',
      ).makeOptionMandatory(),
    )
    .example(
      'esign authorisation cancel 3a4b5c6d-7e8f-4a9b-8c0d-1e2f3a4b5c6d --reason "Not needed any more"',
      'Cancel an authorisation.',
    )
    .example(
      'esign authorisation cancel 3a4b5c6d-7e8f-4a9b-8c0d-1e2f3a4b5c6d --reason "Not needed any more" --dry-run',
      'Print the request instead.',
    )
    .usesOperations('cancelAuthorisation')
    .exits(serviceExitCodes)
    .action((id: string, options: AuthorisationCancelOptions) => runAuthorisationCancel(context, { ...options, id }));
  return addWriteOptions(command, 'takes key');
}

async function runAuthorisationCancel(context: Context, options: AuthorisationCancelOptions): Promise<void> {
  const done = await write(context, {
    operation: 'cancelAuthorisation',
    input: { parameters: { authorisationId: options.id }, body: { reason: options.reason } },
    options,
    act: () => actOn(context, options.id, 'This cancels the request to', 'Cancel it?'),
  });
  if (done !== null) await context.output.result(done.body, authorisationView(done.body));
}
