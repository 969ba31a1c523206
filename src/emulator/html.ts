/** Safe markup. Other values in a page are escaped. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Piece = Html | string | number | null | false | readonly Html[];

/**
 * Markup with escaped values, in text and in quoted attributes. The tag is not called html, because formatters would
 * then change the markup, in which white space counts.
 */
export function markup(parts: TemplateStringsArray, ...pieces: readonly Piece[]): Html {
  return new Html(parts.reduce((text, part, index) => `${text}${written(pieces[index - 1] ?? null)}${part}`));
}

function written(piece: Piece): string {
  if (piece === null || piece === false) return '';
  if (piece instanceof Html) return piece.text;
  if (typeof piece === 'object') return piece.map(({ text }) => text).join('');
  return escape(String(piece));
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escape = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? '');

/** A value for an inline script: JSON in which nothing can end the script. */
export const scriptValue = (value: unknown): Html =>
  new Html(
    JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, (character) => {
      return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
    }),
  );
