import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTemplate, landlord, rental, tenant } from '../../support/agreement.js';
import {
  day,
  expectRefusal,
  minute,
  once,
  startTestEmulator,
  type Call,
  type TestEmulator,
  type TestOrganisation,
} from '../../support/emulator.js';
import type { Envelope, Template } from '../../support/shapes.js';

let emulator: TestEmulator;
let organisation: TestOrganisation;
let template: Template;
beforeAll(async () => {
  emulator = await startTestEmulator();
  organisation = await emulator.organisation({ members: [landlord.email, tenant.email] });
  template = await createTemplate(organisation.live);
});
afterAll(() => emulator.close());
beforeEach(() => emulator.advance(minute));

async function granted(call: Call = organisation.live, changes: object = {}): Promise<string> {
  const body = {
    brand_id: organisation.brandId,
    legal_entity: { name: 'Van Wyk Trust', registration_number: 'IT 1' },
    grantor: { name: landlord.name, email: landlord.email.toUpperCase(), job_title: 'Trustee' },
    intended_use: 'Leases',
    valid_until: new Date(emulator.now() + 90 * day).toISOString(),
    ...changes,
  };
  const { id } = (await call<{ id: string }>('POST /api/v1/standing-authorisations', body, once())).body;
  await emulator.control(`POST /_emulator/authorisations/${id}/grant`, {});
  return id;
}
const create = (id: string, changes: object = {}, call: Call = organisation.live) => {
  const recipients = [tenant, { ...landlord, standing_authorisation_id: id }];
  const body = { template_id: template.id, recipients, values: [rental], ...changes };
  return call<Envelope>('POST /api/v1/envelopes', body, once());
};

describe('a position under a standing authorisation', () => {
  it('is signed as the envelope is sent, mails nobody, and leaves the others to sign', async () => {
    const { status, body } = await create(await granted(), { send: true });
    expect(status).toBe(201);
    expect([
      body.status,
      ...body.recipients.map((each) => `${each.role} ${each.status} ${each.invitation_delivered}`),
    ]).toEqual(['sent', 'Tenant sent true', 'Landlord signed null']);
    await emulator.control(`POST /_emulator/envelopes/${body.id}/recipients/Tenant/sign`, {});
    expect((await organisation.live<Envelope>(`GET /api/v1/envelopes/${body.id}`)).body.status).toBe('completed');
    const mails = await emulator.mails(`?envelope_id=${body.id}`);
    expect(mails.map(({ to }) => to.email)).toEqual([tenant.email]);
  });

  it('may not have a box that nobody fills', async () => {
    expectRefusal(
      await create(await granted(), { values: [] }),
      422,
      'locked_answer_missing',
      /^recipients\[1\]: Monthly rental is required/,
    );
  });
});

describe('an authorisation is refused', () => {
  it('that names nothing, or is live while the envelope is not', async () => {
    expectRefusal(await create('00000000-0000-4000-8000-000000000000'), 404, 'not_found');
    expectRefusal(await create(await granted(), {}, organisation.test), 404, 'not_found');
  });

  it('that is a sandbox one, on a live envelope', async () => {
    expectRefusal(await create(await granted(organisation.test)), 400, 'invalid_request', /standing_authorisation_id/);
  });

  it('for a brand that it does not cover', async () => {
    const brand = await emulator.control<{ id: string }>('POST /_emulator/brands', {
      name: 'Coast',
      organisation_id: organisation.id,
    });
    expectRefusal(await create(await granted(), { brand_id: brand.id }), 400, 'invalid_request', /brand/);
  });

  it('before its time, and for somebody who did not grant it', async () => {
    const later = await granted(organisation.live, { valid_from: new Date(emulator.now() + day).toISOString() });
    expectRefusal(await create(later), 400, 'invalid_request', /not valid at this time/);
    const recipients = [
      tenant,
      { ...landlord, email: 'other@example.test', standing_authorisation_id: await granted() },
    ];
    expectRefusal(await create('', { recipients }), 400, 'invalid_request', /granted by/);
  });

  it('when it was revoked between creation and sending', async () => {
    const id = await granted();
    const { body } = await create(id);
    await organisation.live(`POST /api/v1/standing-authorisations/${id}/revoke`, { reason: 'Ended' });
    const sent = await organisation.live(`POST /api/v1/envelopes/${body.id}/send`, {}, once());
    expectRefusal(sent, 400, 'invalid_request', /is revoked, not active/);
  });
});
