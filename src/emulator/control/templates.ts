import { notFound } from '../domain/refusal.js';
import type { Service } from '../service.js';
import { json } from '../http/exchange.js';
import { templateRepository, type TemplateRepository } from '../store/template-repository.js';
import type { TemplateState } from '../domain/template.js';
import type { ControlRoute } from './route.js';

/** Template actions that the service offers only in its editor. */
export const templateRoutes: readonly ControlRoute[] = [
  {
    method: 'POST',
    path: '/_emulator/templates/{templateId}/archive',
    summary: 'Archive a template: not_found to reads, template_archived to new envelopes',
    body: null,
    async handle({ service, parameters }) {
      await service.store.commit(() => {
        const { templates, template } = find(service, parameters['templateId'] ?? '');
        templates.update({ ...template, archived: true });
      });
      return { status: 204 };
    },
  },
  {
    method: 'GET',
    path: '/_emulator/templates/{templateId}/naming-record',
    summary: 'List the decisions and names of a template, oldest first',
    body: null,
    handle({ service, parameters }) {
      const { templates, template } = find(service, parameters['templateId'] ?? '');
      return json(200, { data: templates.namingRecord(template.id) });
    },
  },
];

function find(
  service: Service,
  id: string,
): { readonly templates: TemplateRepository; readonly template: TemplateState } {
  const templates = templateRepository(service.store.sql);
  const template = templates.findAnywhere(id);
  if (template === null) throw notFound();
  return { templates, template };
}
