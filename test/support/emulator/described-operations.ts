/**
 * Every operation as the service's description, and where that is silent its register of assumptions, has it: written
 * out by hand from these papers and not taken from the program's rows, so that a mistake in a row shows.
 */
export interface DescribedOperation {
  /** Method and path, with `{name}` for each parameter. */
  readonly line: string;
  /** Null: needs no credential at all. */
  readonly scope: string | null;
  readonly idempotencyKey: 'required' | 'optional' | 'none';
  readonly ifMatch: 'required' | 'optional' | 'none';
  /** Its answer carries the ETag of a template. */
  readonly etag: boolean;
  readonly success: number;
}

const is = (
  line: string,
  scope: string | null,
  success: number,
  more: Partial<DescribedOperation> = {},
): DescribedOperation => ({ line, scope, success, idempotencyKey: 'none', ifMatch: 'none', etag: false, ...more });

const keyed = { idempotencyKey: 'required' } as const;
const mayBeKeyed = { idempotencyKey: 'optional' } as const;
const etag = { etag: true } as const;
const template = '/api/v1/templates/{templateId}';
const envelope = '/api/v1/envelopes/{envelopeId}';
const webhook = '/api/v1/webhooks/{webhookId}';
const authorisation = '/api/v1/standing-authorisations/{authorisationId}';

export const describedOperations: Readonly<Record<string, DescribedOperation>> = {
  listTemplates: is('GET /api/v1/templates', 'templates:read', 200),
  createTemplate: is('POST /api/v1/templates', 'templates:write', 201, { ...keyed, ...etag }),
  getTemplate: is(`GET ${template}`, 'templates:read', 200, etag),
  listTemplatePeople: is(`GET ${template}/people`, 'templates:read', 200),
  decideTemplatePerson: is(`PUT ${template}/people/{personId}`, 'templates:name', 200, {
    ifMatch: 'required',
    ...etag,
  }),
  applyTemplatePerson: is(`POST ${template}/people/{personId}/apply-current`, 'templates:name', 200, {
    ifMatch: 'optional',
    ...etag,
  }),
  renameTemplateField: is(`PATCH ${template}/fields/{fieldId}`, 'templates:name', 200, {
    ifMatch: 'required',
    ...etag,
  }),
  renameTemplateFields: is(`PATCH ${template}/fields`, 'templates:name', 200, { ifMatch: 'required', ...etag }),
  createNamingRun: is(`POST ${template}/naming-runs`, 'templates:read', 201),
  acceptNamingRun: is(`POST ${template}/naming-runs/{runId}/accept-current`, 'templates:name', 200, etag),
  createEnvelope: is('POST /api/v1/envelopes', 'envelopes:write', 201, keyed),
  createOneOffEnvelope: is('POST /api/v1/envelopes/one-off', 'envelopes:write', 201, keyed),
  createEnvelopeBatch: is('POST /api/v1/envelopes/batches', 'envelopes:write', 200, keyed),
  getEnvelope: is(`GET ${envelope}`, 'envelopes:read', 200),
  sendEnvelope: is(`POST ${envelope}/send`, 'envelopes:write', 200, keyed),
  voidEnvelope: is(`POST ${envelope}/void`, 'envelopes:write', 200, keyed),
  listEnvelopeDocuments: is(`GET ${envelope}/documents`, 'documents:read', 200),
  getEnvelopeDraft: is(`GET ${envelope}/documents/{position}/draft`, 'documents:read', 200),
  getDocumentPage: is('GET /api/v1/documents/{documentId}/pages/{page}', 'documents:read', 200),
  mintSigningUrl: is(`POST ${envelope}/recipients/{recipientId}/signing-url`, 'envelopes:write', 200),
  registerWebhook: is('POST /api/v1/webhooks', 'webhooks:write', 201),
  listWebhooks: is('GET /api/v1/webhooks', 'webhooks:read', 200),
  getWebhook: is(`GET ${webhook}`, 'webhooks:read', 200),
  updateWebhook: is(`PATCH ${webhook}`, 'webhooks:write', 200),
  deleteWebhook: is(`DELETE ${webhook}`, 'webhooks:write', 204),
  rotateWebhookSecret: is(`POST ${webhook}/rotate-secret`, 'webhooks:write', 200, mayBeKeyed),
  createAuthorisation: is('POST /api/v1/standing-authorisations', 'authorisations:write', 201, keyed),
  listAuthorisations: is('GET /api/v1/standing-authorisations', 'authorisations:read', 200),
  getAuthorisation: is(`GET ${authorisation}`, 'authorisations:read', 200),
  cancelAuthorisation: is(`POST ${authorisation}/cancel`, 'authorisations:write', 200, mayBeKeyed),
  revokeAuthorisation: is(`POST ${authorisation}/revoke`, 'authorisations:write', 200, mayBeKeyed),
  getSpecification: is('GET /api/v1/openapi.json', null, 200),
};

/** What a write does to people and to what exists. */
export interface DescribedEffect {
  /** Whether the service emails somebody because of it, and whether something is lost that cannot be had back. */
  readonly does: 'none' | 'mails' | 'destroys' | 'mails and destroys';
  /** Reaches people, live envelopes or endpoints with a test key too: with every body, or with some. */
  readonly withTestKey?: 'always' | 'some bodies';
}

/** The effect of each write, by hand: what asks before it is sent, and what an agent is offered, follows from it. */
export const describedEffects: Readonly<Record<string, DescribedEffect>> = {
  createTemplate: { does: 'none' },
  decideTemplatePerson: { does: 'destroys' },
  applyTemplatePerson: { does: 'destroys' },
  renameTemplateField: { does: 'none' },
  renameTemplateFields: { does: 'none' },
  createNamingRun: { does: 'none' },
  acceptNamingRun: { does: 'destroys' },
  createEnvelope: { does: 'mails', withTestKey: 'some bodies' },
  createOneOffEnvelope: { does: 'mails', withTestKey: 'some bodies' },
  createEnvelopeBatch: { does: 'mails and destroys', withTestKey: 'some bodies' },
  sendEnvelope: { does: 'mails', withTestKey: 'always' },
  voidEnvelope: { does: 'destroys', withTestKey: 'always' },
  mintSigningUrl: { does: 'none' },
  registerWebhook: { does: 'none' },
  updateWebhook: { does: 'destroys', withTestKey: 'some bodies' },
  deleteWebhook: { does: 'destroys', withTestKey: 'always' },
  rotateWebhookSecret: { does: 'destroys', withTestKey: 'always' },
  createAuthorisation: { does: 'mails', withTestKey: 'always' },
  cancelAuthorisation: { does: 'destroys' },
  revokeAuthorisation: { does: 'destroys' },
};

/** A path with ids in it that are well formed and name nothing. */
export const withUnknownIds = (line: string): string =>
  line.replaceAll(/\{(\w+)\}/g, (_all, name: string) => {
    if (name === 'personId') return '0123456789abcdef0123456789abcdef';
    return ['position', 'page'].includes(name) ? '1' : '0b9d2c1e-8f57-4a3b-9d64-2f1f6a7e5c10';
  });

/** What a request sends along: a GET and a DELETE have no body. */
export const emptyBody = (line: string): object | undefined => (/^(GET|DELETE) /.test(line) ? undefined : {});
