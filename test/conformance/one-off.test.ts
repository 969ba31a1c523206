import { beforeAll, beforeEach, expect, it } from 'vitest';
import { agreementPdf, landlord, rental, tenant, upload } from '../support/agreement.js';
import { expectRefusal, minute, once, startTestEmulator, type TestOrganisation } from '../support/emulator.js';
import { linesPdf } from '../support/form-pdf.js';
import type { Answer } from '../support/http.js';
import type { Documents, Envelope, Template } from '../support/shapes.js';
import { shared } from '../support/shared.js';

const emulator = shared(startTestEmulator);
let organisation: TestOrganisation;
beforeAll(async () => {
  organisation = await emulator.organisation();
});
beforeEach(() => emulator.advance(minute));

const create = <T = Envelope>(changes: object = {}): Promise<Answer<T>> => {
  const body = {
    title: 'Notice to vacate',
    documents: [upload(agreementPdf())],
    recipients: [tenant, landlord],
    ...changes,
  };
  return organisation.live<T>('POST /api/v1/envelopes/one-off', body, once());
};
const box = {
  type: 'signature',
  role: 'Tenant',
  document: 1,
  page: 1,
  rect: { x: 0.1, y: 0.7, w: 0.3, h: 0.05 },
  required: true,
};

it('carries its own document and never had a template: template_id is null [envelope.template-null, one-off.operation]', async () => {
  const answer = await create();
  expect(answer.status).toBe(201);
  expect(answer.body.template_id).toBeNull();
  expect((await organisation.live<Envelope>(`GET /api/v1/envelopes/${answer.body.id}`)).body).toEqual(answer.body);
});

it('makes no template that a list would show [one-off.operation]', async () => {
  const fresh = await emulator.organisation();
  const body = { title: 'Notice', documents: [upload(agreementPdf())], recipients: [tenant, landlord] };
  expect((await fresh.live('POST /api/v1/envelopes/one-off', body, once())).status).toBe(201);
  expect((await fresh.live<{ data: Template[] }>('GET /api/v1/templates')).body.data).toEqual([]);
});

it('requires a title, since there is no template to take it from [one-off.title]', async () => {
  expectRefusal(await create<never>({ title: undefined }), 400, 'invalid_request', 'title');
});

it('takes its fields from text tags, and values by address [one-off.fields, text-tags.syntax]', async () => {
  expect((await create({ values: [rental] })).status).toBe(201);
  expectRefusal(await create<never>({ values: [{ ...rental, key: 'no.such_key' }] }), 422, 'value_address_unknown');
});

it('takes its fields from places named in the request [one-off.fields]', async () => {
  const answer = await create({
    documents: [upload(linesPdf([['A plain notice']]))],
    recipients: [tenant],
    fields: [box],
    send: true,
  });
  expect([answer.status, answer.body.status]).toEqual([201, 'sent']);
  await emulator.control(`POST /_emulator/envelopes/${answer.body.id}/recipients/Tenant/sign`, {});
  const { body } = await organisation.live<Envelope>(`GET /api/v1/envelopes/${answer.body.id}`);
  expect(body.status).toBe('completed');
});

it('assigns no drawn line without a recipient, when the request says whose the fields are [one-off.fields, role.signer-rest]', async () => {
  const lines = ['Tenant full name: ____________________', 'Signature of the landlord: ____________________'];
  const documents = [upload(linesPdf([lines]))];
  const page = async (changes: object): Promise<string> => {
    const { body } = await create({ documents, send: true, ...changes });
    const [mail] = await emulator.mails(`?envelope_id=${body.id}&kind=invitation`);
    return (await fetch(mail!.link!)).text();
  };
  const fields = [
    { ...box, role: 'Landlord', label: 'Landlord signs' },
    { ...box, label: 'Tenant signs', rect: { ...box.rect, y: 0.8 } },
  ];
  const placed = await page({ recipients: [landlord, tenant], fields });
  expect(placed).toContain('Your signature');
  expect(placed).not.toContain('Tenant full name');
  expect(await page({ recipients: [tenant] })).toContain('Tenant full name');
});

it('is signed and sealed like any other [one-off.operation]', async () => {
  const { body } = await create({ send: true });
  for (const role of ['Tenant', 'Landlord'])
    await emulator.control(`POST /_emulator/envelopes/${body.id}/recipients/${role}/sign`, {});
  await emulator.advance(2 * minute);
  const documents = await organisation.live<Documents>(`GET /api/v1/envelopes/${body.id}/documents`);
  expect([documents.body.sealed, documents.body.documents.length]).toEqual([true, 1]);
});

it('a file that is not readable is invalid_request and names the file [create-template.unreadable]', async () => {
  expectRefusal(
    await create<never>({ documents: [upload(agreementPdf()), upload(Buffer.from('no PDF'))] }),
    400,
    'invalid_request',
    'agreement.pdf (documents[1])',
  );
});

it('a text tag that cannot be placed is invalid_request [create-template.unreadable, text-tags.syntax]', async () => {
  expectRefusal(
    await create<never>({ documents: [upload(linesPdf([['{{Name;role=Tenant;type=banana}}']]))] }),
    400,
    'invalid_request',
    'agreement.pdf',
  );
});

it('a renderer that does not answer is service_unavailable: nothing is created, and the same key works later [one-off.converter]', async () => {
  await emulator.control('POST /_emulator/faults', { point: 'renderer', code: 'service_unavailable' });
  const key = once();
  const body = { title: 'Notice', documents: [upload(agreementPdf())], recipients: [tenant, landlord], send: true };
  expectRefusal(await organisation.live('POST /api/v1/envelopes/one-off', body, key), 503, 'service_unavailable');
  const answer = await organisation.live('POST /api/v1/envelopes/one-off', body, key);
  expect([answer.status, answer.headers['idempotency-replayed']]).toEqual([201, 'false']);
});

it.each<[string, object]>([
  ['documents', { documents: [] }],
  ['fields[0].page', { fields: [{ ...box, page: 9 }] }],
  ['fields[0].document', { fields: [{ ...box, document: 2 }] }],
  ['fields[0].rect', { fields: [{ ...box, rect: { x: 0.9, y: 0.7, w: 0.3, h: 0.05 } }] }],
  ['fields[0].type', { fields: [{ ...box, type: 'banana' }] }],
  ['recipients[1].email', { recipients: [tenant, { ...landlord, email: 'x' }] }],
])('a malformed body names %s [one-off.fields]', async (path, changes) => {
  expectRefusal(await create<never>(changes), 400, 'invalid_request', path);
});

it('a document without any field is template_has_no_fields or refused: it has nothing to sign [error.template_has_no_fields]', async () => {
  const answer = await create<never>({ documents: [upload(linesPdf([['A plain notice']]))], recipients: [tenant] });
  expectRefusal(answer, 422, 'template_has_no_fields');
});

it('an option that cannot be drawn is cannot_be_drawn, since it could not be chosen [error.cannot_be_drawn]', async () => {
  const dropdown = { ...box, type: 'dropdown', label: 'Plan', options: ['Yearly', '\u{1F993} Monthly'] };
  expectRefusal(await create<never>({ fields: [dropdown] }), 422, 'cannot_be_drawn', 'fields[0].options[1]');
});

it('a role with fields needs a recipient here too [error.recipient_role_missing]', async () => {
  expectRefusal(await create<never>({ recipients: [tenant] }), 422, 'recipient_role_missing', /Landlord/);
  expectRefusal(
    await create<never>({ recipients: [tenant, landlord, { ...landlord, role: 'Nobody' }] }),
    422,
    'recipient_role_unknown',
  );
});
