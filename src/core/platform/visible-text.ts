import { lazy } from './lazy.js';

/**
 * Texts of others with their hidden characters visible: those that steer what shows a text (a terminal, the direction
 * of reading) and those that nobody sees, in which instructions to a program or an agent can hide. One rule for
 * everything that leaves this program.
 */

/** Scripts that join or part letters with an invisible character. */
const joiningScripts = 'Arab Syrc Nkoo Mong Deva Beng Guru Gujr Orya Taml Telu Knda Mlym Sinh Tibt Mymr Khmr'.split(
  ' ',
);

/**
 * What stays: one joiner after a letter of such a script, the joiner between two emoji, the style of one emoji, and the
 * style of a keycap.
 */
const harmless = [
  `(?=[\\p{L}\\p{M}])(?!\\p{DI})[${joiningScripts.map((name) => `\\p{scx=${name}}`).join('')}][\\u200c\\u200d]`,
  String.raw`\p{ExtPict}[\p{EMod}\ufe0f]?\u200d(?=\p{ExtPict})`,
  String.raw`\p{ExtPict}[\ufe0e\ufe0f]`,
  String.raw`[\d#*]\ufe0f(?=\u20e3)`,
];

// Such a pattern takes a millisecond to create, so it is created on first use.
const hidden = lazy(
  () =>
    new RegExp(
      String.raw`(?![\n\t])[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{DI}\p{NChar}\ufff9-\ufffb\u{13430}-\u{1343f}](?<!${harmless.join('|')})`,
      'gu',
    ),
);

const isPlain = (text: string): boolean => /^[\n\t -~]*$/.test(text);

/** Whether a text has a hidden character; a newline and a tab are not hidden. */
export const hasHidden = (text: string): boolean => !isPlain(text) && text.search(hidden()) !== -1;

/** A text with each hidden character as `escape` writes it. */
export const replaceHidden = (text: string, escape: (character: string) => string): string =>
  isPlain(text) ? text : text.replace(hidden(), escape);

/** Hidden characters as `\u{…}`; newlines and tabs stay. */
export const visible = (text: string): string =>
  replaceHidden(text, (character) =>
    character === '\r' ? String.raw`\r` : `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  );

/** What `visible` showed, hidden again: for text that is read back. */
export const restoreHidden = (text: string): string =>
  text.replaceAll(/\\u\{([0-9a-f]{1,6})\}/g, (shown, code: string) => {
    const point = Number.parseInt(code, 16);
    const character = point > 0x10ffff ? '' : String.fromCodePoint(point);
    return hasHidden(character) ? character : shown;
  });

/** The same on one line, such as a table cell: newlines and tabs become visible too. */
export const visibleLine = (text: string): string =>
  visible(text)
    .replaceAll('\n', String.raw`\n`)
    .replaceAll('\t', String.raw`\t`);

/** The same in a line of a limited length, with spaces for newlines and tabs. */
export function shown(text: string, max = 300): string {
  const line = visible(text.replace(/[\n\t]+/g, ' '));
  return line.length > max ? `${line.slice(0, max)}…` : line;
}

/** Output that a program reads as it is: its controls, such as the ends of lines, stay. */
export const visibleData = (text: string): string =>
  replaceHidden(text, (character) => (/\p{Cc}/u.test(character) ? character : visible(character)));

/** Hidden characters as escapes of JSON and JavaScript: JSON keeps its value. */
export const escapeHidden = (text: string): string =>
  replaceHidden(text, (character) =>
    Array.from({ length: character.length }, (_, at) => unit(character.charCodeAt(at))).join(''),
  );

/** Hidden characters as escapes of YAML and Python, which have no pairs of them. */
export const escapeHiddenPoints = (text: string): string =>
  replaceHidden(text, (character) => {
    const code = character.codePointAt(0) ?? 0;
    return code > 0xffff ? `\\U${code.toString(16).padStart(8, '0')}` : unit(code);
  });

const unit = (code: number): string => `\\u${code.toString(16).padStart(4, '0')}`;

/** JSON, in which no character is hidden. */
export const visibleJson = (value: unknown, indent = 0): string =>
  escapeHidden(JSON.stringify(value, null, indent) ?? 'null');
