import type { EsignCommand } from '../../../src/cli/flags/command.js';
import type { Context } from '../../../src/cli/context/context.js';
import { buildTree } from '../../../src/commands/tree.js';

/** The whole command tree, to be looked at: no command of it may run. */
export const wholeTree = (): Promise<EsignCommand> => buildTree({} as Context, 'all');

/** Every command that does something, with its path: `esign template get`. */
export function leaves(command: EsignCommand): readonly EsignCommand[] {
  const children = command.commands.filter(
    (child): child is EsignCommand => 'exitCodes' in child && child.name() !== 'help',
  );
  return [...(command.isNoun ? [] : [command]), ...children.flatMap(leaves)];
}

/** A command line as a shell reads it, up to the first pipe or redirection; variables before it, and around it, are left out. */
export function shellWords(given: string): string[] {
  const line = /^\w+=\$\((.*)\)$/.exec(given)?.[1] ?? given;
  const words: string[] = [];
  let word: string | undefined;
  let quote = '';
  for (let index = 0; index < line.length; index += 1) {
    const character = line[index] ?? '';
    if (quote === "'" ? character !== "'" : quote === '"' && character !== '"') {
      if (quote === '"' && character === '\\' && /["\\$`]/.test(line[index + 1] ?? '')) index += 1;
      word += line[index] ?? '';
    } else if (quote !== '') quote = '';
    else if (character === "'" || character === '"') {
      quote = character;
      word ??= '';
    } else if (character === '\\') {
      index += 1;
      word = (word ?? '') + (line[index] ?? '');
    } else if (/\s/.test(character)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else if (/[|<>;&]/.test(character) && word === undefined) break;
    else word = (word ?? '') + character;
  }
  if (quote !== '') throw new Error(`a quote is not closed: ${line}`);
  if (word !== undefined) words.push(word);
  const start = words.findIndex((found) => !/^[A-Z_]+=/.test(found));
  return words.slice(Math.max(start, 0));
}
