/** What a font must answer to be asked about its characters. */
export interface Repertoire {
  canEncode(text: string): boolean;
}

/** Text as it is drawn: composed, with line breaks as `\n` and tabs as spaces. */
export function composed(text: string): string {
  return text.normalize('NFC').replace(/\r\n?/gu, '\n').replace(/\t/gu, ' ');
}

/** Printable Latin-1 and line breaks: every font here has them, so no font needs to be asked. */
export function isPlainLatin(text: string): boolean {
  return /^[\n\r\t\u0020-\u007e\u00a0-\u00ac\u00ae-\u00ff]*$/u.test(text);
}

/**
 * The first character that cannot be drawn; null when all can (error `cannot_be_drawn`). Control and format characters,
 * and marks that no letter takes up, have glyphs in some fonts and still come out wrong.
 */
export function firstUndrawable(text: string, font: Repertoire): string | null {
  if (isPlainLatin(text)) return null;
  for (const character of composed(text)) {
    if (character === '\n') continue;
    if (/^[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{M}\p{Zl}\p{Zp}]$/u.test(character) || !font.canEncode(character))
      return character;
  }
  return null;
}

/** Every character that cannot be drawn, each once, as code points. */
export function allUndrawable(text: string, font: Repertoire): readonly number[] {
  if (firstUndrawable(text, font) === null) return [];
  const bad = Array.from(composed(text)).filter((character) => firstUndrawable(character, font) !== null);
  return [...new Set(bad)].map((character) => character.codePointAt(0) ?? 0);
}

/** The text with a question mark for whatever cannot be drawn: for words that are quoted, not answered. */
export function drawableForm(text: string, font: Repertoire): string {
  if (isPlainLatin(text)) return composed(text);
  return Array.from(composed(text), (character) =>
    character !== '\n' && firstUndrawable(character, font) !== null ? '?' : character,
  ).join('');
}
