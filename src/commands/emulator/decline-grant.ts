import { Option } from 'commander';
import { EsignCommand } from '../../cli/flags/command.js';
import type { Context } from '../../cli/context/context.js';
import type { Authorisation } from '../../contract/resources/authorisation.js';
import { authorisationId, authorisationView } from '../../sending/authorisation.js';
import { actExits } from '../../sending/envelope/which-recipient.js';
import { control } from '../../cli/emulator/control.js';

interface EmulatorDeclineGrantOptions {
  readonly authorisation: string;
  readonly reason?: string;
}

/** `esign emulator decline-grant AUTHORISATION`: declines the mandate as its grantor; its status becomes `declined`. */
export function emulatorDeclineGrantCommand(context: Context): EsignCommand {
  return new EsignCommand('decline-grant')
    .summary('Decline a standing authorisation as its grantor')
    .description('Decline the mandate of a standing authorisation as its grantor. Its status becomes `declined`.')
    .argument('<authorisation>', 'authorisation ID', authorisationId)
    .addOption(new Option('--reason <text>', 'why'))
    .example(
      'esign emulator decline-grant 3a4b5c6d-7e8f-4a9b-8c0d-1e2f3a4b5c6d --reason "The term is too long"',
      'Decline with a reason.',
    )
    .example('esign emulator decline-grant 3a4b5c6d-7e8f-4a9b-8c0d-1e2f3a4b5c6d -q', 'Decline without a reason.')
    .prints({ of: 'getAuthorisation' })
    .exits(actExits)
    .action((authorisation: string, options: Omit<EmulatorDeclineGrantOptions, 'authorisation'>) =>
      runEmulatorDeclineGrant(context, { ...options, authorisation }),
    );
}

async function runEmulatorDeclineGrant(
  context: Context,
  { authorisation, reason }: EmulatorDeclineGrantOptions,
): Promise<void> {
  const after = await control<Authorisation>(context, {
    method: 'POST',
    path: `/_emulator/authorisations/${authorisation}/decline`,
    body: reason === undefined ? {} : { reason },
  });
  await context.output.result(after, authorisationView(after));
}
