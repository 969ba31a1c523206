import type { Context } from '../../cli/context/context.js';
import { explain } from '../../cli/failure/explain.js';
import { operations } from '../../contract/operations.js';
import { filled, problems } from '../../contract/schema.js';
import type { FilledBodyOf } from '../../contract/operations.js';
import type { ReadDocument } from '../../document/read-document.js';
import type { Field, Template } from '../../contract/resources/template.js';
import { copyRole } from '../../domain/rules/recipients.js';
import { checkRequest } from '../../domain/rules/request.js';
import type { Form, FormField } from '../../domain/rules/template-form.js';
import { readUploadToUse, withDocuments } from '../../authoring/template/offline.js';
import type { AllowOptions } from '../../authoring/template/allow-problem.js';
import { type FormFinding, formFindings, nobodySigns } from '../../authoring/template/form-findings.js';
import { shellWord } from '../../cli/flags/reach-flags.js';
import type { Draft } from './create-options.js';
import { noteForm, refuseFindings } from './first-send.js';
import { refuse } from './foresee.js';
import { creationsIn, noteAnswers } from './note-answers.js';
import { undrawnTexts } from './check-values.js';

type OneOff = FilledBodyOf<'createOneOffEnvelope'>;
/** `document_id` is the place of the document in the request, from 0; `heading` is that of the part of the form. */
type OneOffField = Field & FormField & { readonly heading: string | null };

/**
 * For `--dry-run` of an envelope without a template (A1): every refusal that can be foreseen from its documents, which
 * are read on this machine, and what is wrong with them as a form to sign. A document that cannot be read here is noted.
 * Throws CommandFailure (5).
 */
export async function refuseForeseenOneOff(context: Context, body: Draft, options: AllowOptions): Promise<void> {
  const read = await readOneOff(context, body);
  if (read === null) return;
  const { title, recipients, values } = read.request;
  const settings = { form: read.form, now: context.clock.now(), title, people: true };
  const { problems, drawn } = checkRequest({ title, recipients, values }, settings);
  const { undrawn } = await undrawnTexts(context, drawn);
  refuse([...problems, ...undrawn], 'The service would refuse this request:');
  await noteAnswers(context, templateOf(read), creationsIn(body));
  refuseFindings(context, title, findingsOf(read), options);
  noteForm(context, templateOf(read));
}

/**
 * Before an envelope without a template is created: notes what becomes of its answers, and, if it is sent at once, checks
 * its documents as a form to sign. Throws CommandFailure (5).
 */
export async function refuseOneOff(context: Context, body: Draft, options: AllowOptions): Promise<void> {
  const read = await readOneOff(context, body);
  if (read === null) return;
  if (read.request.send) {
    refuseFindings(context, read.request.title, findingsOf(read), options);
    noteForm(context, templateOf(read));
  }
  await noteAnswers(context, templateOf(read), creationsIn(body));
}

interface ReadOneOff {
  readonly request: OneOff;
  readonly documents: readonly ReadDocument[];
  readonly form: Form<OneOffField>;
}

/** Null for a body of another shape, which the client refuses, and if a document cannot be read on this machine. */
async function readOneOff(context: Context, body: Draft): Promise<ReadOneOff | null> {
  const { body: schema } = operations.createOneOffEnvelope;
  if (schema === null || problems(schema, body).length > 0) return null;
  const request = filled(schema, body) as OneOff;
  const documents = await readAll(context, request.documents);
  return documents === null ? null : { request, documents, form: formOf(request, documents) };
}

/** The documents as a template would have them. */
function templateOf({ request: { title }, documents, form }: ReadOneOff): Template {
  const none = { prefillable: 0, core: 0, organisation: 0, legacy: 0, unnamed: 0, questions: 0 };
  return {
    id: '',
    name: title,
    created_at: '',
    documents: [],
    pages: documents.flatMap(({ pages }, at) => pages.map((page) => ({ ...page, document_id: `${at}` }))),
    roles: [],
    subjects: [],
    warnings: documents.flatMap(({ warnings }, at) => warnings.map((each) => ({ ...each, document_id: `${at}` }))),
    coverage: { ...none, unnamed_groups: 0, unnamed_options: 0, collisions: 0 },
    questions: form.questions.map((each) => ({ ...each, required: each.min_selected > 0, options: [] })),
    fields: [...form.fields],
  };
}

/** What is wrong with the documents as a form to sign; each problem is corrected in its file. */
function findingsOf(read: ReadOneOff): readonly FormFinding[] {
  const { documents } = read.request;
  const { fields } = read.form;
  const parts = fields.flatMap(({ id, heading }) => (heading === null ? [] : [{ heading, fields: [{ id }] }]));
  const found = fields.length === 0 ? nobodySigns(read.form) : formFindings(templateOf(read), parts);
  return found.map((finding) => {
    const file = documents[Number(finding.fields[0]?.document_id ?? 0)]?.filename ?? 'FILE';
    return { ...finding, fix: `esign template prepare ${shellWord(file)}` };
  });
}

/** Null if a document cannot be read on this machine. Throws CommandFailure (5) for one that the service would refuse. */
async function readAll(context: Context, uploads: OneOff['documents']): Promise<readonly ReadDocument[] | null> {
  try {
    return await withDocuments(context, async (engine) => {
      const documents: ReadDocument[] = [];
      for (const { filename, file } of uploads) {
        documents.push(await readUploadToUse(engine, filename, Buffer.from(file, 'base64')));
      }
      return documents;
    });
  } catch (failure) {
    const { exitCode, message } = explain(failure);
    if (exitCode !== 8) throw failure;
    context.output.note(`Not checked against the documents: ${message}`);
    return null;
  }
}

/**
 * Fields without a role belong to the first signer. Lines and boxes that are only seen on the page count with a single
 * signer and without placed fields: otherwise it is unknown whose they are.
 */
function formOf({ recipients, fields: placed }: OneOff, documents: readonly ReadDocument[]): Form<OneOffField> {
  const signers = recipients.filter(({ role }) => role !== copyRole);
  const first = signers[0]?.role ?? 'Signer';
  const withInk = signers.length === 1 && placed.length === 0;
  const boxes = documents.flatMap((document, at) =>
    document.boxes
      .filter(({ seen_as: source }) => withInk || source !== 'ink')
      .map((box) => ({
        ...box,
        document_id: `${at}`,
        question: box.question === null ? null : `${at} ${box.question}`,
        // Placed fields may stand for those of the document, and have roles of their own.
        heading: placed.length > 0 || box.person === null ? null : (document.people[box.person]?.heading ?? null),
      })),
  );
  const own = boxes.map(
    ({ question, tag, type, label, required, options, option_value, multiline, ...place }, index): OneOffField => ({
      id: `${index}`,
      type,
      label,
      required,
      option_value,
      multiline,
      options: options === null ? null : [...options],
      document_id: place.document_id,
      page: place.page,
      rect: { ...place.rect },
      context: { ...place.context, nearby: [...place.context.nearby] },
      role: tag?.role ?? first,
      subject: tag?.subject ?? null,
      data_key: tag?.key ?? null,
      question_id: question,
      heading: place.heading,
    }),
  );
  const added = placed.map(({ document, options = null, ...field }, index): OneOffField => ({
    ...field,
    id: `placed ${index}`,
    document_id: `${document - 1}`,
    context: { ...noContext, nearby: [], label: field.label },
    question_id: null,
    option_value: null,
    options,
    multiline: false,
    heading: null,
  }));
  const fields = [...own, ...added];
  const questions = documents.flatMap(({ questions: found }, at) =>
    found.map(({ name, label, min_selected, max_selected }) => {
      const id = `${at} ${name}`;
      const role = own.find(({ question_id: question }) => question === id)?.role ?? first;
      return { id, label, role, min_selected, max_selected };
    }),
  );
  return {
    roles: [...new Set(fields.map(({ role }) => role))].map((name) => ({ name, routing_type: 'sign' })),
    subjects: [...new Set(fields.flatMap(({ subject }) => subject ?? []))],
    questions: questions.filter(({ id }) => own.some(({ question_id: question }) => question === id)),
    fields,
  };
}

const noContext = { row: null, column: null, option: null, section: null, widget_name: null, tooltip: null };
