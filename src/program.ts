import type { OutputConfiguration } from 'commander';
import { createMask } from './client/mask.js';
import { nouns, type Noun } from './commands/nouns.js';
import { buildTree } from './commands/tree.js';
import { createContext } from './compose.js';
import { EsignCommand } from './cli/command.js';
import type { Context, Surroundings } from './cli/context.js';
import type { ExitCode } from './cli/exit-code.js';
import { asksForJson, type GlobalFlags, readGlobalFlags } from './cli/global-flags.js';

/** One run of the program: the noun that a command line names is loaded, the others are only listed. */
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

/** The tree, with its help written to the streams of this run. */
async function buildProgram(context: Context, { streams }: Surroundings, load: Noun | null): Promise<EsignCommand> {
  const program = await buildTree(context, load);
  const helpWidth = (): number => Math.min(streams.columns ?? 80, 110);
  settle(program, {
    writeOut: (text) => streams.stdout.write(text),
    writeErr: (text) => streams.stderr.write(text),
    getOutHelpWidth: helpWidth,
    getErrHelpWidth: helpWidth,
    getOutHasColors: () => false,
    getErrHasColors: () => false,
  });
  return program;
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
