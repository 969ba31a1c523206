import { beforeEach, describe, expect, it } from 'vitest';
import { createEnvelope, createTemplate, landlord, rental, tenant } from '../support/agreement.js';
import {
  day,
  expectRefusal,
  minute,
  once,
  second,
  startTestEmulator,
  type TestOrganisation,
} from '../support/emulator.js';
import type { Answer } from '../support/http.js';
import type { Authorisation, Envelope, Refused } from '../support/shapes.js';
import { shared } from '../support/shared.js';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

const emulator = shared(startTestEmulator);
let organisation: TestOrganisation;
beforeEach(async () => {
  await emulator.advance(minute);
  organisation = await emulator.organisation();
});

const at = (milliseconds: number): string => new Date(emulator.now() + milliseconds).toISOString();
const wanted = (changes: object = {}): object => ({
  brand_id: organisation.brandId,
  legal_entity: { name: 'Van Wyk Family Trust', registration_number: 'IT 123/2019' },
  grantor: { name: 'Pieter van Wyk', email: 'pieter@example.test', job_title: 'Trustee' },
  intended_use: 'Residential leases up to R 20 000 a month',
  valid_until: at(90 * day),
  reference: 'crm-7',
  ...changes,
});
const request = <T = Authorisation>(changes: object = {}, call = organisation.live): Promise<Answer<T>> =>
  call<T>('POST /api/v1/standing-authorisations', wanted(changes), once());
const invited = async (changes: object = {}): Promise<Authorisation> => {
  const answer = await request(changes);
  if (answer.status !== 201) throw new Error(answer.bytes.toString('utf8'));
  return answer.body;
};
const active = async (changes: object = {}): Promise<Authorisation> => {
  const { id } = await invited(changes);
  await emulator.control(`POST /_emulator/authorisations/${id}/grant`, {});
  return read(id);
};
const read = async (id: string): Promise<Authorisation> =>
  (await organisation.live<Authorisation>(`GET /api/v1/standing-authorisations/${id}`)).body;
const revoke = <T = Authorisation>(
  id: string,
  body: unknown = { reason: 'The trust was wound up' },
): Promise<Answer<T>> => organisation.live<T>(`POST /api/v1/standing-authorisations/${id}/revoke`, body);
const cancel = <T = Authorisation>(
  id: string,
  body: unknown = { reason: 'Asked the wrong person' },
): Promise<Answer<T>> => organisation.live<T>(`POST /api/v1/standing-authorisations/${id}/cancel`, body);

describe('a request', () => {
  it('is invited and has exactly the properties of the description [authorisation.properties, authorisation-create.operation]', async () => {
    const answer = await request();
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      id: expect.stringMatching(uuid),
      number: expect.stringMatching(/\S/),
      status: 'invited',
      sandbox: false,
      brand: { id: organisation.brandId, name: expect.any(String) },
      legal_entity: { name: 'Van Wyk Family Trust', registration_number: 'IT 123/2019' },
      grantor: { name: 'Pieter van Wyk', email: 'pieter@example.test', job_title: 'Trustee' },
      intended_use: 'Residential leases up to R 20 000 a month',
      valid_from: null,
      valid_until: at(90 * day),
      invite_expires_at: at(30 * day),
      granted_at: null,
      cancellation: null,
      revocation: null,
      invalidation: null,
      reference: 'crm-7',
      applied_count: 0,
      created_at: at(0),
    });
  });

  it('mails the mandate to the grantor, with its number and the intended use on it [authorisation.number, authorisation.intended-use, authorisation-create.operation]', async () => {
    const made = await invited({ grantor: { name: 'Zanele Nkosi', email: 'zanele@example.test', job_title: null } });
    const [mail] = await emulator.mails('?to=zanele@example.test');
    expect(mail).toMatchObject({ kind: 'mandate', to: { email: 'zanele@example.test' } });
    expect(mail!.text).toContain(made.number);
    expect(mail!.text).toContain('Residential leases up to R 20 000 a month');
  });

  it('has a number of its own within the organisation [authorisation.number]', async () => {
    const numbers = [(await invited()).number, (await invited()).number, (await invited()).number];
    expect(new Set(numbers).size).toBe(3);
  });

  it('reads back unchanged [authorisations.get]', async () => {
    const made = await invited();
    expect(await read(made.id)).toEqual(made);
  });

  it('an offset comes back as the same instant in UTC [authorisation.validity]', async () => {
    const made = await invited({ valid_until: '2030-01-01T02:00:00+02:00' });
    expect([Date.parse(made.valid_until), made.valid_until.endsWith('Z')]).toEqual([
      Date.parse('2030-01-01T00:00:00Z'),
      true,
    ]);
  });

  it.each<[string, object]>([
    ['brand_id', { brand_id: undefined }],
    ['legal_entity.name', { legal_entity: {} }],
    ['grantor.email', { grantor: { name: 'P', email: 'nobody' } }],
    ['intended_use', { intended_use: '' }],
    ['valid_until', { valid_until: null }],
    ['valid_until', { valid_until: '2020-01-01T00:00:00Z' }],
    ['valid_until', { valid_until: '2027-01-01T00:00:00Z', valid_from: '2028-01-01T00:00:00Z' }],
  ])('a malformed one is invalid_request and names %s [authorisation-create.valid-until]', async (path, changes) => {
    expectRefusal(await request<never>(changes), 400, 'invalid_request', path);
  });

  it('for no live brand of the organisation is brand_unknown [authorisation-create.operation]', async () => {
    const foreign = (await emulator.organisation()).brandId;
    expectRefusal(await request<never>({ brand_id: foreign }), 422, 'brand_unknown');
  });

  it('never carries the signature, the mandate document or the grant evidence [authorisation.no-evidence]', async () => {
    const made = await active();
    expect(JSON.stringify(made)).not.toMatch(/signature|evidence|pdf|url/i);
  });
});

describe('the way of an authorisation', () => {
  it('is active once the grantor has signed the mandate, and granted_at is set [mandate.granted, authorisation.granted-at, authorisation.status]', async () => {
    const made = await active();
    expect([made.status, made.granted_at, made.cancellation]).toEqual(['active', at(0), null]);
  });

  it('a grantor who refuses: declined, cancellation set, granted_at not [mandate.ends-unsigned, authorisation.cancellation, authorisation.end-objects]', async () => {
    const { id } = await invited();
    await emulator.control(`POST /_emulator/authorisations/${id}/decline`, { reason: 'Not my trust' });
    expect(await read(id)).toMatchObject({
      status: 'declined',
      granted_at: null,
      revocation: null,
      cancellation: { at: at(0), by: 'grantor', reason: 'Not my trust' },
    });
  });

  it('an unsigned mandate lapses at invite_expires_at: expired_unsigned, cancellation set [mandate.ends-unsigned, authorisation.invite-expires, authorisation-create.invite-days]', async () => {
    const made = await invited();
    await emulator.advance(30 * day - minute);
    expect((await read(made.id)).status).toBe('invited');
    await emulator.advance(minute);
    expect(await read(made.id)).toMatchObject({ status: 'expired_unsigned', cancellation: { by: 'system' } });
  });

  it('ends with its validity: expired [mandate.expires]', async () => {
    const made = await active({ valid_until: at(40 * day) });
    await emulator.advance(40 * day - minute);
    expect((await read(made.id)).status).toBe('active');
    await emulator.advance(minute);
    expect((await read(made.id)).status).toBe('expired');
  });

  it('a brand that changes under it: invalidated, and it still shows the brand as granted [mandate.invalidated, authorisation.invalidation, authorisation.brand-as-granted, authorisation.end-objects]', async () => {
    const brand = await emulator.control<{ id: string }>('POST /_emulator/brands', {
      name: 'Coast',
      organisation_id: organisation.id,
    });
    const made = await active({ brand_id: brand.id });
    await emulator.control(`PATCH /_emulator/brands/${brand.id}`, { name: 'Coast and Sea' });
    const after = await read(made.id);
    expect([after.status, after.brand.name]).toEqual(['invalidated', 'Coast']);
    expect(after.invalidation).toMatchObject({ at: at(0) });
  });
});

describe('cancelling', () => {
  it('ends an invited one: cancelled, with who and why [authorisation-cancel.operation]', async () => {
    const { id } = await invited();
    const answer = await cancel(id);
    expect([answer.status, answer.body.status]).toEqual([200, 'cancelled']);
    expect(answer.body.cancellation).toEqual({ at: at(0), by: 'api_key', reason: 'Asked the wrong person' });
  });

  it('again returns it unchanged [authorisation-cancel.again]', async () => {
    const { id } = await invited();
    const first = await cancel(id);
    await emulator.advance(minute);
    const again = await cancel(id, { reason: 'Another reason' });
    expect([again.status, again.body]).toEqual([200, first.body]);
  });

  it('an active one is refused [authorisation-cancel.other-states]', async () => {
    expectRefusal(await cancel<never>((await active()).id), 409, 'authorisation_not_cancellable');
  });
});

describe('revoking', () => {
  it('answers 200 with status revoked, revocation and in_flight_count [revoke.answer, authorisation.revocation]', async () => {
    const { id } = await active();
    const answer = await revoke(id);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      status: 'revoked',
      in_flight_count: 0,
      revocation: { at: at(0), by: 'api_key', reason: 'The trust was wound up' },
    });
  });

  it('in_flight_count is only on the revoke response [authorisation.in-flight]', async () => {
    const { id } = await active();
    await revoke(id);
    expect(await read(id)).not.toHaveProperty('in_flight_count');
  });

  it('the reason is shown to the grantor [revoke.reason]', async () => {
    const { id } = await active({ grantor: { name: 'Zodwa Zulu', email: 'zodwa@example.test', job_title: null } });
    await revoke(id, { reason: 'Opgehef 🏠' });
    const mails = await emulator.mails('?to=zodwa@example.test&kind=revoked');
    expect(mails.map(({ text }) => text.includes('Opgehef 🏠'))).toEqual([true]);
  });

  it('of an already revoked one returns it unchanged [revoke.again, mandate.revoke-again]', async () => {
    const { id } = await active();
    const first = await revoke(id);
    await emulator.advance(minute);
    const again = await revoke(id, { reason: 'Another reason' });
    expect(again.status).toBe(200);
    expect([again.body.status, again.body.revocation]).toEqual(['revoked', first.body.revocation]);
  });

  it('of an invited one is authorisation_not_revocable: it is cancelled instead [revoke.other-states, mandate.not-revocable]', async () => {
    expectRefusal(await revoke<never>((await invited()).id), 409, 'authorisation_not_revocable');
  });

  it('of a cancelled, declined, lapsed, expired or invalidated one is authorisation_not_revocable [revoke.other-states, mandate.not-revocable]', async () => {
    const cancelled = await invited();
    await cancel(cancelled.id);
    const declined = await invited();
    await emulator.control(`POST /_emulator/authorisations/${declined.id}/decline`, {});
    const brand = await emulator.control<{ id: string }>('POST /_emulator/brands', {
      name: 'Coast',
      organisation_id: organisation.id,
    });
    const invalidated = await active({ brand_id: brand.id });
    await emulator.control(`PATCH /_emulator/brands/${brand.id}`, { name: 'Sea' });
    const lapsed = await invited();
    const expired = await active({ valid_until: at(20 * day) });
    await emulator.advance(31 * day);
    const all = [cancelled, declined, invalidated, lapsed, expired];
    const found = await Promise.all(all.map(async ({ id }) => (await read(id)).status));
    expect(found).toEqual(['cancelled', 'declined', 'invalidated', 'expired_unsigned', 'expired']);
    for (const { id } of all) expectRefusal(await revoke<never>(id), 409, 'authorisation_not_revocable');
  });

  it.each([{}, { reason: '' }, { reason: 'x'.repeat(501) }, { reason: 5 }])(
    'needs a reason of 1 to 500 characters: %j [limits.revoke-reason, revoke.reason]',
    async (body) => {
      expectRefusal(await revoke<never>((await active()).id, body), 400, 'invalid_request', 'reason');
    },
  );

  it('a reason of 500 characters is taken [limits.revoke-reason, revoke.any-script]', async () => {
    expect((await revoke((await active()).id, { reason: 'x'.repeat(500) })).status).toBe(200);
  });

  it('counts the documents completed under it that have not yet sealed [authorisation.in-flight]', async () => {
    const template = await createTemplate(organisation.live);
    const { id } = await active();
    const recipients = [tenant, { ...landlord, standing_authorisation_id: id }];
    const envelope: Envelope = await createEnvelope(organisation.live, template, {
      send: true,
      recipients,
      values: [rental],
    });
    await emulator.control(`POST /_emulator/envelopes/${envelope.id}/recipients/Tenant/sign`, {});
    const status = (await organisation.live<Envelope>(`GET /api/v1/envelopes/${envelope.id}`)).body.status;
    expect(status).toBe('completed');
    expect((await revoke(id)).body.in_flight_count).toBe(1);
  });
});

describe('applying it', () => {
  it('what completed under it before it was revoked remains valid and seals [authorisation.in-flight]', async () => {
    const template = await createTemplate(organisation.live);
    const { id } = await active();
    const recipients = [tenant, { ...landlord, standing_authorisation_id: id }];
    const envelope = await createEnvelope(organisation.live, template, { send: true, recipients, values: [rental] });
    await emulator.control(`POST /_emulator/envelopes/${envelope.id}/recipients/Tenant/sign`, {});
    await revoke(id);
    await emulator.advance(5 * minute);
    const documents = await organisation.live<{ sealed: boolean }>(`GET /api/v1/envelopes/${envelope.id}/documents`);
    expect(documents.body.sealed).toBe(true);
  });

  it('a send applies a mandate only when it names one [mandate.signs-at-send, decide.mandate, recipient.request-item]', async () => {
    const template = await createTemplate(organisation.live);
    const { id } = await active();
    const plain = await createEnvelope(organisation.live, template, { send: true });
    await emulator.control(`POST /_emulator/envelopes/${plain.id}/recipients/Tenant/sign`, {});
    expect((await organisation.live<Envelope>(`GET /api/v1/envelopes/${plain.id}`)).body.status).toBe(
      'partially_signed',
    );
    expect((await read(id)).applied_count).toBe(0);
  });

  it('applied_count counts the documents it pre-signed [authorisation.applied-count, mandate.signs-at-send, mandate.stays-sent]', async () => {
    const template = await createTemplate(organisation.live);
    const { id } = await active();
    const recipients = [tenant, { ...landlord, standing_authorisation_id: id }];
    const envelope = await createEnvelope(organisation.live, template, { send: true, recipients, values: [rental] });
    expect(envelope.status).toBe('sent');
    await emulator.control(`POST /_emulator/envelopes/${envelope.id}/recipients/Tenant/sign`, {});
    await emulator.advance(5 * minute);
    expect((await read(id)).applied_count).toBe(1);
  });

  it('one that does not exist, or is not this recipient’s, brand’s or time’s, cannot be named [recipient.mandate-unfit]', async () => {
    const template = await createTemplate(organisation.live);
    const create = (id: string): Promise<Answer<Refused>> => {
      const recipients = [tenant, { ...landlord, standing_authorisation_id: id }];
      const body = { template_id: template.id, recipients, values: [rental], send: true };
      return organisation.live('POST /api/v1/envelopes', body, once());
    };
    expectRefusal(await create('0b9d2c1e-8f57-4a3b-9d64-2f1f6a7e5c10'), 404, 'not_found');
    const brand = await emulator.control<{ id: string }>('POST /_emulator/brands', {
      name: 'Coast',
      organisation_id: organisation.id,
    });
    const stranger = { name: 'Sam', email: 'sam@example.test', job_title: null };
    const wrong = [
      await invited(),
      await active({ brand_id: brand.id }),
      await active({ grantor: stranger }),
      await active({ valid_from: at(10 * day) }),
    ];
    for (const { id } of wrong) {
      expectRefusal(await create(id), 400, 'invalid_request', 'recipients[1].standing_authorisation_id');
    }
  });

  it('a position signed under a mandate has no signer for its other fields [mandate.signs-at-send]', async () => {
    const template = await createTemplate(organisation.live);
    const recipients = [tenant, { ...landlord, standing_authorisation_id: (await active()).id }];
    const body = { template_id: template.id, recipients, send: true };
    const answer = await organisation.live('POST /api/v1/envelopes', body, once());
    expectRefusal(answer, 422, 'locked_answer_missing', 'recipients[1]');
  });

  it('a revoked one takes effect immediately for documents not yet sent [mandate.revoke]', async () => {
    const template = await createTemplate(organisation.live);
    const { id } = await active();
    const recipients = [tenant, { ...landlord, standing_authorisation_id: id }];
    const draft = await createEnvelope(organisation.live, template, { recipients, values: [rental] });
    await revoke(id);
    const sent = await organisation.live(`POST /api/v1/envelopes/${draft.id}/send`, {}, once());
    expect(sent.status).toBeGreaterThanOrEqual(400);
    expect(sent.status).toBeLessThan(500);
  });
});

describe('reading', () => {
  it('lists them newest first, by pages and by status, brand and reference [authorisation-list.operation]', async () => {
    const ids: string[] = [];
    for (const reference of ['a', 'b', 'c']) {
      ids.unshift((await invited({ reference })).id);
      await emulator.advance(second);
    }
    type List = { data: Authorisation[]; next_cursor: string | null };
    const list = async (query: string) =>
      (await organisation.live<List>(`GET /api/v1/standing-authorisations${query}`)).body;
    expect((await list('')).data.map(({ id }) => id)).toEqual(ids);
    expect((await list('?reference=b')).data.map(({ id }) => id)).toEqual([ids[1]]);
    await cancel(ids[0]!);
    expect((await list('?status=cancelled')).data.map(({ id }) => id)).toEqual([ids[0]]);
    expect((await list(`?brand_id=${(await emulator.organisation()).brandId}`)).data).toEqual([]);
    const page = await list('?limit=2');
    expect(page.data.map(({ id }) => id)).toEqual(ids.slice(0, 2));
    const rest = `?limit=2&cursor=${page.next_cursor!.toUpperCase()}&brand_id=${organisation.brandId.toUpperCase()}`;
    expect((await list(rest)).data.map(({ id }) => id)).toEqual(ids.slice(2));
  });

  it('an unknown cursor or an invalid status is invalid_request [authorisation-list.operation]', async () => {
    const line = 'GET /api/v1/standing-authorisations';
    expectRefusal(
      await organisation.live(`${line}?cursor=0b9d2c1e-8f57-4a3b-9d64-2f1f6a7e5c10`),
      400,
      'invalid_request',
      'cursor',
    );
    expectRefusal(await organisation.live(`${line}?status=granted`), 400, 'invalid_request', 'status');
  });
});
