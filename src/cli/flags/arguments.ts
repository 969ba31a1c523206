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
 * Refuses a flag with one value that is given twice. `words` are those of this command alone. Throws UsageFailure that
 * names the flag.
 */
export function refuseTwice(command: EsignCommand, words: readonly string[]): void {
  const given = new Set<string>();
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] ?? '';
    if (word === '--') return;
    const option = word.startsWith('-') ? command.optionNamed(word) : undefined;
    if (option?.required === true && !word.includes('=')) index += 1;
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

/** The words before the first one that is neither an option nor the value of one. */
export function wordsBeforeOperand(command: EsignCommand, words: readonly string[]): readonly string[] {
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] ?? '';
    if (word === '--' || !word.startsWith('-')) return words.slice(0, index);
    if (!word.includes('=') && command.optionNamed(word)?.required === true) index += 1;
  }
  return words;
}

/** The first word before `--` that is neither an option nor the value of one. */
export function firstOperand(command: EsignCommand, words: readonly string[]): string | undefined {
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] ?? '';
    if (word === '--') return undefined;
    if (!word.startsWith('-')) return word;
    if (!word.includes('=') && command.optionNamed(word)?.required === true) index += 1;
  }
  return undefined;
}

/** For a noun: before the name of the command, a bare `--json` takes no value; the rest is unchanged. */
export function wordsBeforeCommand(command: EsignCommand, words: readonly string[]): string[] {
  const result: string[] = [];
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] ?? '';
    if (word === '--' || !word.startsWith('-')) return [...result, ...words.slice(index)];
    result.push(word === '--json' ? '--json=' : word);
    if (!word.includes('=') && command.optionNamed(word)?.required === true) {
      index += 1;
      if (index < words.length) result.push(words[index] ?? '');
    }
  }
  return result;
}

/** The number of words that are neither options nor values of options; the word after a bare `--json` counts. */
function countOperands(command: EsignCommand, words: readonly string[]): number {
  let count = 0;
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] ?? '';
    if (word === '--') return count + words.length - index - 1;
    if (!word.startsWith('-') || word === '-') count += 1;
    else if (!word.includes('=') && command.optionNamed(word)?.required === true) index += 1;
  }
  return count;
}
