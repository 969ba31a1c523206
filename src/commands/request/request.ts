import { EsignCommand, loadVerbs, type Verbs } from '../../cli/flags/command.js';
import type { Context } from '../../cli/context/context.js';

/** `esign request`: the record of sent requests, and resuming those with an unknown outcome. */
export async function requestCommand(context: Context, only?: string): Promise<EsignCommand> {
  const verbs: Verbs = {
    list: async () => (await import('./list.js')).requestListCommand(context),
    show: async () => (await import('./show.js')).requestShowCommand(context),
    resume: async () => (await import('./resume.js')).requestResumeCommand(context),
  };
  return new EsignCommand('request')
    .description('Show the requests that this machine has sent, and resume those with an unknown outcome.')
    .verbs(...(await loadVerbs(verbs, only)));
}
