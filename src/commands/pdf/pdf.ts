import { EsignCommand, loadVerbs, type Verbs } from '../../cli/flags/command.js';
import type { Context } from '../../cli/context/context.js';

/** `esign pdf`: sealed PDFs, verified without the service. */
export async function pdfCommand(context: Context, only?: string): Promise<EsignCommand> {
  const verbs: Verbs = {
    verify: async () => (await import('./verify.js')).pdfVerifyCommand(context),
  };
  return new EsignCommand('pdf')
    .description('Verify sealed PDFs on this machine.')
    .verbs(...(await loadVerbs(verbs, only)));
}
