/** The few roff macros that the manual pages need, with every text escaped. */

const maxLineLength = 76;

/** Text as roff reads it back: backslashes, dashes, and everything beyond ASCII by its code point. */
export function escapeRoff(text: string): string {
  return text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replace(/[^\n\x20-\x7e]/gu, (character) => {
      return `\\[u${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`;
    });
}

/** Lines of running text, broken where roff joins them again; a line must not begin like a macro. */
function filled(text: string): string {
  return text
    .split('\n')
    .flatMap((paragraph) => broken(escapeRoff(paragraph)))
    .map(guarded)
    .join('\n');
}

/** A line that begins with a dot or a quote would be taken for a macro. */
const guarded = (line: string): string => (/^[.']/.test(line) ? `\\&${line}` : line);

function broken(text: string): string[] {
  const lines: string[] = [];
  for (const word of text.split(/ +/)) {
    const last = lines.at(-1);
    if (last === undefined || `${last} ${word}`.length > maxLineLength) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}

/** An argument of a macro. */
const argument = (text: string): string => `"${escapeRoff(text).replaceAll('"', '""')}"`;

export const title = (name: string, section: number, date: string, source: string): string =>
  `.TH ${argument(name.toUpperCase())} ${section} "${date}" ${argument(source)} ${argument('esign manual')}\n`;

export const heading = (text: string): string => `.SH ${argument(text)}\n`;

/** What the index of manual pages reads. */
export const nameLine = (page: string, summary: string): string =>
  `${broken(`${escapeRoff(page)} \\- ${escapeRoff(summary)}`).join('\n')}\n`;

/** The first text under a heading stands without a paragraph macro. */
export const words = (text: string): string => `${filled(text)}\n`;

export const bold = (text: string): string => `\\fB${escapeRoff(text)}\\fR`;

/** A term with its explanation, indented. */
export const item = (term: string, about: string): string => `.TP\n\\fB${escapeRoff(term)}\\fR\n${filled(about)}\n`;

/** A line to type, and what it does; a long one is joined again with `\\c`, so that it can be copied whole. */
export const example = (line: string, about: string): string =>
  `.PP\n${filled(about)}\n.PP\n.RS 4\n.nf\n${broken(escapeRoff(line)).map(guarded).join(' \\c\n')}\n.fi\n.RE\n`;
