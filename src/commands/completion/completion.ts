import { EsignCommand, loadVerbs, type Verbs } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';

/** `esign completion`: prints or installs completion scripts. */
export async function completionCommand(context: Context, only?: string): Promise<EsignCommand> {
  const print = async (shell: 'bash' | 'zsh' | 'fish' | 'powershell'): Promise<EsignCommand> =>
    (await import('../../completion/print.js')).completionPrintCommand(context, shell);
  const verbs: Verbs = {
    install: async () => (await import('./install.js')).completionInstallCommand(context),
    bash: () => print('bash'),
    zsh: () => print('zsh'),
    fish: () => print('fish'),
    powershell: () => print('powershell'),
  };
  return new EsignCommand('completion')
    .description('Print or install the completion script for bash, zsh, fish or PowerShell.')
    .verbs(...(await loadVerbs(verbs, only)));
}
