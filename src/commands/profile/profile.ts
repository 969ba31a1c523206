import { EsignCommand, loadVerbs, type Verbs } from '../../cli/flags/command.js';
import type { Context } from '../../cli/context/context.js';

/** `esign profile`: named addresses and keys of the service. */
export async function profileCommand(context: Context, only?: string): Promise<EsignCommand> {
  const verbs: Verbs = {
    add: async () => (await import('./add.js')).profileAddCommand(context),
    list: async () => (await import('./list.js')).profileListCommand(context),
    use: async () => (await import('./use.js')).profileUseCommand(context),
    show: async () => (await import('./show.js')).profileShowCommand(context),
    token: async () => (await import('./token.js')).profileTokenCommand(context),
    remove: async () => (await import('./remove.js')).profileRemoveCommand(context),
  };
  return new EsignCommand('profile')
    .description('Named ways to reach the service: a base URL, one or two keys, and what differs there.')
    .verbs(...(await loadVerbs(verbs, only)));
}
