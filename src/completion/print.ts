import { join } from 'node:path';
import { packageRoot } from '../platform/package-files.js';
import { EsignCommand } from '../cli/command.js';
import type { Context } from '../cli/context.js';
import { localExitCodes } from '../cli/exit-code.js';
import { completionFiles, type Shell } from '../docs-gen/shells.js';

export interface CompletionPrintOptions {
  readonly shell: Shell;
}

const names: Readonly<Record<Shell, string>> = { bash: 'bash', zsh: 'zsh', fish: 'fish', powershell: 'PowerShell' };
const examples: Readonly<Record<Shell, string>> = {
  bash: 'esign completion bash > ~/.local/share/bash-completion/completions/esign',
  zsh: 'esign completion zsh > "${fpath[1]}/_esign"',
  fish: 'esign completion fish > ~/.config/fish/completions/esign.fish',
  powershell: 'esign completion powershell > esign.ps1',
};

/** `esign completion SHELL`: prints the prebuilt completion script of a shell. */
export function completionPrintCommand(context: Context, shell: Shell): EsignCommand {
  return new EsignCommand(shell)
    .summary(`Print the script for ${names[shell]}`)
    .description(
      `Print the completion script for ${names[shell]}. It contains all commands. Names of profiles, and IDs of ` +
        'envelopes and templates, are read from files of this machine.',
    )
    .example(examples[shell], 'Save it where the shell finds it. `esign completion install` does this for you.')
    .prints((s) => s.object({ script: s.text }))
    .exits(localExitCodes)
    .action(() => runCompletionPrint(context, { shell }));
}

/** The script is built with each release, so bin/esign.js prints it without loading the program. */
export async function runCompletionPrint(context: Context, { shell }: CompletionPrintOptions): Promise<void> {
  await context.output.text('script', await scriptOf(context, shell));
}

/** The script of a shell as the release holds it. */
export function scriptOf(context: Pick<Context, 'files'>, shell: Shell): Promise<string> {
  return context.files.readText(join(packageRoot(), 'completions', completionFiles[shell]), { limit: 1024 * 1024 });
}
