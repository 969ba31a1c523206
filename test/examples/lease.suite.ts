// A suite of an app that sends leases. Run it: node --test lease.suite.js (compiled, with esign installed)
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { after, before, beforeEach, test } from 'node:test';
import type { CreateEnvelopeRequest, Envelope } from '@esign-cli/esign/contract';
import { startEmulator, type Emulator } from '@esign-cli/esign/emulator';
import { verifyDelivery } from '@esign-cli/esign/webhook';

let service: Emulator;
before(async () => {
  service = await startEmulator({ seed: 7, now: '2026-03-02T08:00:00Z', frozen: true });
});
beforeEach(() => service.reset());
after(() => service.close());

async function post<T>(path: string, body: object): Promise<T> {
  const response = await fetch(`${service.url}/api/v1${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${service.keys.live}`,
      'content-type': 'application/json',
      'idempotency-key': crypto.randomUUID(),
    },
    body: JSON.stringify(body),
  });
  assert.ok(response.ok, `${path}: ${response.status}`);
  return (await response.json()) as T;
}

/** What the app does: here, it sends the lease of a scenario again. */
async function sendLease(): Promise<Envelope> {
  const { id } = await service.scenario('half-signed');
  const lease = await fetch(`${service.url}/api/v1/envelopes/${id}`, {
    headers: { authorization: `Bearer ${service.keys.live}` },
  });
  const { template_id, recipients } = (await lease.json()) as Envelope;
  const people = recipients.map(({ role, name, email }) => ({ role, name, email }));
  return await post<Envelope>('/envelopes', {
    template_id: template_id ?? '',
    recipients: people,
    send: true,
  } satisfies CreateEnvelopeRequest);
}

test('a lease is sealed when everyone has signed', async () => {
  const envelope = await sendLease();
  const mail = await service.inbox.waitFor({ kind: 'invitation', envelopeId: envelope.id });
  assert.equal(mail.to.email, envelope.recipients[0]?.email);

  await service.sign(envelope);
  assert.equal((await service.sign(envelope)).status, 'completed');
  await service.clock.advance('2m');
  await service.events.waitFor('envelope.sealed', { envelope });
});

test('a lease ends when the tenant declines', async () => {
  const envelope = await sendLease();
  const after = await service.decline(envelope, 'next', { reason: 'The rent is too high' });
  assert.equal(after.status, 'declined');
});

test('the app hears of a signature although the first delivery is lost', async () => {
  const heard: string[] = [];
  let secret = '';
  const app = createServer(async (request, response) => {
    const signature = String(request.headers['service-signature']);
    heard.push(verifyDelivery({ body: await buffer(request), signature, secret }).event);
    response.writeHead(204).end();
  });
  await new Promise<void>((resolve) => app.listen(0, '127.0.0.1', resolve));
  try {
    const url = `http://127.0.0.1:${(app.address() as AddressInfo).port}/hooks`;
    ({ secret } = await post<{ secret: string }>('/webhooks', { url, events: ['recipient.completed'] }));
    const envelope = await sendLease();
    await service.deliveries.waitFor('recipient.completed');

    await service.faults.deliveries({ drop: 1, count: 1 });
    await service.sign(envelope);
    await service.clock.advance('1m');
    const delivery = await service.deliveries.waitFor('recipient.completed', { envelope });
    assert.deepEqual(
      delivery.attempts.map(({ faults }) => faults),
      [['drop'], []],
    );
    assert.deepEqual(heard, ['recipient.completed', 'recipient.completed']);
  } finally {
    app.close();
  }
});
