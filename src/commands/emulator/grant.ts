import { EsignCommand } from '../../cli/flags/command.js';
import type { Context } from '../../cli/context/context.js';
import type { Authorisation } from '../../contract/resources/authorisation.js';
import { authorisationId, authorisationView } from '../../sending/authorisation.js';
import { actExits } from '../../sending/envelope/which-recipient.js';
import { control } from '../../cli/emulator/control.js';

interface EmulatorGrantOptions {
  readonly authorisation: string;
}

/** `esign emulator grant AUTHORISATION`: signs the mandate as its grantor; the authorisation becomes active. */
export function emulatorGrantCommand(context: Context): EsignCommand {
  return new EsignCommand('grant')
    .summary('Grant a standing authorisation as its grantor')
    .description(
      'Sign the mandate of a standing authorisation as its grantor, so that it becomes active. To let it expire instead, ' +
        'move the clock past the end of its invitation.',
    )
    .argument('<authorisation>', 'authorisation ID', authorisationId)
    .example('esign emulator grant 3a4b5c6d-7e8f-4a9b-8c0d-1e2f3a4b5c6d', 'Grant an authorisation.')
    .example('esign emulator grant 3a4b5c6d-7e8f-4a9b-8c0d-1e2f3a4b5c6d --jq .status', 'Grant it and print the status.')
    .prints({ of: 'getAuthorisation' })
    .exits(actExits)
    .action((authorisation: string) => runEmulatorGrant(context, { authorisation }));
}

async function runEmulatorGrant(context: Context, { authorisation }: EmulatorGrantOptions): Promise<void> {
  const path = `/_emulator/authorisations/${authorisation}/grant` as const;
  const after = await control<Authorisation>(context, { method: 'POST', path, body: {} });
  await context.output.result(after, authorisationView(after));
}
