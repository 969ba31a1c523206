import { Argument } from 'commander';
import { EsignCommand } from '../../cli/flags/command.js';
import type { Context } from '../../cli/context/context.js';
import { localExitCodes } from '../../cli/failure/exit-code.js';
import { scriptOf } from '../../cli/completion/shell-paths.js';
import { type Shell, shells } from '../../cli/docs-gen/shells.js';
import { completionInstallCommand } from './install.js';

/** `esign completion SHELL`: prints the prebuilt completion script of a shell; its other command installs it. */
export function completionCommand(context: Context): EsignCommand {
  return new EsignCommand('completion')
    .description(
      'Print the completion script for bash, zsh, fish or PowerShell, or install it. It contains all commands. Names of ' +
        'profiles, and IDs of envelopes and templates, are read from files of this machine.',
    )
    .addArgument(new Argument('<shell>', 'shell to print the script for').choices([...shells]))
    .example('esign completion bash > esign.bash', 'Print the script. `esign completion install` saves it for you.')
    .example('esign completion zsh > _esign', 'Print it for zsh, and move it to a folder of `fpath`.')
    .prints((s) => s.object({ script: s.text }))
    .plain()
    .exits(localExitCodes)
    .verbs(completionInstallCommand(context))
    .action((shell: Shell) => runCompletionPrint(context, shell));
}

/** The script is built with each release, so bin/esign.js prints it without loading the program. */
async function runCompletionPrint(context: Context, shell: Shell): Promise<void> {
  await context.output.text('script', await scriptOf(context, shell));
}
