import type { Context } from '../../cli/context/context.js';
import { pluralize } from '../../cli/context/counted.js';
import { readValuesText } from '../../cli/files/values-file.js';
import { shellWord } from '../../cli/flags/reach-flags.js';
import type { DocumentEngine } from '../../document/document-engine.js';
import type { PreparedForm } from '../../document/prepare/prepared-field.js';
import type { PrepareJob } from '../../document/prepare/write-prepared.js';
import { refuseProblems } from '../template/names-state.js';
import { withDocuments } from '../template/offline.js';
import { readFieldsFile } from './fields-file.js';
import { oneOffFields } from './one-off-fields.js';
import { type FormToPrepare, prepared, readForm } from './read-form.js';
import { writeFields } from './write-fields.js';

interface FromFileOptions {
  /** A PDF or Word file. */
  readonly file: string;
  /** The file of fields. */
  readonly fields: string;
  /** Where the prepared PDF goes. */
  readonly output: string;
  readonly force?: boolean;
  readonly as?: PreparedAs;
}

/** What fields are written as. */
export type PreparedAs = 'widgets' | 'tags';

/** Writes the fields of a file into a PDF. Throws FileFailure, which names every mistake, and CommandFailure (5, 8). */
export async function prepareFromFile(context: Context, options: FromFileOptions): Promise<void> {
  const { file, fields: path, output } = options;
  const overwrite = options.force === true;
  await context.files.check(output, { overwrite });
  const text = await readValuesText(context.files, path);
  await withDocuments(context, async (engine) => {
    const { on, form, warnings } = await drawnOn(context, engine, file, { path, text });
    const { job, unsaid } = await jobFor(engine, on, form, options.as);
    await context.files.write(output, await prepared(engine, file, job), { overwrite });
    await tell(context, output, form, [...unsaid, ...warnings]);
  });
}

/**
 * Prints the body of `envelope one-off` for the fields of a file, or without one for those that were read. `filename` is
 * the document's there, `title` the envelope's. Throws what `prepareFromFile` throws.
 */
export async function printOneOff(
  context: Context,
  options: {
    readonly file: string;
    readonly fields?: string;
    readonly brackets?: boolean;
    readonly filename: string;
    readonly title: string | null;
  },
): Promise<void> {
  const { file, fields: path, brackets, filename, title } = options;
  const drawing = path === undefined ? null : { path, text: await readValuesText(context.files, path) };
  await withDocuments(context, async (engine) => {
    const { on, form, warnings } = await drawnOn(context, engine, file, drawing, brackets);
    const { fields, left, unsaid } = oneOffFields(form);
    const pdf = await prepared(engine, file, { pdf: on.blank, form: left, off: on.off(form) });
    const documents = [{ filename, file: Buffer.from(pdf).toString('base64') }];
    const body = { ...(title === null ? {} : { title }), documents, fields };
    await context.output.result(body, { human: `${JSON.stringify(body, null, 2)}\n` });
    if (unsaid !== null) context.output.note(unsaid);
    for (const warning of warnings) context.output.note(warning);
  });
}

interface Drawing {
  readonly path: string;
  readonly text: string;
}

/** A document without fields, and the form for it: that of a file, or what was read. */
async function drawnOn(
  context: Context,
  engine: DocumentEngine,
  file: string,
  drawing: Drawing | null,
  brackets?: boolean,
) {
  const { problemsOf } = await import('../../document/prepare/problems.js');
  const on = await readForm(context, engine, file, brackets);
  if (drawing === null) return { on, form: on.form, warnings: on.doubtsIn(on.form).map(({ words }) => words) };
  const { path, text } = drawing;
  const { form, mistakes, placed } = readFieldsFile(text, on.read.pages, problemsOf);
  refuseProblems(path, mistakes, 'Nothing was written.');
  const name = path === '-' ? 'stdin' : path;
  const warnings = on.doubtsIn(form).map((doubt) => {
    if (doubt.field === null) return doubt.words;
    const { line, column, message } = placed(doubt);
    return `${name}:${line}:${column}: ${message}.`;
  });
  return { on, form, warnings };
}

/** Prints the fields that were read, as a file of fields to edit. */
export async function printFields(context: Context, file: string, brackets?: boolean): Promise<void> {
  await withDocuments(context, async (engine) => {
    await context.output.text('yaml', writeFields((await readForm(context, engine, file, brackets)).form));
  });
}

/** How a form is written into a PDF, and what of it is not written as it was asked for. */
export async function jobFor(
  engine: DocumentEngine,
  { blank: pdf, off }: Pick<FormToPrepare, 'blank' | 'off'>,
  form: PreparedForm,
  as: PreparedAs | undefined,
): Promise<{ readonly job: PrepareJob; readonly unsaid: readonly string[] }> {
  if (as !== 'tags') return { job: { pdf, form, off: off(form) }, unsaid: [] };
  const { tagFields } = await import('../../document/prepare/tag-fields.js');
  const used = [...new Set(form.fields.map(({ page }) => page))];
  const { tags, left, reasons } = tagFields(form, await engine.sizes(pdf, used));
  const stay = left.fields.length === 1 ? 'stays a form field' : 'stay form fields';
  const words = `${pluralize(left.fields.length, 'field')} ${stay}, since text tags cannot say: ${reasons.join(', ')}.`;
  return { job: { pdf, form: left, off: off(form), tags }, unsaid: reasons.length === 0 ? [] : [words] };
}

/** Warnings that are shown; JSON has them all. */
const most = 20;

async function tell(
  context: Context,
  file: string,
  { fields }: PreparedForm,
  warnings: readonly string[],
): Promise<void> {
  const people = [...new Set(fields.flatMap(({ role }) => role ?? []))];
  const signatures = fields.filter(({ type }) => type === 'signature').length;
  const whose = people.length === 0 ? '' : ` for ${people.join(', ')}`;
  await context.output.result(
    { file: context.files.resolve(file), fields: fields.length, signatures, people, warnings },
    {
      human:
        `Wrote ${file}: ${pluralize(fields.length, 'field')}${whose}, ${pluralize(signatures, 'signature')} among them.\n` +
        'Another service reads the names, kinds and tooltips of the fields; who fills in each is decided by its own reading.\n' +
        toCheck(warnings) +
        `Next: esign template create ${shellWord(file)}`,
      ids: [context.files.resolve(file)],
    },
  );
}

function toCheck(warnings: readonly string[]): string {
  if (warnings.length === 0) return '';
  const more = warnings.length > most ? [`And ${warnings.length - most} more.`] : [];
  return `To check:\n${[...warnings.slice(0, most), ...more].map((each) => `  ${each}\n`).join('')}`;
}
