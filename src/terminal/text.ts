import stringWidth from 'fast-string-width';

/** Makes text from outside safe to show: whatever could steer a terminal is made visible. */

// A pattern that names properties of characters takes half a millisecond to make: each is made when it is first used.
/** Everything that a terminal may act on: controls, what changes the reading direction, and invisible characters. */
const steering = (): RegExp =>
  /[\p{Cc}\p{Bidi_Control}\u200b\u2028\u2029\u2060-\u2064\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;

/** Shows control characters, escapes and bidirectional marks as `\u{…}`; tab and newline stay. */
export function visible(text: string): string {
  return text.replace(steering(), (character) => {
    if (character === '\n' || character === '\t') return character;
    if (character === '\r') return '\\r';
    return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
  });
}

/** The same on one line: newlines and tabs become visible too, as for a cell of a table. */
export function visibleLine(text: string): string {
  return visible(text).replaceAll('\n', '\\n').replaceAll('\t', '\\t');
}

/** The columns that a text takes: wide characters and emoji take two, combining marks and styles none. */
export const width = (text: string): number => stringWidth(text);

/** The sequences that colour text, which are our own: those from outside are made visible. */
export const styles = (): RegExp => /\p{Cc}\[[\d;]*m/gu;

/** Cuts a text to so many columns, with an ellipsis, and never through an emoji or an accented letter. */
export function cut(text: string, columns: number): string {
  if (width(text) <= columns) return text;
  let kept = '';
  let used = 0;
  for (const { segment } of new Intl.Segmenter('en').segment(text)) {
    used += width(segment);
    if (used > columns - 1) break;
    kept += segment;
  }
  return `${kept}…`;
}
