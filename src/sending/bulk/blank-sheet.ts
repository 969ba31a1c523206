import { csvCell } from '../../cli/files/csv.js';
import { type ColumnTarget, columnTarget, targetName } from '../../cli/files/rows-columns.js';
import { type WritableAddress, writableAddresses } from '../../domain/rules/addresses.js';
import { neededRoles } from '../../domain/rules/recipients.js';
import type { Form } from '../../domain/rules/template-form.js';

/** A sheet for `--rows` with one example row. */
export interface BlankSheet {
  /** CSV for a spreadsheet: with a byte order mark, and lines that end with CRLF. */
  readonly text: string;
  readonly columns: readonly string[];
  /** Those that every row needs: the people, and the values that somebody has to give. */
  readonly required: readonly string[];
  /** Addresses that a column cannot name, because it would name a recipient. */
  readonly unnamed: readonly string[];
}

interface Column {
  readonly name: string;
  readonly example: string;
  readonly required: boolean;
}

/**
 * The columns of a template with an example row. No address of the example is one, so that it is refused until it is
 * replaced. `requiredOnly` leaves optional values out.
 */
export function blankSheet(form: Form, { templateName, separator, requiredOnly }: BlankSheetOptions): BlankSheet {
  const values = writableAddresses(form)
    .filter(({ takes, required }) => takes.kind !== 'nothing' && (required || !requiredOnly))
    .map((address) => ({ ...columnOf(address), target: targetOf(address) }));
  const isNamed = ({ target }: { readonly target: ColumnTarget }): boolean =>
    columnTarget(targetName(target))?.kind === 'value';
  const columns: readonly Column[] = [
    { name: 'title', example: plain(templateName), required: false },
    ...neededRoles(form).flatMap((role) => [
      { name: targetName({ kind: 'recipient', role, property: 'name' }), example: `Example ${role}`, required: true },
      { name: targetName({ kind: 'recipient', role, property: 'email' }), example: 'replace this row', required: true },
    ]),
    ...values.filter(isNamed),
  ];
  const line = (cells: readonly string[]): string => cells.map((cell) => csvCell(cell, separator)).join(separator);
  const lines = [line(columns.map(({ name }) => name)), line(columns.map(({ example }) => example))];
  return {
    text: `\uFEFF${lines.join('\r\n')}\r\n`,
    columns: columns.map(({ name }) => name),
    required: columns.filter(({ required }) => required).map(({ name }) => name),
    unnamed: values.filter((value) => !isNamed(value)).map(({ name }) => name),
  };
}

interface BlankSheetOptions {
  readonly templateName: string;
  readonly separator: ',' | ';';
  readonly requiredOnly: boolean;
}

const targetOf = ({ subject, key }: WritableAddress): ColumnTarget => ({ kind: 'value', subject, key });

const columnOf = (address: WritableAddress): Column => ({
  name: targetName(targetOf(address)),
  example: exampleOf(address),
  required: address.required,
});

function exampleOf({ takes, label }: WritableAddress): string {
  switch (takes.kind) {
    case 'date':
      return '2026-12-01';
    case 'tick':
      return 'true';
    case 'option':
    case 'answers':
      return takes.options[0] ?? '';
    case 'text':
      return plain(label);
    case 'nothing':
      return '';
  }
}

/** A spreadsheet computes a cell that begins like a formula. */
const plain = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text);
