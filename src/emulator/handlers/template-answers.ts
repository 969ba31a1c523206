import type { TemplateState } from '../domain/template.js';
import { etagOf, readBody, renameBody } from '../domain/template-body.js';
import type { ApiKey } from '../domain/organisation.js';
import { notFound, Refusal } from '../domain/refusal.js';
import { json, type Reply } from '../http/exchange.js';
import type { Service } from '../service.js';
import { templateRepository } from '../store/template-repository.js';

/** The whole template with its ETag: the response of reads, decisions and naming acceptances. */
export const templateReply = (status: number, template: TemplateState): Reply =>
  json(status, readBody(template), { ETag: etagOf(template) });

/** The template in the response of a rename, with the ETag of the next read, which the next If-Match must have (A8). */
export const renameReply = (template: TemplateState): Reply =>
  json(200, renameBody(template), { ETag: etagOf(template) });

/** The active template of this organisation. Throws not_found, also for an archived one. */
export function liveTemplate(service: Service, organisation: { readonly id: string }, id: string): TemplateState {
  const template = templateRepository(service.store.sql).find(organisation.id, id);
  if (template === null || template.archived) throw notFound();
  return template;
}

/** Naming and deciding require a live key: a template has no mode, so a test key would change live sends. */
export function refuseTestKey(key: ApiKey): void {
  if (key.mode === 'test') {
    throw new Refusal('test_key_cannot_edit_templates', 'A test key may not name the fields or people of a template.');
  }
}
