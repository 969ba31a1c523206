import { expect, it } from 'vitest';
import { createTemplate, landlord } from '../../support/agreement.js';
import { expectRefusal, once, startTestEmulator } from '../../support/emulator.js';
import { shared } from '../../support/shared.js';

const emulator = shared(startTestEmulator);

it('an archived template is gone from the list and not_found to every operation', async () => {
  const organisation = await emulator.organisation();
  const { id, fields } = await createTemplate(organisation.live);
  await emulator.control(`POST /_emulator/templates/${id}/archive`);
  expect((await organisation.live<{ data: unknown[] }>('GET /api/v1/templates')).body.data).toEqual([]);
  for (const line of [
    `GET /api/v1/templates/${id}`,
    `GET /api/v1/templates/${id}/people`,
    `POST /api/v1/templates/${id}/naming-runs`,
  ]) {
    expectRefusal(await organisation.live(line), 404, 'not_found');
  }
  const rename = `PATCH /api/v1/templates/${id}/fields/${fields[0]!.id}`;
  expectRefusal(await organisation.live(rename, { label: 'x' }, { 'If-Match': '"any"' }), 404, 'not_found');
});

it('a template that is not there cannot be archived', async () => {
  const archive = emulator.control('POST /_emulator/templates/0b9d2c1e-8f57-4a3b-9d64-2f1f6a7e5c10/archive');
  await expect(archive).rejects.toThrowError(/answered 404/);
});

it('a template from a list of fields is like one from a document that has them', async () => {
  const fields = [
    { type: 'text', role: 'Tenant', label: 'Full name', required: true, subject: 'tenant', data_key: 'person.name' },
    { type: 'tickbox', role: 'Tenant', data_key: 'lease.pets', question: 1, option_value: 'Cat' },
    { type: 'tickbox', role: 'Tenant', data_key: 'lease.pets', question: 1, option_value: 'Dog' },
    ...Array.from({ length: 14 }, () => ({ type: 'initials', role: 'Tenant' })),
    { type: 'signature', role: 'Landlord', required: true },
  ];
  const made = await emulator.control<{ id: string; pages: object[]; roles: { name: string }[] }>(
    'POST /_emulator/templates',
    {
      name: 'Listed',
      roles: [{ name: 'Agent', routing_type: 'cc' }],
      questions: [{ label: 'Pets', min_selected: 1, max_selected: 1 }],
      fields,
    },
  );
  expect(made.pages).toHaveLength(2);
  expect(made.roles.map(({ name }) => name)).toEqual(['Agent', 'Tenant', 'Landlord']);
  const { key } = await emulator.control<{ key: string }>('POST /_emulator/keys', { mode: 'live' });
  const call = emulator.call(key);
  const body = {
    template_id: made.id,
    recipients: ['Tenant', 'Landlord', 'Agent'].map((role) => ({ ...landlord, role })),
    values: [{ subject: null, key: 'lease.pets', value: 'Dog' }],
    send: true,
  };
  const { id } = (await call<{ id: string }>('POST /api/v1/envelopes', body, once())).body;
  await emulator.control('POST /_emulator/trigger', { event: 'envelope.sealed', envelope_id: id });
  const answer = await call(`GET /api/v1/envelopes/${id}/documents`);
  expect(answer.body).toMatchObject({ sealed: true, documents: [{ name: 'Listed', page_count: 2 }] });
});
