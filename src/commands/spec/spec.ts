import { EsignCommand } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { specAssumptionsCommand } from './assumptions.js';
import { specShowCommand } from './show.js';

/** `esign spec`: the machine-readable description of the service, ours and its own. */
export function specCommand(context: Context): EsignCommand {
  return new EsignCommand('spec')
    .description('The machine-readable description of the service: the one esign is built on, and the one it serves.')
    .verbs(specShowCommand(context), specAssumptionsCommand(context));
}
