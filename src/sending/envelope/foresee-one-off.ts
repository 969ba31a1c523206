import type { Context } from '../../cli/context/context.js';
import { explain } from '../../cli/failure/explain.js';
import { CommandFailure } from '../../cli/failure/failure.js';
import { operations } from '../../contract/operations.js';
import { filled, problems } from '../../contract/schema.js';
import type { FilledBodyOf } from '../../contract/operations.js';
import { copyRole } from '../../domain/rules/recipients.js';
import { checkRequest } from '../../domain/rules/request.js';
import type { Form, FormField } from '../../domain/rules/template-form.js';
import { type OfflineFile, readUpload, withDocuments } from '../../authoring/template/offline.js';
import type { AllowOptions } from '../../authoring/template/allow-problem.js';
import { nobodySigns } from '../../authoring/template/form-findings.js';
import type { Draft } from './create-options.js';
import { refuseFindings } from './first-send.js';
import { refuse } from './foresee.js';

type ReadDocument = NonNullable<OfflineFile['document']>;
type OneOff = FilledBodyOf<'createOneOffEnvelope'>;

/**
 * For `--dry-run` of an envelope without a template (A1): every refusal that can be foreseen from its documents, which
 * are read on this machine. A document that cannot be read here is noted. Throws CommandFailure (5).
 */
export async function refuseForeseenOneOff(context: Context, body: Draft, options: AllowOptions): Promise<void> {
  const { body: schema } = operations.createOneOffEnvelope;
  // The preview checked the shape already.
  if (schema === null || problems(schema, body).length > 0) return;
  const request = filled(schema, body) as OneOff;
  const documents = await readAll(context, request.documents);
  if (documents === null) return;
  const { title, recipients, values } = request;
  const form = formOf(request, documents);
  const settings = { form, now: context.clock.now(), title, people: true };
  refuse(checkRequest({ title, recipients, values }, settings).problems, 'The service would refuse this request:');
  refuseFindings(context, title, nobodySigns(form), options);
}

/** Null if a document cannot be read on this machine. Throws CommandFailure (5) for one that the service would refuse. */
async function readAll(context: Context, uploads: OneOff['documents']): Promise<readonly ReadDocument[] | null> {
  try {
    return await withDocuments(context, async (engine) => {
      const documents: ReadDocument[] = [];
      for (const { filename, file } of uploads) {
        const { document, refused } = await readUpload(engine, filename, Buffer.from(file, 'base64'));
        if (document === null) {
          const { message, remedy } = refused;
          throw new CommandFailure(5, 'invalid_request', message, remedy === null ? {} : { hint: remedy });
        }
        documents.push(document);
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
function formOf({ recipients, fields: placed }: OneOff, documents: readonly ReadDocument[]): Form {
  const signers = recipients.filter(({ role }) => role !== copyRole);
  const first = signers[0]?.role ?? 'Signer';
  const withInk = signers.length === 1 && placed.length === 0;
  const boxes = documents.flatMap((document, at) =>
    document.boxes
      .filter(({ seen_as: source }) => withInk || source !== 'ink')
      .map((box) => ({ ...box, question: box.question === null ? null : `${at} ${box.question}` })),
  );
  const own = boxes.map(
    ({ type, label, required, options, question, option_value, multiline, tag }, index): FormField => ({
      id: `${index}`,
      type,
      label,
      required,
      options,
      option_value,
      multiline,
      role: tag?.role ?? first,
      subject: tag?.subject ?? null,
      data_key: tag?.key ?? null,
      question_id: question,
    }),
  );
  const added = placed.map(({ type, label, required, role, subject, data_key, options }, index): FormField => ({
    id: `placed ${index}`,
    type,
    label,
    required,
    role,
    subject,
    data_key,
    question_id: null,
    option_value: null,
    options: options ?? null,
    multiline: false,
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
