import { expect, it } from 'vitest';
import { agreementScene } from '../support/agreement-scene.js';
import { createTemplate, landlord, rental, tenant } from '../support/agreement.js';
import { expectRefusal, once } from '../support/emulator.js';
import { linesPdf } from '../support/form-pdf.js';
import type { Answer } from '../support/http.js';
import type { Envelope } from '../support/shapes.js';

interface Rows {
  readonly rows: readonly {
    readonly index: number;
    readonly envelope?: Envelope;
    readonly error?: { readonly code: string; readonly message: string };
  }[];
}

const scene = agreementScene();

const batch = <T = Rows>(rows: unknown, changes: object = {}): Promise<Answer<T>> =>
  scene.organisation.live<T>(
    'POST /api/v1/envelopes/batches',
    { template_id: scene.template.id, rows, ...changes },
    once(),
  );
const people = { recipients: [tenant, landlord] };

it('a batch makes an envelope a row, in the order of the rows [batch.operation, batch.at-once]', async () => {
  const answer = await batch([
    { ...people, title: 'One' },
    { ...people, title: 'Two', values: [rental] },
  ]);
  expect(answer.status).toBe(200);
  expect(answer.body.rows.map(({ index, envelope }) => [index, envelope!.title, envelope!.status])).toEqual([
    [0, 'One', 'draft'],
    [1, 'Two', 'draft'],
  ]);
  for (const { envelope } of answer.body.rows) {
    const read = await scene.organisation.live<Envelope>(`GET /api/v1/envelopes/${envelope!.id}`);
    expect(read.body).toEqual(envelope);
  }
});

it('a row that is refused is refused alone, with its own code and a path that names the row [batch.row-alone, batch.index, practice.numbering]', async () => {
  const rows = [people, { recipients: [tenant] }, { ...people, values: [{ ...rental, key: 'no.such_key' }] }, people];
  const { status, body } = await batch(rows);
  expect(status).toBe(200);
  expect(body.rows.map(({ error }) => error?.code)).toEqual([
    undefined,
    'recipient_role_missing',
    'value_address_unknown',
    undefined,
  ]);
  expect(body.rows[2]!.error!.message).toContain('rows[2].values[0]');
});

it('a response is a failure if and only if it carries an error key: a validated batch carries none, a created row neither [batch.no-error-key]', async () => {
  const { body } = await batch([people, { recipients: [tenant] }]);
  expect(body).not.toHaveProperty('error');
  expect(Object.keys(body.rows[0]!).toSorted()).toEqual(['envelope', 'index']);
  expect(Object.keys(body.rows[1]!).toSorted()).toEqual(['error', 'index']);
});

it('a template without fields refuses every row with template_has_no_fields [error.template_has_no_fields]', async () => {
  const bare = await createTemplate(scene.organisation.live, linesPdf([['Nothing to fill in']]), 'Bare');
  const { status, body } = await batch([people, people], { template_id: bare.id });
  expect(status).toBe(200);
  expect(body.rows.map(({ error }) => error?.code)).toEqual(['template_has_no_fields', 'template_has_no_fields']);
});

it('send: true sends every row that is made [batch.operation]', async () => {
  const { body } = await batch([people, { recipients: [tenant] }, people], { send: true });
  expect(body.rows.map(({ envelope }) => envelope?.status)).toEqual(['sent', undefined, 'sent']);
  await scene.emulator.settle();
  for (const { envelope } of body.rows) {
    if (envelope !== undefined) expect(await scene.emulator.mails(`?envelope_id=${envelope.id}`)).toHaveLength(1);
  }
});

it('a malformed row refuses the whole batch and names the path [batch.index, batch.wrong-shape]', async () => {
  const wrong = { recipients: [{ ...tenant, email: 'nobody' }, landlord] };
  expectRefusal(await batch<never>([people, wrong]), 400, 'invalid_request', 'rows[1].recipients[0].email');
  expectRefusal(await batch<never>([]), 400, 'invalid_request', 'rows');
  expectRefusal(await batch<never>([people], { rows: undefined }), 400, 'invalid_request', 'rows');
});

it('an unknown template is the one 404 for the whole batch [batch.operation]', async () => {
  expectRefusal(
    await batch<never>([people], { template_id: '0b9d2c1e-8f57-4a3b-9d64-2f1f6a7e5c10' }),
    404,
    'not_found',
  );
});

it('a deadline out of range is invalid_request [batch.operation, limits.expires-at]', async () => {
  const answer = await batch<Rows>([people], { expires_at: '2020-01-01T00:00:00Z' });
  const refusal = answer.status === 200 ? answer.body.rows[0]!.error : undefined;
  if (refusal === undefined) expectRefusal(answer, 400, 'invalid_request', 'expires_at');
  else expect([refusal.code, refusal.message]).toEqual(['invalid_request', expect.stringContaining('expires_at')]);
});
