import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { app } from './app.mjs';
import { eventsOf, signatureHeader } from './webhook.mjs';

const secret = 'whsec_of_this_test';
process.env.ESIGN_WEBHOOK_SECRET = secret;

// The spaces are part of what is signed.
const body = '{ "id": "1", "event": "envelope.sealed", "created_at": "2026-01-01T00:00:00Z", "envelope_id": "lease" }';
const now = Math.floor(Date.now() / 1000);
const sign = (t, key = secret) => `t=${t}, v1=${createHmac('sha256', key).update(`${t}.${body}`).digest('hex')}`;

async function deliver(signature, sent = body) {
  const headers = { 'content-type': 'application/json', ...(signature && { [signatureHeader]: signature }) };
  return (await app.inject({ method: 'POST', url: '/webhooks', headers, payload: sent })).statusCode;
}

test('rejects what the service did not sign, or not now', async () => {
  assert.equal(await deliver(undefined), 401);
  assert.equal(await deliver(sign(now, 'another secret')), 401);
  assert.equal(await deliver(sign(now - 600)), 401);
  assert.equal(await deliver(sign(now), body.replace('sealed', 'voided')), 401);
  assert.deepEqual(eventsOf('lease'), []);
});

test('takes an event once, however often it is delivered', async () => {
  assert.equal(await deliver(sign(now)), 204);
  assert.equal(await deliver(sign(now)), 204);
  assert.deepEqual(eventsOf('lease'), [JSON.parse(body)]);
});
