import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { agreementPdf, createEnvelope, createTemplate, landlord, rental, tenant } from '../support/agreement.js';
import {
  day,
  expectRefusal,
  hour,
  minute,
  once,
  startTestEmulator,
  type TestEmulator,
  type TestOrganisation,
} from '../support/emulator.js';
import { formPdf, linesPdf } from '../support/form-pdf.js';
import type { Answer } from '../support/http.js';
import type { Envelope, Refused, Template } from '../support/shapes.js';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const unknown = '0b9d2c1e-8f57-4a3b-9d64-2f1f6a7e5c10';

let emulator: TestEmulator;
let organisation: TestOrganisation;
let template: Template;
beforeAll(async () => {
  emulator = await startTestEmulator();
  organisation = await emulator.organisation();
  template = await createTemplate(organisation.live, agreementPdf(), 'Lease of Main Road');
});
afterAll(() => emulator.close());
beforeEach(() => emulator.advance(minute));

const create = <T = Envelope>(changes: object = {}): Promise<Answer<T>> =>
  organisation.live<T>(
    'POST /api/v1/envelopes',
    { template_id: template.id, recipients: [tenant, landlord], ...changes },
    once(),
  );
const refused = async (changes: object, status: number, code: string, message?: RegExp | string): Promise<void> =>
  expectRefusal(await create<Refused>(changes), status, code, message);
const mailsOf = async (envelope: Envelope): Promise<number> =>
  (await emulator.mails(`?envelope_id=${envelope.id}`)).length;
const eventsOf = async (envelope: Envelope): Promise<readonly string[]> =>
  (await emulator.control<{ data: { event: string }[] }>(`GET /_emulator/events?envelope_id=${envelope.id}`)).data.map(
    ({ event }) => event,
  );

describe('an envelope', () => {
  it('is created with 201 and exactly the properties of the description', async () => {
    const answer = await create();
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      id: expect.stringMatching(uuid),
      status: 'draft',
      template_id: template.id,
      title: 'Lease of Main Road',
      created_at: new Date(emulator.now()).toISOString(),
      sent_at: null,
      expires_at: null,
      recipients: [
        {
          id: expect.stringMatching(uuid),
          role: 'Tenant',
          name: 'Thandi Mokoena',
          email: 'thandi@example.test',
          routing_type: 'sign',
          status: expect.any(String),
          invitation_delivered: expect.toSatisfy((value) => value === null || value === false),
          embedded: false,
          external_ref: null,
        },
        expect.objectContaining({ role: 'Landlord', name: 'Pieter van Wyk', email: 'pieter@example.test' }),
      ],
    });
  });

  it('a draft emails nobody and raises no event until it is sent', async () => {
    const { body } = await create();
    await emulator.settle();
    expect([await mailsOf(body), await eventsOf(body)]).toEqual([0, []]);
  });

  it('send: true sends it: status sent, sent_at, an invitation, the event envelope.sent', async () => {
    const { body } = await create({ send: true });
    expect([body.status, body.sent_at]).toEqual(['sent', new Date(emulator.now()).toISOString()]);
    await emulator.settle();
    expect([await mailsOf(body), await eventsOf(body)]).toEqual([1, ['envelope.sent']]);
  });

  it('reads back as it was created', async () => {
    const { body } = await create({ title: 'Flat 7', recipients: [{ ...tenant, external_ref: 'crm-17' }, landlord] });
    const read = await organisation.live<Envelope>(`GET /api/v1/envelopes/${body.id}`);
    expect([read.status, read.body]).toEqual([200, body]);
  });

  it('a read is safe: it writes nothing and takes no Idempotency-Key', async () => {
    const { body } = await create({ send: true });
    const [first, again] = [
      await organisation.live<Envelope>(`GET /api/v1/envelopes/${body.id}`),
      await organisation.live<Envelope>(`GET /api/v1/envelopes/${body.id}`),
    ];
    expect(again.bytes.equals(first.bytes)).toBe(true);
    expect(first.headers).not.toHaveProperty('idempotency-replayed');
  });

  it('title names the document to signers and is the template’s name unless sent', async () => {
    expect((await create({ title: 'Flat 7' })).body.title).toBe('Flat 7');
    expect((await create()).body.title).toBe('Lease of Main Road');
  });

  it('recipients read back in routing order, which is the order sent', async () => {
    const { body } = await create({ recipients: [landlord, tenant] });
    expect(body.recipients.map(({ role }) => role)).toEqual(['Landlord', 'Tenant']);
  });

  it('a recipient id is durable and not the role name', async () => {
    const { body } = await create();
    const ids = body.recipients.map(({ id }) => id);
    expect(new Set(ids).size).toBe(2);
    await organisation.live(`POST /api/v1/envelopes/${body.id}/send`, {}, once());
    const read = await organisation.live<Envelope>(`GET /api/v1/envelopes/${body.id}`);
    expect(read.body.recipients.map(({ id }) => id)).toEqual(ids);
  });

  it('one person may hold two roles', async () => {
    const { body } = await create({ recipients: [tenant, { ...tenant, role: 'Landlord' }] });
    expect(body.recipients.map(({ email }) => email)).toEqual(['thandi@example.test', 'thandi@example.test']);
    expect(body.recipients[0]!.id).not.toBe(body.recipients[1]!.id);
  });

  it('external_ref, embedded, job_title and company are taken', async () => {
    const full = {
      ...tenant,
      external_ref: 'crm-17',
      embedded: true,
      job_title: 'Director',
      company: 'Mokoena Holdings',
    };
    const { status, body } = await create({ recipients: [full, landlord] });
    expect(status).toBe(201);
    expect(body.recipients[0]).toMatchObject({ external_ref: 'crm-17', embedded: true });
  });
});

describe('expires_at', () => {
  const at = (milliseconds: number): string => new Date(emulator.now() + milliseconds).toISOString();

  it('is null when there is no deadline, which is the default', async () => {
    expect([(await create()).body.expires_at, (await create({ expires_at: null })).body.expires_at]).toEqual([
      null,
      null,
    ]);
  });

  it('sent with an offset comes back as the same instant in UTC', async () => {
    const { body } = await create({ expires_at: '2026-06-01T12:00:00+02:00' });
    expect(Date.parse(body.expires_at!)).toBe(Date.parse('2026-06-01T10:00:00Z'));
    expect(body.expires_at).toMatch(/Z$/);
  });

  it('may be one hour ahead and not less', async () => {
    expect((await create({ expires_at: at(hour) })).status).toBe(201);
    await refused({ expires_at: at(hour - 1000) }, 400, 'invalid_request', 'expires_at');
  });

  it('may be 365 days ahead and not more', async () => {
    expect((await create({ expires_at: at(365 * day) })).status).toBe(201);
    await refused({ expires_at: at(365 * day + 1000) }, 400, 'invalid_request', 'expires_at');
  });

  it('in the past is invalid_request', async () => {
    await refused({ expires_at: at(-day) }, 400, 'invalid_request', 'expires_at');
  });

  it.each(['tomorrow', '2026-06-01', '2026-06-01T12:00:00', '2026-02-30T12:00:00Z', 1_780_000_000])(
    'has to be an ISO 8601 instant with a zone: %j',
    async (expires_at) => {
      await refused({ expires_at }, 400, 'invalid_request', 'expires_at');
    },
  );
});

describe('brand_id', () => {
  it('absent or null is the default brand of the organisation', async () => {
    expect((await create({ brand_id: null })).status).toBe(201);
  });

  it('a live brand of the organisation is taken', async () => {
    const brand = await emulator.control<{ id: string }>('POST /_emulator/brands', {
      name: 'Coast',
      organisation_id: organisation.id,
    });
    expect((await create({ brand_id: brand.id })).status).toBe(201);
  });

  it('an id naming no live brand of the organisation, archived or foreign included, is brand_unknown', async () => {
    const archived = await emulator.control<{ id: string }>('POST /_emulator/brands', {
      name: 'Old',
      archived: true,
      organisation_id: organisation.id,
    });
    const foreign = (await emulator.organisation()).brandId;
    for (const brand_id of [unknown, archived.id, foreign])
      await refused({ brand_id }, 422, 'brand_unknown', 'brand_id');
  });

  it('that is no uuid is invalid_request', async () => {
    await refused({ brand_id: 'coast' }, 400, 'invalid_request', 'brand_id');
  });
});

describe('the shape of the body', () => {
  const without = (name: keyof typeof tenant): object => ({ recipients: [{ ...tenant, [name]: undefined }, landlord] });

  it.each<[string, object]>([
    ['template_id', { template_id: null }],
    ['template_id', { template_id: undefined }],
    ['template_id', { template_id: 7 }],
    ['recipients', { recipients: undefined }],
    ['recipients', { recipients: [] }],
    ['recipients', { recipients: tenant }],
    ['recipients[0].role', without('role')],
    ['recipients[0].name', without('name')],
    ['recipients[0].email', without('email')],
    ['recipients[0].email', { recipients: [{ ...tenant, email: 'no address' }, landlord] }],
    ['recipients[1].email', { recipients: [tenant, { ...landlord, email: '' }] }],
    ['recipients[1].embedded', { recipients: [tenant, { ...landlord, embedded: 'yes' }] }],
    ['recipients[0].nickname', { recipients: [{ ...tenant, nickname: 'T' }, landlord] }],
    ['values', { values: {} }],
    ['values[0].key', { values: [{ subject: null, value: 'x' }] }],
    ['values[0].value', { values: [{ subject: null, key: 'rental.amount' }] }],
    ['values[1].locked', { values: [rental, { ...rental, key: 'contact.phone', locked: 1 }] }],
    ['send', { send: 'yes' }],
    ['completion_delivery', { completion_delivery: 'nobody' }],
    ['title', { title: 'x'.repeat(201) }],
    ['title', { title: ' ' }],
    ['colour', { colour: 'red' }],
  ])('the message names the property path: %s', async (path, changes) => {
    await refused(changes, 400, 'invalid_request', path);
  });

  it.each([
    ['nothing', ''],
    ['text that is not JSON', '{"template_id": '],
    ['an array', '[]'],
    ['a string', '"x"'],
    ['null', 'null'],
    ['bytes that are not UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])],
    ['a thousand brackets', '['.repeat(1000)],
  ])('%s is invalid_request', async (_name, body) => {
    const answer = await organisation.live('POST /api/v1/envelopes', body, {
      ...once(),
      'Content-Type': 'application/json',
    });
    expectRefusal(answer, 400, 'invalid_request');
  });

  it('a property called __proto__ is refused as any unknown one', async () => {
    const body = `{"template_id":"${template.id}","recipients":[],"__proto__":{"send":true}}`;
    expectRefusal(
      await organisation.live('POST /api/v1/envelopes', body, { ...once(), 'Content-Type': 'application/json' }),
      400,
      'invalid_request',
    );
  });

  it('request bodies are application/json: another type is invalid_request', async () => {
    const body = JSON.stringify({ template_id: template.id, recipients: [tenant, landlord] });
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
      const answer = await organisation.live('POST /api/v1/envelopes', body, { ...once(), 'Content-Type': type });
      expectRefusal(answer, 400, 'invalid_request');
    }
    const utf8 = { ...once(), 'Content-Type': 'application/json; charset=utf-8' };
    expect((await organisation.live('POST /api/v1/envelopes', body, utf8)).status).toBe(201);
  });

  it('two Idempotency-Keys are none that can be used', async () => {
    const body = { template_id: template.id, recipients: [tenant, landlord] };
    const answer = await organisation.live('POST /api/v1/envelopes', body, { 'Idempotency-Key': ['one', 'two'] });
    expectRefusal(answer, 400, 'invalid_request', /Idempotency-Key/);
  });

  it('completion_delivery is integrator or service', async () => {
    for (const completion_delivery of ['integrator', 'service'])
      expect((await create({ completion_delivery })).status).toBe(201);
  });
});

describe('the template', () => {
  it.each([unknown, 'not-a-uuid', ''])('%j names no template: the one 404', async (template_id) => {
    await refused({ template_id }, 404, 'not_found');
  });

  it("another organisation's is not_found", async () => {
    const other = await emulator.organisation();
    await refused({ template_id: (await createTemplate(other.live)).id }, 404, 'not_found');
  });

  it('that was retired is template_archived', async () => {
    const old = await createTemplate(organisation.live);
    await emulator.control(`POST /_emulator/templates/${old.id}/archive`);
    await refused({ template_id: old.id }, 404, 'template_archived');
  });

  it('without fields is template_has_no_fields, before anything about its recipients', async () => {
    const bare = await createTemplate(organisation.live, linesPdf([['Nothing to fill in']]), 'Bare');
    await refused({ template_id: bare.id, recipients: [{ ...tenant, role: 'Nobody' }] }, 422, 'template_has_no_fields');
  });
});

describe('recipients and roles', () => {
  it('a role the template does not declare is recipient_role_unknown', async () => {
    await refused(
      { recipients: [tenant, landlord, { ...tenant, role: 'Surety' }] },
      422,
      'recipient_role_unknown',
      'recipients[2].role',
    );
  });

  it('roles are matched by exact name', async () => {
    for (const role of ['tenant', 'Tenant ', 'TENANT']) {
      await refused(
        { recipients: [{ ...tenant, role }, landlord] },
        422,
        'recipient_role_unknown',
        'recipients[0].role',
      );
    }
  });

  it('a role with fields that has no recipient is recipient_role_missing, and the message names it', async () => {
    await refused({ recipients: [tenant] }, 422, 'recipient_role_missing', /Landlord/);
    await refused({ recipients: [landlord] }, 422, 'recipient_role_missing', /Tenant/);
  });

  it('two recipients who share a role that is not cc are recipient_role_duplicated', async () => {
    await refused(
      { recipients: [tenant, landlord, { ...tenant, email: 'other@example.test' }] },
      422,
      'recipient_role_duplicated',
      'recipients[2].role',
    );
  });
});

describe('values', () => {
  const value = (changes: object): object => ({ values: [{ ...rental, ...changes }] });
  const name = { subject: 'tenant', key: 'person.full_name' };

  it('are written by address: subject and data key', async () => {
    expect((await create({ values: [rental, { ...name, value: 'Thandi Mokoena' }] })).status).toBe(201);
  });

  it('one address is written once: a second value for it is invalid_request', async () => {
    await refused({ values: [rental, { ...rental, value: '1.00' }] }, 400, 'invalid_request', 'values[1]');
  });

  it('a value of a kind that the field cannot hold is invalid_request, locked or not', async () => {
    await refused(value({ value: ['9500.00', '9600.00'] }), 400, 'invalid_request', 'values[0].value');
    await refused(value({ value: true }), 400, 'invalid_request', 'values[0].value');
  });

  it('a subject that is not declared is value_subject_unknown', async () => {
    await refused(value({ subject: 'stranger' }), 422, 'value_subject_unknown', 'values[0].subject');
  });

  it('an address with no field is value_address_unknown', async () => {
    await refused(value({ key: 'rental.amounts' }), 422, 'value_address_unknown', 'values[0]');
  });

  it('the pair is the address: a key under another subject is value_address_unknown', async () => {
    await refused(value({ subject: 'tenant' }), 422, 'value_address_unknown');
    await refused({ values: [{ subject: null, key: 'person.full_name', value: 'x' }] }, 422, 'value_address_unknown');
  });

  it('the message names the place of the value', async () => {
    await refused(
      { values: [rental, { subject: null, key: 'no.such_key', value: 'x' }] },
      422,
      'value_address_unknown',
      'values[1]',
    );
  });

  it('locked on a value for signer_title or signer_company is value_not_lockable', async () => {
    for (const key of ['signatory.title', 'signatory.company']) {
      expect((await create({ values: [{ subject: null, key, value: 'Director' }] })).status).toBe(201);
      await refused(
        { values: [{ subject: null, key, value: 'Director', locked: true }] },
        422,
        'value_not_lockable',
        'values[0]',
      );
    }
  });

  it('an address that names only fields a caller may not fill is value_not_writable', async () => {
    const tags = ['signature', 'date_signed', 'signer_name', 'signer_email'].map(
      (type) => `{{Box ${type};role=Tenant;type=${type};key=own.${type};required=true}}`,
    );
    const own = await createTemplate(organisation.live, linesPdf([tags]), 'Own boxes');
    for (const type of ['signature', 'date_signed', 'signer_name', 'signer_email']) {
      const sent = {
        template_id: own.id,
        recipients: [tenant],
        values: [{ subject: null, key: `own.${type}`, value: 'x' }],
      };
      await refused(sent, 422, 'value_not_writable', 'values[0]');
    }
  });

  it('a locked, required field without an answer is locked_answer_missing', async () => {
    for (const empty of [null, '', '   '])
      await refused(value({ value: empty, locked: true }), 422, 'locked_answer_missing', 'values[0]');
  });

  it('a locked field that is not required may stay empty', async () => {
    const phone = { subject: 'tenant', key: 'contact.phone', value: null, locked: true };
    expect((await create({ values: [phone] })).status).toBe(201);
  });

  it('a locked answer that the field rejects is locked_answer_unusable', async () => {
    const date = { subject: null, key: 'occupation.start_date', locked: true };
    await refused({ values: [{ ...date, value: 'next month' }] }, 422, 'locked_answer_unusable', 'values[0]');
    expect((await create({ values: [{ ...date, value: '2026-04-01' }] })).status).toBe(201);
  });

  it('a locked answer that is no choice of a dropdown is locked_answer_unusable', async () => {
    const form = formPdf([
      {
        boxes: [
          { kind: 'dropdown', name: 'bank', tooltip: 'Bank', options: ['Absa', 'Nedbank'], at: [50, 600, 100, 20] },
        ],
      },
    ]);
    const made = await createTemplate(organisation.live, form, 'Bank');
    const field = made.fields[0]!;
    const read = await organisation.live<Template>(`GET /api/v1/templates/${made.id}`);
    const renamed = await organisation.live(
      `PATCH /api/v1/templates/${made.id}/fields/${field.id}`,
      { data_key: 'payment.bank' },
      { 'If-Match': read.headers['etag'] ?? '' },
    );
    expect(renamed.status).toBe(200);
    const sent = (bank: string): object => ({
      template_id: made.id,
      recipients: [{ ...tenant, role: field.role }],
      values: [{ subject: null, key: 'payment.bank', value: bank, locked: true }],
    });
    expect((await create(sent('Nedbank'))).status).toBe(201);
    await refused(sent('Barclays'), 422, 'locked_answer_unusable', 'values[0]');
  });

  it('nothing is created by a refused request', async () => {
    const before = (await emulator.mails()).length;
    await refused({ send: true, values: [{ ...rental, key: 'no.such_key' }] }, 422, 'value_address_unknown');
    await emulator.settle();
    expect((await emulator.mails()).length).toBe(before);
  });
});

describe('what cannot be drawn', () => {
  it.each<[string, object]>([
    ['title', { title: 'Lease \u{1F3E0}' }],
    ['recipients[0].name', { recipients: [{ ...tenant, name: 'Thandi \u4e2d\u6587' }, landlord] }],
    ['values[0].value', { values: [{ ...rental, value: 'R 9500 \u{1F4B0}' }] }],
    ['title', { title: 'Lease\u0007' }],
  ])('a string in %s with a character the sealer cannot draw is cannot_be_drawn', async (path, changes) => {
    await refused(changes, 422, 'cannot_be_drawn', path);
  });

  it('letters of South African languages can be drawn', async () => {
    const names = ['Tshifhiwa Ṱhoho ḓḽṋṱṅ', 'Renée Çelik-Šimůnek', 'ǀXam ǁkhau ǂhaba ǃkung'];
    for (const name of names) expect((await create({ recipients: [{ ...tenant, name }, landlord] })).status).toBe(201);
  });
});

describe('the order of refusals', () => {
  it('the template is judged before the recipients, the recipients before the values', async () => {
    const wrong = { recipients: [{ ...tenant, role: 'Nobody' }], values: [{ ...rental, key: 'no.such_key' }] };
    await refused({ ...wrong, template_id: unknown }, 404, 'not_found');
    await refused(wrong, 422, 'recipient_role_unknown');
    await refused({ values: wrong.values, brand_id: unknown }, 422, 'value_address_unknown');
  });

  it('a missing Idempotency-Key is told before anything about the body', async () => {
    expectRefusal(await organisation.live('POST /api/v1/envelopes', { nonsense: 1 }), 400, 'idempotency_key_required');
  });
});

it('there is no operation that changes an envelope between creation and send', async () => {
  const envelope = await createEnvelope(organisation.live, template);
  for (const method of ['PATCH', 'PUT', 'POST', 'DELETE']) {
    expectRefusal(
      await organisation.live(`${method} /api/v1/envelopes/${envelope.id}`, { title: 'x' }, once()),
      404,
      'not_found',
    );
  }
  expectRefusal(
    await organisation.live(`POST /api/v1/envelopes/${envelope.id}/extend`, { expires_at: null }, once()),
    404,
    'not_found',
  );
});
