import { Command } from 'commander';
import { EsignCommand } from '../cli/flags/command.js';
import type { Context } from '../cli/context/context.js';
import { version } from '../core/platform/version.js';
import { type Noun, nouns } from './registry.js';

/** Here as names alone, since the topics themselves take time to load. */
const topicNames = [
  'output',
  'exit-codes',
  'environment',
  'errors',
  'security',
  'text-tags',
  'bulk',
  'webhooks',
  'testing',
  'contract',
  'agents',
  'guides',
];

/** The noun of a command line, and the word after it. */
export interface Named {
  readonly noun: Noun;
  readonly verb: string | undefined;
}

/** The command tree with one noun loaded, all of them, or none. The others are listed with their summaries only. */
export async function buildTree(context: Context, load: Named | 'all' | null): Promise<EsignCommand> {
  const program = new EsignCommand('esign')
    .summary('Send documents for electronic signature')
    .description('Send documents for electronic signature, and test with an emulator.')
    .version(version, '-V, --version', 'show the version')
    .helpCommand('help [command]', 'Show the help of a command or a topic')
    .rarely('--version')
    .hides(...nouns.filter(({ hidden }) => hidden === true).map(({ name }) => name))
    .example('esign demo -o demo', 'Run a complete signing workflow on this machine and keep the PDFs.')
    .example('esign dev -- npm start', 'Develop an app against the emulator.')
    .readOn(
      'One command: esign COMMAND --help; all commands: esign help commands',
      `Help topics (esign help TOPIC): ${topicNames.join(', ')}`,
    );
  for (const noun of nouns) {
    const loaded = load === 'all' || load?.noun === noun;
    // A noun that is only listed needs no flags.
    const command = loaded ? await noun.load(context, load === 'all' ? undefined : load?.verb) : new Command(noun.name);
    const known = command.aliases();
    for (const alias of noun.aliases ?? []) if (!known.includes(alias)) command.alias(alias);
    program.addCommand(command.summary(noun.summary).helpGroup(noun.heading));
  }
  return program;
}
