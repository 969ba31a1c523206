import type { EsignCommand } from './command.js';
import { UsageFailure } from './failure.js';

/** Turns what Commander found wrong with a command line into a failure that says what to type instead. */
export function usageFailure(command: EsignCommand, message: string, code = 'commander.error'): UsageFailure {
  const [what, ...rest] = message.replace(/^error: /, '').split('\n');
  const suggestion = /Did you mean (?:one of )?(.+)\?/.exec(rest.join(' '))?.[1];
  const sentence = `${capital(what ?? '')}${/[.!?]$/.test(what ?? '') ? '' : '.'}`;
  return new UsageFailure(sentence, {
    code: codes.get(code) ?? 'usage',
    hint: hint(command, code, sentence, suggestion),
  });
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

function hint(command: EsignCommand, code: string, sentence: string, suggestion: string | undefined): string {
  if (suggestion !== undefined) return `Use ${suggestion.replaceAll(/, (?=[^,]*$)/g, ' or ')}.`;
  if (code === 'commander.unknownOption') return `List the flags with \`${command.path()} --help\`.`;
  if (code === 'commander.unknownCommand') return `List the commands with \`${command.path()} --help\`.`;
  if (code === 'commander.conflictingOption') return 'Give one of the two.';
  const flags = /'((?:(-\w), )?(--[\w-]+)[^']*)'/.exec(sentence);
  const short = flags?.[2];
  const flag = flags?.[3];
  const example = command.examples.find(({ line }) =>
    [flag, short].some((name) => name !== undefined && line.includes(` ${name} `)),
  );
  if (example !== undefined) return `Write it like this: ${example.line}`;
  if (flag !== undefined) return `Write it like this: ${flag} ${samples.get(flag) ?? valueName(flags?.[1] ?? '')}`;
  const first = command.examples[0];
  return first === undefined ? `See \`${command.path()} --help\`.` : `Write it like this: ${first.line}`;
}

/** Values for the flags that no command shows in an example of its own. */
const samples: ReadonlyMap<string, string> = new Map([
  ['--profile', 'local'],
  ['--mode', 'test'],
  ['--base-url', 'https://api.example.com'],
  ['--api-key-file', 'key.txt'],
  ['--jq', "'.data[].id'"],
  ['--color', 'never'],
  ['--timeout', '30'],
  ['--limit', '20'],
  ['--cursor', '6f1f2f0e-4f0b-4f43-9d8a-1f1f7f2f8a11'],
  ['--output', 'lease.pdf'],
  ['--idempotency-key', '2c5ea4c0-4067-4b6f-9a6e-0f4f2f1d8a11'],
]);

const valueName = (flags: string): string => (/[<[]([^>\]]+)[>\]]/.exec(flags)?.[1] ?? 'value').toUpperCase();

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
