import { EsignCommand, loadVerbs, type Verbs } from '../../cli/flags/command.js';
import type { Context } from '../../cli/context/context.js';

/** `esign webhook`: endpoints that receive signed events. */
export async function webhookCommand(context: Context, only?: string): Promise<EsignCommand> {
  const verbs: Verbs = {
    register: async () => (await import('./register.js')).webhookRegisterCommand(context),
    list: async () => (await import('./list.js')).webhookListCommand(context),
    get: async () => (await import('./get.js')).webhookGetCommand(context),
    update: async () => (await import('./update.js')).webhookUpdateCommand(context),
    rotate: async () => (await import('./rotate.js')).webhookRotateCommand(context),
    delete: async () => (await import('./delete.js')).webhookDeleteCommand(context),
    check: async () => (await import('./check.js')).webhookCheckCommand(context),
    verify: async () => (await import('./verify.js')).webhookVerifyCommand(context),
    certify: async () => (await import('./certify.js')).webhookCertifyCommand(context),
    enable: async () => (await import('./update.js')).webhookEnableCommand(context),
    disable: async () => (await import('./update.js')).webhookDisableCommand(context),
    sign: async () => (await import('./sign.js')).webhookSignCommand(context),
  };
  return new EsignCommand('webhook')
    .description('Manage webhook endpoints, which receive signed events about envelopes. An organisation can have ten.')
    .verbs(...(await loadVerbs(verbs, only)))
    .groups({ 'More commands:': ['enable', 'disable', 'sign'] })
    .hides('enable', 'disable');
}
