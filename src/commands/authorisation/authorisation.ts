import { EsignCommand, loadVerbs, type Verbs } from '../../cli/flags/command.js';
import type { Context } from '../../cli/context/context.js';

/** `esign authorisation`: a grantor's signed authority to apply their signature to documents of a brand. */
export async function authorisationCommand(context: Context, only?: string): Promise<EsignCommand> {
  const verbs: Verbs = {
    create: async () => (await import('./create.js')).authorisationCreateCommand(context),
    list: async () => (await import('./list.js')).authorisationListCommand(context),
    get: async () => (await import('./get.js')).authorisationGetCommand(context),
    cancel: async () => (await import('./cancel.js')).authorisationCancelCommand(context),
    revoke: async () => (await import('./revoke.js')).authorisationRevokeCommand(context),
  };
  return new EsignCommand('authorisation')
    .alias('authorization')
    .description(
      'Manage standing authorisations. With one, a grantor allows their signature on all documents of a brand.',
    )
    .verbs(...(await loadVerbs(verbs, only)));
}
