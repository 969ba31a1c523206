import { isRepeatable } from './option.js';
import type { EsignCommand } from './command.js';
import { UsageFailure } from '../failure/failure.js';

const fieldList = /^[A-Za-z_][\w.]*(,[A-Za-z_][\w.]*)*$/;

/**
 * Rewrites the arguments to resolve two ambiguities of Commander. `--json` takes the next word only if it is a list of
 * fields and not a missing argument of the command; and a flag with a required value never takes another known flag as
 * its value (`--reason --yes` is an error; use `--reason=--yes`).
 */
export function argumentsFor(command: EsignCommand, words: readonly string[]): string[] {
  const result: string[] = [];
  const room = command.registeredArguments.some((argument) => argument.variadic)
    ? Number.POSITIVE_INFINITY
    : command.registeredArguments.length;
  const operands = countOperands(command, words);
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] ?? '';
    const next = words[index + 1];
    if (word === '--') return [...result, ...words.slice(index)];
    if (word === '--json') {
      const takes = next !== undefined && fieldList.test(next) && (next.includes(',') || operands > room);
      result.push(takes ? `--json=${next}` : '--json=');
      if (takes) index += 1;
      continue;
    }
    const option = word.startsWith('-') && !word.includes('=') ? command.optionNamed(word) : undefined;
    if (option?.required === true) {
      if (next === undefined || (next.startsWith('--') && command.optionNamed(next) !== undefined)) {
        command.error(`error: option '${option.flags}' argument missing`, { code: 'commander.optionMissingArgument' });
      }
      result.push(word, next);
      index += 1;
      continue;
    }
    result.push(word);
  }
  return result;
}

/**
 * Replaces other names of flags, and a switch that is written with a value: `--send=true` is `--send`, and `--send=false`
 * is left out. Values of other flags and everything after `--` stay unchanged.
 */
export function presentFlags(command: EsignCommand, words: readonly string[]): string[] {
  const result: string[] = [];
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] ?? '';
    if (word === '--') return [...result, ...words.slice(index)];
    const [name = '', ...value] = word.split('=');
    const known = Object.hasOwn(command.flagAliases, name) ? [command.flagAliases[name], ...value].join('=') : word;
    if (!isOff(command, known)) result.push(isOn(command, known) ? (known.split('=')[0] ?? '') : known);
    if (known.startsWith('-') && !known.includes('=') && command.optionNamed(known)?.required === true) {
      index += 1;
      if (index < words.length) result.push(words[index] ?? '');
    }
  }
  return result;
}

const isOn = (command: EsignCommand, word: string): boolean => isSwitch(command, word) && /^--[\w-]+=true$/i.test(word);
const isOff = (command: EsignCommand, word: string): boolean =>
  isSwitch(command, word) && /^--[\w-]+=false$/i.test(word);

/** A flag without a value; fields of --json are never called `true` or `false`. */
const isSwitch = (command: EsignCommand, word: string): boolean => {
  const option = word.startsWith('--') && word.includes('=') ? command.optionNamed(word) : undefined;
  return option !== undefined && (option.long === '--json' || (!option.required && !option.optional));
};

/**
 * The words up to `--`, which is the last, without the values of options. `option` is undefined for a word that the
 * command does not know; `takesNext`: the next word is its value.
 */
function* stepsOf(command: EsignCommand, words: readonly string[]) {
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] ?? '';
    const option = word.startsWith('-') ? command.optionNamed(word) : undefined;
    const takesNext = option?.required === true && !word.includes('=');
    yield { word, index, option, takesNext };
    if (word === '--') return;
    if (takesNext) index += 1;
  }
}

/**
 * Refuses a flag with one value that is given twice. `words` are those of this command alone. Throws UsageFailure that
 * names the flag.
 */
export function refuseTwice(command: EsignCommand, words: readonly string[]): void {
  const given = new Set<string>();
  for (const { word, option } of stepsOf(command, words)) {
    // A bare --json is a switch.
    if (option === undefined || isRepeatable(option) || !(option.required || word.includes('='))) continue;
    const name = option.long ?? option.flags;
    if (given.has(name)) {
      throw new UsageFailure(`${name} was given more than once.`, {
        code: 'repeated_option',
        hint: 'It takes one value. Remove the others.',
      });
    }
    given.add(name);
  }
}

/** Where `--` or the first word is that is neither an option nor the value of one. */
function operandAt(command: EsignCommand, words: readonly string[]): number {
  for (const { word, index } of stepsOf(command, words)) {
    if (word === '--' || !word.startsWith('-')) return index;
  }
  return words.length;
}

/** The words before the first one that is neither an option nor the value of one. */
export const wordsBeforeOperand = (command: EsignCommand, words: readonly string[]): readonly string[] =>
  words.slice(0, operandAt(command, words));

/** The first word before `--` that is neither an option nor the value of one. */
export function firstOperand(command: EsignCommand, words: readonly string[]): string | undefined {
  const word = words[operandAt(command, words)];
  return word === '--' ? undefined : word;
}

/** For a noun: before the name of the command, a bare `--json` takes no value; the rest is unchanged. */
export function wordsBeforeCommand(command: EsignCommand, words: readonly string[]): string[] {
  const before = wordsBeforeOperand(command, words);
  const flags = [...stepsOf(command, before)].flatMap(({ word, index, takesNext }) => [
    word === '--json' ? '--json=' : word,
    ...(takesNext ? before.slice(index + 1, index + 2) : []),
  ]);
  return [...flags, ...words.slice(before.length)];
}

/** The number of words that are neither options nor values of options; the word after a bare `--json` counts. */
function countOperands(command: EsignCommand, words: readonly string[]): number {
  let count = 0;
  for (const { word, index } of stepsOf(command, words)) {
    if (word === '--') return count + words.length - index - 1;
    if (!word.startsWith('-') || word === '-') count += 1;
  }
  return count;
}
