import { EsignCommand, loadVerbs, type Verbs } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';

/** `esign spec`: the machine-readable description of the service, ours and its own. */
export async function specCommand(context: Context, only?: string): Promise<EsignCommand> {
  const verbs: Verbs = {
    show: async () => (await import('./show.js')).specShowCommand(context),
    check: async () => (await import('./check.js')).specCheckCommand(context),
    catalogue: async () => (await import('./catalogue.js')).specCatalogueCommand(context),
    assumptions: async () => (await import('./assumptions.js')).specAssumptionsCommand(context),
  };
  return new EsignCommand('spec')
    .description('The machine-readable description of the service: the one esign is built on, and the one it serves.')
    .verbs(...(await loadVerbs(verbs, only)));
}
