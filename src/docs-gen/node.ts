import type { Argument, Command, Option } from 'commander';
import type { EsignCommand } from '../cli/command.js';
import { globalHeading } from '../cli/global-flags.js';
import type { ExitCode } from '../cli/exit-code.js';
import { type CompletionWord, completionHintOf } from '../cli/completion-hint.js';

/** One command as plain data, read from Commander's tree: what all reference texts are made from. */
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
  readonly operations: readonly string[];
  readonly commands: readonly CommandNode[];
  /** The one that is meant where none is named; null: one has to be. */
  readonly defaultCommand: string | null;
}

export interface ArgumentNode {
  readonly name: string;
  readonly about: string;
  readonly required: boolean;
  readonly variadic: boolean;
  readonly choices: readonly string[];
  /** What Tab offers: the choices, or more where a parser takes more than those. */
  readonly offered: readonly CompletionWord[];
  /** Of the files that Tab offers; none: all. */
  readonly endings: readonly string[];
  /** A command of the shell with its own words, after `--`. */
  readonly commandLine: boolean;
}

export interface OptionNode {
  readonly long: string | null;
  readonly short: string | null;
  readonly about: string;
  /** The name of its value, or null when it takes none. */
  readonly value: string | null;
  readonly valueOptional: boolean;
  /** The command is refused without it. */
  readonly required: boolean;
  readonly repeatable: boolean;
  readonly choices: readonly string[];
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
    commands: [...help.visibleCommands(command)].filter(isOurs).map((child) => readTree(child, path)),
    defaultCommand: command.defaultCommand,
  };
}

/** Every command that does something, in the order of the tree. */
export function leavesOf(node: CommandNode): readonly CommandNode[] {
  return node.commands.length === 0 ? [node] : node.commands.flatMap(leavesOf);
}

/** Every command and noun, in the order of the tree. */
export function allOf(node: CommandNode): readonly CommandNode[] {
  return [node, ...node.commands.flatMap(allOf)];
}

/** How a command is typed: `esign template get ID [options]`. */
export function synopsisOf(node: CommandNode): string {
  const words = node.arguments.map(writeArgument);
  return [node.path, ...(node.commands.length > 0 ? ['COMMAND'] : words), '[options]'].join(' ');
}

function writeArgument({ name, required, variadic }: ArgumentNode): string {
  const word = `${name.toUpperCase()}${variadic ? '…' : ''}`;
  return required ? word : `[${word}]`;
}

function readOption(option: Option): OptionNode {
  return {
    long: option.long ?? null,
    short: option.short ?? null,
    about: option.description,
    value: /[<[]([^>\]]+)[>\]]/.exec(option.flags)?.[1] ?? null,
    valueOptional: option.optional,
    required: option.mandatory,
    // Commander hands what came before to a parser that keeps it.
    repeatable: option.variadic || (option.parseArg?.length ?? 0) > 1,
    choices: option.argChoices ?? [],
    ...offered(option),
    global: option.helpGroupHeading === globalHeading,
  };
}

function offered(taker: Argument | Option): Pick<ArgumentNode, 'offered' | 'endings'> {
  const { words, files } = completionHintOf(taker);
  return { offered: words, endings: files };
}

const isOurs = (command: Command): command is EsignCommand => 'exitCodes' in command && command.name() !== 'help';

const firstSentence = (text: string): string => text.split(/(?<=\.)\s/)[0]?.replace(/\.$/, '') ?? text;
