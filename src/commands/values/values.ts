import { EsignCommand, loadVerbs, type Verbs } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';

/** `esign values`: what envelopes are filled with beforehand, in files. */
export async function valuesCommand(context: Context, only?: string): Promise<EsignCommand> {
  const verbs: Verbs = {
    check: async () => (await import('./check.js')).valuesCheckCommand(context),
  };
  return new EsignCommand('values')
    .description('Values that envelopes are filled with beforehand, kept in files.')
    .verbs(...(await loadVerbs(verbs, only)));
}
