import type { RecipientRequest } from './recipients.js';
import { Refusal } from './refusal.js';
import type { ValueRequest } from './values.js';

/** A text that ends up on a page, and where in the request it stands. */
export interface Drawn {
  readonly path: string;
  readonly text: string;
}

/** Every text of a creation that the sealer has to draw (A18): title, people, values; `path` stands before each. */
export function drawnTexts(
  title: string | null,
  recipients: readonly RecipientRequest[],
  values: readonly ValueRequest[],
  path = '',
): readonly Drawn[] {
  const texts: Drawn[] = [];
  const add = (place: string, text: string | null): void => {
    if (text !== null) texts.push({ path: `${path}${place}`, text });
  };
  add('title', title);
  recipients.forEach((recipient, index) => {
    add(`recipients[${index}].role`, recipient.role);
    add(`recipients[${index}].name`, recipient.name);
    add(`recipients[${index}].email`, recipient.email);
    add(`recipients[${index}].job_title`, recipient.job_title);
    add(`recipients[${index}].company`, recipient.company);
  });
  values.forEach(({ value }, index) => {
    if (typeof value === 'string') add(`values[${index}].value`, value);
    else if (Array.isArray(value)) value.forEach((text, at) => add(`values[${index}].value[${at}]`, text));
  });
  return texts;
}

/** The refusal for the character that the sealer has no glyph for (Errors, cannot_be_drawn). */
export function cannotBeDrawn(drawn: readonly Drawn[], found: { text: string; codePoint: number }): Refusal {
  const path = drawn.find(({ text }) => text === found.text)?.path ?? 'a text';
  const code = found.codePoint.toString(16).toUpperCase().padStart(4, '0');
  return new Refusal(
    'cannot_be_drawn',
    `${path} contains the character U+${code}, which cannot be drawn into the PDF.`,
  );
}
