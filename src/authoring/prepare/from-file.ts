import type { Context } from '../../cli/context/context.js';
import { pluralize } from '../../cli/context/counted.js';
import { CommandFailure } from '../../cli/failure/failure.js';
import { readValuesText } from '../../cli/files/values-file.js';
import { shellWord } from '../../cli/flags/reach-flags.js';
import type { ShapeBlocks } from '../../contract/shape.js';
import type { DocumentEngine } from '../../document/document-engine.js';
import type { PreparedForm } from '../../document/prepare/prepared-field.js';
import { refuseProblems } from '../template/names-state.js';
import { readToUse, withDocuments } from '../template/offline.js';
import { readFieldsFile } from './fields-file.js';
import { writeFields } from './write-fields.js';

interface FromFileOptions {
  /** A PDF or Word file. */
  readonly file: string;
  /** The file of fields. */
  readonly fields: string;
  /** Where the prepared PDF goes. */
  readonly output: string;
  readonly force?: boolean;
}

/** What is printed about a PDF that was prepared from a file of fields. */
export const preparedFile = (s: ShapeBlocks) =>
  s.object({ file: s.text, fields: s.count, signatures: s.count, people: s.list(s.text) });

/** Writes the fields of a file into a PDF. Throws FileFailure, which names every mistake, and CommandFailure (5, 8). */
export async function prepareFromFile(context: Context, options: FromFileOptions): Promise<void> {
  const { file, fields: path, output } = options;
  const overwrite = options.force === true;
  await context.files.check(output, { overwrite });
  const text = await readValuesText(context.files, path);
  await withDocuments(context, async (engine) => {
    const { problemsOf } = await import('../../document/prepare/problems.js');
    const read = await readToUse(context, engine, file);
    const { form, mistakes } = readFieldsFile(text, read.pages, problemsOf);
    refuseProblems(path, mistakes);
    await context.files.write(output, await written(engine, file, read.pdf, form), { overwrite });
    await tell(context, output, form);
  });
}

/** Prints the fields that were read, as a file of fields to edit. */
export async function printFields(context: Context, file: string): Promise<void> {
  await withDocuments(context, async (engine) => {
    const { preparedForm } = await import('../../document/prepare/prepared-form.js');
    const read = await readToUse(context, engine, file);
    await context.output.text('yaml', writeFields(preparedForm(read)));
  });
}

async function written(engine: DocumentEngine, file: string, pdf: Uint8Array, form: PreparedForm): Promise<Uint8Array> {
  const { refusalWords, UnreadableDocument } = await import('../../document/document-failure.js');
  try {
    return await engine.prepare({ pdf, form });
  } catch (error) {
    if (!(error instanceof UnreadableDocument)) throw error;
    const { message, remedy } = refusalWords(file, error);
    throw new CommandFailure(5, 'invalid_request', message, remedy === null ? {} : { hint: remedy });
  }
}

async function tell(context: Context, file: string, { fields }: PreparedForm): Promise<void> {
  const people = [...new Set(fields.flatMap(({ role }) => role ?? []))];
  const signatures = fields.filter(({ type }) => type === 'signature').length;
  const whose = people.length === 0 ? '' : ` for ${people.join(', ')}`;
  await context.output.result(
    { file: context.files.resolve(file), fields: fields.length, signatures, people },
    {
      human:
        `Wrote ${file}: ${pluralize(fields.length, 'field')}${whose}, ${pluralize(signatures, 'signature')} among them.\n` +
        'Another service reads the names, kinds and tooltips of the fields; who fills in each is decided by its own reading.\n' +
        `Next: esign template create ${shellWord(file)}`,
      ids: [context.files.resolve(file)],
    },
  );
}
