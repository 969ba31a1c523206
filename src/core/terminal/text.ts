import stringWidth from 'fast-string-width';

/** The columns of a text: wide characters and emoji take two, combining marks and styles none. */
export const width = (text: string): number => stringWidth(text);

/** A text cut or padded to a number of columns. */
export function fitted(text: string, columns: number): string {
  const shown = cut(text, columns);
  return shown + ' '.repeat(Math.max(0, columns - width(shown)));
}

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
