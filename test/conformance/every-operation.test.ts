import { expect, it } from 'vitest';
import { agreementPdf, createEnvelope, createTemplate, landlord, tenant, upload } from '../support/agreement.js';
import { describedOperations } from '../support/emulator/described-operations.js';
import { type Call, day, once } from '../support/emulator.js';
import { type Answer, http } from '../support/http.js';
import { salePeople } from '../support/documents/sale-form.js';
import type { Authorisation, Envelope, NamingRun, Template, Webhook } from '../support/shapes.js';

/**
 * One request of each operation that succeeds, by the operation's id: a new operation has a test that begins with its
 * id, here or in another file of this folder, which test/house asks for.
 */
const { scene, base, read, people } = salePeople();
const live: Call = (line, body, headers) => scene.organisation.live(line, body, headers);
const ifMatch = async () => ({ 'If-Match': (await read()).headers['etag'] ?? '' });
const agreement = (): Promise<Template> => createTemplate(live);
const envelope = async (changes: object = {}): Promise<Envelope> =>
  createEnvelope(live, await agreement(), { recipients: [{ ...tenant, embedded: true }, landlord], ...changes });
const sent = (): Promise<Envelope> => envelope({ send: true });
const run = async (): Promise<NamingRun> => (await live<NamingRun>(`POST ${base()}/naming-runs`, {})).body;
const webhook = (): Promise<Answer<Webhook>> =>
  live<Webhook>('POST /api/v1/webhooks', { url: 'https://hooks.example.com/esign', events: ['envelope.sent'] });
const request = (): Promise<Answer<Authorisation>> =>
  live<Authorisation>(
    'POST /api/v1/standing-authorisations',
    {
      brand_id: scene.organisation.brandId,
      legal_entity: { name: 'Van Wyk Family Trust' },
      grantor: { name: 'Pieter van Wyk', email: 'pieter@example.test' },
      intended_use: 'Residential leases',
      valid_until: new Date(scene.emulator.now() + 90 * day).toISOString(),
    },
    once(),
  );
const mandates = '/api/v1/standing-authorisations';

/** The status of the description, the allowance that every answer under a key tells, and the ETag where there is one. */
function succeeds(id: string, answer: Answer): void {
  const { success, etag, scope } = describedOperations[id]!;
  expect(answer.status, answer.bytes.toString('utf8').slice(0, 300)).toBe(success);
  expect(answer.headers['etag'] !== undefined).toBe(etag);
  const told = ['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset'].filter((name) => name in answer.headers);
  expect(told).toHaveLength(scope === null ? 0 : 3);
}

it('listTemplates lists the templates [templates.list-operation]', async () => {
  succeeds('listTemplates', await live('GET /api/v1/templates'));
});

it('createTemplate makes a template [create-template.operation, uploads.base64]', async () => {
  succeeds('createTemplate', await live('POST /api/v1/templates', { documents: [upload(agreementPdf())] }, once()));
});

it('getTemplate reads a template [get-template.operation]', async () => {
  succeeds('getTemplate', await read());
});

it('listTemplatePeople lists the people of a template [people.shape]', async () => {
  succeeds('listTemplatePeople', await live(`GET ${base()}/people`));
});

it('decideTemplatePerson decides about a person [decide.answer]', async () => {
  succeeds(
    'decideTemplatePerson',
    await live(
      `PUT ${base()}/people/${(await people())[0]!.id}`,
      { decision: 'signer', role_name: 'Seller' },
      await ifMatch(),
    ),
  );
});

it('applyTemplatePerson takes the proposal for a person [apply.operation]', async () => {
  succeeds('applyTemplatePerson', await live(`POST ${base()}/people/${(await people())[0]!.id}/apply-current`));
});

it('renameTemplateField renames a field [rename.one]', async () => {
  succeeds(
    'renameTemplateField',
    await live(`PATCH ${base()}/fields/${scene.template.fields[0]!.id}`, { label: 'Another' }, await ifMatch()),
  );
});

it('renameTemplateFields renames fields together [renames.operation]', async () => {
  succeeds(
    'renameTemplateFields',
    await live(
      `PATCH ${base()}/fields`,
      { fields: [{ id: scene.template.fields[0]!.id, label: 'Another' }] },
      await ifMatch(),
    ),
  );
});

it('createNamingRun proposes names [naming.operation]', async () => {
  succeeds('createNamingRun', await live(`POST ${base()}/naming-runs`));
});

it('acceptNamingRun takes the names proposed [accept.all]', async () => {
  succeeds(
    'acceptNamingRun',
    await live(`POST ${base()}/naming-runs/${(await run()).id}/accept-current`, { accept: 'high' }),
  );
});

it('createEnvelope makes a draft [create.201]', async () => {
  succeeds(
    'createEnvelope',
    await live(
      'POST /api/v1/envelopes',
      { template_id: (await agreement()).id, recipients: [tenant, landlord] },
      once(),
    ),
  );
});

it('createOneOffEnvelope makes an envelope of its own document [one-off.operation]', async () => {
  succeeds(
    'createOneOffEnvelope',
    await live(
      'POST /api/v1/envelopes/one-off',
      { title: 'Notice', documents: [upload(agreementPdf())], recipients: [tenant, landlord] },
      once(),
    ),
  );
});

it('createEnvelopeBatch makes an envelope for each row [batch.operation]', async () => {
  succeeds(
    'createEnvelopeBatch',
    await live(
      'POST /api/v1/envelopes/batches',
      { template_id: (await agreement()).id, rows: [{ recipients: [tenant, landlord] }] },
      once(),
    ),
  );
});

it('getEnvelope reads an envelope [get.safe]', async () => {
  succeeds('getEnvelope', await live(`GET /api/v1/envelopes/${(await envelope()).id}`));
});

it('sendEnvelope sends a draft [send.operation]', async () => {
  succeeds('sendEnvelope', await live(`POST /api/v1/envelopes/${(await envelope()).id}/send`, {}, once()));
});

it('voidEnvelope voids an envelope that is out [void.200]', async () => {
  succeeds(
    'voidEnvelope',
    await live(`POST /api/v1/envelopes/${(await sent()).id}/void`, { reason: 'Wrong person' }, once()),
  );
});

it('listEnvelopeDocuments lists the documents of an envelope [documents.operation]', async () => {
  succeeds('listEnvelopeDocuments', await live(`GET /api/v1/envelopes/${(await sent()).id}/documents`));
});

it('getEnvelopeDraft draws a document that is out [draft.pdf]', async () => {
  succeeds('getEnvelopeDraft', await live(`GET /api/v1/envelopes/${(await sent()).id}/documents/1/draft`));
});

it('getDocumentPage reads a page [page.operation]', async () => {
  succeeds('getDocumentPage', await live(`GET /api/v1/documents/${scene.template.documents[0]!.id}/pages/1`));
});

it('mintSigningUrl mints a URL for an embedded signer [mint.answer]', async () => {
  const { id, recipients } = await sent();
  succeeds('mintSigningUrl', await live(`POST /api/v1/envelopes/${id}/recipients/${recipients[0]!.id}/signing-url`));
});

it('registerWebhook registers an endpoint [register.url]', async () => {
  succeeds('registerWebhook', await webhook());
});

it('listWebhooks lists the endpoints [webhooks.list]', async () => {
  succeeds('listWebhooks', await live('GET /api/v1/webhooks'));
});

it('getWebhook reads an endpoint [webhooks.get]', async () => {
  succeeds('getWebhook', await live(`GET /api/v1/webhooks/${(await webhook()).body.id}`));
});

it('updateWebhook changes an endpoint [webhook-update.operation]', async () => {
  succeeds('updateWebhook', await live(`PATCH /api/v1/webhooks/${(await webhook()).body.id}`, { active: true }));
});

it('deleteWebhook deletes an endpoint [webhook-delete.operation]', async () => {
  succeeds('deleteWebhook', await live(`DELETE /api/v1/webhooks/${(await webhook()).body.id}`));
});

it('rotateWebhookSecret replaces the secret of an endpoint [webhook-rotate.operation]', async () => {
  succeeds('rotateWebhookSecret', await live(`POST /api/v1/webhooks/${(await webhook()).body.id}/rotate-secret`));
});

it('createAuthorisation asks a grantor [authorisation-create.operation]', async () => {
  succeeds('createAuthorisation', await request());
});

it('listAuthorisations lists the authorisations [authorisation-list.operation]', async () => {
  succeeds('listAuthorisations', await live(`GET ${mandates}`));
});

it('getAuthorisation reads an authorisation [authorisations.get]', async () => {
  succeeds('getAuthorisation', await live(`GET ${mandates}/${(await request()).body.id}`));
});

it('cancelAuthorisation cancels one that is not signed yet [authorisation-cancel.operation]', async () => {
  succeeds(
    'cancelAuthorisation',
    await live(`POST ${mandates}/${(await request()).body.id}/cancel`, { reason: 'Wrong person' }),
  );
});

it('revokeAuthorisation revokes one that is signed [revoke.answer]', async () => {
  const { id } = (await request()).body;
  await scene.emulator.control(`POST /_emulator/authorisations/${id}/grant`, {});
  succeeds('revokeAuthorisation', await live(`POST ${mandates}/${id}/revoke`, { reason: 'Wound up' }));
});

it('getSpecification serves the description without a key [specification.path]', async () => {
  succeeds('getSpecification', await http(scene.emulator.url, 'GET', '/api/v1/openapi.json'));
});
