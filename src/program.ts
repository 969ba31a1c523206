import { type Command, CommanderError, type OutputConfiguration } from 'commander';
import { createMask } from './client/mask.js';
import { nouns } from './commands/registry.js';
import { buildTree, type Named } from './commands/tree.js';
import type { Composed } from './app/compose.js';
import type { FailOptions } from './app/report-failure.js';
import type { EsignCommand } from './cli/command.js';
import type { Context, Host } from './cli/context.js';
import type { ExitCode } from './cli/exit-code.js';
import { IdBegun } from './cli/failure.js';
import { asksForDebug, asksForJson, colourAskedFor, readGlobalFlags, takesNextWord } from './cli/global-flags.js';

/** One run of the program: the noun that a command line names is loaded, the others are only listed. */
export async function run(argv: readonly string[], surroundings: Host): Promise<ExitCode> {
  const mask = createMask();
  let composed: Composed | undefined;
  const context = deferredContext(() => composed?.context);
  const parse = async (words: string[]): Promise<void> => {
    const program = await buildProgram(context, surroundings, named(words));
    program.hook('preAction', async (_, command) => {
      // Only a command that runs needs a context: help and a wrong command line come without it.
      const { createContext } = await import('./app/compose.js');
      // Whoever looks at the record of requests need not be told to do so.
      const unsettled = named(words)?.noun.name === 'request' ? 'silent' : 'told';
      const flags = readGlobalFlags(command);
      composed = createContext(surroundings, flags, mask, unsettled);
      // What the result cannot give is told before a byte leaves.
      if (flags.jq === undefined && !Array.isArray(flags.json)) return;
      const { resultFields } = await import('./cli/result-fields.js');
      await composed.context.output.willTell(resultFields(command as EsignCommand));
    });
    await program.parseAsync(words, { from: 'user' });
  };
  try {
    if (await printedHelpTopic(argv, surroundings)) return 0;
    for (let words = helpLast(argv); ;) {
      try {
        await parse(words);
        return 0;
      } catch (failure) {
        // Only while the command line is read: a command that has begun is not run again.
        if (!(failure instanceof IdBegun) || composed !== undefined) throw failure;
        const { withWholeId } = await import('./app/expand-id.js');
        words = await withWholeId(words, failure, surroundings);
      }
    }
  } catch (failure) {
    // Help and the version end this way too, and are no failure.
    if (failure instanceof CommanderError && failure.exitCode === 0) return 0;
    const { fail } = await import('./app/report-failure.js');
    const hide = (text: string): string => mask.text(text);
    return await fail(failure, surroundings, failOptions(argv, hide));
  } finally {
    if (surroundings.exits !== true) await composed?.close();
  }
}

/** What a command line says about how a failure is told; it may be too wrong to be read properly. */
export function failOptions(argv: readonly string[], hide: (text: string) => string): FailOptions {
  return { json: asksForJson(argv), debug: asksForDebug(argv), colour: colourAskedFor(argv), hide };
}

/** A context for building the tree, filled in when a command is about to run. */
function deferredContext(composed: () => Context | undefined): Context {
  const context = (): Context => {
    const found = composed();
    if (found === undefined) throw new Error('a command used its context before it ran');
    return found;
  };
  return {
    get output() {
      return context().output;
    },
    get prompt() {
      return context().prompt;
    },
    get files() {
      return context().files;
    },
    get clock() {
      return context().clock;
    },
    get signal() {
      return context().signal;
    },
    flags: () => context().flags(),
    settings: () => context().settings(),
    isEmulator: (again) => context().isEmulator(again),
    get machine() {
      return context().machine;
    },
    api: (reach, stop) => context().api(reach, stop),
    journal: () => context().journal(),
  };
}

/** `esign help template get` is `esign template get --help`. */
function helpLast(argv: readonly string[]): string[] {
  return argv[0] === 'help' ? [...argv.slice(1), '--help'] : [...argv];
}

/**
 * Writes what `esign help exit-codes` asks for; false when the words are not about a topic. Throws UsageFailure when they
 * name neither a topic nor a command.
 */
async function printedHelpTopic([first, ...rest]: readonly string[], { streams }: Host): Promise<boolean> {
  const words = rest.filter((word) => !word.startsWith('-'));
  const [topic] = words;
  if (first !== 'help' || topic === undefined || topic === 'help' || named([topic]) !== null) return false;
  const { helpTopic, noSuchTopic } = await import('./docs-gen/help-topic.js');
  const text = words.length === 1 ? helpTopic(topic, widthOf(streams)) : null;
  if (text === null)
    throw noSuchTopic(
      words,
      nouns.flatMap(({ name, aliases = [] }) => [name, ...aliases]),
    );
  streams.stdout.write(text);
  return true;
}

const widthOf = ({ columns }: Host['streams']): number => Math.min(columns ?? 80, 110);

/** The tree, with its help written to the streams of this run. */
async function buildProgram(context: Context, { streams }: Host, load: Named | null): Promise<EsignCommand> {
  const program = await buildTree(context, load);
  const helpWidth = (): number => widthOf(streams);
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
function settle(command: Command, output: OutputConfiguration): void {
  command.configureOutput(output);
  for (const child of command.commands) settle(child, output);
}

/** The noun that a command line names and the word after it: the first words that are no flag and no flag's value. */
function named(argv: readonly string[]): Named | null {
  const words = plainWords(argv);
  const noun = nouns.find(({ name, aliases = [] }) => words[0] === name || aliases.includes(words[0] ?? ''));
  return noun === undefined ? null : { noun, verb: words[1] };
}

function plainWords(argv: readonly string[]): string[] {
  const words: string[] = [];
  for (let index = 0; index < argv.length && words.length < 2; index += 1) {
    const word = argv[index] ?? '';
    if (word === '--') break;
    if (!word.startsWith('-')) words.push(word);
    else if (takesNextWord(word)) index += 1;
  }
  return words;
}
