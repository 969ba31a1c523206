import { describe, expect, it } from 'vitest';
import { agreementScene } from '../support/agreement-scene.js';
import { agreementPdf, createEnvelope, createTemplate, landlord, tenant, upload } from '../support/agreement.js';
import { day, expectRefusal, once } from '../support/emulator.js';
import type { Authorisation, Envelope, Person } from '../support/shapes.js';

const person = '0123456789abcdef0123456789abcdef';
const field = '0b9d2c1e-8f57-4a3b-9d64-2f1f6a7e5c10';
const member = { role: 'Tenant', name: 'Maria Member', email: 'maria@members.test' };
const confirmed = { role: 'Landlord', name: 'Carl Confirmed', email: 'carl@confirmed.test' };
const stranger = { role: 'Landlord', name: 'Sam Stranger', email: 'sam@strangers.test' };

const scene = agreementScene({ organisation: { members: [member.email], confirmed_addresses: [confirmed.email] } });

const sandbox = (changes: object = {}): Promise<Envelope> =>
  createEnvelope(scene.organisation.test, scene.template, { recipients: [member, confirmed], ...changes });
const live = (changes: object = {}): Promise<Envelope> =>
  createEnvelope(scene.organisation.live, scene.template, { recipients: [tenant, landlord], ...changes });

describe('what a test key may read [testkey.reads-status, get.test-key]', () => {
  it('the status of any envelope of its organisation, live ones too', async () => {
    const envelope = await live({ send: true });
    const answer = await scene.organisation.test<Envelope>(`GET /api/v1/envelopes/${envelope.id}`);
    expect([answer.status, answer.body.status]).toEqual([200, 'sent']);
  });

  it('no envelope of another organisation', async () => {
    const other = await scene.emulator.organisation();
    expectRefusal(await other.test(`GET /api/v1/envelopes/${(await live()).id}`), 404, 'not_found');
  });

  it('a live key reads a sandbox envelope', async () => {
    expect((await scene.organisation.live(`GET /api/v1/envelopes/${(await sandbox()).id}`)).status).toBe(200);
  });
});

describe('what a test key may send [testkey.send]', () => {
  it('creates sandbox envelopes that reach members and confirmed addresses [purpose.test-key-sandbox]', async () => {
    const envelope = await sandbox({ send: true });
    expect(envelope.status).toBe('sent');
    expect(await scene.emulator.mails(`?envelope_id=${envelope.id}&to=${member.email}`)).toHaveLength(1);
  });

  it('addresses are compared whatever their letters’ case', async () => {
    const envelope = await sandbox({ recipients: [{ ...member, email: 'Maria@Members.test' }, confirmed], send: true });
    expect(envelope.status).toBe('sent');
  });

  it('e-mailing any other address is test_key_cannot_send, and nothing is created or sent', async () => {
    const body = { template_id: scene.template.id, recipients: [member, stranger], send: true };
    expectRefusal(
      await scene.organisation.test('POST /api/v1/envelopes', body, once()),
      403,
      'test_key_cannot_send',
      /recipients\[1\]\.email/,
    );
    expect(await scene.emulator.mails(`?to=${stranger.email}`)).toEqual([]);
  });

  it('is checked when it sends, not when it drafts', async () => {
    const draft = await sandbox({ recipients: [member, stranger] });
    expect(draft.status).toBe('draft');
    expectRefusal(
      await scene.organisation.test(`POST /api/v1/envelopes/${draft.id}/send`, {}, once()),
      403,
      'test_key_cannot_send',
    );
    const after = await scene.organisation.test<Envelope>(`GET /api/v1/envelopes/${draft.id}`);
    expect(after.body.status).toBe('draft');
  });

  it('an embedded: true recipient is never checked [testkey.embedded-unchecked]', async () => {
    const envelope = await sandbox({
      recipients: [
        { ...tenant, embedded: true },
        { ...stranger, embedded: true },
      ],
      send: true,
    });
    expect(envelope.status).toBe('sent');
  });

  it('an address confirmed later may be mailed then', async () => {
    const own = await scene.emulator.organisation();
    const its = await createTemplate(own.live);
    const body = { template_id: its.id, recipients: [tenant, landlord], send: true };
    expectRefusal(await own.test('POST /api/v1/envelopes', body, once()), 403, 'test_key_cannot_send');
    await scene.emulator.control(`PATCH /_emulator/organisations/${own.id}`, {
      confirmed_addresses: [tenant.email, landlord.email],
    });
    expect((await own.test('POST /api/v1/envelopes', body, once())).status).toBe(201);
  });

  it('sending an envelope that a live key created is test_key_cannot_send', async () => {
    const draft = await live({ recipients: [member, confirmed] });
    expectRefusal(
      await scene.organisation.test(`POST /api/v1/envelopes/${draft.id}/send`, {}, once()),
      403,
      'test_key_cannot_send',
    );
  });

  it('the one-off creation has the same rule', async () => {
    const body = { title: 'Notice', documents: [upload(agreementPdf())], recipients: [member, stranger], send: true };
    expectRefusal(
      await scene.organisation.test('POST /api/v1/envelopes/one-off', body, once()),
      403,
      'test_key_cannot_send',
    );
  });
});

describe('documents [testkey.documents]', () => {
  it('of a live envelope are test_key_cannot_read_documents [documents.test-key, draft.test-key]', async () => {
    const envelope = await live({ send: true });
    expectRefusal(
      await scene.organisation.test(`GET /api/v1/envelopes/${envelope.id}/documents`),
      403,
      'test_key_cannot_read_documents',
    );
    expectRefusal(
      await scene.organisation.test(`GET /api/v1/envelopes/${envelope.id}/documents/1/draft`),
      403,
      'test_key_cannot_read_documents',
    );
    const { body } = await scene.organisation.live<{ documents: { id: string }[] }>(
      `GET /api/v1/envelopes/${envelope.id}/documents`,
    );
    expectRefusal(
      await scene.organisation.test(`GET /api/v1/documents/${body.documents[0]!.id}/pages/1`),
      403,
      'test_key_cannot_read_documents',
    );
  });

  it('of a template are read page by page with either key', async () => {
    const line = `GET /api/v1/documents/${scene.template.documents[0]!.id}/pages/1`;
    expect([(await scene.organisation.test(line)).status, (await scene.organisation.live(line)).status]).toEqual([
      200, 200,
    ]);
  });

  it('of a sandbox envelope are read and drafted', async () => {
    const envelope = await sandbox({ send: true });
    expect((await scene.organisation.test(`GET /api/v1/envelopes/${envelope.id}/documents`)).status).toBe(200);
    expect((await scene.organisation.test(`GET /api/v1/envelopes/${envelope.id}/documents/1/draft`)).status).toBe(200);
  });
});

describe('signing URLs [testkey.mint, mint.test-key]', () => {
  it('of a live envelope are test_key_cannot_mint', async () => {
    const envelope = await live({ recipients: [{ ...tenant, embedded: true }, landlord], send: true });
    const line = `POST /api/v1/envelopes/${envelope.id}/recipients/${envelope.recipients[0]!.id}/signing-url`;
    expectRefusal(await scene.organisation.test(line), 403, 'test_key_cannot_mint');
  });

  it('of a sandbox envelope are minted', async () => {
    const envelope = await sandbox({ recipients: [{ ...tenant, embedded: true }, confirmed], send: true });
    const line = `POST /api/v1/envelopes/${envelope.id}/recipients/${envelope.recipients[0]!.id}/signing-url`;
    expect((await scene.organisation.test(line)).status).toBe(200);
  });
});

describe('templates [testkey.no-rename]', () => {
  it.each([
    `PATCH /fields/${field}`,
    'PATCH /fields',
    `PUT /people/${person}`,
    `POST /people/${person}/apply-current`,
    `POST /naming-runs/${field}/accept-current`,
  ])(
    '%s is test_key_cannot_edit_templates, before any precondition [testkey.no-decision, practice.live-only-calls, naming.live-accept]',
    async (line) => {
      const [method, path] = line.split(' ');
      const bodies: Record<string, object> = {
        'PATCH /fields': { fields: [{ id: field, label: 'Rent' }] },
        [`PUT /people/${person}`]: { decision: 'signer', role_name: 'Tenant' },
        [`POST /naming-runs/${field}/accept-current`]: { accept: 'all' },
      };
      const body = bodies[line] ?? {};
      const answer = await scene.organisation.test(`${method} /api/v1/templates/${scene.template.id}${path}`, body);
      expectRefusal(answer, 403, 'test_key_cannot_edit_templates');
    },
  );

  it('are read, listed and their people found with a test key [people.both-keys]', async () => {
    expect((await scene.organisation.test(`GET /api/v1/templates/${scene.template.id}`)).status).toBe(200);
    expect((await scene.organisation.test('GET /api/v1/templates')).status).toBe(200);
    const people = await scene.organisation.test<{ people: Person[] }>(
      `GET /api/v1/templates/${scene.template.id}/people`,
    );
    expect([people.status, Array.isArray(people.body.people)]).toEqual([200, true]);
  });

  it('a live key that lacks templates:name may not rename either [auth.insufficient-scope]', async () => {
    const { call } = await scene.emulator.key(scene.organisation, { scopes: ['envelopes:read'] });
    const answer = await call(`PATCH /api/v1/templates/${scene.template.id}/fields/${scene.template.fields[0]!.id}`, {
      label: 'x',
    });
    expectRefusal(answer, 403, 'insufficient_scope');
  });
});

it('a test key may void a live envelope, which no rule refuses [testkey.voids-live]', async () => {
  const envelope = await live({ send: true });
  const line = `POST /api/v1/envelopes/${envelope.id}/void`;
  const answer = await scene.organisation.test<Envelope>(line, { reason: 'Sent in error' }, once());
  expect([answer.status, answer.body.status]).toEqual([200, 'voided']);
});

describe('standing authorisations', () => {
  const wanted = (email: string): object => ({
    brand_id: scene.organisation.brandId,
    legal_entity: { name: 'Trust', registration_number: null },
    grantor: { name: 'G', email, job_title: null },
    intended_use: 'Leases',
    valid_until: new Date(scene.emulator.now() + 90 * day).toISOString(),
  });
  const made = async (mode: 'live' | 'test'): Promise<Authorisation> => {
    const answer = await scene.organisation[mode]<Authorisation>(
      'POST /api/v1/standing-authorisations',
      wanted(member.email),
      once(),
    );
    expect(answer.status).toBe(201);
    return answer.body;
  };

  it('requested with a test key are sandbox: true, with a live key false [authorisation.sandbox]', async () => {
    expect([(await made('test')).sandbox, (await made('live')).sandbox]).toEqual([true, false]);
  });

  it('a live one is not_found to a test key: to a read, a revoke and a cancel [testkey.live-authorisation, authorisations.get-test-key, revoke.test-key]', async () => {
    const { id } = await made('live');
    expectRefusal(await scene.organisation.test(`GET /api/v1/standing-authorisations/${id}`), 404, 'not_found');
    expectRefusal(
      await scene.organisation.test(`POST /api/v1/standing-authorisations/${id}/revoke`, { reason: 'x' }),
      404,
      'not_found',
    );
    expectRefusal(
      await scene.organisation.test(`POST /api/v1/standing-authorisations/${id}/cancel`, { reason: 'x' }),
      404,
      'not_found',
    );
  });

  it('a live one is absent from the list of a test key [authorisation-list.test-key]', async () => {
    const { id } = await made('live');
    const list = await scene.organisation.test<{ data: Authorisation[] }>(
      'GET /api/v1/standing-authorisations?limit=100',
    );
    expect(list.body.data.map((found) => found.id)).not.toContain(id);
    expect(list.body.data.every(({ sandbox: sandboxed }) => sandboxed)).toBe(true);
  });

  it('mailing a mandate to an address not permitted is test_key_cannot_send [authorisation-create.test-address]', async () => {
    const answer = await scene.organisation.test(
      'POST /api/v1/standing-authorisations',
      wanted(stranger.email),
      once(),
    );
    expectRefusal(answer, 403, 'test_key_cannot_send');
  });

  it('a sandbox one applies only to sandbox envelopes [authorisation.sandbox]', async () => {
    const { id } = await made('test');
    await scene.emulator.control(`POST /_emulator/authorisations/${id}/grant`, {});
    const recipients = [tenant, { ...landlord, standing_authorisation_id: id }];
    const answer = await scene.organisation.live(
      'POST /api/v1/envelopes',
      { template_id: scene.template.id, recipients, send: true },
      once(),
    );
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
  });
});
