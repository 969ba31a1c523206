/** Letters that say where the day, the month and the year of a date go: "DD / MM / YYYY", or one of them by itself. */
const HINT = /^[\s([]*(?:[dmyj][\s/.-]*){1,8}(?:[)\]][\s)\]]*)?$/iu;
const WHOLE = /^(?:dd|mm|yy|jj){2,4}$/iu;
const EACH_ONCE = /^(?:ddmm|mmdd)yyyy$|^yyyymmdd$/u;

/** Whether words only say how a date is to be written, which names nothing. */
export function isDateHint(text: string): boolean {
  return HINT.test(text);
}

/** Whether letters that stand in one place together say how a whole date is to be written. */
export function isWholeDate(texts: readonly string[]): boolean {
  return texts.every(isDateHint) && WHOLE.test(lettersOf(texts));
}

/**
 * The compartments of a comb, from left to right, in the order of the letters of a date, which an answer gives as year,
 * month and day. `texts` say from left to right what belongs where; null where they do not say it letter by letter.
 */
export function cellsOfDate<T>(cells: readonly T[], texts: readonly string[]): readonly T[] | null {
  const letters = lettersOf(texts).toLowerCase().replaceAll('j', 'y');
  if (!isWholeDate(texts) || !EACH_ONCE.test(letters) || letters.length !== cells.length) return null;
  return ['y', 'm', 'd'].flatMap((part) => cells.filter((_, index) => letters[index] === part));
}

function lettersOf(texts: readonly string[]): string {
  return texts.join('').replace(/[^\p{L}]/gu, '');
}
