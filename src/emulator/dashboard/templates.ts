import { RenderFailed } from '../../document/document-failure.js';
import type { TemplateField, TemplateState } from '../domain/template.js';
import { notFound } from '../domain/refusal.js';
import type { Service } from '../service.js';
import { documentRepository } from '../store/document-repository.js';
import { overviewRepository } from '../store/overview-repository.js';
import { templateRepository } from '../store/template-repository.js';
import { pageOf, positionOf, readSize, searchOf } from './list-page.js';
import type { ListPage, ShownField, TemplateDetail, TemplateRow } from './shapes.js';

/** Pixels. */
const pictureWidth = 1000;

/** One page of templates, newest first. Throws invalid_request. */
export function listTemplates(service: Service, query: URLSearchParams): ListPage<TemplateRow> {
  const overview = overviewRepository(service.store.sql);
  const found = overview.templates({ text: searchOf(query), before: positionOf(query), max: readSize });
  return pageOf(service, found, overview.count('templates'), ({ template }) => ({
    id: template.id,
    name: template.name,
    created_at: template.created_at,
    archived: template.archived,
    pages: template.pages.length,
    fields: template.fields.length,
    undecided: template.people.filter(({ decided }) => decided === null).length,
  }));
}

/** A template with its fields by page, and the people that were found on it. Throws not_found. */
export function templateDetail(service: Service, id: string): TemplateDetail {
  const template = find(service, id);
  const documents = documentRepository(service.store.sql).ofOwner('template', template.id);
  return {
    id: template.id,
    name: template.name,
    archived: template.archived,
    roles: template.roles.map(({ name }) => name),
    warnings: template.warnings.map(({ message }) => message),
    pages: template.pages.map(({ document_id: document, page, width, height }) => {
      const stored = documents.find((each) => each.id === document);
      const fields = template.fields.filter((field) => field.document_id === document && field.page === page);
      return {
        document: stored?.position ?? 1,
        name: stored?.name ?? '',
        page,
        width,
        height,
        fields: fields.map((field) => fieldOf(template, field)),
      };
    }),
    people: template.people.map(({ id: person, heading, kind, reason, proposed, decided }) => ({
      id: person,
      heading,
      kind,
      reason,
      proposed: proposed.decision,
      decided: decided?.decision ?? null,
    })),
  };
}

function fieldOf({ roles }: TemplateState, field: TemplateField): ShownField {
  const { id, type, label, role, required, subject, data_key: key, rect } = field;
  return {
    id,
    label: label ?? key ?? type,
    type,
    role: roles.findIndex(({ name }) => name === role),
    required,
    address: key === null ? null : `${subject === null ? '' : `${subject}.`}${key}`,
    rect,
  };
}

/** A page of a template as a PNG. Throws not_found. */
export async function templatePage(service: Service, id: string, position: number, page: number): Promise<Uint8Array> {
  const template = find(service, id);
  const documents = documentRepository(service.store.sql);
  const stored = documents.ofOwner('template', template.id).find((each) => each.position === position);
  if (stored === undefined || !(page >= 1 && page <= stored.page_count)) throw notFound();
  try {
    return await service.documents.picture(documents.pdf(stored), page, { width: pictureWidth });
  } catch (error) {
    if (error instanceof RenderFailed) throw notFound();
    throw error;
  }
}

function find(service: Service, id: string): TemplateState {
  const template = templateRepository(service.store.sql).findAnywhere(id);
  if (template === null) throw notFound();
  return template;
}
