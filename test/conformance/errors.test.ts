import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { agreementScene } from '../support/agreement-scene.js';
import { landlord, tenant } from '../support/agreement.js';
import { expectRefusal, once } from '../support/emulator.js';
import { http } from '../support/http.js';

const unknown = '0b9d2c1e-8f57-4a3b-9d64-2f1f6a7e5c10';

const scene = agreementScene();

/** Every code of the error table with its status. */
const table: Readonly<Record<string, number>> = {
  unauthenticated: 401,
  forbidden: 403,
  insufficient_scope: 403,
  not_found: 404,
  invalid_request: 400,
  rate_limited: 429,
  internal_error: 500,
  service_unavailable: 503,
  idempotency_key_required: 400,
  idempotency_key_reused: 409,
  request_in_progress: 409,
  template_archived: 404,
  template_unusable: 422,
  template_has_no_fields: 422,
  recipient_role_unknown: 422,
  recipient_role_missing: 422,
  recipient_role_duplicated: 422,
  value_subject_unknown: 422,
  value_address_unknown: 422,
  value_not_writable: 422,
  value_not_lockable: 422,
  locked_answer_missing: 422,
  locked_answer_unusable: 422,
  cannot_be_drawn: 422,
  send_allowance_exhausted: 402,
  test_key_cannot_send: 403,
  test_key_cannot_read_documents: 403,
  test_key_cannot_mint: 403,
  test_key_cannot_edit_templates: 403,
  draft_not_available: 422,
  recipient_not_yet_turn: 409,
  envelope_not_sent: 409,
  authorisation_not_revocable: 409,
  precondition_required: 428,
  template_changed: 412,
  witness_is_permanent: 409,
  field_unknown: 422,
  brand_unknown: 422,
  api_key_owner_removed: 403,
};

describe('every code of the error table', () => {
  const folder = import.meta.dirname;
  const tests = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));

  it.each(Object.entries(table))(
    '%s is met with status %i by a test of this folder [error.*, status.*]',
    (code, status) => {
      const expected = new RegExp(`\\b${status},\\s*'${code}'`);
      expect(tests.filter((text) => expected.test(text)).length).toBeGreaterThan(0);
    },
  );

  it('is in the table above, and the specification names no other but those that are marked as assumed [error.closed-set, version.closed-names]', async () => {
    const specification = (await http(scene.emulator.url, 'GET', '/api/v1/openapi.json')).bytes.toString('utf8');
    expect(Object.keys(table).filter((code) => !specification.includes(`"${code}"`))).toEqual([]);
    expect(Object.keys(table)).toHaveLength(39);
  });

  it('template_unusable is met through a fault alone: no upload leads to a template that cannot be used [error.template_unusable]', async () => {
    const fault = { point: 'operation:createEnvelope', code: 'template_unusable' };
    await scene.emulator.control('POST /_emulator/faults', fault);
    const body = { template_id: scene.template.id, recipients: [tenant, landlord] };
    expectRefusal(await scene.organisation.live('POST /api/v1/envelopes', body, once()), 422, 'template_unusable');
  });
});

describe('an error [error.shape, conventions.error-shape]', () => {
  it('names its status by the code, whatever the status of a fault would be', async () => {
    await scene.emulator.control('POST /_emulator/faults', { point: 'operation:getEnvelope', code: 'rate_limited' });
    expect((await scene.organisation.live(`GET /api/v1/envelopes/${unknown}`)).status).toBe(429);
  });

  it('a 5xx without an error key can happen too, and has none of our shape [error.5xx-without-key]', async () => {
    await scene.emulator.control('POST /_emulator/faults', { point: 'operation:getEnvelope', http_status: 502 });
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
