/** A command line as printed for a shell and, with its variables replaced, as run. */

export type Word = string | { readonly variable: string };

export const variable = (name: string): Word => ({ variable: name });

const widest = 100;
const indent = '    ';

/** The words for a shell, long lines wrapped before a flag: `esign template get $template \`. */
export function shellLine(words: readonly Word[], before = '', after = ''): string {
  const parts: string[] = [];
  words.forEach((word, index) => {
    const text = shellWord(word);
    const previous = words[index - 1];
    const isValue =
      typeof previous === 'string' && previous.startsWith('--') && !(typeof word === 'string' && word.startsWith('-'));
    if (isValue) parts[parts.length - 1] = `${parts.at(-1) ?? ''} ${text}`;
    else parts.push(text);
  });
  const [first = '', ...rest] = parts;
  let line = `${before}${first}`;
  const lines: string[] = [];
  for (const part of rest) {
    const room = widest - (lines.length === 0 ? 0 : indent.length);
    if (line.length + 1 + part.length > room && part.startsWith('-')) {
      lines.push(`${line} \\`);
      line = part;
    } else line = `${line} ${part}`;
  }
  return [...lines, `${line}${after}`].join(`\n${indent}`);
}

/** The words as run. Throws when a variable has no value yet. */
export function filled(words: readonly Word[], values: ReadonlyMap<string, string>): string[] {
  return words.map((word) => {
    if (typeof word === 'string') return word;
    const value = values.get(word.variable);
    if (value === undefined) throw new RangeError(`$${word.variable} has no value yet`);
    return value;
  });
}

function shellWord(word: Word): string {
  if (typeof word !== 'string') return `$${word.variable}`;
  if (/^[\w@%+=:,./-]+$/.test(word)) return word;
  if (!/["$`\\!\n]/.test(word)) return `"${word}"`;
  return `'${word.replaceAll("'", `'\\''`)}'`;
}
