import { EsignCommand, loadVerbs, type Verbs } from '../../cli/flags/command.js';
import type { Context } from '../../cli/context/context.js';

/** `esign agent`: settings for AI agents. */
export async function agentCommand(context: Context, only?: string): Promise<EsignCommand> {
  const verbs: Verbs = {
    setup: async () => (await import('./setup.js')).agentSetupCommand(context),
  };
  return new EsignCommand('agent')
    .description('Let an AI agent work with esign in this project. What it should know: esign help agents.')
    .verbs(...(await loadVerbs(verbs, only)));
}
