import type { Argument, Command, Option } from 'commander';
import type { EsignCommand } from '../flags/command.js';
import type { OperationId } from '../../contract/operations.js';
import { isRepeatable } from '../flags/option.js';
import { globalHeading } from '../flags/global-flags.js';
import { argumentWord } from '../flags/help.js';
import type { ExitCode } from '../failure/exit-code.js';
import { type CompletionWord, completionHintOf } from '../flags/completion-hint.js';

/** One command as plain data from Commander's tree, the source of all reference texts. */
export interface CommandNode {
  readonly name: string;
  /** `esign template get` */
  readonly path: string;
  readonly aliases: readonly string[];
  readonly heading: string;
  readonly summary: string;
  readonly description: string;
  readonly arguments: readonly ArgumentNode[];
  readonly options: readonly OptionNode[];
  readonly examples: readonly { readonly line: string; readonly about: string }[];
  readonly exitCodes: readonly ExitCode[];
  readonly operations: readonly OperationId[];
  readonly outputs: EsignCommand['outputs'];
  readonly noOutput: EsignCommand['noOutput'];
  readonly commands: readonly CommandNode[];
  /** The commands below it that short help and completion leave out. */
  readonly hiddenCommands: readonly string[];
  /** The default verb; null if one is required. */
  readonly defaultCommand: string | null;
}

export interface ArgumentNode {
  readonly name: string;
  readonly about: string;
  readonly required: boolean;
  readonly variadic: boolean;
  readonly choices: readonly string[];
  /** Completions: the choices, or more values that a parser accepts. */
  readonly offered: readonly CompletionWord[];
  /** Extensions of the completed files; empty: all. */
  readonly endings: readonly string[];
  /** A shell command with its arguments, after `--`. */
  readonly commandLine: boolean;
}

export interface OptionNode {
  readonly long: string | null;
  readonly short: string | null;
  readonly about: string;
  /** The name of its value, or null without one. */
  readonly value: string | null;
  readonly valueOptional: boolean;
  /** Whether the command requires it. */
  readonly required: boolean;
  readonly repeatable: boolean;
  readonly choices: readonly string[];
  /** As a value of the flag; null where words alone tell it, or nothing is taken. */
  readonly default: string | null;
  readonly offered: readonly CompletionWord[];
  readonly endings: readonly string[];
  readonly global: boolean;
}

/** Reads a command and everything below it. Hidden commands and options are left out. */
export function readTree(command: EsignCommand, parent = ''): CommandNode {
  const path = parent === '' ? command.name() : `${parent} ${command.name()}`;
  const help = command.createHelp();
  return {
    name: command.name(),
    path,
    aliases: command.aliases(),
    heading: command.helpGroup().replace(/:$/, ''),
    summary: command.summary() || firstSentence(command.description()),
    description: help.commandDescription(command),
    arguments: command.registeredArguments.map((argument) => ({
      name: argument.name(),
      about: argument.description,
      required: argument.required,
      variadic: argument.variadic,
      choices: argument.argChoices ?? [],
      ...offered(argument),
      commandLine: completionHintOf(argument).commandLine,
    })),
    options: [...help.visibleOptions(command)].map(readOption),
    examples: command.examples,
    exitCodes: command.exitCodes,
    operations: command.operations,
    outputs: command.outputs,
    noOutput: command.noOutput,
    commands: [...help.visibleCommands(command)].filter(isOurs).map((child) => readTree(child, path)),
    hiddenCommands: command.hiddenVerbs,
    defaultCommand: command.defaultCommand,
  };
}

/** Every command that is not a noun, in tree order. */
export const leavesOf = (node: CommandNode): readonly CommandNode[] => allOf(node).filter((each) => !isNoun(each));

const isNoun = (node: CommandNode): boolean => node.commands.length > 0 && node.arguments.length === 0;

/** Every command and noun, in tree order. */
export function allOf(node: CommandNode): readonly CommandNode[] {
  return [node, ...node.commands.flatMap(allOf)];
}

/** How a command is typed: `esign template get ID [options]`. */
export function synopsisOf(node: CommandNode): string {
  const words = isNoun(node)
    ? ['COMMAND']
    : node.arguments.map(({ name, ...rest }) => argumentWord({ ...rest, name: () => name }));
  const needed = node.options.filter(({ required }) => required).map(({ long, value }) => `${long} <${value}>`);
  return [node.path, ...words, ...needed, '[options]'].join(' ');
}

function readOption(option: Option): OptionNode {
  return {
    long: option.long ?? null,
    short: option.short ?? null,
    about: option.description,
    value: /[<[]([^<>[\]]+)[>\]]/.exec(option.flags)?.[1] ?? null,
    valueOptional: option.optional,
    required: option.mandatory,
    repeatable: isRepeatable(option),
    choices: option.argChoices ?? [],
    default: defaultOf(option),
    ...offered(option),
    global: option.helpGroupHeading === globalHeading,
  };
}

function defaultOf({ description, defaultValue, defaultValueDescription: words }: Option): string | null {
  const value: unknown = defaultValue;
  if (words !== undefined) return words;
  if (typeof value === 'string' || typeof value === 'number') return `${value}`;
  return /\(default: ([^\s;()]+)[;)]/.exec(description)?.[1] ?? null;
}

function offered(taker: Argument | Option): Pick<ArgumentNode, 'offered' | 'endings'> {
  const { words, files } = completionHintOf(taker);
  return { offered: words, endings: files };
}

const isOurs = (command: Command): command is EsignCommand => 'exitCodes' in command && command.name() !== 'help';

const firstSentence = (text: string): string => text.split(/(?<=\.)\s/)[0]?.replace(/\.$/, '') ?? text;
