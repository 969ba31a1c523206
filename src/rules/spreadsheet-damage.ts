/** A spreadsheet writes the sign; without it, `2E14` may be a flat or a stand. */
const shortened = /^\d(?:[.,]\d+)?E\+\d{1,2}$/i;
const phoneKey = /(?:^|[._-])(?:phone|telephone|tel|mobile|cell|cellphone|whatsapp|fax)(?:$|[._-])/;

/**
 * How a spreadsheet may have damaged a number that it took for an amount: it rounds long ones (`9.2E+12`) and removes
 * leading zeros, from South African ID numbers (13 digits) and phone numbers (10 digits). Null if `text` looks intact.
 */
export function spreadsheetDamage(key: string, text: string): string | null {
  const written = text.trim();
  if (shortened.test(written)) {
    return 'looks like a long number that a spreadsheet rounded. Format the column as text and enter the number again.';
  }
  if (!/^[1-9]\d*$/.test(written)) return null;
  if (/(?:^|[._-])id_number$/.test(key) && written.length >= 10 && written.length <= 12) {
    return `has ${written.length} digits, and a South African ID number has 13. A spreadsheet may have removed leading zeros.`;
  }
  if (phoneKey.test(key) && written.length === 9) {
    return `has 9 digits. A spreadsheet may have removed the leading zero: 0${written}.`;
  }
  return null;
}
