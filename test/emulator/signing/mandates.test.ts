import { describe, expect, it } from 'vitest';
import { agreementScene } from '../../support/agreement-scene.js';
import { landlord, rental, tenant, upload } from '../../support/agreement.js';
import { day, expectRefusal, minute, once, type Call } from '../../support/emulator.js';
import { linesPdf } from '../../support/form-pdf.js';
import type { Authorisation, Envelope } from '../../support/shapes.js';

const scene = agreementScene({ organisation: { members: [landlord.email, tenant.email] } });

async function granted(call: Call = scene.organisation.live, changes: object = {}): Promise<string> {
  const body = {
    brand_id: scene.organisation.brandId,
    legal_entity: { name: 'Van Wyk Trust', registration_number: 'IT 1' },
    grantor: { name: landlord.name, email: landlord.email.toUpperCase(), job_title: 'Trustee' },
    intended_use: 'Leases',
    valid_until: new Date(scene.emulator.now() + 90 * day).toISOString(),
    ...changes,
  };
  const { id } = (await call<{ id: string }>('POST /api/v1/standing-authorisations', body, once())).body;
  await scene.emulator.control(`POST /_emulator/authorisations/${id}/grant`, {});
  return id;
}
const create = (id: string, changes: object = {}, call: Call = scene.organisation.live) => {
  const recipients = [tenant, { ...landlord, standing_authorisation_id: id }];
  const body = { template_id: scene.template.id, recipients, values: [rental], ...changes };
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
    await scene.emulator.control(`POST /_emulator/envelopes/${body.id}/recipients/Tenant/sign`, {});
    expect((await scene.organisation.live<Envelope>(`GET /api/v1/envelopes/${body.id}`)).body.status).toBe('completed');
    const mails = await scene.emulator.mails(`?envelope_id=${body.id}`);
    expect(mails.map(({ to }) => to.email)).toEqual([tenant.email]);
  });

  it('must not have an unfilled field', async () => {
    expectRefusal(
      await create(await granted(), { values: [] }),
      422,
      'locked_answer_missing',
      /^recipients\[1\]: Monthly rental is required/,
    );
  });
});

describe('applied_count and in_flight_count', () => {
  const roles = ['Landlord', 'Owner'] as const;
  const signatures = (...names: readonly string[]) =>
    names.map((role) => `{{Signature of ${role};role=${role};type=signature;required=true}}`);
  const page = (...names: readonly string[]) => [names.join(' and '), ...signatures(...names)];
  /** Sends a pack to the tenant and to two roles that the grantor holds, and has the tenant sign. */
  const signedPack = async (id: string, ...pack: readonly Buffer[]): Promise<string> => {
    const held = roles.map((role) => ({ ...landlord, role, standing_authorisation_id: id }));
    const body = {
      title: 'Pack',
      documents: pack.map((pdf, at) => upload(pdf, `${at}.pdf`)),
      recipients: [tenant, ...held],
      send: true,
    };
    const sent = await scene.organisation.live<Envelope>('POST /api/v1/envelopes/one-off', body, once());
    await scene.emulator.control(`POST /_emulator/envelopes/${sent.body.id}/recipients/Tenant/sign`, {});
    return sent.body.id;
  };
  const countsOf = async (id: string) => {
    const path = `/api/v1/standing-authorisations/${id}`;
    const { applied_count: applied } = (await scene.organisation.live<Authorisation>(`GET ${path}`)).body;
    const revoked = await scene.organisation.live<Authorisation>(`POST ${path}/revoke`, { reason: 'Ended' });
    return [applied, revoked.body.in_flight_count];
  };

  it('count one document of two roles and many pages once', async () => {
    const id = await granted();
    await signedPack(id, linesPdf([page('Tenant'), page('Landlord', 'Owner'), page('Landlord')]));
    expect(await countsOf(id)).toEqual([1, 1]);
  });

  it('count each document of a pack that it signs, and no other', async () => {
    const id = await granted();
    const [all, tenantAlone] = [linesPdf([page('Tenant', ...roles)]), linesPdf([page('Tenant')])];
    await signedPack(id, all, all, tenantAlone);
    await signedPack(id, all);
    expect(await countsOf(id)).toEqual([3, 3]);
  });

  it('are not in flight when all are sealed', async () => {
    const id = await granted();
    await signedPack(id, linesPdf([page('Tenant', ...roles)]));
    await scene.emulator.advance(5 * minute);
    expect(await countsOf(id)).toEqual([1, 0]);
  });
});

describe('an authorisation is refused', () => {
  it('that names nothing, or is live while the envelope is not', async () => {
    expectRefusal(await create('00000000-0000-4000-8000-000000000000'), 404, 'not_found');
    expectRefusal(await create(await granted(), {}, scene.organisation.test), 404, 'not_found');
  });

  it('that is a sandbox one, on a live envelope', async () => {
    expectRefusal(
      await create(await granted(scene.organisation.test)),
      400,
      'invalid_request',
      /standing_authorisation_id/,
    );
  });

  it('for a brand that it does not cover', async () => {
    const brand = await scene.emulator.control<{ id: string }>('POST /_emulator/brands', {
      name: 'Coast',
      organisation_id: scene.organisation.id,
    });
    expectRefusal(await create(await granted(), { brand_id: brand.id }), 400, 'invalid_request', /brand/);
  });

  it('before its time, and for somebody who did not grant it', async () => {
    const later = await granted(scene.organisation.live, {
      valid_from: new Date(scene.emulator.now() + day).toISOString(),
    });
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
    await scene.organisation.live(`POST /api/v1/standing-authorisations/${id}/revoke`, { reason: 'Ended' });
    const sent = await scene.organisation.live(`POST /api/v1/envelopes/${body.id}/send`, {}, once());
    expectRefusal(sent, 400, 'invalid_request', /is revoked, not active/);
  });
});
