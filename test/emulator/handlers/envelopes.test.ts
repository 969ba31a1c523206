import { describe, expect, it } from 'vitest';
import { agreementScene } from '../../support/agreement-scene.js';
import { createEnvelope, createTemplate, landlord, rental, tenant } from '../../support/agreement.js';
import { expectRefusal, once, type TestOrganisation } from '../../support/emulator.js';
import type { Envelope } from '../../support/shapes.js';

const scene = agreementScene();

const create = <T = Envelope>(changes: object = {}, call = scene.organisation.live) =>
  call<T>(
    'POST /api/v1/envelopes',
    { template_id: scene.template.id, recipients: [tenant, landlord], ...changes },
    once(),
  );

describe('a creation with several faults', () => {
  const faults = {
    values: [{ subject: 'nobody', key: 'a.b', value: 'x' }],
    expires_at: '2020-01-01T00:00:00Z',
    brand_id: '00000000-0000-4000-8000-000000000000',
    title: '\u{1F993}',
  };
  const right = { values: [rental], expires_at: null, title: 'Lease' };
  it.each([
    ['its template first', { ...faults, template_id: 'none', recipients: [tenant] }, 'not_found'],
    ['then its recipients', { ...faults, recipients: [tenant] }, 'recipient_role_missing'],
    ['then its values', faults, 'value_subject_unknown'],
    ['then its deadline', { ...faults, values: right.values }, 'invalid_request'],
    ['then its brand', { ...faults, values: right.values, expires_at: null }, 'brand_unknown'],
    ['then what cannot be drawn', { ...right, title: faults.title }, 'cannot_be_drawn'],
  ])('is refused for %s', async (_name, changes, code) => {
    expect((await create<{ error: { code: string } }>(changes)).body.error.code).toBe(code);
  });

  it('is refused for what a test key may not mail before it is for the allowance', async () => {
    const free = await scene.emulator.organisation({ plan: 'free' });
    const own = await createTemplateFor(free);
    const body = { template_id: own, send: true };
    expect((await create<{ error: { code: string } }>(body, free.test)).body.error.code).toBe('test_key_cannot_send');
  });
});

/** The Free plan makes no templates, so that the organisation is on a paid one for a moment. */
async function createTemplateFor(free: TestOrganisation): Promise<string> {
  await scene.emulator.control(`PATCH /_emulator/organisations/${free.id}`, { plan: 'paid' });
  const made = await createTemplate(free.live);
  await scene.emulator.control(`PATCH /_emulator/organisations/${free.id}`, { plan: 'free' });
  return made.id;
}

describe('a batch', () => {
  const row = (name: string) => ({ recipients: [{ ...tenant, name }, landlord] });
  it('refuses the rows that the allowance has no room for, one by one', async () => {
    const free = await scene.emulator.organisation({ plan: 'free' });
    const rows = Array.from({ length: 7 }, (_, index) => row(`Person ${index}`));
    const body = { template_id: await createTemplateFor(free), rows, send: true };
    const answer = await free.live<{ rows: { error?: { code: string } }[] }>(
      'POST /api/v1/envelopes/batches',
      body,
      once(),
    );
    const codes = answer.body.rows.map(({ error }) => error?.code ?? null);
    expect(codes).toEqual([null, null, null, null, null, 'send_allowance_exhausted', 'send_allowance_exhausted']);
  });

  it('with one row that cannot be drawn makes the others', async () => {
    const rows = [row('Thandi'), row('\u{1F993}')];
    const answer = await scene.organisation.live<{
      rows: { envelope?: Envelope; error?: { code: string; message: string } }[];
    }>('POST /api/v1/envelopes/batches', { template_id: scene.template.id, rows }, once());
    expect(answer.body.rows[0]!.envelope?.status).toBe('draft');
    expect(Object.keys(answer.body.rows[0]!)).not.toContain('error');
    expect(answer.body.rows[1]!.error).toMatchObject({
      code: 'cannot_be_drawn',
      message: expect.stringMatching(/^rows\[1\]\.recipients\[0\]\.name/),
    });
  });
});

describe('an envelope', () => {
  it('names the guesses that its states rest on, and none where everything is described', async () => {
    const draft = await createEnvelope(scene.organisation.live, scene.template, { values: [rental] });
    const read = async () =>
      (await scene.organisation.live(`GET /api/v1/envelopes/${draft.id}`)).headers['esign-assumption'];
    expect(await read()).toBe('A16');
    await scene.organisation.live(`POST /api/v1/envelopes/${draft.id}/send`, {}, once());
    for (const role of ['Tenant', 'Landlord']) {
      await scene.emulator.control(`POST /_emulator/envelopes/${draft.id}/recipients/${role}/sign`, {});
    }
    expect(await read()).toBeUndefined();
  });

  it('keeps the names that its template had when it was made', async () => {
    const own = await createTemplate(scene.organisation.live);
    const draft = await createEnvelope(scene.organisation.live, own);
    const field = own.fields.find(({ data_key: key }) => key === 'rental.amount')!;
    const etag = (await scene.organisation.live(`GET /api/v1/templates/${own.id}`)).headers['etag']!;
    const renamed = await scene.organisation.live(
      `PATCH /api/v1/templates/${own.id}/fields/${field.id}`,
      { data_key: 'rental.monthly' },
      { 'If-Match': etag },
    );
    expect(renamed.status).toBe(200);
    await scene.organisation.live(`POST /api/v1/envelopes/${draft.id}/send`, {}, once());
    await scene.emulator.control(`POST /_emulator/envelopes/${draft.id}/recipients/Tenant/sign`, {});
    const signed = await scene.emulator.control<Envelope>(
      `POST /_emulator/envelopes/${draft.id}/recipients/Landlord/sign`,
      {
        values: [{ key: 'rental.amount', value: '9500' }],
      },
    );
    expect(signed.status).toBe('completed');
  });

  it('outlives the archiving of its template', async () => {
    const own = await createTemplate(scene.organisation.live);
    const draft = await createEnvelope(scene.organisation.live, own);
    await scene.emulator.control(`POST /_emulator/templates/${own.id}/archive`);
    expect((await scene.organisation.live(`POST /api/v1/envelopes/${draft.id}/send`, {}, once())).status).toBe(200);
    expectRefusal(await create({ template_id: own.id }), 404, 'template_archived');
  });
});
