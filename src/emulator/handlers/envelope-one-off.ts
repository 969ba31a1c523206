import type { FilledBodyOf } from '../../contract/operations.js';
import type { ReadDocument } from '../../document/read-document.js';
import { usableProblems } from '../../domain/rules/request.js';
import { type EnvelopeForm, formOf } from '../domain/envelope-form.js';
import { withPlacedFields } from '../domain/envelope-one-off.js';
import type { EnvelopeDocument } from '../domain/envelope.js';
import { buildTemplate } from '../domain/template-from-documents.js';
import { refuseFirst } from '../domain/refusal.js';
import type { Exchange, Handler } from '../http/exchange.js';
import type { Service } from '../service.js';
import { checkDrawable } from '../signing/drawable.js';
import { documentRepository } from '../store/document-repository.js';
import { create, checkChoices, checkCreation, textsOf } from './envelope-creation.js';
import { envelopeReply } from './envelope-reply.js';
import { readUploads } from './uploads.js';

/** POST /api/v1/envelopes/one-off: with its own documents and without a template (A1). */
export const createOneOffEnvelope: Handler<'createOneOffEnvelope'> = async (exchange) => {
  const { service, body } = exchange;
  const read = await readUploads(service, body.documents);
  const form = oneOffForm(exchange, read);
  refuseFirst(usableProblems(form));
  const creation = checkCreation({
    form,
    template_id: null,
    title: body.title,
    recipients: body.recipients,
    values: body.values,
    path: '',
  });
  checkChoices(exchange, body);
  await checkDrawable(service, [...textsOf(creation), ...fieldTexts(body)]);
  return exchange.commit(() => {
    const choices = checkChoices(exchange, body);
    const keep = () => keepDocuments(exchange, read);
    const envelope = create(exchange, creation, choices, keep, read.length);
    return envelopeReply(201, service, envelope, choices.send ? 'accepted' : 'reported');
  });
};

/**
 * Fields without a role from a text tag belong to the first signing recipient. Detected lines and boxes count only with
 * a single signing recipient and without placed fields: otherwise their role is unknown.
 */
function oneOffForm(
  { service, organisation, body }: Exchange<'createOneOffEnvelope'>,
  read: readonly ReadDocument[],
): EnvelopeForm {
  const newId = (): string => service.random.uuid();
  const signers = body.recipients.filter(({ role }) => role !== 'cc');
  const [first] = signers;
  const withInk = signers.length === 1 && body.fields.length === 0;
  const made = buildTemplate({
    id: newId(),
    organisation_id: organisation.id,
    name: body.title,
    created_at: service.clock.instant(),
    documents: read.map((document) => ({ id: newId(), read: withInk ? document : withoutInk(document) })),
    ...(first === undefined ? {} : { default_role: first.role }),
    newId,
  });
  const pages = read.map(({ page_count: count }) => count);
  return withPlacedFields(formOf(made), body.fields, pages, newId);
}

/** From text tags and form fields. Nobody decides about the people of a one-off envelope. */
const withoutInk = (read: ReadDocument): ReadDocument => ({
  ...read,
  boxes: read.boxes.filter(({ seen_as: source }) => source !== 'ink'),
  people: [],
});

const fieldTexts = ({ fields }: FilledBodyOf<'createOneOffEnvelope'>) =>
  fields.flatMap(({ role, options }, index) => [
    { path: `fields[${index}].role`, text: role },
    ...(options ?? []).map((text, at) => ({ path: `fields[${index}].options[${at}]`, text })),
  ]);

function keepDocuments(
  { service, body }: { service: Service; body: { documents: readonly { filename: string }[] } },
  read: readonly ReadDocument[],
): readonly EnvelopeDocument[] {
  const documents = documentRepository(service.store.sql);
  return read.map(({ pdf, page_count }, index) => ({
    id: service.random.uuid(),
    position: index + 1,
    name: (body.documents[index]?.filename ?? '').replace(/\.[^.]+$/, '') || `Document ${index + 1}`,
    page_count,
    sha256: documents.keep(pdf),
  }));
}
