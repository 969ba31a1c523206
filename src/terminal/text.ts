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

/** The columns that a text takes: wide East Asian characters and emoji take two, combining marks and styles none. */
export function width(text: string): number {
  let columns = 0;
  const doubled = wide();
  for (const character of text.replaceAll(styles(), '')) {
    if (/\p{Mn}|\p{Me}|\p{Cf}/u.test(character)) continue;
    columns += doubled.test(character) ? 2 : 1;
  }
  return columns;
}

const wide = (): RegExp =>
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1f64f}\u{1f900}-\u{1f9ff}\u{20000}-\u{3fffd}\p{Emoji_Presentation}]/u;

/** The sequences that colour text, which are our own: those from outside are made visible. */
export const styles = (): RegExp => /\p{Cc}\[[\d;]*m/gu;

/** Cuts a text to so many columns, with an ellipsis. */
export function cut(text: string, columns: number): string {
  if (width(text) <= columns) return text;
  let kept = '';
  let used = 0;
  for (const character of text) {
    const next = used + width(character);
    if (next > columns - 1) break;
    kept += character;
    used = next;
  }
  return `${kept}…`;
}
