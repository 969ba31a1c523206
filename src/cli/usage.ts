import type { EsignCommand } from './command.js';
import { UsageFailure } from './failure.js';

/** Turns what Commander found wrong with a command line into a failure that says what to type instead. */
export function usageFailure(command: EsignCommand, message: string, code = 'commander.error'): UsageFailure {
  const [what, ...rest] = message.replace(/^error: /, '').split('\n');
  const suggestion = /Did you mean (?:one of )?(.+)\?/.exec(rest.join(' '))?.[1];
  const sentence = `${capital(what ?? '')}${/[.!?]$/.test(what ?? '') ? '' : '.'}`;
  return new UsageFailure(sentence, { code: codes.get(code) ?? 'usage', hint: hint(command, sentence, suggestion) });
}

const codes: ReadonlyMap<string, string> = new Map([
  ['commander.unknownOption', 'unknown_option'],
  ['commander.unknownCommand', 'unknown_command'],
  ['commander.missingArgument', 'missing_argument'],
  ['commander.optionMissingArgument', 'missing_value'],
  ['commander.missingMandatoryOptionValue', 'missing_option'],
  ['commander.excessArguments', 'too_many_arguments'],
  ['commander.invalidArgument', 'invalid_value'],
  ['commander.conflictingOption', 'conflicting_options'],
]);

function hint(command: EsignCommand, sentence: string, suggestion: string | undefined): string {
  if (suggestion !== undefined) return `Use ${suggestion.replaceAll(/, (?=[^,]*$)/g, ' or ')}.`;
  const flag = /'(?:-\w, )?(--[\w-]+)/.exec(sentence)?.[1];
  const example =
    (flag === undefined ? undefined : command.examples.find(({ line }) => line.includes(flag))) ?? command.examples[0];
  return example === undefined ? `See \`${command.path()} --help\`.` : `Write it like this: ${example.line}`;
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
