import { EsignCommand, loadVerbs, type Verbs } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';

/** `esign request`: the writes that this machine has sent, and how to settle those that were cut off. */
export async function requestCommand(context: Context, only?: string): Promise<EsignCommand> {
  const verbs: Verbs = {
    list: async () => (await import('./list.js')).requestListCommand(context),
    show: async () => (await import('./show.js')).requestShowCommand(context),
    resume: async () => (await import('./resume.js')).requestResumeCommand(context),
  };
  return new EsignCommand('request')
    .description('The writes that this machine has sent, and how those are settled that were cut off.')
    .verbs(...(await loadVerbs(verbs, only)));
}
