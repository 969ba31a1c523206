import { type Argument, type Command, Help, type Option } from 'commander';
import { askedBefore } from './asked-before.js';
import type { EsignCommand } from './command.js';
import { exitCodeRow } from './exit-code.js';
import { globalHeading } from './global-flags.js';
import { fold } from '../terminal/wrap.js';

/** Help in fixed parts: what it is, usage, arguments, options, global options, commands, examples, exit codes. */
export class EsignHelp extends Help {
  /** With what the command asks about first, so that help, manual and catalogue all say it. */
  override commandDescription(command: Command): string {
    const described = super.commandDescription(command) || command.summary();
    const known = ours(command);
    const asked = known?.asksByOperations === true ? askedBefore(known.operations) : null;
    return asked === null ? described : `${described} ${asked}`;
  }

  override boxWrap(text: string, width: number): string {
    return fold(text, width);
  }

  /**
   * A term and what it is, beside each other. Where long terms leave too little room, those stand on a line of their
   * own, and on a narrow terminal each does.
   */
  override formatItem(term: string, termWidth: number, description: string, help: Help): string {
    const width = help.helpWidth ?? 80;
    const room = (column: number): number => width - column - 4;
    const enough = 40;
    const length = help.displayWidth(term);
    const short = width < 70 ? 3 : 28;
    const column = room(termWidth) >= enough ? termWidth : short;
    const told = help.boxWrap(description, room(column));
    const below = told.replaceAll('\n', `\n${' '.repeat(column + 4)}`);
    const gap = length <= column ? ' '.repeat(column - length + 2) : `\n${' '.repeat(column + 4)}`;
    return description === '' ? `  ${term}` : `  ${term}${gap}${below}`;
  }

  override subcommandTerm(command: Command): string {
    const words = command.registeredArguments.map((argument) => {
      const name = `${argument.name().toUpperCase()}${argument.variadic ? '…' : ''}`;
      return argument.required ? name : `[${name}]`;
    });
    return [command.name(), ...words].join(' ');
  }

  override optionDescription({ description, argChoices }: Option): string {
    return argChoices === undefined ? description : `${description} (${argChoices.join(', ')})`;
  }

  override argumentDescription({ description, argChoices }: Argument): string {
    return argChoices === undefined ? description : `${description} (${argChoices.join(', ')})`;
  }

  override argumentTerm(argument: Argument): string {
    return argument.name().toUpperCase();
  }

  override commandUsage(command: Command): string {
    const path = ours(command)?.path() ?? command.name();
    const words = command.registeredArguments.map((argument) => {
      const name = `${argument.name().toUpperCase()}${argument.variadic ? '…' : ''}`;
      return argument.required ? name : `[${name}]`;
    });
    return [path, ...(command.commands.length > 0 ? ['COMMAND'] : words), '[options]'].join(' ');
  }

  override formatHelp(command: Command, help: Help): string {
    const width = help.helpWidth ?? 80;
    const term = help.padWidth(command, help);
    const item = (name: string, about: string): string => help.formatItem(name, term, about, help);
    const parts: string[] = [
      help.boxWrap(help.styleCommandDescription(help.commandDescription(command)), width),
      `${help.styleTitle('Usage:')} ${help.styleUsage(help.commandUsage(command))}`,
    ];
    const list = (heading: string, items: readonly string[]): void => {
      if (items.length > 0) parts.push([help.styleTitle(heading), ...items].join('\n'));
    };
    list(
      'Arguments:',
      help.visibleArguments(command).map((argument) => {
        return item(help.styleArgumentTerm(help.argumentTerm(argument)), help.argumentDescription(argument));
      }),
    );
    for (const [heading, commands] of groups(help.visibleCommands(command), (sub) => sub.helpGroup() || 'Commands:')) {
      list(
        heading,
        commands.map((sub) => {
          return item(help.styleSubcommandTerm(help.subcommandTerm(sub)), help.subcommandDescription(sub));
        }),
      );
    }
    const options = groups(help.visibleOptions(command), (option) => option.helpGroupHeading ?? 'Options:');
    for (const [heading, members] of [...options].sort(([a], [b]) => rank(a) - rank(b))) {
      list(
        heading,
        members.map((option) => item(help.styleOptionTerm(help.optionTerm(option)), help.optionDescription(option))),
      );
    }
    const known = ours(command);
    if (known !== null) {
      list(
        'Examples:',
        known.examples.map(({ line, about }) => {
          // The line itself stays whole, so that it can be copied.
          const told = help.boxWrap(about, width - 6).replaceAll('\n', '\n      ');
          return `  ${help.styleCommandText(line)}\n      ${told}`;
        }),
      );
      list(
        'Exit codes:',
        known.exitCodes.map((code) => item(String(code), exitCodeRow(code).meaning)),
      );
    }
    return `${parts.join('\n\n')}\n`;
  }
}

/** By shape, not by class: the class is what builds this help. */
const ours = (command: Command): EsignCommand | null =>
  'exitCodes' in command && 'path' in command ? (command as EsignCommand) : null;

/** A command's own groups come between its ungrouped flags and the ones that every command has. */
const rank = (heading: string): number => (heading === 'Options:' ? 0 : heading === globalHeading ? 2 : 1);

function groups<T>(items: readonly T[], headingOf: (item: T) => string): Map<string, T[]> {
  const result = new Map<string, T[]>();
  for (const item of items) {
    const heading = headingOf(item);
    result.set(heading, [...(result.get(heading) ?? []), item]);
  }
  return result;
}
