import { usableProblems } from '../../domain/rules/request.js';
import { type EnvelopeForm, formOf } from '../domain/envelope-form.js';
import type { EnvelopeDocument } from '../domain/envelope.js';
import { notFound, Refusal, refuseFirst } from '../domain/refusal.js';
import type { TemplateState } from '../domain/template.js';
import type { Handler } from '../http/exchange.js';
import type { Service } from '../service.js';
import type { Caller } from '../signing/dispatch.js';
import { checkDrawable } from '../signing/drawable.js';
import { documentRepository } from '../store/document-repository.js';
import { templateRepository } from '../store/template-repository.js';
import { create, checkChoices, checkCreation, textsOf, type CheckedCreation } from './envelope-creation.js';
import { envelopeReply } from './envelope-reply.js';

/**
 * POST /api/v1/envelopes: everything is validated before the texts, and again within the transaction. A template that
 * has not changed in between is the same object with the same form.
 */
export const createEnvelope: Handler<'createEnvelope'> = async (exchange) => {
  const { service, body } = exchange;
  const judge = (earlier: CheckedCreation | null) => {
    const { template, form } = templateOf(exchange, body.template_id);
    const creation =
      earlier?.form === form
        ? earlier
        : checkCreation({
            form,
            template_id: template.id,
            title: body.title ?? template.name,
            recipients: body.recipients,
            values: body.values,
            path: '',
          });
    return { creation, choices: checkChoices(exchange, body), template };
  };
  const first = judge(null).creation;
  await checkDrawable(service, textsOf(first));
  return exchange.commit(() => {
    const { creation, choices, template } = judge(first);
    const keep = () => shareDocuments(service, template);
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

/** The envelope shares the template's current documents, under new IDs. */
export function shareDocuments(service: Service, template: TemplateState): readonly EnvelopeDocument[] {
  const documents = documentRepository(service.store.sql).ofOwner('template', template.id);
  return documents.map(({ position, name, page_count, sha256 }) => ({
    id: service.random.uuid(),
    position,
    name,
    page_count,
    sha256,
  }));
}
