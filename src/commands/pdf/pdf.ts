import { EsignCommand, loadVerbs, type Verbs } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';

/** `esign pdf`: what the service sealed, judged without it. */
export async function pdfCommand(context: Context, only?: string): Promise<EsignCommand> {
  const verbs: Verbs = {
    verify: async () => (await import('./verify.js')).pdfVerifyCommand(context),
  };
  return new EsignCommand('pdf')
    .description('PDFs that the service sealed, judged on this machine.')
    .verbs(...(await loadVerbs(verbs, only)));
}
