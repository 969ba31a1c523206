import type { OutputConfiguration } from 'commander';
import { createMask } from './client/mask.js';
import { nouns, type Noun } from './commands/nouns.js';
import { createContext } from './compose.js';
import { EsignCommand } from './cli/command.js';
import type { Context, Surroundings } from './cli/context.js';
import type { ExitCode } from './cli/exit-code.js';
import { asksForJson, type GlobalFlags, readGlobalFlags } from './cli/global-flags.js';
import { version } from './version.js';

/** The command tree and one run of it: the noun that a command line names is loaded, the others only listed. */
export async function run(argv: readonly string[], surroundings: Surroundings): Promise<ExitCode> {
  let flags: GlobalFlags = asksForJson(argv) ? { json: true } : {};
  const mask = createMask();
  const { context, close } = createContext(surroundings, () => flags, mask);
  try {
    const program = await buildProgram(context, surroundings, namedNoun(argv));
    program.hook('preAction', (_, command) => {
      flags = readGlobalFlags(command);
    });
    await program.parseAsync([...argv], { from: 'user' });
    return 0;
  } catch (failure) {
    const { fail } = await import('./fail.js');
    const hide = (text: string): string => mask.text(text);
    return await fail(failure, surroundings, { json: asksForJson(argv), debug: argv.includes('--debug'), hide });
  } finally {
    await close();
  }
}

/** The program with one noun loaded, all of them, or none. */
export async function buildProgram(
  context: Context,
  surroundings: Pick<Surroundings, 'streams'>,
  load: Noun | 'all' | null,
): Promise<EsignCommand> {
  const program = new EsignCommand('esign')
    .description('Electronic signatures from the command line, and the whole service emulated on your own machine.')
    .version(version, '-V, --version', 'show the version')
    .helpCommand('help [command]', 'show the help of a command')
    .example('esign demo --out demo', 'Run the main job on your own machine and look at the PDFs.')
    .example('esign emulator start', 'Start the service on your own machine.')
    .example('esign template create lease.pdf --profile local', 'Make a template from a PDF form.');
  for (const noun of nouns) {
    const command = load === 'all' || load === noun ? await noun.load(context) : new EsignCommand(noun.name);
    if (load !== 'all' && load !== noun) for (const alias of noun.aliases ?? []) command.alias(alias);
    program.addCommand(command.summary(noun.summary).helpGroup(noun.heading));
  }
  const { streams } = surroundings;
  settle(program, {
    writeOut: (text) => streams.stdout.write(text),
    writeErr: (text) => streams.stderr.write(text),
    getOutHelpWidth: () => Math.min(streams.columns ?? 80, 110),
    getErrHelpWidth: () => Math.min(streams.columns ?? 80, 110),
    getOutHasColors: () => false,
    getErrHasColors: () => false,
  });
  return program;
}

/** Every command, for the reference and for the tests that look at all of them. */
export function buildWholeProgram(context: Context, surroundings: Pick<Surroundings, 'streams'>): Promise<EsignCommand> {
  return buildProgram(context, surroundings, 'all');
}

/** Commander hands its settings down only to commands that it makes itself. */
function settle(command: EsignCommand, output: OutputConfiguration): void {
  command.configureOutput(output);
  for (const child of command.commands) settle(child as EsignCommand, output);
}

/** The noun that a command line names: the first word that is no flag and no flag's value. */
function namedNoun(argv: readonly string[]): Noun | null {
  const known = new EsignCommand('esign');
  for (let index = 0; index < argv.length; index += 1) {
    const word = argv[index] ?? '';
    if (word === '--') return null;
    if (word === 'help') continue;
    if (!word.startsWith('-')) {
      return nouns.find((noun) => noun.name === word || (noun.aliases ?? []).includes(word)) ?? null;
    }
    if (!word.includes('=') && known.optionNamed(word)?.required === true) index += 1;
  }
  return null;
}
