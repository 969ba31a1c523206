import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createEnvelope, getSealedPdf } from './esign.mjs';

const { ESIGN_EMULATOR_URL: emulator, ESIGN_EMULATOR_TOKEN: token } = process.env;
const skip = emulator === undefined && 'it needs an emulator: esign emulator exec -- npm test';

/** What the recipients and the clock do, by the routes of the emulator: GET /openapi.json describes them. */
async function act(path, body = {}) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const response = await fetch(`${emulator}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  assert.ok(response.ok, `${path}: ${response.status}`);
  return response.json();
}

test('an envelope is sealed a minute after the last signature', { skip }, async () => {
  const { id } = await createEnvelope();
  await act(`/envelopes/${id}/recipients/next/sign`);
  assert.equal((await act(`/envelopes/${id}/recipients/next/sign`)).status, 'completed');
  assert.equal(await getSealedPdf(id), null);
  await act('/clock', { action: 'advance', seconds: 120 });
  assert.equal((await getSealedPdf(id)).subarray(0, 5).toString(), '%PDF-');
});
