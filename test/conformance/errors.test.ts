import { describe, expect, it } from 'vitest';
import { agreementScene } from '../support/agreement-scene.js';
import {
  agreementPdf,
  createEnvelope,
  createTemplate,
  landlord,
  rental,
  tenant,
  upload,
} from '../support/agreement.js';
import { day, expectRefusal, once } from '../support/emulator.js';
import { formPdf, linesPdf } from '../support/form-pdf.js';
import { http, type Answer } from '../support/http.js';
import type { Authorisation, Envelope, Person } from '../support/shapes.js';

const unknown = '0b9d2c1e-8f57-4a3b-9d64-2f1f6a7e5c10';

const scene = agreementScene();

const create = (changes: object = {}, key: Record<string, string> = once()): Promise<Answer> =>
  scene.organisation.live(
    'POST /api/v1/envelopes',
    { template_id: scene.template.id, recipients: [tenant, landlord], ...changes },
    key,
  );
const value = (changes: object): Promise<Answer> => create({ values: [{ ...rental, ...changes }] });
const made = (changes: object = {}): Promise<Envelope> =>
  createEnvelope(scene.organisation.live, scene.template, changes);
const fault = (point: string, code: string): Promise<unknown> =>
  scene.emulator.control('POST /_emulator/faults', { point, code });
const etag = async (id = scene.template.id): Promise<Record<string, string>> => ({
  'If-Match': (await scene.organisation.live(`GET /api/v1/templates/${id}`)).headers['etag'] ?? '',
});
/** A page that only a witness signs. */
const witnessed = (): Buffer =>
  formPdf([
    {
      lines: [{ text: 'AS WITNESS', y: 700, size: 14 }],
      boxes: [
        { kind: 'signature', name: 'witness_signature', tooltip: 'Signature of the witness', at: [60, 640, 200, 30] },
      ],
    },
  ]);
const draft = (id: string): Promise<Answer> => scene.organisation.live(`GET /api/v1/envelopes/${id}/documents/1/draft`);
const authorisation = async (): Promise<string> => {
  const answer = await scene.organisation.live<Authorisation>(
    'POST /api/v1/standing-authorisations',
    {
      brand_id: scene.organisation.brandId,
      legal_entity: { name: 'Trust', registration_number: null },
      grantor: { name: 'G', email: 'g@example.test', job_title: null },
      intended_use: 'Leases',
      valid_until: new Date(scene.emulator.now() + 90 * day).toISOString(),
    },
    once(),
  );
  return answer.body.id;
};

/** Every code of the error table: its status, and a way to meet it over HTTP. */
const table: Record<string, readonly [status: number, reach: () => Promise<Answer>]> = {
  unauthenticated: [401, () => http(scene.emulator.url, 'GET', '/api/v1/templates')],
  forbidden: [
    403,
    async () => {
      const free = await scene.emulator.organisation({ plan: 'free' });
      return free.live('POST /api/v1/templates', { documents: [upload(agreementPdf())] }, once());
    },
  ],
  insufficient_scope: [
    403,
    async () =>
      (await scene.emulator.key(scene.organisation, { scopes: ['documents:read'] })).call(
        `GET /api/v1/envelopes/${unknown}`,
      ),
  ],
  not_found: [404, () => scene.organisation.live(`GET /api/v1/envelopes/${unknown}`)],
  invalid_request: [400, () => create({ recipients: [] })],
  rate_limited: [
    429,
    async () => {
      const { live } = await scene.emulator.organisation({ plan: 'free' });
      for (let sent = 0; sent < 60; sent += 1) await live('GET /api/v1/webhooks');
      return live('GET /api/v1/webhooks');
    },
  ],
  internal_error: [500, async () => (await fault('operation:createEnvelope', 'internal_error'), create())],
  service_unavailable: [
    503,
    async () => (await fault('renderer', 'service_unavailable'), draft((await made({ send: true })).id)),
  ],
  idempotency_key_required: [400, () => create({}, {})],
  idempotency_key_reused: [
    409,
    async () => {
      const key = once();
      await create({}, key);
      return create({ send: true }, key);
    },
  ],
  request_in_progress: [
    409,
    async () => {
      await scene.emulator.control('POST /_emulator/faults', { point: 'operation:createEnvelope', hold: true });
      const key = once();
      const both = [create({}, key), create({}, key)];
      const refused = await Promise.race(both);
      await scene.emulator.control('POST /_emulator/faults/release');
      await Promise.all(both);
      return refused;
    },
  ],
  template_archived: [
    404,
    async () => {
      const old = await createTemplate(scene.organisation.live);
      await scene.emulator.control(`POST /_emulator/templates/${old.id}/archive`);
      return create({ template_id: old.id });
    },
  ],
  template_unusable: [422, async () => (await fault('operation:createEnvelope', 'template_unusable'), create())],
  template_has_no_fields: [
    422,
    async () =>
      create({ template_id: (await createTemplate(scene.organisation.live, linesPdf([['Nothing']]), 'Bare')).id }),
  ],
  recipient_role_unknown: [422, () => create({ recipients: [tenant, landlord, { ...tenant, role: 'Surety' }] })],
  recipient_role_missing: [422, () => create({ recipients: [tenant] })],
  recipient_role_duplicated: [422, () => create({ recipients: [tenant, landlord, landlord] })],
  value_subject_unknown: [422, () => value({ subject: 'stranger' })],
  value_address_unknown: [422, () => value({ key: 'no.such_key' })],
  value_not_writable: [
    422,
    async () => {
      const own = await createTemplate(
        scene.organisation.live,
        linesPdf([['{{Signed on;role=Tenant;type=date_signed;key=own.date}}']]),
      );
      return create({
        template_id: own.id,
        recipients: [tenant],
        values: [{ subject: null, key: 'own.date', value: '2026-01-01' }],
      });
    },
  ],
  value_not_lockable: [422, () => value({ key: 'signatory.title', locked: true })],
  locked_answer_missing: [422, () => value({ value: '', locked: true })],
  locked_answer_unusable: [422, () => value({ key: 'occupation.start_date', value: 'soon', locked: true })],
  cannot_be_drawn: [422, () => create({ title: 'Lease \u{1F3E0}' })],
  send_allowance_exhausted: [
    402,
    async () => {
      const free = await scene.emulator.organisation();
      const its = await createTemplate(free.live);
      await scene.emulator.control(`PATCH /_emulator/organisations/${free.id}`, { plan: 'free' });
      const body = { template_id: its.id, recipients: [tenant, landlord], send: true };
      for (let sent = 0; sent < 5; sent += 1) await free.live('POST /api/v1/envelopes', body, once());
      return free.live('POST /api/v1/envelopes', body, once());
    },
  ],
  test_key_cannot_send: [
    403,
    async () => scene.organisation.test(`POST /api/v1/envelopes/${(await made()).id}/send`, {}, once()),
  ],
  test_key_cannot_read_documents: [
    403,
    async () => scene.organisation.test(`GET /api/v1/envelopes/${(await made()).id}/documents`),
  ],
  test_key_cannot_mint: [
    403,
    async () => {
      const envelope = await made({ send: true, recipients: [{ ...tenant, embedded: true }, landlord] });
      return scene.organisation.test(
        `POST /api/v1/envelopes/${envelope.id}/recipients/${envelope.recipients[0]!.id}/signing-url`,
      );
    },
  ],
  test_key_cannot_edit_templates: [
    403,
    async () =>
      scene.organisation.test(
        `PATCH /api/v1/templates/${scene.template.id}/fields/${scene.template.fields[0]!.id}`,
        { label: 'x' },
        await etag(),
      ),
  ],
  draft_not_available: [422, async () => draft((await made()).id)],
  recipient_not_yet_turn: [
    409,
    async () => {
      const envelope = await made({ send: true, recipients: [tenant, { ...landlord, embedded: true }] });
      return scene.organisation.live(
        `POST /api/v1/envelopes/${envelope.id}/recipients/${envelope.recipients[1]!.id}/signing-url`,
      );
    },
  ],
  envelope_not_sent: [
    409,
    async () => scene.organisation.live(`POST /api/v1/envelopes/${(await made()).id}/void`, { reason: 'x' }, once()),
  ],
  authorisation_not_revocable: [
    409,
    async () =>
      scene.organisation.live(`POST /api/v1/standing-authorisations/${await authorisation()}/revoke`, { reason: 'x' }),
  ],
  precondition_required: [
    428,
    () =>
      scene.organisation.live(`PATCH /api/v1/templates/${scene.template.id}/fields/${scene.template.fields[0]!.id}`, {
        label: 'x',
      }),
  ],
  template_changed: [
    412,
    () =>
      scene.organisation.live(
        `PATCH /api/v1/templates/${scene.template.id}/fields/${scene.template.fields[0]!.id}`,
        { label: 'x' },
        { 'If-Match': '"0"' },
      ),
  ],
  witness_is_permanent: [
    409,
    async () => {
      const { id } = await createTemplate(scene.organisation.live, witnessed(), 'Witnessed');
      const people = await scene.organisation.live<{ people: Person[] }>(`GET /api/v1/templates/${id}/people`);
      const line = `/api/v1/templates/${id}/people/${people.body.people[0]!.id}`;
      await scene.organisation.live(`POST ${line}/apply-current`, {});
      return scene.organisation.live(`PUT ${line}`, { decision: 'signer', role_name: 'Somebody' }, await etag(id));
    },
  ],
  field_unknown: [
    422,
    async () =>
      scene.organisation.live(
        `PATCH /api/v1/templates/${scene.template.id}/fields/${unknown}`,
        { label: 'x' },
        await etag(),
      ),
  ],
  brand_unknown: [422, () => create({ brand_id: unknown })],
  api_key_owner_removed: [
    403,
    async () => (await scene.emulator.key(scene.organisation, { owner_removed: true })).call('GET /api/v1/webhooks'),
  ],
};

describe('every code of the error table', () => {
  it.each(Object.entries(table))(
    '%s is met, with its status and the Error shape [error.*, status.*]',
    async (code, [status, reach]) => {
      expectRefusal(await reach(), status, code);
    },
  );

  it('is in the table above, and the specification names no other but those that are marked as assumed [error.closed-set, version.closed-names]', async () => {
    const specification = (await http(scene.emulator.url, 'GET', '/api/v1/openapi.json')).bytes.toString('utf8');
    expect(Object.keys(table).filter((code) => !specification.includes(`"${code}"`))).toEqual([]);
    expect(Object.keys(table)).toHaveLength(39);
  });

  // Met above through a fault alone: no upload that the emulator accepts leads to a template that cannot be used.
  it('template_unusable is the one code that needs a fault of the emulator besides the two server failures [error.template_unusable]', () => {
    const faulted = Object.entries(table).filter(([, [, reach]]) => String(reach).includes('fault('));
    expect(faulted.map(([code]) => code)).toEqual(['internal_error', 'service_unavailable', 'template_unusable']);
  });
});

describe('an error [error.shape, conventions.error-shape]', () => {
  it('names its status by the code, whatever the status of a fault would be', async () => {
    await scene.emulator.control('POST /_emulator/faults', { point: 'operation:getEnvelope', code: 'rate_limited' });
    expect((await scene.organisation.live(`GET /api/v1/envelopes/${unknown}`)).status).toBe(429);
  });

  it('a 5xx without an error key can happen too, and has none of our shape [error.5xx-without-key]', async () => {
    await scene.emulator.control('POST /_emulator/faults', { point: 'operation:getEnvelope', bare_status: 502 });
    const answer = await scene.organisation.live(`GET /api/v1/envelopes/${unknown}`);
    expect(answer.status).toBe(502);
    expect(answer.bytes.toString('utf8')).not.toContain('"error"');
  });

  it('never shows the inside of the program', async () => {
    const answers = [
      await scene.organisation.live('POST /api/v1/envelopes', '{', once()),
      await scene.organisation.live('GET /api/v1/envelopes/%00'),
      await scene.organisation.live(`GET /api/v1/envelopes/${'x'.repeat(4000)}`),
      await scene.organisation.live(`GET /api/v1/envelopes/${unknown}'%20OR%201=1`),
      await scene.organisation.live('GET /api/v1/templates?cursor=%00'),
    ];
    for (const answer of answers) {
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(answer.status).toBeLessThan(500);
      expect(answer.bytes.toString('utf8')).not.toMatch(/node_modules|\bat \w+ \(|SQLITE|\.ts:\d+|undefined/);
    }
  });

  it('a success carries no error key [error.iff-key]', async () => {
    for (const path of ['templates', 'webhooks', 'standing-authorisations']) {
      expect((await scene.organisation.live(`GET /api/v1/${path}`)).body).not.toHaveProperty('error');
    }
  });

  it('an unknown path or method is the one 404 [conventions.one-404]', async () => {
    for (const line of [
      'GET /api/v1/envelopes',
      'PUT /api/v1/templates',
      'DELETE /api/v1/templates',
      'GET /api/v2/templates',
      'GET /api/v1/webhooks/',
    ]) {
      expectRefusal(await scene.organisation.live(line), 404, 'not_found');
    }
  });

  it('a body that is far too large is refused before it is read', async () => {
    const answer = await scene.organisation.live('POST /api/v1/webhooks', `{"url":"${'x'.repeat(3_000_000)}"}`, {
      'Content-Type': 'application/json',
    });
    expectRefusal(answer, 400, 'invalid_request');
  });
});
