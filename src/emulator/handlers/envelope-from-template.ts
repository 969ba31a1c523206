import { usableProblems } from '../../rules/usable.js';
import { formOf } from '../domain/envelope-form-template.js';
import type { EnvelopeForm } from '../domain/envelope-form.js';
import type { EnvelopeDocument } from '../domain/envelope.js';
import { notFound, Refusal, refuseFirst } from '../domain/refusal.js';
import type { TemplateState } from '../domain/template.js';
import type { Handler } from '../http/exchange.js';
import type { Service } from '../service.js';
import { checkDrawable } from '../signing/drawable.js';
import { documentRepository } from '../store/document-repository.js';
import { templateRepository } from '../store/template-repository.js';
import { create, checkChoices, checkCreation, textsOf, type Caller, type Creation } from './envelope-creation.js';
import { envelopeReply } from './envelope-reply.js';

/** POST /api/v1/envelopes: everything is validated before the texts, and again within the transaction. */
export const createEnvelope: Handler<'createEnvelope'> = async (exchange) => {
  const { service, body } = exchange;
  const judge = (): { creation: Creation; choices: ReturnType<typeof checkChoices>; template: TemplateState } => {
    const { template, form } = templateOf(exchange, body.template_id);
    const creation: Creation = {
      form,
      template_id: template.id,
      title: body.title ?? template.name,
      recipients: body.recipients,
      values: body.values,
      path: '',
    };
    checkCreation(creation);
    return { creation, choices: checkChoices(exchange, body), template };
  };
  await checkDrawable(service, textsOf(judge().creation));
  return exchange.commit(() => {
    const { creation, choices, template } = judge();
    const keep = (id: string) => shareDocuments(service, template, id);
    const envelope = create(exchange, creation, choices, keep, template.documents.length);
    return envelopeReply(201, service, envelope, choices.send ? 'accepted' : 'reported');
  });
};

/** The template of a new envelope. Throws not_found, template_archived and the errors of an unusable template. */
export function templateOf(
  { service, organisation }: Caller,
  templateId: string,
): { readonly template: TemplateState; readonly form: EnvelopeForm } {
  const template = templateRepository(service.store.sql).find(organisation.id, templateId);
  if (template === null) throw notFound();
  if (template.archived)
    throw new Refusal('template_archived', `template_id: the template "${template.name}" was retired.`);
  const { form, problems } = service.store.sql.derived(template, () => {
    const made = formOf(template);
    return { form: made, problems: usableProblems(made) };
  });
  refuseFirst(problems);
  return { template, form };
}

/** Within a transaction: the envelope copies the template's current documents, with new IDs. */
export function shareDocuments(
  service: Service,
  template: TemplateState,
  envelopeId: string,
): readonly EnvelopeDocument[] {
  const documents = documentRepository(service.store.sql);
  return documents.ofOwner('template', template.id).map((source) => {
    const document = { ...source, id: service.random.uuid(), owner_kind: 'envelope', owner_id: envelopeId } as const;
    documents.insertShared(document);
    const { id, position, name, page_count } = document;
    return { id, position, name, page_count };
  });
}
