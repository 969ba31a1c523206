import { describe, expect, it } from 'vitest';
import { agreementScene } from '../support/agreement-scene.js';
import { createEnvelope, createTemplate, landlord, rental, tenant } from '../support/agreement.js';
import { expectRefusal, once } from '../support/emulator.js';
import { linesPdf } from '../support/form-pdf.js';
import type { Answer } from '../support/http.js';
import type { Envelope, Refused } from '../support/shapes.js';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const unknown = '0b9d2c1e-8f57-4a3b-9d64-2f1f6a7e5c10';

const scene = agreementScene({ name: 'Lease of Main Road' });

const create = <T = Envelope>(changes: object = {}): Promise<Answer<T>> =>
  scene.organisation.live<T>(
    'POST /api/v1/envelopes',
    { template_id: scene.template.id, recipients: [tenant, landlord], ...changes },
    once(),
  );
const refused = async (changes: object, status: number, code: string, message?: RegExp | string): Promise<void> =>
  expectRefusal(await create<Refused>(changes), status, code, message);
const mailsOf = async (envelope: Envelope): Promise<number> =>
  (await scene.emulator.mails(`?envelope_id=${envelope.id}`)).length;
const eventsOf = async (envelope: Envelope): Promise<readonly string[]> =>
  (
    await scene.emulator.control<{ data: { event: string }[] }>(`GET /_emulator/events?envelope_id=${envelope.id}`)
  ).data.map(({ event }) => event);

describe('an envelope', () => {
  it('is created with 201 and exactly the properties of the description [envelope.properties, recipient.properties, create.201]', async () => {
    const answer = await create();
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      id: expect.stringMatching(uuid),
      status: 'draft',
      template_id: scene.template.id,
      title: 'Lease of Main Road',
      created_at: new Date(scene.emulator.now()).toISOString(),
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

  it('a draft emails nobody and raises no event until it is sent [purpose.draft-emails-nobody, create.send-default, envelope.sent-at]', async () => {
    const { body } = await create();
    await scene.emulator.settle();
    expect([await mailsOf(body), await eventsOf(body)]).toEqual([0, []]);
  });

  it('send: true sends it: status sent, sent_at, an invitation, the event envelope.sent [create.send-default, state.send]', async () => {
    const { body } = await create({ send: true });
    expect([body.status, body.sent_at]).toEqual(['sent', new Date(scene.emulator.now()).toISOString()]);
    await scene.emulator.settle();
    expect([await mailsOf(body), await eventsOf(body)]).toEqual([1, ['envelope.sent']]);
  });

  it('reads back as it was created [create.body]', async () => {
    const { body } = await create({ title: 'Flat 7', recipients: [{ ...tenant, external_ref: 'crm-17' }, landlord] });
    const read = await scene.organisation.live<Envelope>(`GET /api/v1/envelopes/${body.id}`);
    expect([read.status, read.body]).toEqual([200, body]);
  });

  it('a read is safe: it writes nothing and takes no Idempotency-Key [get.safe]', async () => {
    const { body } = await create({ send: true });
    const [first, again] = [
      await scene.organisation.live<Envelope>(`GET /api/v1/envelopes/${body.id}`),
      await scene.organisation.live<Envelope>(`GET /api/v1/envelopes/${body.id}`),
    ];
    expect(again.bytes.equals(first.bytes)).toBe(true);
    expect(first.headers).not.toHaveProperty('idempotency-replayed');
  });

  it('title names the document to signers and is the template’s name unless sent [envelope.title, create.title]', async () => {
    expect((await create({ title: 'Flat 7' })).body.title).toBe('Flat 7');
    expect((await create()).body.title).toBe('Lease of Main Road');
  });

  it('recipients read back in routing order, which is the order sent [envelope.recipients-order, create.recipients-order, get.routing-order]', async () => {
    const { body } = await create({ recipients: [landlord, tenant] });
    expect(body.recipients.map(({ role }) => role)).toEqual(['Landlord', 'Tenant']);
  });

  it('a recipient id is durable and not the role name [recipient.id]', async () => {
    const { body } = await create();
    const ids = body.recipients.map(({ id }) => id);
    expect(new Set(ids).size).toBe(2);
    await scene.organisation.live(`POST /api/v1/envelopes/${body.id}/send`, {}, once());
    const read = await scene.organisation.live<Envelope>(`GET /api/v1/envelopes/${body.id}`);
    expect(read.body.recipients.map(({ id }) => id)).toEqual(ids);
  });

  it('one person may hold two roles [recipient.two-roles]', async () => {
    const { body } = await create({ recipients: [tenant, { ...tenant, role: 'Landlord' }] });
    expect(body.recipients.map(({ email }) => email)).toEqual(['thandi@example.test', 'thandi@example.test']);
    expect(body.recipients[0]!.id).not.toBe(body.recipients[1]!.id);
  });

  it('external_ref, embedded, job_title and company are taken [recipient.request-properties, recipient.external-ref]', async () => {
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

describe('expires_at [create.expires-at]', () => {
  it('is null when there is no deadline, which is the default [envelope.expires-null]', async () => {
    expect([(await create()).body.expires_at, (await create({ expires_at: null })).body.expires_at]).toEqual([
      null,
      null,
    ]);
  });

  it('sent with an offset comes back as the same instant in UTC [envelope.expires-utc]', async () => {
    const { body } = await create({ expires_at: '2026-06-01T12:00:00+02:00' });
    expect(Date.parse(body.expires_at!)).toBe(Date.parse('2026-06-01T10:00:00Z'));
    expect(body.expires_at).toMatch(/Z$/);
  });

  it.each(['tomorrow', '2026-06-01', '2026-06-01T12:00:00', '2026-02-30T12:00:00Z', 1_780_000_000])(
    'has to be an ISO 8601 instant with a zone: %j',
    async (expires_at) => {
      await refused({ expires_at }, 400, 'invalid_request', 'expires_at');
    },
  );
});

describe('brand_id [create.brand]', () => {
  it('absent or null is the default brand of the organisation', async () => {
    expect((await create({ brand_id: null })).status).toBe(201);
  });

  it('a live brand of the organisation is taken', async () => {
    const brand = await scene.emulator.control<{ id: string }>('POST /_emulator/brands', {
      name: 'Coast',
      organisation_id: scene.organisation.id,
    });
    expect((await create({ brand_id: brand.id })).status).toBe(201);
  });

  it('an id naming no live brand of the organisation, archived or foreign included, is brand_unknown', async () => {
    const archived = await scene.emulator.control<{ id: string }>('POST /_emulator/brands', {
      name: 'Old',
      archived: true,
      organisation_id: scene.organisation.id,
    });
    const foreign = (await scene.emulator.organisation()).brandId;
    for (const brand_id of [unknown, archived.id, foreign])
      await refused({ brand_id }, 422, 'brand_unknown', 'brand_id');
  });

  it('that is not a UUID is invalid_request', async () => {
    await refused({ brand_id: 'coast' }, 400, 'invalid_request', 'brand_id');
  });
});

describe('the shape of the body [create.body]', () => {
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
    ['recipients[0].email', { recipients: [{ ...tenant, email: 'a@b..co' }, landlord] }],
    ['recipients[0].email', { recipients: [{ ...tenant, email: '.a@b.co' }, landlord] }],
    ['recipients[0].email', { recipients: [{ ...tenant, email: 'a..b@c.co' }, landlord] }],
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
  ])('the message names the property path: %s [create.body]', async (path, changes) => {
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
    const answer = await scene.organisation.live('POST /api/v1/envelopes', body, {
      ...once(),
      'Content-Type': 'application/json',
    });
    expectRefusal(answer, 400, 'invalid_request');
  });

  it('a property called __proto__ is refused as any unknown one', async () => {
    const body = `{"template_id":"${scene.template.id}","recipients":[],"__proto__":{"send":true}}`;
    expectRefusal(
      await scene.organisation.live('POST /api/v1/envelopes', body, { ...once(), 'Content-Type': 'application/json' }),
      400,
      'invalid_request',
    );
  });

  it('request bodies are application/json: another type is invalid_request [conventions.json-bodies]', async () => {
    const body = JSON.stringify({ template_id: scene.template.id, recipients: [tenant, landlord] });
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
      const answer = await scene.organisation.live('POST /api/v1/envelopes', body, { ...once(), 'Content-Type': type });
      expectRefusal(answer, 400, 'invalid_request');
    }
    const utf8 = { ...once(), 'Content-Type': 'application/json; charset=utf-8' };
    expect((await scene.organisation.live('POST /api/v1/envelopes', body, utf8)).status).toBe(201);
  });

  it('two Idempotency-Keys are invalid [create.key-required]', async () => {
    const body = { template_id: scene.template.id, recipients: [tenant, landlord] };
    const answer = await scene.organisation.live('POST /api/v1/envelopes', body, { 'Idempotency-Key': ['one', 'two'] });
    expectRefusal(answer, 400, 'invalid_request', /Idempotency-Key/);
  });

  it('completion_delivery is integrator or service [create.completion-delivery]', async () => {
    for (const completion_delivery of ['integrator', 'service'])
      expect((await create({ completion_delivery })).status).toBe(201);
  });
});

describe('the template', () => {
  it.each([unknown, 'not-a-uuid', ''])(
    '%j names no template: the one 404 [create.template-id]',
    async (template_id) => {
      await refused({ template_id }, 404, 'not_found');
    },
  );

  it("another organisation's is not_found [conventions.one-404]", async () => {
    const other = await scene.emulator.organisation();
    await refused({ template_id: (await createTemplate(other.live)).id }, 404, 'not_found');
  });

  it('that was retired is template_archived [error.template_archived]', async () => {
    const old = await createTemplate(scene.organisation.live);
    await scene.emulator.control(`POST /_emulator/templates/${old.id}/archive`);
    await refused({ template_id: old.id }, 404, 'template_archived');
  });

  it('without fields is template_has_no_fields, before anything about its recipients [create.no-fields-first]', async () => {
    const bare = await createTemplate(scene.organisation.live, linesPdf([['Nothing to fill in']]), 'Bare');
    await refused({ template_id: bare.id, recipients: [{ ...tenant, role: 'Nobody' }] }, 422, 'template_has_no_fields');
  });
});

describe('the order of refusals', () => {
  it('the template is validated before the recipients, the recipients before the values [create.no-fields-first]', async () => {
    const wrong = { recipients: [{ ...tenant, role: 'Nobody' }], values: [{ ...rental, key: 'no.such_key' }] };
    await refused({ ...wrong, template_id: unknown }, 404, 'not_found');
    await refused(wrong, 422, 'recipient_role_unknown');
    await refused({ values: wrong.values, brand_id: unknown }, 422, 'value_address_unknown');
  });

  it('a missing Idempotency-Key is reported before anything about the body [create.key-required]', async () => {
    expectRefusal(
      await scene.organisation.live('POST /api/v1/envelopes', { nonsense: 1 }),
      400,
      'idempotency_key_required',
    );
  });
});

it('there is no operation that changes an envelope between creation and send [purpose.no-change-of-draft]', async () => {
  const envelope = await createEnvelope(scene.organisation.live, scene.template);
  for (const method of ['PATCH', 'PUT', 'POST', 'DELETE']) {
    expectRefusal(
      await scene.organisation.live(`${method} /api/v1/envelopes/${envelope.id}`, { title: 'x' }, once()),
      404,
      'not_found',
    );
  }
  expectRefusal(
    await scene.organisation.live(`POST /api/v1/envelopes/${envelope.id}/extend`, { expires_at: null }, once()),
    404,
    'not_found',
  );
});
