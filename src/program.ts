import { type Command, CommanderError, type OutputConfiguration } from 'commander';
import { createMask } from './client/mask.js';
import { nouns } from './commands/registry.js';
import { buildTree, type Named } from './commands/tree.js';
import type { Composed } from './app/compose.js';
import type { FailOptions } from './app/report-failure.js';
import type { CommandNode } from './cli/docs-gen/node.js';
import type { EsignCommand } from './cli/flags/command.js';
import type { Context, Host } from './cli/context/context.js';
import type { ExitCode } from './cli/failure/exit-code.js';
import {
  asksForDebug,
  asksForJson,
  colourAskedFor,
  failsAsJson,
  readGlobalFlags,
  takesNextWord,
} from './cli/flags/global-flags.js';
import { HelpAsJson, IdBegun, UnknownCommand, UsageFailure } from './cli/failure/failure.js';

/** One run of the program: the noun that a command line names is loaded, the others are only listed. */
export async function run(argv: readonly string[], surroundings: Host): Promise<ExitCode> {
  const mask = createMask();
  let composed: Composed | undefined;
  let begun: EsignCommand | undefined;
  const context = deferredContext(() => composed?.context);
  const parse = async (words: string[]): Promise<void> => {
    const program = await buildProgram(context, surroundings, words);
    program.hook('preAction', async (_, command) => {
      // Only a command that runs needs a context: help and a wrong command line come without it.
      const { createContext } = await import('./app/compose.js');
      // Someone who looks at the record of requests need not be told to do so.
      const unsettled = named(words)?.noun.name === 'request' ? 'silent' : 'told';
      const flags = { ...readGlobalFlags(command), get: named(words)?.verb === 'get' };
      begun = command as EsignCommand;
      composed = createContext(surroundings, flags, mask, unsettled);
      // What the result cannot give is told before a byte leaves.
      if (flags.jq !== undefined || Array.isArray(flags.json)) {
        const { resultFields } = await import('./cli/write/result-fields.js');
        await composed.context.output.willTell(await resultFields(begun));
      }
      const { hasTemplateName } = await import('./cli/flags/template-id.js');
      if (hasTemplateName(begun)) {
        const { withTemplateIds } = await import('./cli/flags/template-names.js');
        await withTemplateIds(begun, context);
      }
    });
    await program.parseAsync(words, { from: 'user' });
  };
  try {
    if (await printedHelpTopic(argv, surroundings, context)) return 0;
    if (asksForVersion(asFlags(argv)) && asksForJson(argv)) {
      const { printVersion } = await import('./app/print-version.js');
      await printVersion(asFlags(argv), context, surroundings, mask);
      return 0;
    }
    for (let words = asFlags(argv); ;) {
      try {
        await parse(words);
        return 0;
      } catch (failure) {
        if (failure instanceof HelpAsJson) {
          words = [...failure.words];
          continue;
        }
        // Only while the command line is read: a command that has begun is not run again.
        if (!(failure instanceof IdBegun) || composed !== undefined) throw failure;
        const { withWholeId } = await import('./cli/flags/expand-id.js');
        words = await withWholeId(words, failure, surroundings);
      }
    }
  } catch (thrown) {
    // Help and the version end this way too; that is not a failure.
    if (thrown instanceof CommanderError && thrown.exitCode === 0) return 0;
    const { fail } = await import('./app/report-failure.js');
    const failure = thrown instanceof UnknownCommand ? await withSuggestions(thrown, argv, context) : thrown;
    const hide = (text: string): string => mask.text(text);
    const options = failOptions(argv, hide, surroundings, begun);
    if (begun === undefined) return await fail(failure, surroundings, options);
    const { flagOrigin } = await import('./cli/flags/flag-origin.js');
    return await fail(failure, surroundings, {
      ...options,
      origin: flagOrigin(begun),
      deviating: composed?.deviating(),
    });
  } finally {
    if (surroundings.exits !== true) await composed?.close();
  }
}

/** The failure with the commands that may be meant, which are looked for in the whole tree. */
async function withSuggestions(
  failure: UnknownCommand,
  argv: readonly string[],
  context: Context,
): Promise<UsageFailure> {
  const { suggestCommands } = await import('./cli/flags/suggest-command.js');
  const words = plainWords(argv[0] === 'help' ? argv.slice(1) : argv, Infinity).filter((word) => word !== 'help');
  const commands = suggestCommands(await buildTree(context, 'all'), words).map((command) => `\`esign ${command}\``);
  if (commands.length === 0) return failure;
  const hint = `Did you mean ${commands.join(', ').replace(/, (?=[^,]*$)/, ' or ')}?`;
  return new UsageFailure(failure.message, { code: failure.code, hint });
}

/** What a command line says about how a failure is reported, even when it cannot be parsed. */
export function failOptions(
  argv: readonly string[],
  hide: (text: string) => string,
  { streams }: Host,
  command: EsignCommand | null = null,
): FailOptions {
  const json = failsAsJson(argv, streams.stdoutIsTerminal, command);
  return { json, debug: asksForDebug(argv), colour: colourAskedFor(argv), hide };
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
    confirmation: (again) => context().confirmation(again),
    get machine() {
      return context().machine;
    },
    api: (reach, stop) => context().api(reach, stop),
    recordedAs: () => context().recordedAs(),
    at: (profile, flag) => context().at(profile, flag),
    state: () => context().state(),
    journal: () => context().journal(),
  };
}

/** `esign help template get` is `esign template get --help`, and `esign version` is `esign --version`. */
function asFlags([first, ...rest]: readonly string[]): string[] {
  if (first === 'version' && plainWords(rest, 1).length === 0) return ['--version', ...rest];
  if (first !== 'help') return first === undefined ? [] : [first, ...rest];
  const isFlag = (word: string): boolean => word.startsWith('-');
  return [...rest.filter((word) => !isFlag(word)), '--help', ...rest.filter(isFlag)];
}

const asksForVersion = (words: readonly string[]): boolean =>
  plainWords(words, 1).length === 0 && words.some((word) => word === '--version' || word === '-V');

/** Whether a help that is asked for shows everything. */
const asksForAll = (words: readonly string[]): boolean =>
  words.slice(0, words.includes('--') ? words.indexOf('--') : undefined).includes('--all');

/** Prints the topic of `esign help TOPIC`; false for a command. Throws UsageFailure for neither. */
async function printedHelpTopic(
  [first, ...rest]: readonly string[],
  { streams }: Host,
  context: Context,
): Promise<boolean> {
  const words = rest.filter((word) => !word.startsWith('-'));
  const [topic] = words;
  if (first !== 'help' || topic === undefined || topic === 'help' || named([topic]) !== null) return false;
  const { helpTopic, unknownTopic } = await import('./cli/docs-gen/help-topic.js');
  const { suggestCommands } = await import('./cli/flags/suggest-command.js');
  const loadTree = async (): Promise<CommandNode> => {
    const { readTree } = await import('./cli/docs-gen/node.js');
    return readTree(await buildTree(context, 'all'));
  };
  const text = words.length === 1 ? await helpTopic(topic, widthOf(streams), loadTree) : null;
  if (text === null) throw unknownTopic(words, suggestCommands(await buildTree(context, 'all'), words));
  streams.stdout.write(text);
  return true;
}

const widthOf = ({ columns }: Host['streams']): number => Math.min(columns ?? 80, 110);

/** The tree, with its help written to the streams of this run. */
async function buildProgram(context: Context, { streams }: Host, words: readonly string[]): Promise<EsignCommand> {
  const program = await buildTree(context, named(words));
  const helpWidth = (): number => widthOf(streams);
  configure(program, asksForAll(words), {
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
function configure(command: Command, fullHelp: boolean, output: OutputConfiguration): void {
  command.configureOutput(output);
  if ('fullHelp' in command) command.fullHelp = fullHelp;
  for (const child of command.commands) configure(child, fullHelp, output);
}

/** The noun that a command line names and the word after it: the first words that are neither a flag nor a flag's value. */
function named(argv: readonly string[]): Named | null {
  const words = plainWords(argv, 2);
  const noun = nouns.find(({ name, aliases = [] }) => words[0] === name || aliases.includes(words[0] ?? ''));
  return noun === undefined ? null : { noun, verb: words[1] };
}

/** The first words that are neither flags nor their values. */
function plainWords(argv: readonly string[], max: number): string[] {
  const words: string[] = [];
  for (let index = 0; index < argv.length && words.length < max; index += 1) {
    const word = argv[index] ?? '';
    if (word === '--') break;
    if (!word.startsWith('-')) words.push(word);
    else if (takesNextWord(word)) index += 1;
  }
  return words;
}
