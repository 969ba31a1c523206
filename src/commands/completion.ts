import { join } from 'node:path';
import { Argument } from 'commander';
import { packageRoot } from '../asset.js';
import { EsignCommand, type Runner } from '../cli/command.js';
import type { Context } from '../cli/context.js';
import { localExitCodes } from '../cli/exit-code.js';
import { completionFiles, type Shell, shells } from '../reference/shells.js';

export interface CompletionOptions {
  readonly shell: Shell;
}

/** `esign completion SHELL`: prints the completion script of a shell, as it was made from the command tree. */
export function completionCommand(context: Context, run: Runner<CompletionOptions> = runCompletion): EsignCommand {
  return new EsignCommand('completion')
    .description(
      'Print the completion script of a shell. It holds the whole command tree; names of profiles and ids of envelopes it reads from files of this machine.',
    )
    .addArgument(new Argument('<shell>', 'the shell').choices([...shells]))
    .example('esign completion bash > ~/.local/share/bash-completion/completions/esign', 'For bash.')
    .example('esign completion zsh > "${fpath[1]}/_esign"', 'For zsh.')
    .example('esign completion fish > ~/.config/fish/completions/esign.fish', 'For fish.')
    .exits(localExitCodes)
    .action((shell: Shell) => run(context, { shell }));
}

/** The script is made with each release: so it comes at once, and bin/esign.js prints it without loading anything. */
export async function runCompletion(context: Context, { shell }: CompletionOptions): Promise<void> {
  const path = join(packageRoot(), 'completions', completionFiles[shell]);
  await context.output.text('script', await context.files.readText(path, { limit: 1024 * 1024 }));
}
