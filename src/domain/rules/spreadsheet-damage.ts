import { isFormulaError } from '../../core/platform/formula-error.js';

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
