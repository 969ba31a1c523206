import { readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { eventNames } from '../../src/contract/events.js';
import { writeSignature } from '../../src/domain/webhook/signature.js';
import {
  allVerify,
  hasRealParts,
  openRealService,
  openRealWay,
  type RealService,
  type RealWay,
  until,
} from '../support/listening/listen-real.js';
import { type ListenLine, startApp } from '../support/listening/listening.js';

let service: RealService;
const services: RealService[] = [];
let way: RealWay;
beforeAll(async () => {
  if (!hasRealParts) return;
  service = await openRealService();
  services.push(service);
});
afterAll(async () => {
  for (const each of services) await each.close();
});
afterEach(async () => {
  if (hasRealParts) await way.close();
});

const repeats = 61;
const deliveryOf = (event: string) => (line: ListenLine) => line.type === 'delivery' && line['event_id'] === event;
const stateIn = (line: ListenLine): string => (line['app'] as { readonly state: string }).state;
const secretIn = (file: string): string => readFileSync(join(way.program.folder, file), 'utf8').trim();

// A busy machine takes its time over a dozen processes; nothing here waits for a time-out to pass.
describe.skipIf(!hasRealParts)(
  'what happens at both ends of a tunnel, through a real sshd and nginx',
  { timeout: 240_000 },
  () => {
    it('takes the eight events of the service to an app that was down, each once and verifying', async () => {
      way = await openRealWay(service);
      const { port } = way.app;
      await way.app.close();
      const one = way.listen(['--secret-file', 'app.secret']);
      await one.ready();
      const made: string[] = [];
      for (const event of eventNames) made.push(await way.trigger(event));
      for (const event of made) expect(await way.attempts(event, 1)).toEqual([200]);
      expect(await one.line(({ type }) => type === 'app')).toMatchObject({
        reachable: false,
        message: expect.stringMatching(/New deliveries are stored, and forwarded once it responds\.$/),
      });
      const { data } = await way.control<{ readonly data: readonly unknown[] }>('GET', '/events');
      const told = (...states: readonly string[]) =>
        one.lines.filter((line) => line.type === 'delivery' && states.includes(stateIn(line)));
      await until(() => told('failing', 'waiting').length === data.length);
      way.app = await startApp(port);
      await way.app.has(data.length);
      await one.line((line) => line.type === 'app' && line['reachable'] === true);
      allVerify(way.app, secretIn('app.secret'));
      const kinds = way.app.took.map(({ body }) => (JSON.parse(body.toString()) as { readonly event: string }).event);
      expect([...new Set(kinds)].sort()).toEqual([...eventNames].sort());
      // One line when it waits, one when the app has it.
      await until(() => told('delivered').length === data.length);
      const waited = told('failing', 'waiting').map((line) => line['event_id']);
      expect([waited.length, new Set(waited).size]).toEqual([data.length, data.length]);
      const done = await way.stop(one);
      expect(done).toMatchObject({ deliveries: data.length, forwarded: data.length, undelivered: [], missed: 0 });
      await way.nothingLost(done);
    });

    it('lists what an app did not take in the end, and says how to send it again', async () => {
      way = await openRealWay(service);
      await way.app.close();
      const one = way.listen();
      await one.ready();
      const event = await way.trigger('envelope.sent');
      expect(await way.attempts(event, 1)).toEqual([200]);
      await one.line(({ type }) => type === 'app');
      const done = await way.stop(one);
      expect(done).toMatchObject({ forwarded: 0, undelivered: [{ event: 'envelope.sent' }] });
      await way.nothingLost(done);
      const [{ id }] = done['undelivered'] as [{ readonly id: string }];
      way.app = await startApp();
      const replay = ['event', 'replay', id, '--to', way.app.url, '--profile', 'local', '--yes', '--json'];
      const replayed = await way.program.run(replay);
      expect([replayed.code, replayed.stderr]).toEqual([0, '']);
      await way.app.has(1);
      await way.nothingLost();
    });

    it('accepts a secret that was rotated elsewhere until its grace ends, and then takes the new one', async () => {
      way = await openRealWay(service);
      const one = way.listen(['--keep']);
      const { endpoint_id: id } = await one.ready();
      const rotate = () => way.service<{ readonly secret: string }>('POST', `/api/v1/webhooks/${id}/rotate-secret`);
      await rotate();
      const first = await way.trigger('envelope.sent');
      expect(await way.attempts(first, 1)).toEqual([200]);
      expect(await one.line(deliveryOf(first))).toMatchObject({ verified: true, secret: 'previous' });
      expect(await one.line((line) => line['code'] === 'rotated_elsewhere')).toMatchObject({
        type: 'warning',
        message: expect.stringMatching(/at most 24 hours.*--rotate/),
      });
      // A second one ends the grace of the first: what is held here signs nothing any more.
      const { secret } = await rotate();
      const second = await way.trigger('envelope.sent');
      expect(await way.attempts(second, 1)).toEqual([401]);
      const refused = await one.line(({ type }) => type === 'refused');
      expect(refused).toMatchObject({
        verified: false,
        cause: 'wrong_secret',
        message: expect.stringMatching(/secret/),
      });
      expect(await way.stop(one)).toMatchObject({ deliveries: 1, refused: 1, endpoint_removed: false });
      // Told: it takes a new secret itself, and the service repeats what was refused.
      const next = way.listen(['--keep', '--rotate', '--yes', '--secret-file', 'new.secret']);
      expect(await next.ready()).toMatchObject({ endpoint_id: id, reused: true });
      expect(secretIn('new.secret')).not.toBe(secret);
      await way.advance(repeats);
      expect(await way.attempts(second, 2)).toEqual([401, 200]);
      expect(await next.line(deliveryOf(second))).toMatchObject({ secret: 'current', retry_count: 1 });
      await way.app.has(2);
      await way.nothingLost(await way.stop(next));
      expect(await way.endpoints()).toMatchObject([{ id, active: true }]);
    });

    it('says by how much the clock of this machine is wrong, and gets what it refused once it is set', async () => {
      // Its clock must be the real one, which no other test has moved.
      const punctual = await openRealService();
      services.push(punctual);
      way = await openRealWay(punctual);
      const clock = brokenClock(400);
      const one = way.listen([], { ...clock.env, ESIGN_BASE_URL: elsewhere(way.base), ESIGN_API_KEY: way.key });
      expect(await one.ready()).toMatchObject({ clock_ahead_seconds: expect.toSatisfy(about(400)), live_events: true });
      const event = await way.trigger('envelope.sent');
      expect(await way.attempts(event, 1)).toEqual([401]);
      expect(await one.line(({ type }) => type === 'refused')).toMatchObject({
        cause: 'too_old',
        message: expect.stringMatching(
          /6 min.*The clock of this machine is about 6 min (39|40|41) s ahead of the service/,
        ),
        hint: expect.stringMatching(/Set the clock of this machine/),
      });
      expect(way.app.took).toEqual([]);
      clock.set(0);
      await way.advance(repeats);
      await way.app.has(1);
      expect(await way.attempts(event, 2)).toEqual([401, 200]);
      await one.line(deliveryOf(event));
      const done = await way.stop(one);
      expect(done).toMatchObject({ deliveries: 1, refused: 1, forwarded: 1, undelivered: [] });
      await way.nothingLost(done);
    });

    it('says when the clock of the sender is wrong, in which direction, and gets the repetition', async () => {
      way = await openRealWay(service);
      const one = way.listen();
      await one.ready();
      for (const [seconds, cause] of [
        [400, 'too_new'],
        [-400, 'too_old'],
      ] as const) {
        await way.control('POST', '/faults/deliveries', { clock_skew: 1, clock_skew_seconds: seconds, count: 1 });
        const event = await way.trigger('envelope.sent');
        expect(await way.attempts(event, 1)).toEqual([401]);
        expect(await one.line((line) => line['cause'] === cause)).toMatchObject({
          message: expect.stringMatching(/6 min/),
        });
        await way.advance(repeats);
        expect(await way.attempts(event, 2)).toEqual([401, 200]);
      }
      await way.app.has(2);
      await until(() => one.lines.filter(({ type }) => type === 'delivery').length === 2);
      const done = await way.stop(one);
      expect(done).toMatchObject({ deliveries: 2, refused: 2, forwarded: 2, undelivered: [] });
      await way.nothingLost(done);
    });

    it('makes room for itself among ten endpoints by its own dead one, and touches none that is not its own', async () => {
      way = await openRealWay(service);
      const dead = way.listen(['--no-reaper']);
      await dead.ready();
      dead.signal('SIGKILL');
      await dead.ended;
      const others: string[] = [];
      for (let count = 0; count < 9; count += 1) {
        const body = { url: `https://localhost:${way.edge.port}/other/${count}`, events: ['envelope.sealed'] };
        others.push((await way.service<{ readonly id: string }>('POST', '/api/v1/webhooks', body)).id);
      }
      expect(await way.endpoints()).toHaveLength(10);
      // The ssh of the killed one still holds the far port: nobody was left to end it.
      way.sshd.signalSessions('SIGKILL');
      const one = way.listen();
      const { endpoint_id: id } = await one.ready();
      expect((await way.endpoints()).map((each) => each.id).sort()).toEqual([...others, id].sort());
      const event = await way.trigger('envelope.sent');
      expect(await way.attempts(event, 1)).toEqual([200]);
      await way.app.has(1);
      const tenth = { url: `https://localhost:${way.edge.port}/other/9`, events: ['envelope.sealed'] };
      await way.nothingLost(await way.stop(one));
      await way.service('POST', '/api/v1/webhooks', tenth);
      const full = way.listen();
      const { code, stdout, stderr } = await full.ended;
      expect([code, stdout]).toEqual([6, '']);
      const { error } = JSON.parse(stderr) as { readonly error: { readonly code: string; readonly hint: string } };
      expect(error).toMatchObject({ code: 'endpoints_used_up', hint: expect.stringContaining(others[0] ?? '-') });
      expect(error.hint).not.toContain('/other/');
      expect(await way.endpoints()).toHaveLength(10);
      await until(() => way.sshd.sessions().length === 0);
    });

    it('takes a delivery with two signature headers for none, and the same one with one of them', async () => {
      way = await openRealWay(service);
      const one = way.listen(['--secret-file', 'two.secret']);
      const { url } = await one.ready();
      const body = Buffer.from('{"id":"two","event":"envelope.sent"}');
      const signature = writeSignature({ current: secretIn('two.secret') }, body, Math.floor((await way.now()) / 1000));
      expect(await post(url, body, [signature, signature])).toBe(401);
      expect(await one.line(({ type }) => type === 'refused')).toMatchObject({
        cause: 'several_headers',
        message: expect.stringMatching(/two|2|several|more than one/i),
      });
      expect(way.app.took).toEqual([]);
      expect(await post(url, body, [signature])).toBe(200);
      await way.app.has(1);
      expect(way.app.took[0]?.body).toEqual(body);
      await one.line(deliveryOf('two'));
      expect(await way.stop(one)).toMatchObject({ deliveries: 1, refused: 1, forwarded: 1 });
    });
  },
);

/** The same emulator under another name: what the program knows nothing of, as of the real service. */
const elsewhere = (base: string): string => base.replace('127.0.0.1', 'localhost');
const about = (seconds: number) => (value: number) => Math.abs(value - seconds) <= 2;

/** A clock of the listener's own that is ahead by so many seconds, and can be set while it runs. */
function brokenClock(seconds: number): { readonly env: NodeJS.ProcessEnv; set(seconds: number): void } {
  const ahead = join(way.program.folder, 'ahead');
  const preload = join(way.program.folder, 'clock.cjs');
  writeFileSync(ahead, String(seconds));
  writeFileSync(
    preload,
    `const { readFileSync } = require('node:fs');
const now = Date.now;
const ahead = () => Number(readFileSync(${JSON.stringify(ahead)}, 'utf8')) * 1000;
Date.now = () => now() + ahead();
globalThis.Date = new Proxy(Date, { construct: (Real, given) => new Real(...(given.length ? given : [Real.now()])) });
`,
  );
  return {
    env: { NODE_OPTIONS: `--require ${preload}` },
    set: (changed) => writeFileSync(ahead, String(changed)),
  };
}

/** Posts bytes to the public address with these signature headers; the status of the answer. */
function post(url: string, body: Buffer, signatures: readonly string[]): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { 'Content-Length': String(body.length), 'Service-Signature': [...signatures] };
    const ca = readFileSync(way.edge.caFile);
    const call = request(url, { method: 'POST', ca, headers, agent: false }, (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode ?? 0));
    });
    call.on('error', reject);
    call.end(body);
  });
}
