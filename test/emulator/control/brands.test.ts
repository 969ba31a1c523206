import { expect, it } from 'vitest';
import { createEnvelope, createTemplate } from '../../support/agreement.js';
import { startTestEmulator } from '../../support/emulator.js';
import { bearer, http } from '../../support/http.js';
import { shared } from '../../support/shared.js';

const emulator = shared(startTestEmulator);

it('registers an origin against the brand of an envelope, once, and takes it away', async () => {
  const { live, brandId } = await emulator.organisation();
  const { id } = await createEnvelope(live, await createTemplate(live));
  const post = (body: object) => emulator.control(`POST /_emulator/envelopes/${id}/origins`, body);
  await emulator.control(`PATCH /_emulator/brands/${brandId}`, { origins: ['https://app.example'] });
  const origin = 'http://127.0.0.1:4700';
  const both = ['https://app.example', origin];
  expect(await post({ origin })).toEqual({ brand_id: brandId, origins: both, changed: true });
  expect(await post({ origin })).toEqual({ brand_id: brandId, origins: both, changed: false });
  expect(await post({ origin, registered: false })).toMatchObject({ origins: ['https://app.example'], changed: true });
  expect(await post({ origin, registered: false })).toMatchObject({ changed: false });
});

it('refuses what is not a bare origin, and finds existing envelopes only', async () => {
  const { live } = await emulator.organisation();
  const { id } = await createEnvelope(live, await createTemplate(live));
  const post = (envelope: string, origin: string) =>
    http(emulator.url, 'POST', `/_emulator/envelopes/${envelope}/origins`, {
      headers: bearer(emulator.token),
      body: { origin },
    });
  for (const origin of ['https://a.example/', 'https://*.example', 'a.example', 'javascript:1']) {
    expect((await post(id, origin)).status, origin).toBe(400);
  }
  expect((await post('9b2d6c1e-7f3a-4d5b-8c9e-0a1b2c3d4e5f', 'https://a.example')).status).toBe(404);
});
