import type { Field } from '../../contract/resources/template.js';
import { visible } from '../../core/platform/visible-text.js';

const columns = ['id', 'subject', 'data_key', 'label', 'type', 'role', 'page', 'required'] as const;

/** The names of fields as CSV (RFC 4180): the first four columns are what `rename-all` reads, the rest is to look at. */
export function writeNamesCsv(fields: readonly Field[]): string {
  const rows = fields.map((field) => columns.map((name) => cell(field[name])).join(','));
  return [columns.join(','), ...rows].map((line) => `${line}\r\n`).join('');
}

/** A text that a spreadsheet would take for a formula is kept a text by an apostrophe, as spreadsheets do themselves. */
function cell(value: string | number | boolean | null): string {
  // Reading the file restores them.
  const text = value === null ? '' : visible(String(value));
  const safe = typeof value === 'string' && /^[=+@\t\r-]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
