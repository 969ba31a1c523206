import * as v from 'valibot';
import { isObject } from '../../core/platform/json.js';
import { anyId, anyText, assumed, base64, by, described, named, oneOf, pathTo, request, text } from '../schema.js';
import { limits } from '../limits.js';
import { operation, reads, writes } from '../operation.js';
import { paging } from './paging.js';
import { namingRun, personList, presences, template, templateList } from '../resources/template.js';
import { decisions, needsSubject, takesRole } from '../decision.js';

/** Templates: author, read, decide people and name fields (Endpoints; A6 to A10, A13, A14). */

export const file = assumed(
  'A0',
  named(
    'FileUpload',
    request({
      filename: text(255, { guess: 'file.name-length' }),
      // That a file is empty is told where it is read, by its name.
      file: base64,
    }),
  ),
);

export const listTemplates = operation(() => ({
  ...reads,
  id: 'listTemplates',
  path: '/api/v1/templates',
  summary: 'List the templates, newest first',
  section: 'A6',
  rule: 'templates.list-operation',
  basis: 'assumed',
  assumption: 'A6',
  scope: 'templates:read',
  parameters: {},
  query: request(paging),
  answer: {
    kind: 'json',
    status: 200,
    body: templateList(),
  },
  errors: [],
}));

export const createTemplate = operation(() => ({
  ...writes,
  id: 'createTemplate',
  path: '/api/v1/templates',
  summary: 'Create a template from PDF or Word files',
  section: 'A7',
  rule: 'create-template.operation',
  basis: 'assumed',
  assumption: 'A7',
  scope: 'templates:write',
  parameters: {},
  body: request({
    name: v.optional(text(limits.nameLength, { guess: 'create-template.name-length' })),
    documents: v.pipe(v.array(file, 'must be an array'), v.minLength(1, 'must name at least one file')),
  }),
  idempotencyKey: 'required',
  autoRetry: 'never',
  repeatable: 'with_key',
  testKey: 'sandbox',
  answer: { kind: 'json', status: 201, body: template() },
  etag: true,
  errors: ['service_unavailable', 'cannot_be_drawn'],
}));

export const getTemplate = operation(() => ({
  ...reads,
  id: 'getTemplate',
  path: '/api/v1/templates/{templateId}',
  summary: 'Read one template with its fields and ETag',
  section: 'A8',
  rule: 'get-template.operation',
  basis: 'assumed',
  assumption: 'A8',
  scope: 'templates:read',
  parameters: { templateId: 'uuid' },
  answer: { kind: 'json', status: 200, body: template() },
  etag: true,
  errors: [],
}));

export const listTemplatePeople = operation(() => ({
  ...reads,
  id: 'listTemplatePeople',
  path: '/api/v1/templates/{templateId}/people',
  summary: 'List the people found on a template, each with a proposed decision',
  section: 'GET /api/v1/templates/{templateId}/people',
  rule: 'people.shape',
  basis: 'described',
  scope: 'templates:read',
  parameters: { templateId: 'uuid' },
  answer: { kind: 'json', status: 200, body: personList() },
  errors: [],
}));

const table = { said: 'Limits' } as const;
const name = v.optional(v.nullable(text(limits.nameLength, table)));

/** Two names of the body are described, the others assumed (A14); `subject_name` is an alias of `subject_label`. */
const decisionBody = v.pipe(
  request({
    decision: oneOf(decisions),
    role_name: name,
    subject_key: assumed('A14', v.optional(v.nullable(text(limits.subjectKeyLength, table)))),
    subject_label: assumed('A14', name),
    subject_name: assumed('A14', name),
    presence: assumed('A14', v.optional(v.nullable(oneOf(presences)))),
    filled_by: assumed('A14', v.optional(oneOf(['current', 'own']), 'current')),
  }),
  v.forward(
    v.check(
      (body) => !takesRole(body.decision) || typeof body.role_name === 'string',
      'is required for every decision but subject',
    ),
    ['role_name'],
  ),
  by({ said: 'PUT /api/v1/templates/{templateId}/people/{personId}' }),
  v.forward(
    v.check(
      (body) => !needsSubject(body.decision) || typeof body.subject_key === 'string',
      'is required for the decisions subject and both',
    ),
    ['subject_key'],
  ),
  by({ guess: 'decide.subject-key-required' }),
);

/** A saved witness stays (A14). */
const witness = 'This may save a witness, which cannot be changed or taken back';
const savesWitness = {
  says: witness,
  when: (body: unknown): boolean => isObject(body) && body['decision'] === 'witness',
} as const;
/** Only `all` decides people. */
const acceptsWitness = {
  says: witness,
  when: (body: unknown): boolean => isObject(body) && body['accept'] === 'all',
} as const;

/** What the rows of operations share that give names to a template. */
const namesTemplate = () =>
  ({
    ...writes,
    scope: 'templates:name',
    testKey: 'refused',
    answer: { kind: 'json', status: 200, body: template() },
    etag: true,
  }) as const;

export const decideTemplatePerson = operation(() => ({
  ...namesTemplate(),
  id: 'decideTemplatePerson',
  method: 'PUT',
  path: '/api/v1/templates/{templateId}/people/{personId}',
  summary: 'Decide who a person on the form is',
  section: 'PUT /api/v1/templates/{templateId}/people/{personId}',
  rule: 'decide.body',
  ruleOfCode: {
    precondition_required: 'decide.if-match',
    template_changed: 'decide.if-match-stale',
    test_key_cannot_edit_templates: 'testkey.no-decision',
  },
  basis: 'described',
  parameters: { templateId: 'uuid', personId: 'person_id' },
  body: decisionBody,
  ifMatch: 'required',
  autoRetry: 'never',
  destructive: savesWitness,
  repeatable: 'if_unchanged',
  errors: ['test_key_cannot_edit_templates', 'witness_is_permanent', 'cannot_be_drawn'],
}));

const emptyBody = request({});

export const applyTemplatePerson = operation(() => ({
  ...namesTemplate(),
  id: 'applyTemplatePerson',
  path: '/api/v1/templates/{templateId}/people/{personId}/apply-current',
  aliases: [
    '/api/v1/templates/{templateId}/people/{personId}/apply-proposal',
    '/api/v1/templates/{templateId}/people/{personId}/accept-current',
  ],
  summary: "Apply the service's own current proposal for one person",
  section: 'POST (apply the current proposal for one person)',
  rule: 'apply.operation',
  ruleOfCode: { template_changed: 'apply.if-match', test_key_cannot_edit_templates: 'testkey.no-decision' },
  basis: 'assumed',
  assumption: 'A13',
  parameters: { templateId: 'uuid', personId: 'person_id' },
  body: emptyBody,
  bodyOptional: true,
  ifMatch: 'optional',
  autoRetry: 'never',
  destructive: { says: witness },
  repeatable: 'if_unchanged',
  errors: ['test_key_cannot_edit_templates', 'witness_is_permanent', 'template_changed'],
}));

const renaming = { said: 'PATCH /api/v1/templates/{templateId}/fields/{fieldId}' } as const;

/** What a rename may set; an entry of the bulk rename is this and the field's id. */
const rename = {
  data_key: v.optional(
    v.nullable(
      v.pipe(
        anyText,
        v.minLength(1, 'must not be empty'),
        by(table),
        v.maxLength(limits.dataKeyLength, `must be at most ${limits.dataKeyLength} characters`),
        by(table),
      ),
    ),
  ),
  label: v.optional(v.nullable(text(limits.labelLength, table, renaming))),
  subject: v.optional(v.nullable(text(limits.subjectKeyLength, table))),
};

export const renameTemplateField = operation(() => ({
  ...namesTemplate(),
  id: 'renameTemplateField',
  method: 'PATCH',
  path: '/api/v1/templates/{templateId}/fields/{fieldId}',
  summary: 'Rename one field: its data key, label or subject',
  section: 'PATCH /api/v1/templates/{templateId}/fields/{fieldId}',
  rule: 'rename.one',
  ruleOfCode: { precondition_required: 'rename.if-match', template_changed: 'rename.if-match-stale' },
  basis: 'described',
  parameters: { templateId: 'uuid', fieldId: 'field_id' },
  body: request(rename),
  ifMatch: 'required',
  autoRetry: 'harmless',
  repeatable: 'if_unchanged',
  errors: ['test_key_cannot_edit_templates', 'field_unknown'],
}));

export const renameTemplateFields = operation(() => ({
  ...namesTemplate(),
  id: 'renameTemplateFields',
  method: 'PATCH',
  path: '/api/v1/templates/{templateId}/fields',
  summary: 'Rename many fields at once, all or nothing',
  section: 'A9',
  rule: 'renames.operation',
  basis: 'assumed',
  assumption: 'A9',
  parameters: { templateId: 'uuid' },
  body: request({
    fields: v.pipe(
      v.array(described(named('FieldRename', request({ id: anyId, ...rename }))), 'must be an array'),
      v.minLength(1, 'must name at least one field'),
      v.rawCheck(({ dataset, addIssue }) => {
        if (!dataset.typed) return;
        const seen = new Set<string>();
        dataset.value.forEach((entry, index) => {
          if (seen.has(entry.id))
            addIssue({ message: 'names a field twice', path: pathTo(dataset.value, index, 'id') });
          seen.add(entry.id);
        });
      }),
    ),
  }),
  ifMatch: 'required',
  autoRetry: 'harmless',
  repeatable: 'if_unchanged',
  errors: ['test_key_cannot_edit_templates', 'field_unknown'],
}));

export const createNamingRun = operation(() => ({
  ...writes,
  id: 'createNamingRun',
  path: '/api/v1/templates/{templateId}/naming-runs',
  summary: 'Have the service propose names for a template; changes nothing on it',
  section: 'A10',
  rule: 'naming.operation',
  basis: 'assumed',
  assumption: 'A10',
  scope: 'templates:read',
  parameters: { templateId: 'uuid' },
  body: emptyBody,
  bodyOptional: true,
  autoRetry: 'harmless',
  repeatable: 'freely',
  testKey: 'sandbox',
  answer: { kind: 'json', status: 201, body: namingRun() },
  errors: [],
}));

export const acceptNamingRun = operation(() => ({
  ...namesTemplate(),
  id: 'acceptNamingRun',
  path: '/api/v1/templates/{templateId}/naming-runs/{runId}/accept-current',
  summary: "Accept a naming run's own proposals",
  section: 'POST /api/v1/templates/{templateId}/naming-runs/{runId}/accept-current',
  rule: 'accept.no-overrides',
  ruleOfCode: { template_changed: 'accept.unchanged-only', test_key_cannot_edit_templates: 'testkey.no-decision' },
  basis: 'described',
  parameters: { templateId: 'uuid', runId: 'id' },
  body: request({
    accept: v.union([oneOf(['all', 'high']), v.array(anyId)], 'must be all, high, or an array of proposal ids'),
  }),
  autoRetry: 'never',
  destructive: acceptsWitness,
  repeatable: 'never',
  errors: ['test_key_cannot_edit_templates', 'template_changed', 'witness_is_permanent'],
}));

export type FileUpload = v.InferInput<typeof file>;
export type DecisionBody = v.InferInput<typeof decisionBody>;
export type Rename = {
  readonly data_key?: string | null;
  readonly label?: string | null;
  readonly subject?: string | null;
};
