import { nearest } from '../../core/platform/nearest.js';
import type { EsignCommand } from './command.js';
import { UsageFailure } from '../failure/failure.js';
import type { CodeOf } from '../failure/own-codes.js';
import { flagMeant } from './flag-habits.js';
import { shellWord } from './reach-flags.js';

/** What is wrong with a command line, in the words of esign. */
interface Problem {
  readonly code: CodeOf<2>;
  readonly message: string;
  readonly hint?: string;
}

/** Translates a parse error of Commander, with a hint. */
export function usageFailure(command: EsignCommand, message: string): UsageFailure {
  const text = message.replace(/^error: /, '').split('\n')[0] ?? '';
  const {
    code,
    message: words,
    hint,
  } = problemOf(command, text) ?? { code: 'usage' as const, message: sentence(text) };
  return new UsageFailure(words, { code, hint: hint ?? exampleOf(command) });
}

function unknownFlagHint(command: EsignCommand, flag: string): string {
  const argument = command.registeredArguments.find((each) => singular(`--${each.name()}`) === singular(flag));
  if (argument !== undefined) return `Give the ${singular(argument.name())} without a flag. ${exampleOf(command)}`;
  const positive = flag.replace(/^--no-/, '--');
  if (positive !== flag && command.optionNamed(positive)?.isBoolean() === true) return `Leave out ${positive}.`;
  const close = flagMeant(flag, longFlags(command)) ?? nearFlag(command, flag);
  return close === null ? `List the flags with \`${command.path()} --help --all\`.` : `Did you mean ${close}?`;
}

const singular = (word: string): string => word.replace(/s$/, '');

/** From Commander's messages, since its errors have no other details; null for an unknown one. */
function problemOf(command: EsignCommand, text: string): Problem | null {
  const { flag, value, name, reason, choices, other, expected, given } = partsOf(text);
  const known = command.optionNamed(flag);
  if (text.startsWith('unknown option') && known !== undefined) {
    // Commander does not know it with a value.
    const hint = `Use ${flag} alone, or leave it out.`;
    return { code: 'invalid_value', message: `${flag} takes no value.`, hint };
  }
  if (text.startsWith('unknown option')) {
    return { code: 'unknown_option', message: `Unknown option ${flag}.`, hint: unknownFlagHint(command, flag) };
  }
  if (text.endsWith('argument missing')) {
    return { code: 'missing_value', message: `Missing value for ${flag}.`, hint: exampleOf(command, flag) };
  }
  if (text.startsWith('required option')) {
    return {
      code: 'missing_option',
      message: `Missing ${flagWithValue(command, flag)}.`,
      hint: exampleOf(command, flag),
    };
  }
  if (text.startsWith('missing required argument')) {
    const message = `Missing argument ${name.toUpperCase()}${meaningOf(command, name)}.`;
    return { code: 'missing_argument', message, hint: exampleWith(command, command.args) };
  }
  if (other !== '') {
    const message = `${flag} and ${other} cannot be used together.`;
    return { code: 'conflicting_options', message, hint: 'Remove one of them.' };
  }
  if (expected !== '') {
    const message = `Too many arguments: expected ${expected}, got ${given}.`;
    const hint = command.args.slice(Number(expected)).flatMap((word) => command.excessHint(word) ?? [])[0];
    return { code: 'too_many_arguments', message, ...(hint === undefined ? {} : { hint }) };
  }
  if (reason === '') return null;
  const message = `Invalid ${flag === '' ? name.toUpperCase() : flag} value "${value}".`;
  if (choices.length === 0) return { code: 'invalid_value', message: `${message} ${reason}` };
  const close = nearest(value, choices);
  const hint = close === null ? `Use one of: ${choices.join(', ')}.` : `Did you mean "${close}"?`;
  return { code: 'invalid_value', message, hint };
}

/** What the help says of an argument: ` (ID of the run, from \`template propose\`)`. */
function meaningOf(command: EsignCommand, name: string): string {
  const argument = command.registeredArguments.find((each) => each.name() === name);
  const about = argument?.description ?? '';
  const choices = argument?.argChoices ?? [];
  return about === '' ? '' : ` (${[about, ...(choices.length === 0 ? [] : [choices.join(', ')])].join(': ')})`;
}

const patterns = {
  flag: /option '(?:-\w, )?(--?[\w-]+)/,
  other: /cannot be used with option '(?:-\w, )?(--?[\w-]+)/,
  value: /(?:argument|value) '(.*)' is invalid/s,
  name: /(?:for|required) argument '([^']*)'/,
  reason: /is invalid(?: for argument '[^']*')?\. (.*)$/s,
  choices: /Allowed choices are (.*)\.$/,
  expected: /Expected (\d+) arguments?/,
  given: /but got (\d+)\./,
};

const maxLength = 8_000;

/** The parts of a message of Commander, which repeats what was typed. */
function partsOf(message: string) {
  const text =
    message.length > maxLength ? `${message.slice(0, maxLength / 2)}${message.slice(-maxLength / 2)}` : message;
  const part = (pattern: RegExp): string => pattern.exec(text)?.[1] ?? '';
  return {
    flag: part(patterns.flag),
    other: part(patterns.other),
    value: part(patterns.value),
    name: part(patterns.name),
    reason: part(patterns.reason),
    choices: part(patterns.choices)
      .split(', ')
      .filter((choice) => choice !== ''),
    expected: part(patterns.expected),
    given: part(patterns.given),
  };
}

const longFlags = (command: EsignCommand): string[] =>
  command
    .createHelp()
    .visibleOptions(command)
    .flatMap(({ long }) => long ?? []);

/** Compared without dashes, which would make short names look alike. */
function nearFlag(command: EsignCommand, flag: string): string | null {
  const close = nearest(
    flag.replace(/^-+/, ''),
    longFlags(command).map((each) => each.slice(2)),
  );
  return close === null ? null : `--${close}`;
}

/** The flag with its placeholder: `--output <file>`. */
function flagWithValue(command: EsignCommand, flag: string): string {
  const placeholder = /<[^<>]+>/.exec(command.optionNamed(flag)?.flags ?? '')?.[0];
  return placeholder === undefined ? flag : `${flag} ${placeholder}`;
}

/** An example line of the command, one with this flag where there is one. */
function exampleOf(command: EsignCommand, flag?: string): string {
  const option = flag === undefined ? undefined : command.optionNamed(flag);
  const names = [option?.long, option?.short].filter((each) => each !== undefined);
  const example = command.examples.find(({ line }) => names.some((each) => line.includes(` ${each} `)));
  if (example !== undefined) return `Example: ${example.line}`;
  if (option !== undefined && flag !== undefined) {
    const value = samples.get(flag) ?? (/[<[]([^<>[\]]+)[>\]]/.exec(option.flags)?.[1] ?? 'value').toUpperCase();
    return `Example: ${flag} ${value}`;
  }
  const first = command.examples[0];
  return first === undefined ? `See \`${command.path()} --help\`.` : `Example: ${first.line}`;
}

/** The example with the arguments that were typed in place of its own. */
function exampleWith(command: EsignCommand, typed: readonly string[]): string {
  const start = `Example: ${command.path()} `;
  const example = exampleOf(command);
  if (!example.startsWith(start)) return example;
  let index = 0;
  const words = (example.slice(start.length).match(/"[^"]*"|'[^']*'|\S+/g) ?? []).map((word) => {
    if (index >= typed.length || word.startsWith('-')) {
      index = typed.length;
      return word;
    }
    index += 1;
    return shellWord(typed[index - 1] ?? '');
  });
  return start + words.join(' ');
}

/** Sample values for flags without an example of their own. */
const samples: ReadonlyMap<string, string> = new Map([
  ['--profile', 'local'],
  ['--mode', 'test'],
  ['--base-url', 'https://api.example.com'],
  ['--api-key-file', 'key.txt'],
  ['--jq', "'.data[].id'"],
  ['--color', 'never'],
  ['--timeout', '30'],
  ['--retry-for', '10m'],
  ['--limit', '20'],
  ['--cursor', '6f1f2f0e-4f0b-4f43-9d8a-1f1f7f2f8a11'],
  ['--output', 'lease.pdf'],
  ['--idempotency-key', '2c5ea4c0-4067-4b6f-9a6e-0f4f2f1d8a11'],
]);

const sentence = (text: string): string =>
  `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`;
