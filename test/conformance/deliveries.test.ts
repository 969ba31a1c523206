import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createEnvelope, createTemplate, landlord, tenant } from '../support/agreement.js';
import { deliveryScene } from '../support/emulator/delivery-scene.js';
import { startReceiver, type Received } from '../support/listening/deliveries.js';
import { hour, minute, once } from '../support/emulator.js';
import type { Envelope, Webhook } from '../support/shapes.js';

const everything = [
  'envelope.sent',
  'envelope.completed',
  'envelope.declined',
  'envelope.voided',
  'envelope.expired',
  'envelope.sealed',
  'envelope.sealing_failed',
  'recipient.completed',
];

const scene = deliveryScene(everything);

const register = async (changes: object = {}): Promise<Webhook> => {
  const answer = await scene.organisation.live<Webhook>('POST /api/v1/webhooks', {
    url: scene.receiver.url,
    events: everything,
    ...changes,
  });
  expect(answer.status).toBe(201);
  return answer.body;
};
const sent = (changes: object = {}): Promise<Envelope> =>
  createEnvelope(scene.organisation.live, scene.template, { send: true, ...changes });
const act = (envelope: Envelope, role: string, name: string, body: object = {}): Promise<unknown> =>
  scene.emulator.control(`POST /_emulator/envelopes/${envelope.id}/recipients/${role}/${name}`, body);
const names = (): readonly string[] => scene.receiver.received.map(({ body }) => body.event).toSorted();
const signatureOf = (delivery: Received): Readonly<Record<string, string>> =>
  Object.fromEntries(
    delivery.headers['service-signature']!.split(',').map((part) => part.trim().split('=') as [string, string]),
  );
const digest = (secret: string, t: string, raw: Buffer): string =>
  createHmac('sha256', secret).update(`${t}.`).update(raw).digest('hex');

describe('a delivery', () => {
  it('is a POST of JSON to the address registered [delivery.post-json]', async () => {
    await sent();
    await scene.emulator.settle();
    expect(scene.receiver.received).toHaveLength(1);
    const [delivery] = scene.receiver.received;
    expect([delivery!.method, delivery!.path]).toEqual(['POST', '/hooks']);
    expect(delivery!.headers['content-type']).toMatch(/^application\/json/);
  });

  it('names the event, the envelope, when it happened and how often it was tried [event.body, event.type-property, event.retry-count]', async () => {
    const before = scene.emulator.now();
    const envelope = await sent();
    await scene.emulator.settle();
    expect(scene.receiver.received[0]!.body).toEqual({
      id: expect.any(String),
      event: 'envelope.sent',
      created_at: new Date(before).toISOString(),
      retry_count: 0,
      envelope_id: envelope.id,
      recipient_id: null,
      uri: expect.stringContaining(`/api/v1/envelopes/${envelope.id}`),
    });
  });

  it('uri points at the GET of the envelope, which a key of the organisation can read [event.uri, event.uri-path, get.event-target]', async () => {
    const envelope = await sent();
    await scene.emulator.settle();
    const { uri } = scene.receiver.received[0]!.body;
    const { pathname } = new URL(uri, scene.emulator.url);
    const read = await scene.organisation.live<Envelope>(`GET ${pathname}`);
    expect([read.status, read.body.id]).toEqual([200, envelope.id]);
  });

  it('recipient.completed names the recipient, the others do not [event.recipient-completed, event.recipient-null]', async () => {
    const envelope = await sent();
    await act(envelope, 'Tenant', 'sign');
    await scene.emulator.settle();
    const about = scene.receiver.received.map(({ body }) => [body.event, body.recipient_id]);
    expect(about.toSorted()).toEqual([
      ['envelope.sent', null],
      ['recipient.completed', envelope.recipients[0]!.id],
    ]);
  });

  it('carries no document id and no url at envelope.sealed [event.sealed]', async () => {
    const envelope = await sent();
    await act(envelope, 'Tenant', 'sign');
    await act(envelope, 'Landlord', 'sign');
    await scene.emulator.advance(2 * minute);
    const [sealed] = scene.receiver.received.filter(({ body }) => body.event === 'envelope.sealed');
    expect(Object.keys(sealed!.body).toSorted()).toEqual([
      'created_at',
      'envelope_id',
      'event',
      'id',
      'recipient_id',
      'retry_count',
      'uri',
    ]);
    expect(sealed!.body.recipient_id).toBeNull();
  });

  it('is not sent for an event that the endpoint does not subscribe to [register.events]', async () => {
    await scene.organisation.live(`PATCH /api/v1/webhooks/${scene.endpoint.id}`, { events: ['envelope.voided'] });
    const envelope = await sent();
    await scene.organisation.live(`POST /api/v1/envelopes/${envelope.id}/void`, { reason: 'sold' }, once());
    await scene.emulator.settle();
    expect(names()).toEqual(['envelope.voided']);
  });

  it('goes to no endpoint of another organisation [event.body]', async () => {
    const other = await scene.emulator.organisation();
    const theirs = await createTemplate(other.live);
    await createEnvelope(other.live, theirs, { send: true });
    await scene.emulator.settle();
    expect(scene.receiver.received).toEqual([]);
  });
});

describe('the events of an envelope', () => {
  it('on its way to being sealed [event.sent, event.recipient-completed, event.completed, event.sealed]', async () => {
    const envelope = await sent();
    await act(envelope, 'Tenant', 'sign');
    await act(envelope, 'Landlord', 'sign');
    await scene.emulator.settle();
    expect(names()).toEqual(['envelope.completed', 'envelope.sent', 'recipient.completed', 'recipient.completed']);
    await scene.emulator.advance(2 * minute);
    expect(names()).toContain('envelope.sealed');
  });

  it('at envelope.completed the executed document does not exist yet [event.completed]', async () => {
    const envelope = await sent();
    await act(envelope, 'Tenant', 'sign');
    await act(envelope, 'Landlord', 'sign');
    await scene.emulator.settle();
    expect(names()).toContain('envelope.completed');
    const documents = await scene.organisation.live<{ sealed: boolean }>(
      `GET /api/v1/envelopes/${envelope.id}/documents`,
    );
    expect(documents.body.sealed).toBe(false);
  });

  it('when it is voided [event.voided]', async () => {
    const envelope = await sent();
    await scene.organisation.live(`POST /api/v1/envelopes/${envelope.id}/void`, { reason: 'sold' }, once());
    await scene.emulator.settle();
    expect(names()).toEqual(['envelope.sent', 'envelope.voided']);
  });

  it('when somebody refuses [event.declined]', async () => {
    await act(await sent(), 'Tenant', 'decline', { reason: 'No' });
    await scene.emulator.settle();
    expect(names()).toEqual(['envelope.declined', 'envelope.sent']);
  });

  it('when its deadline passes [event.expired]', async () => {
    await sent({ expires_at: new Date(scene.emulator.now() + hour).toISOString() });
    await scene.emulator.advance(2 * hour);
    expect(names()).toEqual(['envelope.expired', 'envelope.sent']);
  });

  it('when sealing gives up and a requeue succeeds [event.sealing-failed]', async () => {
    await scene.emulator.control('POST /_emulator/faults', { point: 'seal', code: 'internal_error' });
    const envelope = await sent();
    await act(envelope, 'Tenant', 'sign');
    await act(envelope, 'Landlord', 'sign');
    await scene.emulator.advance(2 * minute);
    expect(names()).toContain('envelope.sealing_failed');
    expect(names()).not.toContain('envelope.sealed');
    await scene.emulator.control(`POST /_emulator/envelopes/${envelope.id}/requeue-sealing`);
    await scene.emulator.advance(5 * minute);
    expect(names()).toContain('envelope.sealed');
    const at = (name: string): string =>
      scene.receiver.received.find(({ body }) => body.event === name)!.body.created_at;
    expect(at('envelope.sealed') > at('envelope.sealing_failed')).toBe(true);
  });

  it('none for a standing authorisation [event.none-for-mandates]', async () => {
    const requested = {
      brand_id: scene.organisation.brandId,
      legal_entity: { name: 'Van Wyk Trust', registration_number: null },
      grantor: { name: landlord.name, email: landlord.email, job_title: null },
      intended_use: 'Leases',
      valid_until: new Date(scene.emulator.now() + 1000 * hour).toISOString(),
    };
    const made = await scene.organisation.live<{ id: string }>(
      'POST /api/v1/standing-authorisations',
      requested,
      once(),
    );
    await scene.emulator.control(`POST /_emulator/authorisations/${made.body.id}/grant`, {});
    await scene.organisation.live(`POST /api/v1/standing-authorisations/${made.body.id}/revoke`, { reason: 'x' });
    await scene.emulator.settle();
    expect(scene.receiver.received).toEqual([]);
  });

  it('a test key’s envelope emits the same events to the same endpoints, and the body does not say which [event.test-same-endpoints]', async () => {
    await scene.emulator.control(`PATCH /_emulator/organisations/${scene.organisation.id}`, {
      confirmed_addresses: [tenant.email, landlord.email],
    });
    await createEnvelope(scene.organisation.test, scene.template, { send: true });
    await sent();
    await scene.emulator.settle();
    expect(names()).toEqual(['envelope.sent', 'envelope.sent']);
    const [first, second] = scene.receiver.received.map(({ body }) => Object.keys(body).toSorted());
    expect(first).toEqual(second);
    expect(scene.receiver.received.map(({ raw }) => raw.toString('utf8')).join()).not.toMatch(/sandbox|test|live/);
  });
});

describe('the identity of an event', () => {
  it('is the same at every endpoint [event.id-stable]', async () => {
    const second = await register();
    await sent();
    await scene.emulator.settle();
    expect(scene.receiver.received).toHaveLength(2);
    expect(new Set(scene.receiver.received.map(({ body }) => body.id)).size).toBe(1);
    await scene.organisation.live(`DELETE /api/v1/webhooks/${second.id}`);
  });

  it('is the same at every retry, and retry_count counts them [event.id-stable, event.retry-count]', async () => {
    scene.receiver.answer(500);
    await sent();
    await scene.emulator.settle();
    await scene.emulator.advance(minute);
    await scene.emulator.advance(15 * minute);
    expect(scene.receiver.received.map(({ body }) => body.retry_count)).toEqual([0, 1, 2]);
    expect(new Set(scene.receiver.received.map(({ body }) => body.id)).size).toBe(1);
    expect(new Set(scene.receiver.received.map(({ body }) => body.created_at)).size).toBe(1);
  });

  it('differs from event to event [event.id-stable]', async () => {
    await sent();
    await sent();
    await scene.emulator.settle();
    expect(new Set(scene.receiver.received.map(({ body }) => body.id)).size).toBe(2);
  });
});

describe('a brand', () => {
  it('an endpoint with a brand gets the envelopes of that brand only; one without gets all [webhook.brand-routes]', async () => {
    const brand = await scene.emulator.control<{ id: string }>('POST /_emulator/brands', {
      name: 'Coast',
      organisation_id: scene.organisation.id,
    });
    const coast = await startReceiver();
    const narrow = await register({ url: coast.url, brand_id: brand.id });
    const ours = await sent({ brand_id: brand.id });
    await sent();
    await scene.emulator.settle();
    expect(coast.received.map(({ body }) => body.envelope_id)).toEqual([ours.id]);
    expect(scene.receiver.received).toHaveLength(2);
    await scene.organisation.live(`DELETE /api/v1/webhooks/${narrow.id}`);
    await coast.close();
  });

  it('an envelope that names none carries the default brand of the organisation [create.brand]', async () => {
    const usual = await startReceiver();
    const narrow = await register({ url: usual.url, brand_id: scene.organisation.brandId });
    const envelope = await sent();
    await scene.emulator.settle();
    expect(usual.received.map(({ body }) => body.envelope_id)).toEqual([envelope.id]);
    await scene.organisation.live(`DELETE /api/v1/webhooks/${narrow.id}`);
    await usual.close();
  });

  it('is routing, not isolation: any key of the organisation reads every envelope whatever its brand [webhook.brand-no-isolation]', async () => {
    const brand = await scene.emulator.control<{ id: string }>('POST /_emulator/brands', {
      name: 'Coast',
      organisation_id: scene.organisation.id,
    });
    const envelope = await sent({ brand_id: brand.id });
    const { call } = await scene.emulator.key(scene.organisation);
    expect((await call(`GET /api/v1/envelopes/${envelope.id}`)).status).toBe(200);
  });
});

describe('the signature [auth.deliveries-signed]', () => {
  it('is HMAC-SHA256 of t, a dot and the raw body, keyed with the secret of the endpoint, in hex [signature.material]', async () => {
    await sent();
    await scene.emulator.settle();
    const [delivery] = scene.receiver.received;
    const { t, v1 } = signatureOf(delivery!);
    expect(v1).toBe(digest(scene.endpoint.secret, t!, delivery!.raw));
  });

  it('has t in unix seconds of the machine, whatever the time of the emulator, and no v0 while nothing was rotated [signature.header, signature.machine-time]', async () => {
    await sent();
    await scene.emulator.settle();
    const signature = signatureOf(scene.receiver.received[0]!);
    expect(Object.keys(signature)).toEqual(['t', 'v1']);
    expect(Math.abs(Number(signature['t']) - Date.now() / 1000)).toBeLessThanOrEqual(2);
    expect(signature['t']).toMatch(/^\d{10}$/);
  });

  it('is created for every attempt [event.signed-anew]', async () => {
    scene.receiver.answer(503);
    await sent();
    await scene.emulator.settle();
    await scene.emulator.advance(minute);
    const [first, second] = scene.receiver.received.map(signatureOf);
    expect(second!['v1']).not.toBe(first!['v1']);
    expect(Number(second!['t'])).toBeGreaterThanOrEqual(Number(first!['t']));
    for (const delivery of scene.receiver.received) {
      const { t, v1 } = signatureOf(delivery);
      expect(v1).toBe(digest(scene.endpoint.secret, t!, delivery.raw));
    }
  });

  it('differs between endpoints, each with its own secret [signature.material]', async () => {
    const other = await register();
    await sent();
    await scene.emulator.settle();
    const valid = scene.receiver.received.map((delivery) => {
      const { t, v1 } = signatureOf(delivery);
      return [scene.endpoint.secret, other.secret].filter((secret) => digest(secret, t!, delivery.raw) === v1);
    });
    expect(valid.flat().toSorted()).toEqual([scene.endpoint.secret, other.secret].toSorted());
    await scene.organisation.live(`DELETE /api/v1/webhooks/${other.id}`);
  });
});
