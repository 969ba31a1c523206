import { EsignCommand, loadVerbs, type Verbs } from '../../cli/flags/command.js';
import type { Context } from '../../cli/context/context.js';

/** `esign event`: received deliveries, and test events. */
export async function eventCommand(context: Context, only?: string): Promise<EsignCommand> {
  const verbs: Verbs = {
    list: async () => (await import('./list.js')).eventListCommand(context),
    show: async () => (await import('./show.js')).eventShowCommand(context),
    replay: async () => (await import('./replay.js')).eventReplayCommand(context),
    send: async () => (await import('./send.js')).eventSendCommand(context),
  };
  return new EsignCommand('event')
    .description('Show and replay the deliveries that `esign listen` received, and send test events.')
    .verbs(...(await loadVerbs(verbs, only)));
}
