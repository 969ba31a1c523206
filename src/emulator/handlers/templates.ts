import { type Handler, type Handlers, json } from '../http/exchange.js';
import { createTemplate } from './template-creation.js';
import { acceptNamingRun, createNamingRun, renameTemplateField, renameTemplateFields } from './template-naming.js';
import { applyTemplatePerson, decideTemplatePerson } from './template-people.js';
import { peopleBodies } from '../domain/people.js';
import { isKnown } from '../domain/precondition.js';
import { etagOf, summaryBody } from '../domain/template-body.js';
import { templateRepository } from '../store/template-repository.js';
import { cursorUnknown, ownCursor } from './own-cursor.js';
import { liveTemplate, templateReply } from './template-answers.js';

/** GET /api/v1/templates: newest first, without archived ones (A6). */
const listTemplates: Handler<'listTemplates'> = ({ service, organisation, query }) => {
  const { limit, cursor } = query;
  const page = templateRepository(service.store.sql).list(organisation.id, { limit, cursor: ownCursor(cursor) });
  if (page === undefined) throw cursorUnknown();
  return json(200, { data: page.templates.map(summaryBody), next_cursor: page.next });
};

/** GET /api/v1/templates/{templateId}: the full body with its ETag, or 304 (A8). */
const getTemplate: Handler<'getTemplate'> = ({ service, organisation, parameters, ifNoneMatch }) => {
  const template = liveTemplate(service, organisation, parameters.templateId);
  const etag = etagOf(template);
  return isKnown(ifNoneMatch, etag) ? { status: 304, headers: { ETag: etag } } : templateReply(200, template);
};

/** GET /api/v1/templates/{templateId}/people: writes nothing. */
const listTemplatePeople: Handler<'listTemplatePeople'> = ({ service, organisation, parameters }) =>
  json(200, { people: peopleBodies(liveTemplate(service, organisation, parameters.templateId)) });

/** The operations on templates: author, read, decide people and name fields. */
export const templateHandlers = {
  listTemplates,
  createTemplate,
  getTemplate,
  listTemplatePeople,
  decideTemplatePerson,
  applyTemplatePerson,
  renameTemplateField,
  renameTemplateFields,
  createNamingRun,
  acceptNamingRun,
} satisfies Partial<Handlers>;
