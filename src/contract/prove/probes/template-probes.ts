import { limits } from '../../limits.js';
import type { Probe } from '../probe.js';
import {
  agreed,
  answered,
  disagrees,
  listIn,
  noteLabel,
  noTemplate,
  nothing,
  provePdf,
  refused,
  templateId,
  textIn,
} from './made.js';

/** What a service says of itself, and templates. */
export const templateProbes: readonly Probe[] = [
  {
    id: 'specification',
    title: 'The API description is served without a key',
    about: ['What the service does', 'Authentication, 1', 'A0'],
    operation: 'getSpecification',
    ask: answered(() => ({ anonymous: true })),
  },
  {
    id: 'unauthenticated',
    title: 'A request without a key is refused',
    about: ['Authentication, 4'],
    operation: 'listWebhooks',
    ask: refused('unauthenticated', () => ({ anonymous: true })),
  },
  {
    id: 'list-templates',
    title: 'Templates are listed in pages',
    about: ['A6'],
    operation: 'listTemplates',
    ask: answered(() => ({ query: { limit: 1 } })),
  },
  {
    id: 'rate-limit',
    title: 'The rate limit is 60 or 600 requests a minute',
    about: ['Limits'],
    operation: 'listTemplates',
    needs: ['rateLimit'],
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
    ask: refused('not_found', () => noTemplate),
  },
  {
    id: 'malformed-id',
    title: 'An ID other than a uuid is not found either',
    about: ['Endpoints', 'A18'],
    operation: 'getEnvelope',
    ask: refused('not_found', () => ({ parameters: { envelopeId: 'esign-prove' } })),
  },
  {
    id: 'key-required',
    title: 'Creating an envelope takes an Idempotency-Key',
    about: ['POST /api/v1/envelopes'],
    operation: 'createEnvelope',
    ask: refused('idempotency_key_required', () => ({
      body: { template_id: nothing, recipients: [] },
      idempotencyKey: 'none',
    })),
  },
  {
    id: 'create-template',
    title: 'A template is created from a PDF',
    about: ['A7', 'Template'],
    operation: 'createTemplate',
    changes: 'template',
    ask: answered(
      ({ mark }) => ({
        body: { name: `esign prove ${mark}`, documents: [{ filename: 'esign-prove.pdf', file: provePdf(true) }] },
        idempotencyKey: 'kept',
      }),
      {
        keeps: 'template',
        hasEtag: true,
      },
    ),
  },
  {
    id: 'text-tags',
    title: 'Text tags of the PDF become roles and fields',
    about: ['A7'],
    operation: 'createTemplate',
    needs: ['template'],
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
    ask: answered((facts) => ({ parameters: { templateId: templateId(facts) } }), {
      keeps: 'template',
      hasEtag: true,
    }),
  },
  {
    id: 'people',
    title: 'The people of a template are listed',
    about: ['GET /api/v1/templates/{templateId}/people', 'Person'],
    operation: 'listTemplatePeople',
    needs: ['template'],
    ask: answered((facts) => ({ parameters: { templateId: templateId(facts) } })),
  },
  {
    id: 'naming-run',
    title: 'A naming run proposes names and changes nothing',
    about: ['A10'],
    operation: 'createNamingRun',
    needs: ['template'],
    ask: answered((facts) => ({ parameters: { templateId: templateId(facts) } })),
  },
  {
    id: 'rename-with-test-key',
    title: 'A test key may not rename fields',
    about: ['Authentication, 7', 'PATCH /api/v1/templates/{templateId}/fields/{fieldId}'],
    operation: 'renameTemplateField',
    needs: ['template', 'etag'],
    ask: refused('test_key_cannot_edit_templates', (facts) => {
      const field = listIn(facts.template, 'fields')[0];
      return {
        parameters: { templateId: templateId(facts), fieldId: textIn(field, 'id') },
        // The name that it has: nothing changes where it is not refused.
        body: { label: field?.['label'] ?? null },
        ifMatch: facts.etag,
      };
    }),
  },
  {
    id: 'bulk-rename-with-test-key',
    title: 'A test key may not rename many fields',
    about: ['Authentication, 7', 'A9'],
    operation: 'renameTemplateFields',
    needs: ['template', 'etag'],
    ask: refused('test_key_cannot_edit_templates', (facts) => {
      const field = listIn(facts.template, 'fields')[0];
      return {
        parameters: { templateId: templateId(facts) },
        body: { fields: [{ id: textIn(field, 'id'), label: field?.['label'] ?? null }] },
        ifMatch: facts.etag,
      };
    }),
  },
];
