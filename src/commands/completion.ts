import { Argument } from 'commander';
import { EsignCommand, type Runner } from '../cli/command.js';
import type { Context } from '../cli/context.js';
import { localExitCodes } from '../cli/exit-code.js';
import { completionScript, type Shell, shells } from '../reference/completion.js';
import { readTree } from '../reference/node.js';

export interface CompletionOptions {
  readonly shell: Shell;
}

/** `esign completion SHELL`: prints the completion script of a shell, made from the command tree. */
export function completionCommand(context: Context, run: Runner<CompletionOptions> = runCompletion): EsignCommand {
  return new EsignCommand('completion')
    .description('Print the completion script of a shell. It holds the whole command tree and calls nothing.')
    .addArgument(new Argument('<shell>', 'the shell').choices([...shells]))
    .example('esign completion bash > ~/.local/share/bash-completion/completions/esign', 'For bash.')
    .example('esign completion zsh > "${fpath[1]}/_esign"', 'For zsh.')
    .example('esign completion fish > ~/.config/fish/completions/esign.fish', 'For fish.')
    .exits(localExitCodes)
    .action((shell: Shell) => run(context, { shell }));
}

export async function runCompletion(context: Context, { shell }: CompletionOptions): Promise<void> {
  // Only this command needs the whole tree.
  const { buildTree } = await import('./tree.js');
  await context.output.text('script', completionScript(shell, readTree(await buildTree(context, 'all'))));
}
