import type { Field, Template } from '../../contract/resources/template.js';
import type { View } from '../../core/terminal/output.js';
import type { Cell, Table } from '../../core/terminal/table.js';

/** How a person sees a template: what it is made of, and how much of it has names. */
export function templateView(template: Template, next: readonly string[] = []): View {
  const pages = template.documents.reduce((sum, { page_count }) => sum + page_count, 0);
  return {
    details: [
      ['Id', template.id],
      ['Name', template.name],
      ['Created', { instant: template.created_at }],
      ['Documents', `${template.documents.length} (${count(pages, 'page')})`],
      [
        'Roles',
        list(
          template.roles.map(({ name, routing_type }) =>
            routing_type === 'sign' ? name : `${name} (${routing_type})`,
          ),
        ),
      ],
      ['Subjects', list(template.subjects.map(({ key, label }) => `${key} (${label})`))],
      ['Fields', `${template.fields.length}, ${namedOf(template.coverage)}`],
      ...template.warnings.map(({ message, page }): readonly [string, Cell] => [
        'Warning',
        page === null ? message : `page ${page}: ${message}`,
      ]),
    ],
    next,
  };
}

const maxWholeAddress = 34;

/** The fields as a list in reading order. */
export function fieldTable(fields: readonly Field[]): Table {
  const addresses = fields.map(({ subject, data_key: key }) => addressOf(subject, key));
  // An address must stay whole to be copied.
  const areWhole = addresses.every((address) => (address ?? '').length <= maxWholeAddress);
  return {
    spare: ['REQUIRED', 'TYPE'],
    columns: ['FIELD', 'PAGE', 'ROLE', 'ADDRESS', 'LABEL', 'TYPE', 'REQUIRED'],
    rows: fields.map((field, index) => [
      { id: field.id },
      field.page,
      field.role,
      cellOf(addresses[index] ?? null, (id) => (areWhole ? { id } : id)),
      cellOf(field.label, (sentence) => ({ sentence })),
      field.option_value === undefined || field.option_value === null
        ? field.type
        : `${field.type} “${field.option_value}”`,
      field.required,
    ]),
    empty: 'The template has no such fields.',
  };
}

const cellOf = (text: string | null, cell: (text: string) => Cell): Cell => (text === null ? null : cell(text));

/** What a list or a picture calls a field: its label, else the words beside it. */
export const fieldLabel = ({ label, context }: Field): string | null => label ?? context.label;

/** `subject.key`, `.key` for the signer's own, and nothing for a field without an address. */
export const addressOf = (subject: string | null, key: string | null): string | null =>
  key === null ? null : `${subject ?? ''}.${key}`;

/** How many of the fields that a value can be sent for have a name: `31 of 40 prefillable fields have a name`. */
export const namedOf = ({ prefillable, unnamed }: Template['coverage']): string =>
  `${prefillable - unnamed} of ${prefillable} prefillable fields have a name`;

export const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`;

const list = (names: readonly string[]): string | null => (names.length === 0 ? null : names.join(', '));
