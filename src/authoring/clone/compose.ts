import { CommandFailure } from '../../cli/failure/failure.js';
import type { Field, Person, Template } from '../../contract/resources/template.js';
import type { DocumentEngine } from '../../document/document-engine.js';
import type { PreparedForm } from '../../document/prepare/prepared-field.js';
import type { PrepareJob } from '../../document/prepare/write-prepared.js';
import type { PageSize, ReadDocument } from '../../document/read-document.js';
import { drawnForm, plainForm } from './forms.js';
import { pairPlaces } from './pair-places.js';

/** One document of a template with its pages, each as a PDF of its own. */
export interface SourceDocument {
  readonly template: Template;
  readonly fields: readonly Field[];
  readonly people: readonly Person[];
  readonly pages: readonly Uint8Array[];
}

/** A document to upload, and how this machine reads it. */
export interface ComposedDocument {
  readonly pdf: Uint8Array;
  readonly read: ReadDocument;
}

interface Judged extends ComposedDocument {
  /** Fields that are missing, added or of another kind. */
  readonly wrong: number;
  /** People who are not found as on the source. */
  readonly strangers: number;
}

/**
 * Makes one PDF of the pages of a document, with fields for another service to find. Of two ways the one is taken whose
 * reading comes closest to the source: form fields as the document had them, so that people are found by the words of
 * the form; or fields that say themselves whose they are. Equal pages and fields give equal bytes. Throws CommandFailure
 * (5) for pages that cannot be read, and what the engine throws.
 */
export async function composeDocument(engine: DocumentEngine, source: SourceDocument): Promise<ComposedDocument> {
  const joined = await engine.join(source.pages);
  const sizes = await engine.sizes(joined);
  const plain = await composePlain(engine, source, joined, sizes);
  if (plain !== null && plain.wrong + plain.strangers === 0) return plain;
  const form = await withoutProblems(drawnForm(source), sizes);
  const drawn = await judged(engine, source, { pdf: joined, form });
  const [best] = [plain, drawn]
    .flatMap((each) => each ?? [])
    .toSorted((a, b) => a.wrong - b.wrong || a.strangers - b.strangers);
  if (best !== undefined) return best;
  throw new CommandFailure(5, 'invalid_request', 'The pages of the template cannot be made into a document again.', {
    hint: 'Create a template from the original file with `esign template create`.',
  });
}

/** The fields whose names are known first; those that are then not found as print on the page get a name, too. */
async function composePlain(
  engine: DocumentEngine,
  source: SourceDocument,
  pdf: Uint8Array,
  sizes: readonly PageSize[],
): Promise<Judged | null> {
  const { nameFields } = await import('../../document/prepare/field-names.js');
  const { form, names } = plainForm(source);
  const given = nameFields(form, new Set(names.flatMap((name) => name?.split('.')[0] ?? [])));
  const sound = await soundFields(form, sizes);
  const write = (isWritten: (index: number) => boolean): Promise<Judged | null> => {
    const kept = [...form.fields.keys()].filter((index) => sound.has(index) && isWritten(index));
    const fields = kept.flatMap((index) => form.fields[index] ?? []);
    const own = kept.map((index) => names[index] ?? given[index]?.join('.') ?? 'field');
    return judged(engine, source, { pdf, form: { ...form, fields }, names: own });
  };
  const first = await write((index) => names[index] !== null);
  if (first === null) return null;
  const found = pairPlaces(placesOf(source.fields), placesOf(first.read.boxes));
  const isMissing = (index: number): boolean => {
    const field = form.fields[index];
    const at = source.fields.findIndex(({ page, rect }) => page === field?.page && rect === field.rect);
    return !found.has(at);
  };
  const isNamed = (index: number): boolean => names[index] !== null;
  if (![...form.fields.keys()].some((index) => !isNamed(index) && isMissing(index))) return first;
  const second = await write((index) => isNamed(index) || isMissing(index));
  return second !== null && second.wrong <= first.wrong ? second : first;
}

async function judged(engine: DocumentEngine, source: SourceDocument, job: PrepareJob): Promise<Judged | null> {
  const { UnreadableDocument } = await import('../../document/document-failure.js');
  const unlessUnreadable = (error: unknown): null => {
    if (error instanceof UnreadableDocument) return null;
    throw error;
  };
  const pdf = await engine.prepare(job).catch(unlessUnreadable);
  const read = pdf === null ? null : await engine.read({ filename: 'copy.pdf', bytes: pdf }).catch(unlessUnreadable);
  if (pdf === null || read === null) return null;
  const pairs = pairPlaces(placesOf(source.fields), placesOf(read.boxes));
  const alike = [...pairs].filter(([from, to]) => isAlike(source.fields[from], read.boxes[to])).length;
  const wrong = source.fields.length - alike + (read.boxes.length - pairs.size);
  const strangers = source.people.filter(
    ({ id, heading, page }) =>
      !read.people.some((other) => other.id === id || (other.heading === heading && other.page === page)),
  ).length;
  return { pdf, read, wrong, strangers };
}

type Box = ReadDocument['boxes'][number];

const isAlike = (field: Field | undefined, box: Box | undefined): boolean =>
  field !== undefined &&
  field.type === box?.type &&
  field.required === box.required &&
  (field.question_id === null) === (box.question === null) &&
  JSON.stringify(field.options) === JSON.stringify(box.options);

const placesOf = (fields: readonly Pick<Box, 'page' | 'rect' | 'type'>[] | readonly Field[]) =>
  fields.map(({ page, rect, type }) => ({ document: 1, page, rect, type }));

/** The fields that can be written where they are. */
async function soundFields(form: PreparedForm, sizes: readonly PageSize[]): Promise<ReadonlySet<number>> {
  const { problemsOf } = await import('../../document/prepare/problems.js');
  const alone = { groups: [], fields: form.fields.map((field) => ({ ...field, group: null, option: null })) };
  const wrong = new Set(problemsOf(alone, sizes).map(({ field }) => field));
  return new Set([...form.fields.keys()].filter((index) => !wrong.has(index)));
}

/** A form that can be written: without fields that cannot, and without questions that do not hold together. */
async function withoutProblems(form: PreparedForm, sizes: readonly PageSize[]): Promise<PreparedForm> {
  const { problemsOf } = await import('../../document/prepare/problems.js');
  const sound = await soundFields(form, sizes);
  const fields = form.fields.filter((_, index) => sound.has(index));
  const left = { fields, groups: form.groups.filter(({ name }) => fields.some(({ group }) => group === name)) };
  const broken = new Set(problemsOf(left, sizes).map(({ field }) => fields[field ?? -1]?.group ?? null));
  return {
    groups: left.groups.filter(({ name }) => !broken.has(name)),
    fields: fields.map((field) => (broken.has(field.group) ? { ...field, group: null, option: null } : field)),
  };
}
