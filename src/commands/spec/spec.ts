import { EsignCommand, loadVerbs, type Verbs } from '../../cli/flags/command.js';
import type { Context } from '../../cli/context/context.js';

/** `esign spec`: the machine-readable API description, of esign and of the service. */
export async function specCommand(context: Context, only?: string): Promise<EsignCommand> {
  const verbs: Verbs = {
    show: async () => (await import('./show.js')).specShowCommand(context),
    check: async () => (await import('./check.js')).specCheckCommand(context),
    adopt: async () => (await import('./adopt.js')).specAdoptCommand(context),
    prove: async () => (await import('./prove.js')).specProveCommand(context),
    catalogue: async () => (await import('./catalogue.js')).specCatalogueCommand(context),
    rule: async () => (await import('./rule.js')).specRuleCommand(context),
    assumptions: async () => (await import('./assumptions.js')).specAssumptionsCommand(context),
  };
  return new EsignCommand('spec')
    .description(
      'Show the machine-readable API description that esign uses, and compare it with the one of the service.',
    )
    .verbs(...(await loadVerbs(verbs, only)))
    .hides('rule', 'assumptions');
}
