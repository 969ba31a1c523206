/** An amount with its currency, whatever it is for, and a number or a date with nothing else. */
const AMOUNT = /^(R|ZAR|[$€£])\s?\d/u;
const NUMBER = /^\d([\d\s.,:/-]*\d)?\s?%?$/u;
const DATE = /^\d{1,2}\s\p{L}{3,9}\.?,?\s\d{4}$/u;

/** Whether words are an answer that is printed already, such as "R1 200.00", "15 %" or "1 March 2027". */
export function isGiven(words: string): boolean {
  return AMOUNT.test(words) || NUMBER.test(words) || DATE.test(words);
}
