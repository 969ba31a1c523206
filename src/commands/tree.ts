import { Command } from 'commander';
import { EsignCommand } from '../cli/command.js';
import type { Context } from '../cli/context.js';
import { version } from '../platform/version.js';
import { type Noun, nouns } from './registry.js';

/** The noun of a command line, and the word that follows it. */
export interface Named {
  readonly noun: Noun;
  readonly verb: string | undefined;
}

/** The command tree with one noun loaded, all of them, or none; the others are listed with their summary only. */
export async function buildTree(context: Context, load: Named | 'all' | null): Promise<EsignCommand> {
  const program = new EsignCommand('esign')
    .summary('Electronic signatures from the command line')
    .description('Electronic signatures from the command line, and the whole service emulated on your own machine.')
    .version(version, '-V, --version', 'show the version')
    .helpCommand(
      'help [command]',
      'Show the help of a command, or on output, exit-codes, environment, errors, security, text-tags, bulk, webhooks or testing',
    )
    .example('esign demo --out demo', 'Run the main job on your own machine and look at the PDFs.')
    .example('esign emulator start', 'Start the service on your own machine.')
    .example('esign template create lease.pdf --profile local', 'Make a template from a PDF form.');
  for (const noun of nouns) {
    const loaded = load === 'all' || load?.noun === noun;
    // One that is only listed needs none of our flags.
    const command = loaded ? await noun.load(context, load === 'all' ? undefined : load?.verb) : new Command(noun.name);
    const known = command.aliases();
    for (const alias of noun.aliases ?? []) if (!known.includes(alias)) command.alias(alias);
    program.addCommand(command.summary(noun.summary).helpGroup(noun.heading));
  }
  return program;
}
