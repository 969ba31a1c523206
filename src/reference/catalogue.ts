import { exitCodes } from '../cli/exit-code.js';
import { allOf, type CommandNode, synopsisOf } from './node.js';

/** Every command with its arguments, flags, examples, exit codes and operations, as JSON for programs. */
export function catalogue(root: CommandNode, version: string): object {
  return {
    version,
    global_options: root.options.filter((option) => option.global).map(optionAsJson),
    exit_codes: exitCodes,
    commands: allOf(root)
      .filter((node) => node.commands.length === 0)
      .map((node) => ({
        command: node.path,
        synopsis: synopsisOf(node),
        summary: node.summary,
        description: node.description,
        arguments: node.arguments,
        options: node.options.filter((option) => !option.global).map(optionAsJson),
        examples: node.examples,
        exit_codes: node.exitCodes,
        operations: node.operations,
      })),
  };
}

const optionAsJson = ({
  long,
  short,
  value,
  valueOptional,
  about,
  choices,
}: CommandNode['options'][number]): object => ({
  long,
  short,
  value,
  value_optional: valueOptional,
  about,
  choices,
});
