import { describe, expect, it } from 'vitest';
import { agreementScene } from '../../support/agreement-scene.js';
import { landlord, tenant, upload } from '../../support/agreement.js';
import { day, minute, once, type Call } from '../../support/emulator.js';
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
