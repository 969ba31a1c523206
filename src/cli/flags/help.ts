import { type Argument, type Command, Help, type Option } from 'commander';
import type { EsignCommand } from './command.js';
import { exitCodeRow } from '../failure/exit-code.js';
import { globalHeading } from './global-flags.js';
import { fold } from '../../core/terminal/wrap.js';
import { mayHarm } from '../../contract/effects.js';
import { type OperationId, operations } from '../../contract/operations.js';

/** The parts of a help text: description, usage, arguments, commands, options, examples, and links. */
export class EsignHelp extends Help {
  /** Whether everything is shown, as after `--help --all`. */
  readonly full: boolean;

  constructor(full = false) {
    super();
    this.full = full;
  }

  /** With its confirmations, so that help, manual and catalogue all show them. */
  override commandDescription(command: Command): string {
    const described = super.commandDescription(command) || command.summary();
    const known = ours(command);
    return [described, known === null ? null : asksFirst(known)].filter(Boolean).join(' ');
  }

  override boxWrap(text: string, width: number): string {
    return fold(text, width);
  }

  /** A term and its description side by side. A term that is too long gets its own line. */
  override formatItem(term: string, termWidth: number, description: string, help: Help): string {
    if (description === '') return `  ${term}`;
    const width = help.helpWidth ?? 80;
    const indent = ' '.repeat(termWidth + 4);
    const length = help.displayWidth(term);
    const gap = length <= termWidth ? ' '.repeat(termWidth - length + 2) : `\n${indent}`;
    return `  ${term}${gap}${help.boxWrap(description, width - termWidth - 4).replaceAll('\n', `\n${indent}`)}`;
  }

  override subcommandTerm(command: Command): string {
    return [command.name(), ...command.registeredArguments.map(argumentWord)].join(' ');
  }

  override optionDescription({ description, argChoices = [] }: Option): string {
    return withChoices(description, argChoices);
  }

  override argumentDescription({ description, argChoices = [] }: Argument): string {
    return withChoices(description, argChoices);
  }

  override argumentTerm(argument: Argument): string {
    return argument.name().toUpperCase();
  }

  override commandUsage(command: Command): string {
    const path = ours(command)?.path() ?? command.name();
    const words = command.registeredArguments.map(argumentWord);
    const needed = command.options.filter(({ mandatory }) => mandatory).map(({ flags }) => flags.replace(/^-\w, /, ''));
    const places = command.commands.length > 0 && words.length === 0 ? ['COMMAND'] : words;
    return [path, ...places, ...needed, '[options]'].join(' ');
  }

  /** The implicit `help` command works, but is not listed. */
  override visibleCommands(command: Command): Command[] {
    return super.visibleCommands(command).filter((each) => each.name() !== 'help');
  }

  override formatHelp(command: Command, help: Help): string {
    const width = help.helpWidth ?? 80;
    const known = ours(command);
    const contents = this.full || known === null ? fullContents(command, help) : shortContents(known, help);
    const blocks = [
      help.boxWrap(help.styleCommandDescription(contents.description), width),
      `${help.styleTitle('Usage:')} ${help.styleUsage(help.commandUsage(command))}`,
    ];
    const sections = sectionsOf(contents, help);
    const column = columnFor(sections, width, help);
    for (const { heading, items } of sections) {
      const lines = items.map(([term, about]) => help.formatItem(term, column, about, help));
      blocks.push([help.styleTitle(heading), ...lines].join('\n'));
    }
    if (contents.examples.length > 0) {
      // The line is not wrapped, so that it can be copied.
      const lines = contents.examples.map(({ line, about }) => {
        const wrapped = help.boxWrap(about, width - 6).replaceAll('\n', '\n      ');
        return `  ${help.styleCommandText(line)}\n      ${wrapped}`;
      });
      blocks.push([help.styleTitle('Examples:'), ...lines].join('\n'));
    }
    if (contents.exitCodes.length > 0) {
      const lines = contents.exitCodes.map((code) => {
        return help.formatItem(String(code), column, exitCodeRow(code).meaning, help);
      });
      blocks.push([help.styleTitle('Exit codes:'), ...lines].join('\n'));
    }
    if (contents.footer.length > 0) blocks.push(contents.footer.map((line) => help.boxWrap(line, width)).join('\n'));
    return `${blocks.join('\n\n')}\n`;
  }
}

/** `ID`, `[FILE…]`: an argument as the usage shows it. */
export function argumentWord(argument: Pick<Argument, 'name' | 'variadic' | 'required'>): string {
  const word = `${argument.name().toUpperCase()}${argument.variadic ? '…' : ''}`;
  return argument.required ? word : `[${word}]`;
}

/** What a flag or an argument is, with the values that it takes. */
export const withChoices = (about: string, choices: readonly string[]): string =>
  choices.length === 0 ? about : `${about} (${choices.join(', ')})`;

/** The content of a help text before layout. */
interface Contents {
  readonly description: string;
  /** By heading. */
  readonly options: ReadonlyMap<string, readonly Option[]>;
  readonly examples: EsignCommand['examples'];
  readonly exitCodes: EsignCommand['exitCodes'];
  readonly footer: readonly string[];
  readonly command: Command;
}

function fullContents(command: Command, help: Help): Contents {
  const known = ours(command);
  return {
    command,
    description: help.commandDescription(command),
    options: groups(help.visibleOptions(command), headingOf),
    examples: known?.examples ?? [],
    exitCodes: known?.exitCodes ?? [],
    footer: known?.seeAlso ?? [],
  };
}

const maxSentences = 2;
const maxExamples = 3;

/** Two sentences, the everyday flags, three examples, and links to the rest. */
function shortContents(command: EsignCommand, help: Help): Contents {
  const sentences = (command.description() || command.summary()).split(/(?<=[.!?])\s+(?=[A-Z`])/);
  const own = help.visibleOptions(command).filter((option) => option.helpGroupHeading !== globalHeading);
  const { everydayFlags, rareFlags } = command;
  const options = own.filter(({ long = '' }) => everydayFlags?.includes(long) ?? !rareFlags.includes(long));
  // A few flags need no groups.
  const grouped = groups(options, everydayFlags === null ? headingOf : () => ungrouped);
  const hidden = own.length - options.length;
  const isCut = hidden > 0 || sentences.length > maxSentences || command.examples.length > maxExamples;
  const left = hidden === 0 ? 'All details' : `${hidden} more option${hidden === 1 ? '' : 's'} and all details`;
  return {
    command,
    description: [sentences.slice(0, maxSentences).join(' '), asksFirst(command)].filter(Boolean).join(' '),
    options: grouped,
    examples: command.examples.slice(0, maxExamples),
    exitCodes: [],
    footer: [
      ...command.seeAlso,
      'Global options (--json, --jq, --yes, --profile, …): esign help global-options',
      ...(command.exitCodes.length === 0 ? [] : [`Exit codes ${ranges(command.exitCodes)}: esign help exit-codes`]),
      ...(isCut ? [`${left}: ${command.path()} --help --all`] : []),
    ],
  };
}

/** `0–8, 13, 130`, from codes in ascending order. */
function ranges(codes: readonly number[]): string {
  const runs: [first: number, last: number][] = [];
  for (const code of codes) {
    const run = runs.at(-1);
    if (run !== undefined && code === run[1] + 1) run[1] = code;
    else runs.push([code, code]);
  }
  return runs
    .map(([first, last]) => (first === last ? `${first}` : `${first}${last === first + 1 ? ', ' : '–'}${last}`))
    .join(', ');
}

interface Section {
  readonly heading: string;
  readonly items: readonly (readonly [term: string, about: string])[];
}

/** Arguments, commands by group and flags by group. */
function sectionsOf({ command, options }: Contents, help: Help): readonly Section[] {
  const args = help
    .visibleArguments(command)
    .map((each) => [help.styleArgumentTerm(help.argumentTerm(each)), help.argumentDescription(each)] as const);
  const hidden = help instanceof EsignHelp && help.full ? [] : (ours(command)?.hiddenVerbs ?? []);
  const shown = help.visibleCommands(command).filter((each) => !hidden.includes(each.name()));
  const commands = groups(shown, (each) => each.helpGroup() || 'Commands:');
  return [
    ...(args.length === 0 ? [] : [{ heading: 'Arguments:', items: args }]),
    ...[...commands].map(([heading, members]) => ({
      heading,
      items: members.map((each) => {
        return [help.styleSubcommandTerm(help.subcommandTerm(each)), help.subcommandDescription(each)] as const;
      }),
    })),
    ...[...options]
      .sort(([a], [b]) => rank(a) - rank(b))
      .map(([heading, members]) => ({
        heading,
        items: members.map((each) => {
          return [help.styleOptionTerm(help.optionTerm(each)), help.optionDescription(each)] as const;
        }),
      })),
  ];
}

/** The width of the column of terms: that of the longest one that leaves room for its description. */
function columnFor(sections: readonly Section[], width: number, help: Help): number {
  const hasCommands = sections.some(({ heading }) => !/^(Arguments|.*[Oo]ptions):$/.test(heading));
  const maxColumn = width < 70 ? 3 : hasCommands ? 36 : 28;
  const lengths = sections.flatMap(({ items }) => items.map(([term]) => help.displayWidth(term)));
  return Math.max(3, ...lengths.filter((length) => length <= maxColumn));
}

const asksFirst = (command: EsignCommand): string | null =>
  command.asksByOperations ? askedBefore(command.operations) : null;

/** By shape, not by class: the class is what builds this help. */
const ours = (command: Command): EsignCommand | null =>
  'exitCodes' in command && 'path' in command ? (command as EsignCommand) : null;

const ungrouped = 'Options:';
const headingOf = (option: Option): string => option.helpGroupHeading ?? ungrouped;

/** A command's own groups come between its ungrouped flags and the ones that every command has. */
const rank = (heading: string): number => (heading === ungrouped ? 0 : heading === globalHeading ? 2 : 1);

function groups<T>(items: readonly T[], headingOf: (item: T) => string): Map<string, T[]> {
  const result = new Map<string, T[]>();
  for (const item of items) {
    const heading = headingOf(item);
    result.set(heading, [...(result.get(heading) ?? []), item]);
  }
  return result;
}

/** The confirmations of a command with these operations, as one sentence from their rows; null without any. */
function askedBefore(ids: readonly OperationId[]): string | null {
  const says = ids
    .map((id) => operations[id])
    .filter(mayHarm)
    .flatMap(({ mails, destructive }) => [mails, destructive])
    .flatMap((consequence) => (consequence === null ? [] : [consequence.says]));
  const acts = [...new Set(says)].map((each) => each.replace(/^This may (\w+)/, 'This $1s').replace(/^This /, ''));
  if (acts.length > 1) return 'Asks for confirmation before operations that email people or cannot be undone.';
  return acts.length === 0 ? null : `Asks for confirmation before it ${acts.join('')}.`;
}
