import type { ReadDocument } from '../../document/read-document.js';
import { blankDocument } from '../domain/blank-document.js';
import type { TemplateState } from '../domain/template.js';
import { blankPage, blankPages, type FieldList, templateFromFields } from '../domain/template-from-fields.js';
import type { Service } from '../service.js';
import { documentRepository } from '../store/document-repository.js';
import { templateRepository } from '../store/template-repository.js';

/** A document of a template whose fields are given; what was found in it does not count. */
export interface GivenDocument {
  readonly name: string;
  readonly read: Pick<ReadDocument, 'pdf' | 'pages'>;
}

/** Stores a template whose fields are given, on these documents; without any on blank pages. */
export async function keepFieldList(
  service: Service,
  organisation: string,
  list: FieldList,
  given: readonly GivenDocument[] = [],
): Promise<TemplateState> {
  const { random, clock } = service;
  const id = random.uuid();
  const facts = { id, organisation_id: organisation, created_at: clock.instant() };
  const blank = (): GivenDocument => {
    const pages = blankPages(list);
    return { name: list.name, read: { pages, pdf: blankDocument(pages.length, blankPage) } };
  };
  const documents = (given.length === 0 ? [blank()] : given).map((document) => ({ id: random.uuid(), ...document }));
  const laid = documents.map((document) => ({ id: document.id, pages: document.read.pages }));
  const template = templateFromFields(list, { ...facts, documents: laid }, () => random.uuid());
  await service.store.commit(() => {
    templateRepository(service.store.sql).insert(template);
    const stored = documentRepository(service.store.sql);
    for (const [at, { id: document, name, read }] of documents.entries()) {
      const head = {
        id: document,
        organisation_id: organisation,
        name,
        position: at + 1,
        page_count: read.pages.length,
      };
      stored.insert({ ...head, owner_kind: 'template', owner_id: id }, read.pdf);
    }
  });
  return template;
}
