import { EsignCommand } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { authorisationCancelCommand } from './cancel.js';
import { authorisationCreateCommand } from './create.js';
import { authorisationGetCommand } from './get.js';
import { authorisationListCommand } from './list.js';
import { authorisationRevokeCommand } from './revoke.js';

/** `esign authorisation`: a grantor's signed authority to apply their signature to documents of a brand. */
export function authorisationCommand(context: Context): EsignCommand {
  return new EsignCommand('authorisation')
    .alias('authorization')
    .description(
      'A grantor’s signed, brand-wide authority to apply their signature to documents sent under that brand.',
    )
    .verbs(
      authorisationCreateCommand(context),
      authorisationListCommand(context),
      authorisationGetCommand(context),
      authorisationCancelCommand(context),
      authorisationRevokeCommand(context),
    );
}
