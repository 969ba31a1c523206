import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { agreementPdf, createEnvelope, createTemplate, landlord, tenant, upload } from '../support/agreement.js';
import { embeddedSigning, text } from '../support/emulator/embedded-signing.js';
import { expectRefusal, hour, once, second } from '../support/emulator.js';
import { linesPdf } from '../support/form-pdf.js';
import type { Answer } from '../support/http.js';
import type { Envelope, Refused, Template } from '../support/shapes.js';

/** Readings of the description where it is silent, each with what the emulator does. */

const { scene, sent, mint, open, sign } = embeddedSigning();
const json = { 'Content-Type': 'application/json' };
const unknown = '0b9d2c1e-8f57-4a3b-9d64-2f1f6a7e5c10';
const people = [tenant, landlord];
const create = <T = Envelope>(body: object | string, headers: object = {}): Promise<Answer<T>> =>
  scene.organisation.live<T>('POST /api/v1/envelopes', body, { ...once(), ...headers });

/** Sends bytes that Node's own client refuses to send. */
async function raw(request: string): Promise<string> {
  const socket = connect(Number(new URL(scene.emulator.url).port), '127.0.0.1');
  socket.end(request, 'latin1');
  return Buffer.concat(await socket.toArray()).toString('utf8');
}

describe('the order of refusals [refusal.order]', () => {
  it('of a creation: credential, rate, path, plan, scope, key, body, unknown template', async () => {
    const line = 'POST /api/v1/envelopes';
    const wrong = { template_id: unknown, surprise: true };
    const { call: reader } = await scene.emulator.key(scene.organisation, { scopes: ['envelopes:read'] });
    const planless = await scene.emulator.organisation({ plan: 'unknown' });
    const { call: planlessReader } = await scene.emulator.key(planless, { scopes: ['envelopes:read'] });
    expectRefusal(await scene.emulator.call('none')('POST /api/v1/nowhere', wrong), 401, 'unauthenticated');
    const poor = await scene.emulator.organisation({ plan: 'free' });
    const rows = Array.from({ length: 61 }, () => ({ recipients: people }));
    await poor.live('POST /api/v1/envelopes/batches', { template_id: unknown, rows }, once());
    expectRefusal(await poor.live('POST /api/v1/nowhere', wrong), 429, 'rate_limited');
    expectRefusal(await planlessReader('POST /api/v1/nowhere', wrong), 404, 'not_found');
    expectRefusal(await planlessReader(line, wrong), 403, 'forbidden');
    expectRefusal(await reader(line, wrong), 403, 'insufficient_scope');
    expectRefusal(await scene.organisation.live(line, wrong), 400, 'idempotency_key_required');
    expectRefusal(await scene.organisation.live(line, wrong, once()), 400, 'invalid_request');
    expectRefusal(await create<Refused>({ template_id: unknown, recipients: people }), 404, 'not_found');
  });

  it('of a change of a template: body, kind of key, unknown template, If-Match, rules', async () => {
    const line = (template: string): string => `PATCH /api/v1/templates/${template}/fields`;
    const body = { fields: [{ id: unknown, label: 'x' }] };
    const { live, test } = scene.organisation;
    expectRefusal(await test(line(unknown), { fields: [] }), 400, 'invalid_request');
    expectRefusal(await test(line(unknown), body), 403, 'test_key_cannot_edit_templates');
    expectRefusal(await live(line(unknown), body), 404, 'not_found');
    expectRefusal(await live(line(scene.template.id), body), 428, 'precondition_required');
    const { headers } = await live(`GET /api/v1/templates/${scene.template.id}`);
    const current = { 'If-Match': headers['etag'] ?? '' };
    expectRefusal(await live(line(scene.template.id), body, current), 422, 'field_unknown');
  });
});

describe('a request', () => {
  it.each(['clé', 'tab\there'])('has no such Idempotency-Key: %j [key.printable]', async (key) => {
    const sentKey = { 'Idempotency-Key': Buffer.from(key, 'utf8').toString('latin1') };
    const body = { template_id: scene.template.id, recipients: people };
    expectRefusal(await create<Refused>(body, sentKey), 400, 'invalid_request', /^Idempotency-Key/);
  });

  it.each(['delete\u007f', 'bell\u0007'])(
    'cannot have %j in its Idempotency-Key either [key.printable]',
    async (key) => {
      const body = JSON.stringify({ template_id: scene.template.id, recipients: people });
      const said = await raw(
        `POST /api/v1/envelopes HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n` +
          `Authorization: Bearer ${scene.organisation.liveKey}\r\nIdempotency-Key: ${key}\r\n` +
          `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
      );
      expect(said).toMatch(/^HTTP\/1\.1 400 /);
      expect(said).toContain('"code":"invalid_request"');
    },
  );

  it('has one Idempotency-Key [key.printable]', async () => {
    const body = { template_id: scene.template.id, recipients: people };
    const answer = await create<Refused>(body, { 'Idempotency-Key': ['same', 'same'] });
    expectRefusal(answer, 400, 'invalid_request', /Idempotency-Key/);
  });

  it('is refused for an unknown property, wherever it is [body.unknown-property]', async () => {
    const body = { template_id: scene.template.id, recipients: people };
    expectRefusal(await create<Refused>({ ...body, color: 1 }), 400, 'invalid_request', 'color');
    const odd = { ...body, recipients: [{ ...tenant, color: 1 }, landlord] };
    expectRefusal(await create<Refused>(odd), 400, 'invalid_request', 'recipients[0].color');
  });

  it('has the last of two properties of one name, and needs no Content-Type [body.twice, body.no-type]', async () => {
    const body = `{"title":"First","title":"Second","template_id":"${scene.template.id}","recipients":${JSON.stringify(people)}}`;
    expect((await create(body, json)).body.title).toBe('Second');
    const bare = await create(body);
    expect([bare.status, bare.body.title]).toEqual([201, 'Second']);
  });

  it('may have unknown query parameters, but no known one twice [query.unknown]', async () => {
    const list = (query: string) => scene.organisation.live(`GET /api/v1/templates?${query}`);
    expect((await list('color=1&color=2')).status).toBe(200);
    expectRefusal(await list('limit=1&limit=1'), 400, 'invalid_request', 'limit');
  });

  it.each([
    ['2026-04-03T12:00Z', true],
    ['2026-04-03T12:00:00Z', true],
    ['2026-04-03T12:00:00.123456789+02:00', true],
    ['2026-04-03T12:00', false],
    ['2026-04-03 12:00Z', false],
    ['2026-04-03T12Z', false],
    ['2026-04-03T12:00:00+0200', false],
    ['20260403T120000Z', false],
  ])('gives an instant as %s: %s [instant.forms]', async (instant, isTaken) => {
    const answer = await create({ template_id: scene.template.id, recipients: people, expires_at: instant });
    expect(answer.status).toBe(isTaken ? 201 : 400);
  });
});

it('a batch of more than 600 rows is malformed on every plan, a smaller one that exceeds the minute is limited [batch.rows-over]', async () => {
  const poor = await scene.emulator.organisation({ plan: 'free' });
  const batch = (count: number) => {
    const rows = Array.from({ length: count }, () => ({ recipients: people }));
    return poor.live('POST /api/v1/envelopes/batches', { template_id: unknown, rows }, once());
  };
  expectRefusal(await batch(601), 400, 'invalid_request', 'rows');
  expectRefusal(await batch(61), 429, 'rate_limited');
});

it('the free plan counts every document of an envelope [free-plan.pack]', async () => {
  const poor = await scene.emulator.organisation();
  const files = (count: number) => Array.from({ length: count }, () => upload(agreementPdf()));
  const send = (count: number) => {
    const body = { title: 'Pack', documents: files(count), recipients: people, send: true };
    return poor.live('POST /api/v1/envelopes/one-off', body, once());
  };
  await scene.emulator.control(`PATCH /_emulator/organisations/${poor.id}`, { plan: 'free' });
  expect((await send(3)).status).toBe(201);
  expectRefusal(await send(3), 402, 'send_allowance_exhausted', '3 are already sent');
  expect((await send(2)).status).toBe(201);
});

describe('the two kinds of key', () => {
  const read = async (id: string) => (await scene.organisation.live<Envelope>(`GET /api/v1/envelopes/${id}`)).body;
  const mailsOf = async (id: string) =>
    (await scene.emulator.mails(`?envelope_id=${id}`)).map(({ id: mail, to }) => `${mail} ${to.email}`);

  it('a live key sends and voids a sandbox envelope, and mails any address by it [livekey.sandbox]', async () => {
    const { id } = await createEnvelope(scene.organisation.test, scene.template);
    const line = `POST /api/v1/envelopes/${id}`;
    expect((await scene.organisation.live(`${line}/send`, {}, once())).status).toBe(200);
    expect((await mailsOf(id)).join()).toContain(tenant.email);
    expect((await scene.organisation.test(`GET /api/v1/envelopes/${id}/documents`)).status).toBe(200);
    expect((await scene.organisation.live(`${line}/void`, { reason: 'Sold' }, once())).status).toBe(200);
    expect((await read(id)).status).toBe('voided');
  });

  it.each(['live', 'test'] as const)(
    'a test key that voids an envelope of a %s key mails only whom it may email [testkey.void-mails]',
    async (mode) => {
      const own = await scene.emulator.organisation({ members: ['maria@members.test'] });
      const template = await createTemplate(own.live);
      for (const [email, told] of [
        ['maria@members.test', ['invitation', 'voided']],
        ['sam@strangers.test', ['invitation']],
      ] as const) {
        const recipients = [{ ...tenant, email }, landlord];
        const { id } = await createEnvelope(own[mode], template, { recipients });
        const line = `POST /api/v1/envelopes/${id}`;
        expect((await own.live(`${line}/send`, {}, once())).status).toBe(200);
        expect((await own.test(`${line}/void`, { reason: 'Sold' }, once())).status).toBe(200);
        const mails = await scene.emulator.mails(`?envelope_id=${id}`);
        expect(mails.map(({ kind }) => kind).toSorted()).toEqual(told);
      }
    },
  );

  it('a test key mails no cc that is a stranger [testkey.cc]', async () => {
    const copied = { role: 'cc', name: 'Sam', email: 'sam@strangers.test' };
    const embedded = people.map((each) => ({ ...each, embedded: true }));
    const body = { template_id: scene.template.id, recipients: [...embedded, copied], send: true };
    const answer = await scene.organisation.test('POST /api/v1/envelopes', body, once());
    expectRefusal(answer, 403, 'test_key_cannot_send', 'recipients[2].email');
  });
});

it('a text tag gives keys in any namespace, which a rename may not [text-tags.namespaces]', async () => {
  const pdf = linesPdf([
    [
      '{{Rent;role=Tenant;type=text;key=core.rent}}',
      '{{Name;role=Tenant;type=text;key=tenant.name;subject=tenant}}',
      '{{Signature;role=Tenant;type=signature}}',
    ],
  ]);
  const { fields }: Template = await createTemplate(scene.organisation.live, pdf, 'Tags');
  expect(fields.map(({ data_key, tier }) => [data_key, tier])).toEqual([
    ['core.rent', 'core'],
    ['tenant.name', 'legacy'],
    [null, 'core'],
  ]);
});

it.each([
  ['https://hooks.example.com/a', true],
  ['https://hooks.example.com:443/a', true],
  ['https://hooks.example.com:1024/a', true],
  ['https://hooks.example.com:1023/a', false],
  ['https://hooks.example.com:80/a', false],
])('an endpoint at %s is taken: %s [webhook.ports]', async (url, isTaken) => {
  const own = await scene.emulator.organisation();
  const answer = await own.live('POST /api/v1/webhooks', { url, events: ['envelope.sent'] });
  expect(answer.status).toBe(isTaken ? 201 : 400);
});

describe('signing_url_invalid [url.reasons]', () => {
  const session = (page: Answer, url: string): string =>
    new URL(/action="([^"]+)"/.exec(text(page))?.[1] ?? '', url).href;
  const told = (page: Answer): readonly unknown[] => {
    const [, reason, remint] = /"reason":"(\w+)","can_remint":(true|false)/.exec(text(page)) ?? [];
    return [reason, remint];
  };

  it('has a reason for each way to an end', async () => {
    const envelope = await sent();
    const { url } = (await mint(envelope)).body;
    const first = session(await open(url), url);
    expect(told(await open(url))).toEqual(['used', 'true']);
    const next = (await mint(envelope)).body.url;
    const newer = session(await open(next), next);
    expect(told(await open(first))).toEqual(['session_replaced', 'false']);
    await scene.emulator.advance(25 * hour);
    expect(told(await open(newer))).toEqual(['session_expired', 'true']);
    const last = (await mint(envelope)).body.url;
    await sign(envelope, 'Tenant');
    await scene.emulator.advance(second);
    expect(told(await open(last))).toEqual(['closed', 'false']);
  });
});

describe('a text of a request', () => {
  const blank = ' \u00a0\t';
  const taken = { template_id: 'x', recipients: people };
  it.each([
    ['title', { ...taken, title: blank }],
    ['recipients[0].name', { ...taken, recipients: [{ ...tenant, name: blank }] }],
    ['recipients[0].role', { ...taken, recipients: [{ ...tenant, role: blank }] }],
    ['recipients[0].company', { ...taken, recipients: [{ ...tenant, company: blank }] }],
  ])('is not blank: %s [text.blank]', async (path, body) => {
    expectRefusal(await create<Refused>(body), 400, 'invalid_request', path);
  });

  it('is not blank: the reason of a void [text.blank]', async () => {
    const { id } = await sent();
    const line = `POST /api/v1/envelopes/${id}/void`;
    expectRefusal(await scene.organisation.live(line, { reason: blank }, once()), 400, 'invalid_request', 'reason');
  });
});

describe('the bounds that nothing describes', () => {
  const long = (length: number): string => 'x'.repeat(length);
  const file = { filename: 'lease.pdf', file: 'JVBERg==' };
  const one = (changes: object) => ({ template_id: unknown, recipients: [{ ...tenant, ...changes }] });
  const placed = { type: 'text', role: 'Tenant', document: 1, page: 1, rect: { x: 0, y: 0, w: 0.5, h: 0.5 } };
  const oneOff = (field: object) => ({
    title: 'Lease',
    documents: [file],
    recipients: people,
    fields: [{ ...placed, ...field }],
  });
  const mandate = {
    brand_id: unknown,
    legal_entity: { name: 'Trust' },
    grantor: { name: 'Thandi', email: 'thandi@example.test' },
    intended_use: 'Leases',
    valid_until: '2030-01-01T00:00:00Z',
  };
  const envelopes = 'POST /api/v1/envelopes';
  const templates = 'POST /api/v1/templates';
  const mandates = 'POST /api/v1/standing-authorisations';
  const webhook = (length: number) => ({
    url: `https://hooks.example.com/${long(length - 26)}`,
    events: ['envelope.sent'],
  });
  const email = (length: number): string => `thandi@${'e'.repeat(length - 12)}.test`;

  it.each([
    ['recipient.lengths', envelopes, 'recipients[0].name', one({ name: long(201) })],
    ['recipient.lengths', envelopes, 'recipients[0].job_title', one({ job_title: long(201) })],
    ['recipient.lengths', envelopes, 'recipients[0].company', one({ company: long(201) })],
    ['recipient.lengths', envelopes, 'recipients[0].external_ref', one({ external_ref: long(256) })],
    ['recipient.address', envelopes, 'recipients[0].email', one({ email: email(255) })],
    ['recipient.address', envelopes, 'recipients[0].email', one({ email: 'thandi@localhost' })],
    ['recipient.at-least-one', envelopes, 'recipients', { template_id: unknown, recipients: [] }],
    ['value.key-empty', envelopes, 'values[0].key', { ...one({}), values: [{ key: '', value: 'x' }] }],
    ['file.name-length', templates, 'documents[0].filename', { documents: [{ ...file, filename: long(256) }] }],
    ['create-template.name-length', templates, 'name', { name: long(201), documents: [file] }],
    ['placed-field.lengths', `${envelopes}/one-off`, 'fields[0].role', oneOff({ role: long(201) })],
    ['placed-field.lengths', `${envelopes}/one-off`, 'fields[0].label', oneOff({ label: long(201) })],
    ['placed-field.lengths', `${envelopes}/one-off`, 'fields[0].options[0]', oneOff({ options: [long(201)] })],
    ['placed-field.lengths', `${envelopes}/one-off`, 'fields[0].data_key', oneOff({ data_key: long(101) })],
    ['placed-field.lengths', `${envelopes}/one-off`, 'fields[0].subject', oneOff({ subject: long(101) })],
    ['authorisation-create.lengths', mandates, 'intended_use', { ...mandate, intended_use: long(1001) }],
    ['authorisation-create.lengths', mandates, 'reference', { ...mandate, reference: long(201) }],
    ['webhook.url-length', 'POST /api/v1/webhooks', 'url', webhook(2049)],
  ])(
    'are checked: %s, %s %s [recipient.lengths, recipient.address, recipient.at-least-one, value.key-empty, file.name-length, create-template.name-length, placed-field.lengths, authorisation-create.lengths, webhook.url-length]',
    async (_reading, line, path, body) => {
      expectRefusal(await scene.organisation.live(line, body, once()), 400, 'invalid_request', path);
    },
  );

  it('are met exactly [recipient.lengths, recipient.address, webhook.url-length]', async () => {
    const fits = { ...tenant, name: long(200), job_title: long(200), company: long(200), external_ref: long(255) };
    const body = { template_id: scene.template.id, recipients: [{ ...fits, email: email(254) }, landlord] };
    expect((await create(body)).status).toBe(201);
    const own = await scene.emulator.organisation();
    expect((await own.live('POST /api/v1/webhooks', webhook(2048))).status).toBe(201);
  });

  it.each(['subject', 'both'])(
    'the decision %s needs a subject_key [decide.subject-key-required]',
    async (decision) => {
      const line = `PUT /api/v1/templates/${scene.template.id}/people/${'a'.repeat(32)}`;
      const answer = await scene.organisation.live(line, { decision, role_name: 'A' }, { 'If-Match': '"x"' });
      expectRefusal(answer, 400, 'invalid_request', 'subject_key');
    },
  );
});
