import stringWidth from 'fast-string-width';

/** Makes text from outside safe to show: control sequences are made visible. */

// A regular expression with Unicode properties takes half a millisecond to create, so it is created on first use.
/** Everything that a terminal may interpret: controls, direction marks, and invisible characters. */
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

/** The same on one line, such as a table cell: newlines and tabs become visible too. */
export function visibleLine(text: string): string {
  return visible(text).replaceAll('\n', '\\n').replaceAll('\t', '\\t');
}

/** The columns of a text: wide characters and emoji take two, combining marks and styles none. */
export const width = (text: string): number => stringWidth(text);

/** Colour sequences of esign; those from outside are made visible. */
export const styles = (): RegExp => /\p{Cc}\[[\d;]*m/gu;

/** Cuts a text to a number of columns, with an ellipsis, and never inside an emoji or an accented letter. */
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
