import * as v from 'valibot';
import { anyText, type Schema } from './schema.js';
import { type Operation, operation, reads } from './operation.js';
import * as authorisations from './operations/authorisations.js';
import * as envelopes from './operations/envelopes.js';
import * as templates from './operations/templates.js';
import * as webhooks from './operations/webhooks.js';

/** The machine-readable description, served without a credential (Authentication 1; its path is assumed). */
const getSpecification = operation(() => ({
  ...reads,
  id: 'getSpecification',
  path: '/api/v1/openapi.json',
  summary: "Read the service's machine-readable description",
  section: 'What the service does',
  rule: 'specification.path',
  basis: 'assumed',
  assumption: 'A0',
  credential: false,
  scope: null,
  parameters: {},
  answer: {
    kind: 'json',
    status: 200,
    body: v.looseObject({ openapi: anyText, info: v.looseObject({ version: anyText }) }, 'must be an object'),
  },
  errors: [],
}));

const makers = {
  listTemplates: templates.listTemplates,
  createTemplate: templates.createTemplate,
  getTemplate: templates.getTemplate,
  listTemplatePeople: templates.listTemplatePeople,
  decideTemplatePerson: templates.decideTemplatePerson,
  applyTemplatePerson: templates.applyTemplatePerson,
  renameTemplateField: templates.renameTemplateField,
  renameTemplateFields: templates.renameTemplateFields,
  createNamingRun: templates.createNamingRun,
  acceptNamingRun: templates.acceptNamingRun,
  createEnvelope: envelopes.createEnvelope,
  createOneOffEnvelope: envelopes.createOneOffEnvelope,
  createEnvelopeBatch: envelopes.createEnvelopeBatch,
  getEnvelope: envelopes.getEnvelope,
  sendEnvelope: envelopes.sendEnvelope,
  voidEnvelope: envelopes.voidEnvelope,
  listEnvelopeDocuments: envelopes.listEnvelopeDocuments,
  getEnvelopeDraft: envelopes.getEnvelopeDraft,
  getDocumentPage: envelopes.getDocumentPage,
  mintSigningUrl: envelopes.mintSigningUrl,
  registerWebhook: webhooks.registerWebhook,
  listWebhooks: webhooks.listWebhooks,
  getWebhook: webhooks.getWebhook,
  updateWebhook: webhooks.updateWebhook,
  deleteWebhook: webhooks.deleteWebhook,
  rotateWebhookSecret: webhooks.rotateWebhookSecret,
  createAuthorisation: authorisations.createAuthorisation,
  listAuthorisations: authorisations.listAuthorisations,
  getAuthorisation: authorisations.getAuthorisation,
  cancelAuthorisation: authorisations.cancelAuthorisation,
  revokeAuthorisation: authorisations.revokeAuthorisation,
  getSpecification,
} as const satisfies Record<string, () => Operation>;

/** Every operation of the service, by its id: the one list that the client, the emulator and the tests read. */
export const operations = made(makers);

function made<T extends Record<string, () => Operation>>(rows: T): { readonly [Id in keyof T]: ReturnType<T[Id]> } {
  const getters = Object.entries(rows).map(([id, get]) => [id, { get, enumerable: true }] as const);
  return Object.defineProperties({}, Object.fromEntries(getters)) as { [Id in keyof T]: ReturnType<T[Id]> };
}

export type OperationId = keyof typeof operations;

type Row<Id extends OperationId> = (typeof operations)[Id];

/** The parameters in an operation's path. */
export type ParametersOf<Id extends OperationId> = { readonly [Name in keyof Row<Id>['parameters']]: string };

/** A request body as a caller writes it: what has a default may be left out. */
export type BodyOf<Id extends OperationId> = Row<Id>['body'] extends infer S extends Schema
  ? v.InferInput<S>
  : undefined;

/** A request body with its defaults filled in, as a handler reads it. */
export type FilledBodyOf<Id extends OperationId> = Row<Id>['body'] extends infer S extends Schema
  ? v.InferOutput<S>
  : undefined;

export type QueryOf<Id extends OperationId> = Row<Id>['query'] extends infer S extends Schema
  ? v.InferInput<S>
  : undefined;
export type FilledQueryOf<Id extends OperationId> = Row<Id>['query'] extends infer S extends Schema
  ? v.InferOutput<S>
  : undefined;

/** The body of a success answer; undefined for a PDF and for no content. */
export type AnswerOf<Id extends OperationId> = Row<Id>['answer'] extends { readonly body: infer S extends Schema }
  ? v.InferOutput<S>
  : undefined;

export const operationIds = Object.keys(operations) as readonly OperationId[];

export const isOperationId = (id: string): id is OperationId => Object.hasOwn(operations, id);
