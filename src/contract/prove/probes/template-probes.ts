import { limits } from '../../limits.js';
import type { Probe } from '../probe.js';
import { agreed, disagrees, listIn, noteLabel, noTemplate, nothing, provePdf, templateId, textIn } from './made.js';

/** What a service says of itself, and templates. */
export const templateProbes: readonly Probe[] = [
  {
    id: 'specification',
    title: 'The API description is served without a key',
    about: ['What the service does', 'Authentication, 1', 'A0'],
    operation: 'getSpecification',
    needs: [],
    changes: 'nothing',
    ask: { kind: 'answer', question: () => ({ anonymous: true }) },
  },
  {
    id: 'unauthenticated',
    title: 'A request without a key is refused',
    about: ['Authentication, 4'],
    operation: 'listWebhooks',
    needs: [],
    changes: 'nothing',
    ask: { kind: 'refusal', question: () => ({ anonymous: true }), code: 'unauthenticated' },
  },
  {
    id: 'list-templates',
    title: 'Templates are listed in pages',
    about: ['A6'],
    operation: 'listTemplates',
    needs: [],
    changes: 'nothing',
    ask: { kind: 'answer', question: () => ({ query: { limit: 1 } }) },
  },
  {
    id: 'rate-limit',
    title: 'The rate limit is 60 or 600 requests a minute',
    about: ['Limits'],
    operation: 'listTemplates',
    needs: ['rateLimit'],
    changes: 'nothing',
    ask: {
      kind: 'fact',
      check: ({ rateLimit = 0, limits: { requestsPerMinute } }) =>
        Object.values(requestsPerMinute).includes(rateLimit)
          ? agreed
          : { lines: [{ name: 'limits.requestsPerMinute.paid', value: rateLimit }], problems: [] },
    },
  },
  {
    id: 'page-limit',
    title: 'A page has at most 100 entries',
    about: ['A6'],
    operation: 'listTemplates',
    needs: [],
    changes: 'nothing',
    ask: {
      kind: 'bound',
      property: 'query.limit',
      question: (_, limit) => ({ query: { limit } }),
      otherwise: limits.page.max,
      fits: null,
    },
  },
  {
    id: 'not-found',
    title: 'An id that names nothing is not found',
    about: ['Endpoints', 'Errors'],
    operation: 'getTemplate',
    needs: [],
    changes: 'nothing',
    ask: { kind: 'refusal', question: () => noTemplate, code: 'not_found' },
  },
  {
    id: 'malformed-id',
    title: 'An ID other than a uuid is not found either',
    about: ['Endpoints', 'A18'],
    operation: 'getEnvelope',
    needs: [],
    changes: 'nothing',
    ask: { kind: 'refusal', question: () => ({ parameters: { envelopeId: 'esign-prove' } }), code: 'not_found' },
  },
  {
    id: 'key-required',
    title: 'Creating an envelope takes an Idempotency-Key',
    about: ['POST /api/v1/envelopes'],
    operation: 'createEnvelope',
    needs: [],
    changes: 'nothing',
    ask: {
      kind: 'refusal',
      question: () => ({ body: { template_id: nothing, recipients: [] }, idempotencyKey: 'none' }),
      code: 'idempotency_key_required',
    },
  },
  {
    id: 'create-template',
    title: 'A template is created from a PDF',
    about: ['A7', 'Template'],
    operation: 'createTemplate',
    needs: [],
    changes: 'template',
    ask: {
      kind: 'answer',
      question: ({ mark }) => ({
        body: { name: `esign prove ${mark}`, documents: [{ filename: 'esign-prove.pdf', file: provePdf(true) }] },
        idempotencyKey: 'kept',
      }),
      keeps: 'template',
      hasEtag: true,
    },
  },
  {
    id: 'text-tags',
    title: 'Text tags of the PDF become roles and fields',
    about: ['A7'],
    operation: 'createTemplate',
    needs: ['template'],
    changes: 'nothing',
    ask: {
      kind: 'fact',
      check: ({ template }) => {
        const roles = listIn(template, 'roles').map(({ name }) => name);
        const missing = ['Signer', 'Approver'].filter((role) => !roles.includes(role));
        return missing.length === 0 ? agreed : disagrees(`the template lacks the roles ${missing.join(' and ')}`);
      },
    },
  },
  {
    id: 'form-fields',
    title: 'Form fields of the PDF become fields, with their kind, description and whether they are required',
    about: ['A7'],
    operation: 'createTemplate',
    needs: ['template'],
    changes: 'nothing',
    ask: {
      kind: 'fact',
      check: ({ template }) => {
        const field = listIn(template, 'fields').find(({ label }) => label === noteLabel);
        if (field === undefined) return disagrees('no field of the template has the description of the form field');
        if (field['type'] !== 'text') return disagrees('a text field of the form is not a field of type text');
        return field['required'] === true ? agreed : disagrees('a required form field is not required');
      },
    },
  },
  {
    id: 'get-template',
    title: 'A template is read with its ETag',
    about: ['A8', 'Template', 'Field'],
    operation: 'getTemplate',
    needs: ['template'],
    changes: 'nothing',
    ask: {
      kind: 'answer',
      question: (facts) => ({ parameters: { templateId: templateId(facts) } }),
      keeps: 'template',
      hasEtag: true,
    },
  },
  {
    id: 'people',
    title: 'The people of a template are listed',
    about: ['GET /api/v1/templates/{templateId}/people', 'Person'],
    operation: 'listTemplatePeople',
    needs: ['template'],
    changes: 'nothing',
    ask: { kind: 'answer', question: (facts) => ({ parameters: { templateId: templateId(facts) } }) },
  },
  {
    id: 'naming-run',
    title: 'A naming run proposes names and changes nothing',
    about: ['A10'],
    operation: 'createNamingRun',
    needs: ['template'],
    changes: 'nothing',
    ask: { kind: 'answer', question: (facts) => ({ parameters: { templateId: templateId(facts) } }) },
  },
  {
    id: 'rename-with-test-key',
    title: 'A test key may not rename fields',
    about: ['Authentication, 7', 'PATCH /api/v1/templates/{templateId}/fields/{fieldId}'],
    operation: 'renameTemplateField',
    needs: ['template', 'etag'],
    changes: 'nothing',
    ask: {
      kind: 'refusal',
      question: (facts) => {
        const field = listIn(facts.template, 'fields')[0];
        return {
          parameters: { templateId: templateId(facts), fieldId: textIn(field, 'id') },
          // The name that it has: nothing changes where it is not refused.
          body: { label: field?.['label'] ?? null },
          ifMatch: facts.etag,
        };
      },
      code: 'test_key_cannot_edit_templates',
    },
  },
  {
    id: 'bulk-rename-with-test-key',
    title: 'A test key may not rename many fields',
    about: ['Authentication, 7', 'A9'],
    operation: 'renameTemplateFields',
    needs: ['template', 'etag'],
    changes: 'nothing',
    ask: {
      kind: 'refusal',
      question: (facts) => {
        const field = listIn(facts.template, 'fields')[0];
        return {
          parameters: { templateId: templateId(facts) },
          body: { fields: [{ id: textIn(field, 'id'), label: field?.['label'] ?? null }] },
          ifMatch: facts.etag,
        };
      },
      code: 'test_key_cannot_edit_templates',
    },
  },
];
