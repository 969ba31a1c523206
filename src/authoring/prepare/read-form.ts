import type { Context } from '../../cli/context/context.js';
import { CommandFailure } from '../../cli/failure/failure.js';
import type { DocumentEngine } from '../../document/document-engine.js';
import type { PreparedForm } from '../../document/prepare/prepared-field.js';
import type { FormProblem } from '../../document/prepare/problems.js';
import type { PrepareJob } from '../../document/prepare/write-prepared.js';
import type { ReadDocument } from '../../document/read-document.js';
import { readToUse, readUploadToUse } from '../template/offline.js';
import { doubtsOf } from './doubts.js';
import { withNearestRoles } from './nearest-role.js';

/** A document that fields are drawn on. */
export interface FormToPrepare {
  readonly read: ReadDocument;
  /** The document without fields. */
  readonly blank: Uint8Array;
  /** What was read, as the start. */
  readonly form: PreparedForm;
  /** The data keys that its author wrote. */
  readonly written: ReadonlySet<string>;
  /** What somebody should look at in a form for it, the worst first. */
  doubtsIn(form: PreparedForm): readonly FormProblem[];
  /** The tags that a form takes the place of, which are taken off the pages. */
  off(form: PreparedForm): NonNullable<PrepareJob['off']>;
}

/**
 * Reads a file to draw fields on it. A text tag of another service becomes a field: the rest is read as if the tags were
 * not there, so that none is taken for the words of a line. With `brackets`, so do words in square brackets that ask for
 * an answer. Throws FileFailure, and CommandFailure (5, 8).
 */
export async function readForm(
  context: Context,
  engine: DocumentEngine,
  file: string,
  brackets = false,
): Promise<FormToPrepare> {
  const { preparedForm } = await import('../../document/prepare/prepared-form.js');
  const { placeDoubts } = await import('../../document/prepare/problems.js');
  const { allTags, coveredTags, tagDoubts, withTagFields, wordsBesideTags } =
    await import('../../document/prepare/printed-tags.js');
  const uploaded = await readToUse(context, engine, file);
  // What is wrong with the document itself is said first.
  const blank = await prepared(engine, file, { pdf: uploaded.pdf, form: { fields: [], groups: [] } });
  const printed = await engine.words(blank);
  const off = allTags(printed);
  const isAllInk = uploaded.boxes.every(({ seen_as: source }) => source === 'ink');
  const read =
    off.length === 0 || !isAllInk
      ? uploaded
      : await readUploadToUse(engine, file, await prepared(engine, file, { pdf: uploaded.pdf, form: null, off }));
  const hasFields = read.boxes.some(({ seen_as: source }) => source === 'form_field');
  const start = preparedForm(read);
  const whole = withTagFields(start, printed, { tags: !hasFields, names: brackets });
  const form = { ...whole, fields: withNearestRoles(whole.fields, start.fields) };
  const ofTags = form.fields.filter((field) => !start.fields.includes(field)).map(({ key }) => key);
  return {
    read,
    blank,
    form,
    written: new Set([...read.boxes.map(({ tag }) => tag?.key), ...ofTags].filter((key) => key != null)),
    doubtsIn: (drawn) => [
      ...tagDoubts(drawn, printed).map((doubt) => ({
        ...doubt,
        offers: withNearestRoles(doubt.offers ?? [], drawn.fields),
      })),
      ...doubtsOf(drawn, read),
      ...placeDoubts(
        drawn,
        read.pages,
        wordsBesideTags(drawn, printed),
        printed.map(({ rules }) => rules),
      ),
    ],
    off: (drawn) => coveredTags(drawn, printed),
  };
}

/** The PDF with the form in it. Throws CommandFailure (5) for one that no field can be written into. */
export async function prepared(engine: DocumentEngine, file: string, job: PrepareJob): Promise<Uint8Array> {
  const { refusalWords, UnreadableDocument } = await import('../../document/document-failure.js');
  try {
    return await engine.prepare(job);
  } catch (error) {
    if (!(error instanceof UnreadableDocument)) throw error;
    const { message, remedy } = refusalWords(file, error);
    throw new CommandFailure(5, 'invalid_request', message, remedy === null ? {} : { hint: remedy });
  }
}
