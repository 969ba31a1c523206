import type { FormProblem } from './problem.js';
import type { RecipientRequest } from './recipients.js';
import type { ValueRequest } from './values.js';

/** A text that ends up on a page, and where in the request it stands. */
export interface Drawn {
  readonly path: string;
  readonly text: string;
}

/** A text, and each of its characters that the sealer has no glyph for. */
export interface Undrawable {
  readonly text: string;
  readonly codePoints: readonly number[];
}

/**
 * Every text of a creation that the sealer has to draw (A18): title, people, values; `path` stands before each. A null
 * stands for what is malformed and already reported.
 */
export function drawnTexts(
  title: string | null,
  recipients: readonly (RecipientRequest | null)[],
  values: readonly (ValueRequest | null)[],
  path = '',
): readonly Drawn[] {
  const texts: Drawn[] = [];
  const add = (place: string, text: string | null | undefined): void => {
    if (typeof text === 'string') texts.push({ path: `${path}${place}`, text });
  };
  add('title', title);
  recipients.forEach((recipient, index) => {
    add(`recipients[${index}].role`, recipient?.role);
    add(`recipients[${index}].name`, recipient?.name);
    add(`recipients[${index}].email`, recipient?.email);
    add(`recipients[${index}].job_title`, recipient?.job_title);
    add(`recipients[${index}].company`, recipient?.company);
  });
  values.forEach((request, index) => {
    const value = request?.value;
    if (Array.isArray(value)) value.forEach((text, at) => add(`values[${index}].value[${at}]`, text));
    else if (typeof value === 'string') add(`values[${index}].value`, value);
  });
  return texts;
}

/** The problem of a text that the sealer has no glyphs for (Errors, cannot_be_drawn). */
export function cannotBeDrawn(drawn: readonly Drawn[], found: Undrawable): FormProblem {
  const path = drawn.find(({ text }) => text === found.text)?.path ?? 'a text';
  return {
    code: 'cannot_be_drawn',
    path,
    says: `${undrawableWords(found.codePoints, codeOf)}.`,
  };
}

const mostNamed = 20;

/** What is wrong with a text, to follow its name: all its characters at once, so that it is corrected only once. */
export function undrawableWords(codePoints: readonly number[], nameOf: (codePoint: number) => string): string {
  const named = codePoints.slice(0, mostNamed).map(nameOf);
  const more = codePoints.length > mostNamed ? ` and ${codePoints.length - mostNamed} more` : '';
  return `contains the character${named.length === 1 ? '' : 's'} ${named.join(', ')}${more}, which cannot be drawn into the PDF`;
}

/** A code point as `U+1F993`. */
export const codeOf = (codePoint: number): string => `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`;
