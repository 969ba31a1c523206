/** Texts of others on a page: with their control characters visible and their length limited. */

const hidden = /(?![\n\t])[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}\u00ad\u200b-\u200d\u2060-\u2064\ufeff]/gu;

/** Control characters as their code: they could turn or hide a text. */
export const visible = (text: string): string =>
  text.replace(hidden, (character) => `⟨${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}⟩`);

/** A text in one line of its surroundings. */
export function shown(text: string, max = 300): string {
  const line = visible(text.replace(/[\n\t]+/g, ' '));
  return line.length > max ? `${line.slice(0, max)}…` : line;
}
