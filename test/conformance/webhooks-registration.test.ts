import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  day,
  expectRefusal,
  second,
  startTestEmulator,
  type TestEmulator,
  type TestOrganisation,
} from '../support/emulator.js';
import type { Answer } from '../support/http.js';
import type { Webhook } from '../support/shapes.js';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const eight = [
  'envelope.sent',
  'envelope.completed',
  'envelope.declined',
  'envelope.voided',
  'envelope.expired',
  'envelope.sealed',
  'envelope.sealing_failed',
  'recipient.completed',
];
const hook = { url: 'https://hooks.example.com/esign', events: ['envelope.sent'] };

let emulator: TestEmulator;
let strict: TestEmulator;
let organisation: TestOrganisation;
beforeAll(async () => {
  emulator = await startTestEmulator();
  strict = await startTestEmulator({ strict: true });
});
afterAll(async () => {
  await emulator.close();
  await strict.close();
});
beforeEach(async () => {
  organisation = await emulator.organisation();
});

const register = <T = Webhook>(body: unknown): Promise<Answer<T>> =>
  organisation.live<T>('POST /api/v1/webhooks', body);
const list = async (): Promise<readonly Webhook[]> =>
  (await organisation.live<{ data: Webhook[] }>('GET /api/v1/webhooks')).body.data;

describe('registering an endpoint [webhook.properties]', () => {
  it('answers with the endpoint and exactly the properties of the description, its secret included', async () => {
    const answer = await register(hook);
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      id: expect.stringMatching(uuid),
      url: 'https://hooks.example.com/esign',
      subscribed_events: ['envelope.sent'],
      brand_id: null,
      active: true,
      consecutive_failures: 0,
      last_success_at: null,
      last_failure_at: null,
      disabled_at: null,
      disabled_reason: null,
      created_at: new Date(emulator.now()).toISOString(),
      secret: expect.stringMatching(/^\S{20,}$/),
    });
  });

  it('shows the secret once: neither a read nor a list contains it [webhook.secret-once, register.secret]', async () => {
    const { id, secret } = (await register(hook)).body;
    const read = await organisation.live<Webhook>(`GET /api/v1/webhooks/${id}`);
    expect(read.status).toBe(200);
    expect(read.body).not.toHaveProperty('secret');
    const all = await organisation.live('GET /api/v1/webhooks');
    expect(read.bytes.toString('utf8') + all.bytes.toString('utf8')).not.toContain(secret);
  });

  it('gives every endpoint a secret of its own', async () => {
    expect((await register(hook)).body.secret).not.toBe((await register(hook)).body.secret);
  });

  it('takes all eight event names [register.events]', async () => {
    expect((await register({ ...hook, events: eight })).body.subscribed_events).toEqual(eight);
  });

  it('collapses duplicates [register.duplicates]', async () => {
    const events = ['envelope.sent', 'envelope.voided', 'envelope.sent'];
    expect((await register({ ...hook, events })).body.subscribed_events).toEqual(['envelope.sent', 'envelope.voided']);
  });

  it('an empty array of events is refused, not read as everything [register.events, webhook.events-never-empty]', async () => {
    expectRefusal(await register<never>({ ...hook, events: [] }), 400, 'invalid_request', 'events');
    expect(await list()).toEqual([]);
  });

  it.each([undefined, null, 'envelope.sent', ['envelope.opened'], ['*'], ['envelope.sent', 'ENVELOPE.SENT'], [1]])(
    'unknown event names are refused: %j [register.events]',
    async (events) => {
      expectRefusal(await register<never>({ url: hook.url, events }), 400, 'invalid_request', 'events');
    },
  );

  it('a brand of the organisation is taken; another one is brand_unknown [register.brand]', async () => {
    const capitals = organisation.brandId.toUpperCase();
    const { body } = await register({ ...hook, brand_id: capitals });
    expect(body.brand_id).toBe(organisation.brandId);
    const changed = await organisation.live<Webhook>(`PATCH /api/v1/webhooks/${body.id}`, { brand_id: capitals });
    expect(changed.body.brand_id).toBe(organisation.brandId);
    const foreign = (await emulator.organisation()).brandId;
    expectRefusal(await register<never>({ ...hook, brand_id: foreign }), 422, 'brand_unknown');
  });

  it('a duplicate registration is harmless: two endpoints with one address [register.no-key]', async () => {
    await register(hook);
    await register(hook);
    expect((await list()).map(({ url }) => url)).toEqual([hook.url, hook.url]);
  });

  it('an eleventh endpoint is refused, and one that was deleted makes room [webhook.eleventh, limits.webhook-endpoints]', async () => {
    const ids: string[] = [];
    for (let index = 0; index < 10; index += 1) ids.push((await register(hook)).body.id);
    expectRefusal(await register<never>(hook), 400, 'invalid_request', /10/);
    expect(await list()).toHaveLength(10);
    await organisation.live(`DELETE /api/v1/webhooks/${ids[0]}`);
    expect((await register(hook)).status).toBe(201);
  });
});

describe('the address [webhook.url, register.url]', () => {
  it.each([
    ['not a URL', 'hooks.example.com'],
    ['another scheme', 'ftp://hooks.example.com/'],
    ['no scheme', '//hooks.example.com/'],
    ['plain http to the internet', 'http://hooks.example.com/esign'],
    ['a user and password', 'https://user:secret@hooks.example.com/'],
    ['a user', 'https://user@hooks.example.com/'],
    ['a private address', 'https://10.0.0.8/hooks'],
    ['a private address', 'https://172.16.4.1/hooks'],
    ['a private address', 'https://192.168.1.10/hooks'],
    ['a link-local address', 'https://169.254.169.254/latest/meta-data'],
    ['a unique local address', 'https://[fd00::1]/hooks'],
    ['a link-local IPv6 address', 'https://[fe80::1]/hooks'],
    ['a mapped private address', 'https://[::ffff:10.0.0.1]/hooks'],
    ['the unspecified address', 'https://0.0.0.0/hooks'],
    ['an address that is empty', ''],
    ['an address that is a number', 7],
  ])('is refused when it is %s', async (_what, url) => {
    expectRefusal(await register<never>({ ...hook, url }), 400, 'invalid_request', 'url');
  });

  it.each([
    'http://127.0.0.1:9/hooks',
    'http://localhost:9/hooks',
    'https://127.0.0.1/hooks',
    'https://localhost/hooks',
    'https://[::1]/hooks',
    'https://127.1/hooks',
    'https://0x7f.0.0.1/hooks',
    'https://2130706433/hooks',
  ])('may not be loopback, as on the live service: %s (strict)', async (url) => {
    const own = await strict.organisation();
    expectRefusal(await own.live('POST /api/v1/webhooks', { ...hook, url }), 400, 'invalid_request', 'url');
  });

  it('a public https address is taken in strict mode', async () => {
    const own = await strict.organisation();
    expect(
      (await own.live('POST /api/v1/webhooks', { ...hook, url: 'https://hooks.example.com:8443/a?b=c' })).status,
    ).toBe(201);
  });

  it('http on the own machine is what the emulator adds unless it is strict', async () => {
    expect((await register({ ...hook, url: 'http://127.0.0.1:9/hooks' })).status).toBe(201);
  });
});

describe('reading [webhooks.list]', () => {
  it('the list is newest first, under data', async () => {
    const ids: string[] = [];
    for (let index = 0; index < 3; index += 1) {
      ids.push((await register(hook)).body.id);
      await emulator.advance(second);
    }
    const answer = await organisation.live<{ data: Webhook[] }>('GET /api/v1/webhooks');
    expect(Object.keys(answer.body)).toEqual(['data']);
    expect(answer.body.data.map(({ id }) => id)).toEqual(ids.toReversed());
  });

  it("holds this organisation's only", async () => {
    const other = await emulator.organisation();
    await other.live('POST /api/v1/webhooks', hook);
    expect(await list()).toEqual([]);
  });

  it('test and live keys see the same endpoints: they are not split', async () => {
    const { id } = (await register(hook)).body;
    const answer = await organisation.test<{ data: Webhook[] }>('GET /api/v1/webhooks');
    expect(answer.body.data.map((found) => found.id)).toEqual([id]);
  });
});

describe('updating [webhook-update.operation]', () => {
  const update = <T = Webhook>(id: string, body: unknown): Promise<Answer<T>> =>
    organisation.live<T>(`PATCH /api/v1/webhooks/${id}`, body);

  it('changes the address, the events and the brand, and answers without the secret [endpoints.webhook-active]', async () => {
    const { id } = (await register(hook)).body;
    const answer = await update(id, {
      url: 'https://hooks.example.com/two',
      events: ['envelope.voided'],
      brand_id: organisation.brandId,
    });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      url: 'https://hooks.example.com/two',
      subscribed_events: ['envelope.voided'],
      brand_id: organisation.brandId,
    });
    expect(answer.body).not.toHaveProperty('secret');
  });

  it('active: false switches it off and says so, active: true switches it on again [webhook-update.active]', async () => {
    const { id } = (await register(hook)).body;
    const off = (await update(id, { active: false })).body;
    expect([off.active, off.disabled_at, typeof off.disabled_reason]).toEqual([
      false,
      new Date(emulator.now()).toISOString(),
      'string',
    ]);
    await emulator.advance(day);
    expect((await organisation.live<Webhook>(`GET /api/v1/webhooks/${id}`)).body.active).toBe(false);
    const on = (await update(id, { active: true })).body;
    expect([on.active, on.disabled_at, on.disabled_reason]).toEqual([true, null, null]);
  });

  it.each<[string, object]>([
    ['url', { url: 'ftp://x' }],
    ['url', { url: 'https://10.0.0.1/' }],
    ['events', { events: [] }],
    ['events', { events: ['envelope.opened'] }],
    ['active', { active: 'yes' }],
    ['secret', { secret: 'mine' }],
  ])('the rules of a registration hold: %s', async (path, body) => {
    const { id } = (await register(hook)).body;
    expectRefusal(await update<never>(id, body), 400, 'invalid_request', path);
  });

  it('of an unknown or deleted endpoint is the one 404 [conventions.one-404]', async () => {
    const { id } = (await register(hook)).body;
    expect((await organisation.live(`DELETE /api/v1/webhooks/${id}`)).status).toBe(204);
    expectRefusal(await update<never>(id, { active: true }), 404, 'not_found');
    expectRefusal(await organisation.live(`DELETE /api/v1/webhooks/${id}`), 404, 'not_found');
    expectRefusal(await organisation.live(`POST /api/v1/webhooks/${id}/rotate-secret`), 404, 'not_found');
  });
});

it('deleting answers 204 without a body [webhook-delete.operation]', async () => {
  const { id } = (await register(hook)).body;
  const answer = await organisation.live(`DELETE /api/v1/webhooks/${id}`);
  expect([answer.status, answer.bytes.length]).toEqual([204, 0]);
  expect(await list()).toEqual([]);
});
