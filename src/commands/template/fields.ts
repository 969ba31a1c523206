import { EsignCommand } from '../../cli/flags/command.js';
import type { Context } from '../../cli/context/context.js';
import { serviceExitCodes } from '../../cli/failure/exit-code.js';
import { type Field, type Template, unwritableTypes } from '../../contract/resources/template.js';
import { sawFields } from '../../authoring/last-seen/remember.js';
import { templateId } from '../../cli/flags/template-id.js';
import { fieldTable } from '../../authoring/template/view.js';
import { visible } from '../../core/platform/visible-text.js';

interface TemplateFieldsOptions {
  readonly id: string;
  readonly csv?: boolean;
  readonly unnamed?: boolean;
}

/** `esign template fields ID`: the fields as a list, or as CSV that `rename-all` takes back. */
export function templateFieldsCommand(context: Context): EsignCommand {
  return new EsignCommand('fields')
    .summary('List the fields of a template')
    .description('List the fields of a template with their addresses. Values are written to these addresses.')
    .argument('<template>', 'ID or exact name of the template', templateId)
    .option('--unnamed', 'list only fields without an address that could have one')
    .option('--csv', 'print CSV to edit for `template rename-all`')
    .example('esign template fields 6f1f2f0e-4f0b-4f43-9d8a-1f1f7f2f8a11', 'List all fields.')
    .example(
      'esign template fields 6f1f2f0e-4f0b-4f43-9d8a-1f1f7f2f8a11 --csv > names.csv',
      'Save the names for editing.',
    )
    .usesOperations('getTemplate')
    .prints((s) => s.object({ template_id: s.text, data: s.list(s.field), questions: s.list(s.question) }))
    .prints((s) => s.object({ csv: s.text }), '--csv')
    .plain('--csv')
    .exits(serviceExitCodes)
    .action((id: string, options: TemplateFieldsOptions) => runTemplateFields(context, { ...options, id }));
}

async function runTemplateFields(context: Context, { id, csv, unnamed }: TemplateFieldsOptions): Promise<void> {
  const client = await context.api();
  const { body, etag } = await client.call('getTemplate', { parameters: { templateId: id } });
  const fields = unnamed === true ? body.fields.filter(lacksName) : body.fields;
  const shown = csv !== true && context.output.form === 'ids' ? [] : fields;
  if (csv === true) await context.output.text('csv', writeNamesCsv(fields));
  else await showFields(context, body, fields);
  const isTable = csv !== true && context.output.form !== 'json';
  await sawFields(context, { body, etag }, { fields: shown, isTable });
}

async function showFields(context: Context, body: Template, fields: readonly Field[]): Promise<void> {
  const value = { template_id: body.id, data: fields, questions: body.questions };
  await context.output.result(value, { table: fieldTable(fields) });
}

/** A box of a question is answered by its question, and a signature by the signer. */
const lacksName = ({ data_key, question_id, type }: Field): boolean =>
  data_key === null && question_id === null && !(unwritableTypes as readonly string[]).includes(type);

const columns = ['id', 'subject', 'data_key', 'label', 'type', 'role', 'page', 'required'] as const;

/** The names of fields as CSV (RFC 4180): the first four columns are what `rename-all` reads, the rest is to look at. */
function writeNamesCsv(fields: readonly Field[]): string {
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
