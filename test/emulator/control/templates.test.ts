import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTemplate } from '../../support/agreement.js';
import { expectRefusal, startTestEmulator, type TestEmulator } from '../../support/emulator.js';

let emulator: TestEmulator;
beforeAll(async () => {
  emulator = await startTestEmulator();
});
afterAll(() => emulator.close());

it('an archived template is gone from the list and not_found to every operation', async () => {
  const organisation = await emulator.organisation();
  const { id, fields } = await createTemplate(organisation.live);
  await emulator.control(`POST /_emulator/templates/${id}/archive`);
  expect((await organisation.live<{ data: unknown[] }>('GET /api/v1/templates')).body.data).toEqual([]);
  for (const line of [
    `GET /api/v1/templates/${id}`,
    `GET /api/v1/templates/${id}/people`,
    `POST /api/v1/templates/${id}/naming-runs`,
  ]) {
    expectRefusal(await organisation.live(line), 404, 'not_found');
  }
  const rename = `PATCH /api/v1/templates/${id}/fields/${fields[0]!.id}`;
  expectRefusal(await organisation.live(rename, { label: 'x' }, { 'If-Match': '"any"' }), 404, 'not_found');
});

it('a template that is not there cannot be archived', async () => {
  const archive = emulator.control('POST /_emulator/templates/0b9d2c1e-8f57-4a3b-9d64-2f1f6a7e5c10/archive');
  await expect(archive).rejects.toThrowError(/answered 404/);
});
