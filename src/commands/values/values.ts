import { EsignCommand, loadVerbs, type Verbs } from '../../cli/flags/command.js';
import type { Context } from '../../cli/context/context.js';

/** `esign values`: files with the values that fill in an envelope. */
export async function valuesCommand(context: Context, only?: string): Promise<EsignCommand> {
  const verbs: Verbs = {
    new: async () => (await import('./new.js')).valuesNewCommand(context),
    check: async () => (await import('./check.js')).valuesCheckCommand(context),
  };
  return new EsignCommand('values')
    .description('Create and check files with the values that fill in an envelope.')
    .verbs(...(await loadVerbs(verbs, only)));
}
