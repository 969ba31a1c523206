import { limits } from '../../contract/limits.js';
import { decisions } from '../../contract/decision.js';
import { fieldTypes, presences, template as templateBody } from '../../contract/resources/template.js';
import { lazy } from '../../core/platform/lazy.js';
import {
  anyText,
  atLeast,
  flag,
  instant,
  listOf,
  named,
  nullable,
  oneOf,
  optional,
  request,
  shape,
  text,
  uuid,
} from '../../contract/schema.js';
import { blankDocument } from '../domain/blank-document.js';
import { notFound } from '../domain/refusal.js';
import { readBody } from '../domain/template-body.js';
import { blankPage, pagesFor, templateFromFields } from '../domain/template-from-fields.js';
import type { Service } from '../service.js';
import { documentRepository } from '../store/document-repository.js';
import { templateRepository, type TemplateRepository } from '../store/template-repository.js';
import type { TemplateState } from '../domain/template.js';
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

const orNull = <const S extends Parameters<typeof nullable>[0]>(schema: S) => optional(nullable(schema), null);

const fieldList = request({
  name: text(limits.nameLength),
  roles: optional(
    listOf(request({ name: text(limits.nameLength), routing_type: optional(oneOf(['sign', 'cc']), 'sign') })),
    [],
  ),
  questions: optional(
    listOf(
      request({
        label: orNull(text(limits.labelLength)),
        required: optional(flag, false),
        min_selected: atLeast(0),
        max_selected: atLeast(1),
      }),
    ),
    [],
  ),
  fields: listOf(
    request({
      type: oneOf(fieldTypes),
      role: text(limits.nameLength),
      label: orNull(text(limits.labelLength)),
      required: optional(flag, false),
      subject: orNull(text(limits.subjectKeyLength)),
      data_key: orNull(text(limits.dataKeyLength)),
      options: orNull(listOf(text(limits.labelLength))),
      multiline: optional(flag, false),
      question: orNull(atLeast(1)),
      option_value: orNull(text(limits.labelLength)),
    }),
  ),
});

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
      const { random, clock } = service;
      const [id, document] = [random.uuid(), random.uuid()];
      const facts = { id, organisation_id: organisation, created_at: clock.instant(), document };
      const template = templateFromFields(body, facts, () => random.uuid());
      const pages = pagesFor(body);
      const stored = {
        id: document,
        organisation_id: organisation,
        owner_kind: 'template' as const,
        owner_id: id,
        position: 1,
        name: body.name,
        page_count: pages,
      };
      await service.store.commit(() => {
        templateRepository(service.store.sql).insert(template);
        documentRepository(service.store.sql).insert(stored, blankDocument(pages, blankPage));
      });
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
