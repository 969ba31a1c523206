import { expect, it } from 'vitest';
import { agreementScene } from '../support/agreement-scene.js';
import { agreementPdf, landlord, rental, tenant, upload } from '../support/agreement.js';
import { describedOperations, withUnknownIds } from '../support/emulator/described-operations.js';
import { day, expectRefusal, hour, once, second } from '../support/emulator.js';
import type { Answer } from '../support/http.js';
import type { Refused } from '../support/shapes.js';

const scene = agreementScene();
const unknown = '0b9d2c1e-8f57-4a3b-9d64-2f1f6a7e5c10';
const send = (id: string, body: object): Promise<Answer<Refused>> =>
  scene.organisation.live(withUnknownIds(describedOperations[id]!.line), body, { ...once(), 'If-Match': '"x"' });
/** Whether a refusal is about this property: a body that passes meets the next check, which says something else. */
const isAbout = (answer: Answer<Refused>, path: string): boolean =>
  answer.body?.error?.code === 'invalid_request' && answer.body.error.message.startsWith(`${path} `);

const decision = { decision: 'both', role_name: 'Seller', subject_key: 'seller' };
const oneOff = { documents: [upload(agreementPdf())], recipients: [tenant, landlord] };

/** From the table of Limits and from the operations: the most characters of each text, and what stands around it. */
const texts: readonly (readonly [string, string, number, (text: string) => object])[] = [
  ['voidEnvelope', 'reason', 500, (reason) => ({ reason })],
  ['revokeAuthorisation', 'reason', 500, (reason) => ({ reason })],
  ['cancelAuthorisation', 'reason', 500, (reason) => ({ reason })],
  ['decideTemplatePerson', 'role_name', 200, (role_name) => ({ ...decision, role_name })],
  ['decideTemplatePerson', 'subject_key', 100, (subject_key) => ({ ...decision, subject_key })],
  ['decideTemplatePerson', 'subject_label', 200, (subject_label) => ({ ...decision, subject_label })],
  ['renameTemplateField', 'data_key', 100, (data_key) => ({ data_key })],
  ['renameTemplateField', 'label', 200, (label) => ({ label })],
  ['renameTemplateFields', 'fields[0].data_key', 100, (data_key) => ({ fields: [{ id: unknown, data_key }] })],
  ['renameTemplateFields', 'fields[0].label', 200, (label) => ({ fields: [{ id: unknown, label }] })],
  ['createTemplate', 'name', 200, (name) => ({ name, documents: [upload(agreementPdf())] })],
  ['createEnvelope', 'title', 200, (title) => ({ title, template_id: unknown, recipients: [tenant] })],
  ['createOneOffEnvelope', 'title', 200, (title) => ({ ...oneOff, title })],
];

it.each(texts)(
  '%s takes a %s of 1 to %i characters [limits.names, limits.label, limits.subject-key, limits.revoke-reason, create.title]',
  async (id, path, most, around) => {
    expect(isAbout(await send(id, around('x'.repeat(most))), path)).toBe(false);
    for (const wrong of ['x'.repeat(most + 1), '']) {
      const answer = await send(id, around(wrong));
      expectRefusal(answer, 400, 'invalid_request');
      expect(isAbout(answer, path)).toBe(true);
    }
  },
);

it.each([
  ['registerWebhook', 'events', { url: 'https://hooks.example.com/esign', events: [] }],
  ['updateWebhook', 'events', { events: [] }],
  ['renameTemplateFields', 'fields', { fields: [] }],
  ['createTemplate', 'documents', { documents: [] }],
  ['createOneOffEnvelope', 'documents', { ...oneOff, title: 'Notice', documents: [] }],
  ['createEnvelopeBatch', 'rows', { template_id: unknown, rows: [] }],
])('%s is refused an empty list of %s [limits.data-key]', async (id, path, body) => {
  const answer = await send(id, body);
  expectRefusal(answer, 400, 'invalid_request');
  expect(isAbout(answer, path)).toBe(true);
});

it('createEnvelopeBatch takes at most 600 rows [batch.rows-max]', async () => {
  const rows = (count: number) => Array.from({ length: count }, () => ({ recipients: [tenant], values: [rental] }));
  expect(isAbout(await send('createEnvelopeBatch', { template_id: unknown, rows: rows(600) }), 'rows')).toBe(false);
  await scene.emulator.advance(hour);
  expect(isAbout(await send('createEnvelopeBatch', { template_id: unknown, rows: rows(601) }), 'rows')).toBe(true);
});

it.each(['createEnvelope', 'createOneOffEnvelope', 'createEnvelopeBatch'])(
  '%s takes a deadline of 1 hour to 365 days ahead [create.expires-at, limits.expires-at]',
  async (id) => {
    const people = { recipients: [tenant, landlord] };
    const bodies: Readonly<Record<string, object>> = {
      createEnvelope: { template_id: scene.template.id, ...people },
      createOneOffEnvelope: { ...oneOff, title: 'Notice' },
      createEnvelopeBatch: { template_id: scene.template.id, rows: [people] },
    };
    const until = (ahead: number): Promise<Answer<Refused>> =>
      send(id, { ...bodies[id], expires_at: new Date(scene.emulator.now() + ahead).toISOString() });
    for (const right of [hour + 10 * second, 365 * day - 10 * second])
      expect((await until(right)).status).toBe(describedOperations[id]!.success);
    for (const wrong of [hour - 10 * second, 365 * day + 10 * second])
      expectRefusal(await until(wrong), 400, 'invalid_request', /expires_at/);
  },
);

it.each(['listTemplates', 'listAuthorisations'])(
  '%s takes a limit of 1 to 100 [templates.limit, authorisation-list.operation]',
  async (id) => {
    const list = (limit: string) => scene.organisation.live(`${describedOperations[id]!.line}?limit=${limit}`);
    for (const right of ['1', '100']) expect((await list(right)).status).toBe(200);
    for (const wrong of ['0', '101', '-1', '1.5']) expectRefusal(await list(wrong), 400, 'invalid_request', /limit/);
  },
);

it.each(['0', '01', '1.0', '-1'])(
  'getEnvelopeDraft and getDocumentPage find nothing at %s [limits.position, page.spelling]',
  async (position) => {
    const { id } = scene.template.documents[0]!;
    expectRefusal(await scene.organisation.live(`GET /api/v1/documents/${id}/pages/${position}`), 404, 'not_found');
    const made = await scene.organisation.live<{ readonly id: string }>(
      'POST /api/v1/envelopes',
      { template_id: scene.template.id, recipients: [tenant, landlord], send: true },
      once(),
    );
    const line = `GET /api/v1/envelopes/${made.body.id}/documents/${position}/draft`;
    expectRefusal(await scene.organisation.live(line), 404, 'not_found');
  },
);
