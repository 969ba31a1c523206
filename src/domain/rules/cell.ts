import { isObject } from '../../core/platform/json.js';
import { readTick } from '../../core/platform/read-tick.js';
import { type Takes, takesAt } from './addresses.js';
import type { Form } from './template-form.js';
import { isDate, type WireValue } from './values-fit.js';
import { isFormulaError } from '../../core/platform/formula-error.js';

/** A value whose text is as people write it. */
interface Written {
  readonly subject?: string | null;
  readonly key: string;
  readonly value: string;
}

const months = [
  ['january', 'januarie'],
  ['february', 'februarie'],
  ['march', 'maart'],
  ['april'],
  ['may', 'mei'],
  ['june', 'junie'],
  ['july', 'julie'],
  ['august', 'augustus'],
  ['september'],
  ['october', 'oktober'],
  ['november'],
  ['december', 'desember'],
];

/**
 * A date that can only mean one day, as `2026-12-01`: the year first, or the month as a word. Null for any other text,
 * such as `03/04/2026`.
 */
export function readDate(text: string): string | null {
  // A spreadsheet writes a date with midnight.
  const written = text.trim().replace(/[T ]0?0:00(?::00(?:\.0{1,9})?)?Z?$/, '');
  const numbers = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/.exec(written);
  if (numbers !== null) return dateOf(numbers[1], numbers[3], numbers[4]);
  const words = /^(\d{1,2})[ -]([a-z]{3,9})\.?[ -](\d{4})$/i.exec(written);
  if (words !== null) return dateOf(words[3], monthOf(words[2]), words[1]);
  const monthFirst = /^([a-z]{3,9})\.? (\d{1,2}),? (\d{4})$/i.exec(written);
  return monthFirst === null ? null : dateOf(monthFirst[3], monthOf(monthFirst[1]), monthFirst[2]);
}

const monthOf = (word = ''): string => {
  const at = months.findIndex((names) => names.some((name) => name.startsWith(word.toLowerCase())));
  return String(at + 1);
};

function dateOf(year = '', month = '', day = ''): string | null {
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isDate(date) ? date : null;
}

/** Whether a value may be read as another one, so that its field has to be known. */
export function isWrittenFreely<T>(value: T): value is T & Written {
  if (!isObject(value) || typeof value['key'] !== 'string' || typeof value['value'] !== 'string') return false;
  const { value: text } = value;
  return readTick(text) !== null || (readDate(text) ?? text) !== text;
}

/** Reads a text as its field takes it: true and false for a tickbox, a date, or the option that a word means. */
export function readCell<T extends WireValue>(value: T, takes: Takes): T | string | boolean {
  if (typeof value !== 'string') return value;
  switch (takes.kind) {
    case 'tick':
      return readTick(value) ?? value;
    case 'date':
      return readDate(value) ?? value;
    case 'option':
      return optionOf(value, takes.options) ?? value;
    case 'answers':
      return optionOf(value, takes.options) ?? (takes.boxes === 1 ? (readTick(value) ?? value) : value);
    case 'text':
    case 'nothing':
      return value;
  }
}

/** `ja` is the option “Yes” where no other option says yes. */
function optionOf(value: string, options: readonly string[]): string | null {
  if (options.includes(value)) return value;
  const tick = value.trim() === '' ? null : readTick(value);
  const alike = tick === null ? [] : options.filter((option) => readTick(option) === tick);
  return alike.length === 1 ? (alike[0] ?? null) : null;
}

/** The values with each text read as its fields take it; what is not a value stays as it is. */
export function readCells<T>(values: readonly T[], form: Form): readonly T[] {
  if (!values.some(isWrittenFreely)) return values;
  const takesOf = takesAt(form);
  return values.map((value) => {
    if (!isWrittenFreely(value)) return value;
    const takes = takesOf(value.subject ?? null, value.key);
    return takes === null ? value : { ...value, value: readCell(value.value, takes) };
  });
}

/** A spreadsheet writes the sign or a fraction; without them, `2E14` may be a flat or a stand. */
const shortened = /^\d(?:[.,]\d+E\+?|E\+)\d{1,2}$/i;
const phoneKey = /(?:^|[._-])(?:phone|telephone|tel|mobile|cell|cellphone|whatsapp|fax)(?:$|[._-])/;
const numberKey = /(?:^|[._-])(?:number|no|id|ref|code|account)(?:$|[._-])/;

/**
 * How a spreadsheet may have damaged a value: it rounds long numbers (`9.2E+12`), adds `.0`, removes leading zeros from
 * South African ID numbers (13 digits) and phone numbers (10 digits), and writes the error of a formula, the apostrophe
 * of a text or the link of an address. Null if `text` looks intact.
 */
export function spreadsheetDamage(key: string, text: string): string | null {
  const written = text.trim();
  if (isFormulaError(written)) return 'is not a value but an error of the spreadsheet.';
  if (shortened.test(written)) {
    return 'looks like a long number that a spreadsheet rounded. Format the column as text and enter the number again.';
  }
  if (/^\d+[.,]0$/.test(written) && (written.length > 8 || phoneKey.test(key) || numberKey.test(key))) {
    return `looks like a number to which a spreadsheet added ${written.slice(-2)}. Format the column as text.`;
  }
  if (/^'[\d+=@-]/.test(written)) {
    return 'starts with the apostrophe that marks a text in a spreadsheet. Remove it.';
  }
  if (/^mailto:/i.test(written)) return 'starts with `mailto:`, as a link does. Write the address alone.';
  if (/_x000D_/i.test(written)) return 'contains `_x000D_`, which a spreadsheet writes for a line break. Remove it.';
  if (!/^[1-9]\d*$/.test(written)) return null;
  if (/(?:^|[._-])id_number$/.test(key) && written.length >= 10 && written.length <= 12) {
    return `has ${written.length} digits, and a South African ID number has 13. A spreadsheet may have removed leading zeros.`;
  }
  if (phoneKey.test(key) && written.length === 9) {
    return `has 9 digits. A spreadsheet may have removed the leading zero: 0${written}.`;
  }
  return null;
}
