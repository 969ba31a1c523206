import { styles, width } from './text.js';

/** Breaks sentences for a terminal, and never what a person would copy: a command line, a flag, an address, an id. */

/** The least room that a line goes on in. */
const minRoom = 20;

/**
 * What stands together: a word, and what is quoted or is a command line, whatever blanks it holds. A command ends where
 * the sentence goes on: `Forget it: esign doctor --fix; or start it again: esign emulator start`.
 */
const together =
  /( *)((?:`[^`\n]{1,2000}`|"[^"\n]{1,2000}"|(?<![\p{L}\d])'[^'\n]{1,2000}'(?![\p{L}\d])|(?:(?<=: )(?=esign )|(?<=like this: |example: )(?=-))(?:"[^"\n]*"|'[^'\n]*'|(?![;,] ).)*|[^ ])+)/gu;

/** A whole line that is a command, or goes on with one; a sentence about `esign` ends as sentences do. */
const commandLine = /^ *\$ |\\$|^ *esign (?:.* --?[a-z]|(?!.*[\p{L}\d)`”][.:!?]$))/u;

/** Breaks a text at its blanks into lines of so many columns; a word that is longer stays whole, since it may be an id. */
export function wrap(text: string, columns: number): readonly string[] {
  return broken(text, columns, columns);
}

/** The columns that a text needs where nothing of it is cut: those of its longest part that stands together. */
export const needed = (text: string): number =>
  Math.max(0, ...Array.from(text.matchAll(together), ([, , word = '']) => width(word)));

/**
 * The lines of a text, each broken for a terminal of so many columns; undefined for none: nothing is broken then. A line
 * goes on below its own beginning or below the last of its columns; the first one, `hang` columns from the edge.
 */
export function fold(text: string, columns: number | undefined, hang = 0): string {
  if (columns === undefined) return text;
  const room = Math.max(columns, minRoom);
  return text
    .split('\n')
    .map((line, index, all) => (all[index - 1]?.endsWith('\\') ? line : foldLine(line, room, index === 0 ? hang : 0)))
    .join('\n');
}

/** The same for what is written after other words of the same line. */
export function foldAfter(before: string, text: string, columns: number, hang: number): string {
  // The words before stand together, so that they are on the first line as they are.
  const place = 'x'.repeat(width(before));
  const [first = '', ...rest] = text.split('\n');
  const lines = broken(`${place} ${first}`, columns, columns - hang).join(`\n${' '.repeat(hang)}`);
  return [lines.slice(place.length).replace(/^ /, ''), ...rest.map((line) => fold(line, columns))].join('\n');
}

function foldLine(line: string, columns: number, hang: number): string {
  if (width(line) <= columns) return line;
  const plain = line.replaceAll(styles(), '');
  if (commandLine.test(plain)) return line;
  const wanted = Math.max(hang, below(plain, columns));
  const fits = columns - needed(plain);
  const indent = Math.min(wanted, fits < 0 ? (/^ */.exec(plain)?.[0].length ?? 0) : fits);
  return broken(line, columns, columns - indent).join(`\n${' '.repeat(indent)}`);
}

/** Where a line goes on: below what follows its blanks and its mark, or below its last column. */
function below(line: string, columns: number): number {
  const maxIndent = Math.min(columns * 0.6, columns - minRoom);
  const ends = Array.from(line.matchAll(/^ *(?:[-•→←✓✔✗] +)?|(?<=\S) {2,}(?=\S)/gu), (gap) =>
    width(line.slice(0, gap.index + gap[0].length)),
  );
  return Math.max(0, ...ends.filter((end) => end <= maxIndent));
}

/** The first line has a room of its own. */
function broken(text: string, first: number, others: number): readonly string[] {
  if (width(text) <= first) return [text];
  const lines: string[] = [];
  let line = '';
  for (const [, gap = '', word = ''] of text.matchAll(together)) {
    const longer = line === '' && lines.length > 0 ? word : `${line}${gap}${word}`;
    if (line.trim() !== '' && width(longer) > (lines.length === 0 ? first : others)) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return [...lines, line];
}
