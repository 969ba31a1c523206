import { styles, width } from './text.js';

/** Wraps sentences for a terminal, but never text that is copied: a command line, a flag, a URL, an ID. */

/** The minimum width of continuation lines. */
const minRoom = 20;

/**
 * An unbreakable part: a word, a quotation, or a command line with its spaces. A command ends where the sentence
 * continues: `Forget it: esign doctor --fix; or start it again: esign emulator start`.
 */
const together =
  /(?<! )( *)((?:`[^`\n]{1,2000}`|"[^"\n]{1,2000}"|(?<![\p{L}\d])'[^'\n]{1,2000}'(?![\p{L}\d])|(?:(?<=: )(?=esign )|(?<=like this: |example: )(?=-))(?:"[^"\n]*"|'[^'\n]*'|(?![;,] ).)*|[^ ])+)/gu;

/** A line that is or ends with a command; a sentence about `esign` ends like other sentences. */
const commandLine = /^ *\$ |\\$|^ *esign (?:.* --?[a-z]|(?!.*[\p{L}\d)`”][.:!?]$))/u;

/** Wraps a text at its spaces; a longer word stays whole, because it may be an ID. */
export function wrap(text: string, columns: number): readonly string[] {
  return broken(text, columns, columns);
}

/** The width of a text without wrapping inside of unbreakable parts: that of the longest one. */
export const needed = (text: string): number =>
  Math.max(0, ...Array.from(text.matchAll(together), ([, , word = '']) => width(word)));

/**
 * The lines of a text, each wrapped for a terminal width; undefined for no wrapping. A line continues below its own
 * beginning or below the last of its columns; the first one is indented by `hang` columns.
 */
export function fold(text: string, columns: number | undefined, hang = 0): string {
  if (columns === undefined) return text;
  const room = Math.max(columns, minRoom);
  return text
    .split('\n')
    .map((line, index, all) => (all[index - 1]?.endsWith('\\') ? line : foldLine(line, room, index === 0 ? hang : 0)))
    .join('\n');
}

/** The same for text after other words on the same line. */
export function foldAfter(before: string, text: string, columns: number, hang: number): string {
  // The words before it are unbreakable, so they stay on the first line.
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

/** Where a line continues: below the text after its indentation and mark, or below its last column. */
function below(line: string, columns: number): number {
  const maxIndent = Math.min(columns * 0.6, columns - minRoom);
  const ends = Array.from(line.matchAll(/^ *(?:[-•→←✓✔✗] +)?|(?<=\S) {2,}(?=\S)/gu), (gap) =>
    width(line.slice(0, gap.index + gap[0].length)),
  );
  return Math.max(0, ...ends.filter((end) => end <= maxIndent));
}

/** The first line has its own width. */
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
