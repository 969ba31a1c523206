import type { BoxType } from './read-document.js';

/** What a box says about the answers that it takes. */
interface Taking {
  readonly type: BoxType;
  readonly multiline: boolean;
  readonly options: readonly string[] | null;
}

/** Longer than anything that a person leaves in a form's box, in characters. */
const LONGEST = 4_000;
const DAY = /^\d{4}-\d{2}-\d{2}$/u;

/**
 * What the form's maker left in a box (`held`), as the answer that the box starts with: true for a tick. Null where it
 * holds nothing, or nothing that the box would take as an answer; that stays on the page, as part of the document.
 */
export function startingAnswer(
  held: string | true | null,
  box: Taking,
  isDrawable: (text: string) => boolean,
): string | true | null {
  if (box.type === 'tickbox') return held === true ? true : null;
  if (typeof held !== 'string' || held.trim() === '' || held.length > LONGEST) return null;
  const text = held.replace(/\r\n?/gu, '\n').trim();
  return fits(text, box) && isDrawable(text) ? text : null;
}

function fits(text: string, { type, multiline, options }: Taking): boolean {
  switch (type) {
    case 'text':
    case 'signer_title':
    case 'signer_company':
      return multiline || !text.includes('\n');
    case 'date':
      return DAY.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.startsWith(text) === true;
    case 'dropdown':
      return options?.includes(text) === true;
    case 'tickbox':
    case 'signature':
    case 'initials':
    case 'date_signed':
    case 'signer_name':
    case 'signer_email':
      return false;
  }
}
