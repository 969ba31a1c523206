import type { EsignCommand } from './command.js';

const fieldList = /^[A-Za-z_][\w.]*(,[A-Za-z_][\w.]*)*$/;

/**
 * Rewrites the words of a command so that two things that Commander guesses at are certain.
 * `--json` takes the next word only when that is a list of field names and no argument of the command is left to
 * fill; and a flag that needs a value never swallows another known flag (`--reason --yes` lacks its reason; write
 * `--reason=--yes` to mean it).
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

/** The words with each former name of a flag replaced by its present one; values and what follows `--` stay as they are. */
export function presentFlags(command: EsignCommand, words: readonly string[]): string[] {
  const result: string[] = [];
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] ?? '';
    if (word === '--') return [...result, ...words.slice(index)];
    const [name = '', ...value] = word.split('=');
    const known = Object.hasOwn(command.formerFlags, name) ? [command.formerFlags[name], ...value].join('=') : word;
    result.push(known);
    if (known.startsWith('-') && !known.includes('=') && command.optionNamed(known)?.required === true) {
      index += 1;
      if (index < words.length) result.push(words[index] ?? '');
    }
  }
  return result;
}

/** For a noun: up to the name of the command, a bare `--json` takes nothing; what follows is not touched. */
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

/** How many words are no option and no option's value; the word after a bare `--json` counts. */
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
