import { decisions } from '../../contract/decision.js';
import { presences, template as templateBody } from '../../contract/resources/template.js';
import { lazy } from '../../core/platform/lazy.js';
import { anyText, instant, listOf, named, nullable, oneOf, shape, uuid } from '../../contract/schema.js';
import { notFound } from '../domain/refusal.js';
import { readBody } from '../domain/template-body.js';
import type { Service } from '../service.js';
import { templateRepository, type TemplateRepository } from '../store/template-repository.js';
import type { TemplateState } from '../domain/template.js';
import { fieldList } from './field-list.js';
import { keepFieldList } from './keep-field-list.js';
import { type ControlRoute, route } from './route.js';

const namingRecord = lazy(() =>
  shape({
    data: listOf(
      named(
        'NamingEntry',
        shape({
          at: instant,
          act: anyText,
          person_id: nullable(anyText),
          decision: nullable(
            shape({
              decision: oneOf(decisions),
              subject_key: nullable(anyText),
              subject_label: nullable(anyText),
              presence: nullable(oneOf(presences)),
              role_name: nullable(anyText),
              filled_by: oneOf(['current', 'own']),
            }),
          ),
          run_id: nullable(uuid),
          fields: listOf(
            shape({
              id: uuid,
              role: anyText,
              subject: nullable(anyText),
              data_key: nullable(anyText),
              label: nullable(anyText),
            }),
          ),
        }),
      ),
    ),
  }),
);

/** Template actions that the service offers only in its editor. */
export const templateRoutes = (organisation: string): readonly ControlRoute[] => [
  route({
    method: 'POST',
    path: '/_emulator/templates',
    status: 201,
    summary: 'Create a template from a list of fields, on blank pages, for tests that need no document',
    body: fieldList,
    answer: templateBody,
    async handle({ service, body }) {
      const template = await keepFieldList(service, organisation, body);
      return readBody(template);
    },
  }),
  route({
    method: 'POST',
    path: '/_emulator/templates/{templateId}/archive',
    summary: 'Archive a template: not_found to reads, template_archived to new envelopes',
    body: null,
    answer: null,
    async handle({ service, parameters }) {
      await service.store.commit(() => {
        const { templates, template } = find(service, parameters['templateId'] ?? '');
        templates.update({ ...template, archived: true });
      });
    },
  }),
  route({
    method: 'GET',
    path: '/_emulator/templates/{templateId}/naming-record',
    summary: 'List the decisions and names of a template, oldest first',
    body: null,
    answer: namingRecord,
    handle({ service, parameters }) {
      const { templates, template } = find(service, parameters['templateId'] ?? '');
      return { data: templates.namingRecord(template.id) };
    },
  }),
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
