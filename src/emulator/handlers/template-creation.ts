import { limits } from '../../contract/limits.js';
import { buildTemplate } from '../domain/template-from-documents.js';
import type { Handler } from '../http/exchange.js';
import { checkDrawable } from '../signing/drawable.js';
import { documentRepository } from '../store/document-repository.js';
import { templateRepository } from '../store/template-repository.js';
import { templateReply } from './template-answers.js';
import { readUploads, withoutExtension } from './uploads.js';

/** POST /api/v1/templates: the files are read first, before anything is written (A7). */
export const createTemplate: Handler<'createTemplate'> = async (exchange) => {
  const { service, organisation, body } = exchange;
  const name = body.name ?? defaultName(body.documents[0]?.filename ?? '');
  await checkDrawable(service, [{ path: body.name === undefined ? 'documents[0].filename' : 'name', text: name }]);
  const documents = (await readUploads(service, body.documents)).map((read) => ({ id: service.random.uuid(), read }));
  const template = buildTemplate({
    id: service.random.uuid(),
    organisation_id: organisation.id,
    name,
    created_at: service.clock.instant(),
    documents,
    newId: () => service.random.uuid(),
  });
  const roles = template.roles.map(({ name: text }) => ({ path: `documents: the role "${text}"`, text }));
  await checkDrawable(service, roles);
  return exchange.commit(() => {
    templateRepository(service.store.sql).insert(template);
    const stored = documentRepository(service.store.sql);
    for (const [index, { id, read }] of documents.entries()) {
      const document = {
        id,
        organisation_id: organisation.id,
        owner_kind: 'template' as const,
        owner_id: template.id,
        position: index + 1,
        name: withoutExtension(body.documents[index]?.filename ?? ''),
        page_count: read.page_count,
      };
      stored.insert(document, read.pdf);
    }
    return templateReply(201, template);
  });
};

function defaultName(filename: string): string {
  return [...withoutExtension(filename)].slice(0, limits.nameLength).join('');
}
