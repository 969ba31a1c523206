/** The few roff macros of the manual pages, with escaped text. */

const maxLineLength = 76;

/** Text escaped for roff: backslashes, dashes, and non-ASCII characters as code points. */
export function escapeRoff(text: string): string {
  return text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replace(/[^\n\x20-\x7e]/gu, (character) => {
      return `\\[u${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`;
    });
}

/** Lines of running text, which roff joins again; a line must not start like a macro. */
function filled(text: string): string {
  return text
    .split('\n')
    .flatMap((paragraph) => broken(escapeRoff(paragraph)))
    .map(guarded)
    .join('\n');
}

/** A line that starts with a dot or a quote would be a macro. */
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

/** The entry for the index of manual pages. */
export const nameLine = (page: string, summary: string): string =>
  `${broken(`${escapeRoff(page)} \\- ${escapeRoff(summary)}`).join('\n')}\n`;

/** The first text under a heading has no paragraph macro. */
export const words = (text: string): string => `${filled(text)}\n`;

export const bold = (text: string): string => `\\fB${escapeRoff(text)}\\fR`;

/** A term with its indented explanation. */
export const item = (term: string, about: string): string => `.TP\n\\fB${escapeRoff(term)}\\fR\n${filled(about)}\n`;

/** Lines of a file, as they are, before a paragraph. */
export const verbatim = (lines: readonly string[]): string =>
  `.RS 4\n.nf\n${lines.map((line) => guarded(escapeRoff(line))).join('\n')}\n.fi\n.RE\n.PP\n`;

/** A command line and its explanation; a long line is joined with `\\c`, so that it can be copied. */
export const example = (line: string, about: string): string =>
  `.PP\n${filled(about)}\n.PP\n.RS 4\n.nf\n${broken(escapeRoff(line)).map(guarded).join(' \\c\n')}\n.fi\n.RE\n`;
