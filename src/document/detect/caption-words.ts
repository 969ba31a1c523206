import { isDateHint } from '../date-hint.js';
import { perText } from './per-text.js';

/** Marks where to sign, which name nothing. */
export const SIGN_HERE = /^(\/s\/?|[x✗✘✕×]|sign here)$/iu;
/** What an author's program left where a name was to be. */
const LEFT_BLANK = /^(undefined|null|nan|none|untitled|text ?(field|box)? ?\d*|check ?box ?\d*)$/iu;
const MONEY = /^([$€£¥₹]|R|ZAR|USD|EUR|GBP)$/u;
/** The number of a line or a form, or a letter that stands by itself, as those of a watermark do. */
const COUNTS = /^(\(?\d+ ?[a-z]?[.)]*|\p{L})$/iu;
/** The number of a form or a page, what somebody is called from there on, and words that send a reader to other words or begin in the middle of some. */
const REFERS =
  /^(OMB no\b|herein(after)? (referred|called)\b|hierna(maals)? (genoem|verwys)|page \d|form [\p{L}-]*\d|(please )?see (instructions?|page|line|the|other|reverse)\b|lines? (above|below|\d)|(yes|no)\. |[{}])/iu;

/** Words at the beginning of a row that say whose business the row is, not what its first blank is for. */
const OFFICE_USE = /^\s*for (office|official|internal|bank) use( only)?\s*(?::\s*)?(?=\S)/iu;
/** A currency before the blank for an amount; "Schedule R" is a name. */
const BEFORE_AMOUNT =
  /(?<=\S)(?=\s)(?<!\b(?:annex\p{L}*|column|form|item|line|part|schedule|section))\s+(?:[$€£¥₹]|R|ZAR)[\s:_.…]*$/iu;

/** A caption without signs of a symbol font and marks around it: asterisks, colons, leaders, a currency, brackets. */
export const tidied = perText((text) => {
  const plain = text
    .replace(/[\s\ue000-\uf8ff\uffff]+/gu, ' ')
    .replace(OFFICE_USE, '')
    .replace(BEFORE_AMOUNT, '')
    .replace(/^[\s*:•·–,;|.►▶→-]+|(?<![\s*:_.…,;|►▶→(])[\s*:_.…,;|►▶→(]+$/gu, '')
    .trim();
  const bare = /^\(([^()]*)\)$/u.exec(plain)?.[1] ?? plain;
  // A bracket that is closed beyond the blank, as in "(Bar no. ____)", or opened before it, as in "(____ Rand)".
  if (/^\([^)]*$/u.test(bare)) return bare.slice(1).trim();
  return /^[^(]*\p{L}{2}\)$/u.test(bare) ? bare.slice(0, -1).trim() : bare;
});

/** Whether words are no more than the sign of a currency. */
export const isCurrency = (text: string): boolean => MONEY.test(tidied(text));

/** Whether words can name a place to write: no mark, currency, number, single letter or pattern of a date. */
export const canName = (text: string): boolean => mayName(text) && !COUNTS.test(tidied(text));

/** The same for words that may be a number: under "as witnesses" it says which of them signs there. */
export const mayName = (text: string): boolean => canBeOption(text) && !isDateHint(tidied(text));

/** Whether words by a box say where to look rather than what belongs there: where they are the nearest, nothing does. */
export const refers = (text: string): boolean => REFERS.test(tidied(text));

const OF_ROW = /_(?:row_\d|\[).*$/isu;

/** A tooltip without what a program made of the rows of a table: "Service Date_[ ] Mail [ ] E-filed", "Name_Row_1". */
export const withoutRow = (tooltip: string): string =>
  OF_ROW.test(tooltip) ? tidied(tooltip.replace(OF_ROW, '')) : tooltip;

/** Whether words can be those of a place to tick, which may be a number or a letter. */
export function canBeOption(text: string): boolean {
  const words = tidied(text);
  return /[\p{L}\p{N}]/u.test(words) && !SIGN_HERE.test(words) && !MONEY.test(words) && !LEFT_BLANK.test(words);
}
