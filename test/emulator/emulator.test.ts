import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  ControlRefused,
  DataFileRefused,
  startEmulator,
  type Emulator,
  type EmulatorOptions,
  type LogEntry,
} from '../../src/emulator/emulator.js';
import { http, type Answer } from '../support/http.js';

let folder: string;
const running: Emulator[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'esign-start-'));
});
afterEach(async () => {
  for (const emulator of running.splice(0)) await emulator.close();
  rmSync(folder, { recursive: true, force: true });
});

const now = '2026-03-02T08:00:00.000Z';
const data = (): string => join(folder, 'emulator.db');
async function start(options: EmulatorOptions = {}): Promise<Emulator> {
  const emulator = await startEmulator({ now, frozen: true, ...options });
  running.push(emulator);
  return emulator;
}
const call = <T>(
  emulator: Emulator,
  line: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer<T>> => {
  const [method = '', target = ''] = line.split(' ');
  return http<T>(emulator.url, method, target, {
    body,
    headers: { Authorization: `Bearer ${emulator.keys.live}`, ...headers },
  });
};
const hook = { url: 'https://hooks.example.com/a', events: ['envelope.sent'] };

describe('an emulator', () => {
  it('runs on a free port of this machine, with a live and a test key that work at once', async () => {
    const emulator = await start();
    expect(emulator.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(emulator.keys.live).toMatch(/^esign_live_[A-Za-z0-9_-]{43}$/);
    expect(emulator.keys.test).toMatch(/^esign_test_[A-Za-z0-9_-]{43}$/);
    for (const key of [emulator.keys.live, emulator.keys.test]) {
      const answer = await call(emulator, 'GET /api/v1/webhooks', undefined, { Authorization: `Bearer ${key}` });
      expect(answer.status).toBe(200);
    }
  });

  it('says what it is', async () => {
    const emulator = await start({ plan: 'free', strict: true, ask: true });
    expect(await emulator.control('GET', '/_emulator/status')).toEqual({
      url: emulator.url,
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      pid: process.pid,
      clock: { now, frozen: true },
      strict: true,
      ask: true,
      data: null,
      organisation: { id: emulator.organisationId, plan: 'free' },
    });
  });

  it('leaves nothing behind when it had no data file of its own', async () => {
    const { TMPDIR: own } = process.env;
    process.env['TMPDIR'] = folder;
    const emulator = await start().finally(() => {
      if (own === undefined) delete process.env['TMPDIR'];
      else process.env['TMPDIR'] = own;
    });
    expect(readdirSync(folder)).toHaveLength(1);
    await emulator.close();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('takes as many requests a minute as it is told to, on any plan', async () => {
    const emulator = await start({ plan: 'free', rateLimit: 1000 });
    const { headers } = await call(emulator, 'GET /api/v1/webhooks');
    expect([headers['ratelimit-limit'], headers['ratelimit-remaining']]).toEqual(['1000', '999']);
  });

  it('may be closed twice, and refuses connections afterwards', async () => {
    const emulator = await start();
    await Promise.all([emulator.close(), emulator.close()]);
    await expect(http(emulator.url, 'GET', '/_emulator/status')).rejects.toThrow();
  });

  it('lets a held request go on when it is closed', async () => {
    const emulator = await start();
    emulator.faults.add({ point: 'operation:listWebhooks', hold: true });
    const held = call(emulator, 'GET /api/v1/webhooks');
    // Every request is counted, so that one more than ours means that the held one is there.
    for (let own = 1; ; own += 1) {
      const { headers } = await call(emulator, 'GET /api/v1/nothing');
      if (Number(headers['ratelimit-remaining']) < 600 - own) break;
    }
    await emulator.close();
    expect((await held).status).toBe(200);
  });

  it.each([
    [{ now: 'tomorrow' }, RangeError],
    [{ sealAfterSeconds: -1 }, RangeError],
    [{ mailReportAfterSeconds: Number.NaN }, RangeError],
  ])('%j is refused, and leaves no port and no file behind', async (options, failure) => {
    await expect(startEmulator({ data: data(), ...options })).rejects.toThrow(failure);
    await start({ data: data() });
  });

  it('fails on a port that is taken, and lets go of its file', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as AddressInfo;
    await expect(startEmulator({ port, data: data() })).rejects.toMatchObject({ code: 'EADDRINUSE' });
    await new Promise((resolve) => other.close(resolve));
    await start({ data: data() });
  });
});

describe('an emulator on a data file', () => {
  it('is refused while another runs on it', async () => {
    await start({ data: data() });
    await expect(startEmulator({ data: data() })).rejects.toThrow(DataFileRefused);
  });

  it('has the same keys, brands, resources and clock after a restart', async () => {
    const first = await start({ data: data() });
    const made = await call<{ id: string; secret: string }>(first, 'POST /api/v1/webhooks', hook);
    await first.clock.advance('3h');
    await first.close();
    const second = await startEmulator({ data: data() });
    running.push(second);
    expect([second.keys, second.organisationId, second.brandId]).toEqual([
      first.keys,
      first.organisationId,
      first.brandId,
    ]);
    expect(second.clock.now().toISOString()).toBe('2026-03-02T11:00:00.000Z');
    const { secret: _secret, ...rest } = made.body;
    expect((await call<{ data: unknown[] }>(second, 'GET /api/v1/webhooks')).body.data).toEqual([rest]);
  });

  it('begins exactly at the given instant, also when it was started before', async () => {
    for (let hour = 10; hour < 20; hour += 1) {
      const emulator = await start({ data: data(), now: `2026-03-02T${hour}:00:00.000Z` });
      expect(emulator.clock.now().toISOString()).toBe(`2026-03-02T${hour}:00:00.000Z`);
      await emulator.close();
    }
  });

  it('does not go back in time when it is started with an earlier instant', async () => {
    await (await start({ data: data() })).close();
    const later = await start({ data: data(), now: '2026-03-01T00:00:00Z' });
    expect(later.clock.now().toISOString()).toBe(now);
  });

  it('holds no API key in clear but the first two, and is for its owner alone', async () => {
    const emulator = await start({ data: data() });
    const minted = await emulator.control<{ key: string }>('POST', '/_emulator/keys', { mode: 'live' });
    await emulator.close();
    expect(readFileSync(data()).includes(minted.key)).toBe(false);
  });

  it('takes another plan on request, and keeps the old one otherwise', async () => {
    const plan = async (options: EmulatorOptions): Promise<unknown> => {
      const emulator = await start({ data: data(), ...options });
      const { organisation } = await emulator.control<{ organisation: { plan: string } }>('GET', '/_emulator/status');
      await emulator.close();
      return organisation.plan;
    };
    expect([await plan({}), await plan({ plan: 'free' }), await plan({})]).toEqual(['paid', 'free', 'free']);
  });
});

describe('a seed', () => {
  const made = async (emulator: Emulator): Promise<string[]> => {
    const answer = await call<{ id: string; secret: string }>(emulator, 'POST /api/v1/webhooks', hook);
    return [emulator.keys.live, emulator.organisationId, answer.body.id, answer.body.secret];
  };

  it('gives the same keys, ids and secrets each time, whatever was read between', async () => {
    const one = await start({ seed: 5 });
    const two = await start({ seed: 5 });
    for (let index = 0; index < 3; index += 1) await call(two, 'GET /api/v1/webhooks');
    expect(await made(two)).toEqual(await made(one));
    expect(await made(await start({ seed: 6 }))).not.toEqual(await made(one));
  });

  it('never gives an id again on the same data file', async () => {
    const ids: string[] = [];
    for (let each = 0; each < 3; each += 1) {
      const emulator = await start({ seed: 5, data: data() });
      ids.push((await made(emulator))[2] ?? '');
      await emulator.close();
    }
    expect(new Set(ids).size).toBe(3);
  });
});

describe('what a program holds in its hands', () => {
  it('the clock: frozen, run, moved by a duration, by milliseconds, to an instant, to what is next', async () => {
    const { clock } = await start();
    await clock.advance('1h1m');
    await clock.advance(500);
    expect(clock.now().toISOString()).toBe('2026-03-02T09:01:00.500Z');
    expect(await clock.to('2026-03-03T00:00:00Z')).toEqual([]);
    await clock.to('next');
    expect(clock.now().toISOString()).toBe('2026-03-03T00:00:00.000Z');
    await expect(clock.to('2026-03-02T00:00:00Z')).rejects.toThrow(RangeError);
    await expect(clock.advance(-1)).rejects.toThrow(RangeError);
    expect(() => clock.advance('soon')).toThrow(RangeError);
    clock.run();
    const ahead = clock.now().getTime();
    expect(ahead).toBeGreaterThanOrEqual(Date.parse('2026-03-03T00:00:00Z'));
    clock.freeze();
    expect(clock.now()).toEqual(clock.now());
  });

  it('the emulator’s own routes, which refuse with a code', async () => {
    const emulator = await start();
    const refused = emulator.control('POST', '/_emulator/keys', { mode: 'other' });
    await expect(refused).rejects.toThrow(ControlRefused);
    await expect(refused).rejects.toMatchObject({ code: 'invalid_request', status: 400 });
  });

  it('faults that are used up once by default', async () => {
    const emulator = await start();
    emulator.faults.add({ point: 'operation:listWebhooks', http_status: 502 });
    const statuses = [await call(emulator, 'GET /api/v1/webhooks'), await call(emulator, 'GET /api/v1/webhooks')];
    expect(statuses.map(({ status, bytes }) => [status, bytes.length > 0])).toEqual([
      [502, false],
      [200, true],
    ]);
  });

  it('the captured mail', async () => {
    const emulator = await start();
    const asked = await call<{ id: string }>(
      emulator,
      'POST /api/v1/standing-authorisations',
      {
        brand_id: emulator.brandId,
        legal_entity: { name: 'Van Wyk Trust' },
        grantor: { name: 'Pieter van Wyk', email: 'Pieter@example.test' },
        intended_use: 'Leases',
        valid_until: '2027-03-02T08:00:00Z',
      },
      { 'Idempotency-Key': 'one' },
    );
    expect(asked.status).toBe(201);
    const mail = emulator.inbox.latest({ to: 'pieter@EXAMPLE.test' });
    expect([mail?.kind, mail?.delivered_at, emulator.inbox.list({ kind: 'invitation' })]).toEqual([
      'mandate',
      null,
      [],
    ]);
    await emulator.clock.advance('30s');
    expect(emulator.inbox.latest()?.delivered_at).toBe('2026-03-02T08:00:30.000Z');
  });

  it('a reset, after which only the first organisation is there, as it was started', async () => {
    const emulator = await start({ plan: 'free' });
    await call(emulator, 'POST /api/v1/webhooks', hook);
    const other = await emulator.control<{ live_key: string }>('POST', '/_emulator/organisations', {});
    const minted = await emulator.control<{ key: string }>('POST', '/_emulator/keys', { mode: 'test' });
    const brand = await emulator.control<{ id: string }>('POST', '/_emulator/brands', { name: 'Second' });
    await emulator.control('PATCH', '/_emulator/organisations/default', { plan: 'paid', members: [] });
    emulator.faults.add({ point: 'operation:listWebhooks', code: 'internal_error' });
    await emulator.clock.advance('1h');
    await emulator.reset();
    expect((await call<{ data: unknown[] }>(emulator, 'GET /api/v1/webhooks')).body.data).toEqual([]);
    expect(await emulator.control('GET', '/_emulator/organisations/default')).toMatchObject({
      plan: 'free',
      members: ['owner@local.test', 'dev@local.test'],
    });
    for (const key of [other.live_key, minted.key]) {
      const answer = await call(emulator, 'GET /api/v1/webhooks', undefined, { Authorization: `Bearer ${key}` });
      expect(answer.status).toBe(401);
    }
    const brands = await emulator.control<{ data: { id: string }[] }>('GET', '/_emulator/brands');
    expect(brands.data.map(({ id }) => id)).toEqual([emulator.brandId, brand.id]);
    expect(emulator.clock.now().toISOString()).toBe('2026-03-02T09:00:00.000Z');
  });

  it('a log of requests, without queries and without what opens a page', async () => {
    const entries: LogEntry[] = [];
    const emulator = await start({ log: (entry) => entries.push(entry) });
    await call(emulator, 'GET /api/v1/webhooks?secret=1');
    await http(emulator.url, 'GET', '/sign/a-token-that-opens-it');
    expect(JSON.stringify(entries)).not.toMatch(/secret|token/);
    expect(entries).toMatchObject([
      { kind: 'request', method: 'GET', path: '/api/v1/webhooks', status: 200 },
      { kind: 'request', method: 'GET', path: '(page)' },
    ]);
  });
});
