import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Sqlite } from '../../../src/core/platform/sqlite.js';
import { recordAttempt, removeDelivery } from '../../../src/store/deliveries.js';
import { openState } from '../../../src/store/state.js';
import { verify } from '../../../src/domain/webhook/signature.js';
import { startReceiver, type Receiver } from '../../support/listening/deliveries.js';
import { holdListener, recordDeliveries, type Recorded } from '../../support/records/recorded-deliveries.js';
import { hostileServer } from '../../support/network/hostile-server.js';
import { type Machine, newMachine } from '../../support/program.js';

let machine: Machine;
let receiver: Receiver;
beforeEach(async () => {
  machine = newMachine();
  writeFileSync(join(machine.folder, 'hook.secret'), 'whsec_file\n');
  receiver = await startReceiver();
});
afterEach(async () => {
  await receiver.close();
  machine.remove();
});

const record = (...given: readonly Recorded[]) => recordDeliveries(machine.env['ESIGN_STATE_DIR'] ?? '', given);
const replay = (...more: readonly string[]) =>
  machine.run(['event', 'replay', '--secret-file', 'hook.secret', '--json', ...more]);
const undelivered = async (): Promise<string> => (await machine.run(['event', 'list', '--undelivered', '-q'])).stdout;
const failed = (at = new Date().toISOString()) =>
  ({ is: 'given-up', target: receiver.url, attempts: 4, at, status: 500, milliseconds: 1, words: '500' }) as const;

describe('event replay', () => {
  it('sends the same bytes with a fresh time, and counts them as delivered', async () => {
    const body = '{"id":"evt_1",  "retry_count":0, "big":12345678901234567890}';
    const [one] = await record({ body, target: receiver.url, forward: failed(), at: '2026-01-01T00:00:00.000Z' });
    expect(await undelivered()).toContain(one?.id);
    const ran = await replay(one?.id ?? '');
    expect(ran.code).toBe(0);
    expect(ran.json()).toMatchObject({ data: [{ id: one?.id, to: receiver.url, status: 204 }] });
    const [got] = receiver.received;
    expect(got?.raw.toString()).toBe(body);
    const header = got?.headers['service-signature'];
    expect(verify({ header, body: Buffer.from(body), current: 'whsec_file', now: Date.now() }).ok).toBe(true);
    expect(await undelivered()).toBe('');
    const shown = await machine.run(['event', 'show', one?.id ?? '', '--json']);
    expect(shown.json()).toMatchObject({ app: { state: 'delivered', attempts: 5, status: 204 } });
  });

  it('counts retry_count up on demand', async () => {
    const [one] = await record({ target: receiver.url });
    await replay(one?.id ?? '', '--as-retry');
    expect(receiver.received[0]?.body).toMatchObject({ id: one?.eventId, retry_count: 1 });
  });

  it('replays everything that the app has not taken, in the order of its coming', async () => {
    const written = await record(
      { target: receiver.url, forward: failed() },
      { target: receiver.url },
      {
        target: receiver.url,
        forward: { is: 'delivered', target: receiver.url, attempts: 1, at: '', status: 204, milliseconds: 1 },
      },
      {},
    );
    expect((await replay('--undelivered')).code).toBe(0);
    expect(receiver.received.map(({ body }) => body.id)).toEqual(written.slice(0, 2).map(({ eventId }) => eventId));
    expect((await replay('--undelivered')).json()).toEqual({ data: [], skipped: [] });
  });

  it('sends only what came from the configured service, since the rest is for other apps', async () => {
    const given = ['api.example.com', 'emulator-0123456789ab'].map((host) => ({ host, target: receiver.url }));
    const [own] = await record(...given);
    const ran = await replay('--undelivered', '--base-url', 'https://api.example.com');
    expect([ran.code, ran.stderr]).toEqual([0, '']);
    expect(receiver.received.map(({ body }) => body.id)).toEqual([own?.eventId]);
    const again = ['event', 'replay', '--undelivered', '--base-url', 'https://api.example.com'];
    const left = await machine.run(again, { terminal: true });
    expect(left.stdout).toContain('Nothing to replay. Everything was delivered.');
    expect(left.stderr).toContain('Left: 1 delivery of other services.');
    expect(receiver.received).toHaveLength(1);
  });

  it('signs with no secret of a listener of another service', async () => {
    const [own] = await record({ host: 'api.example.com', target: receiver.url });
    await holdListener(machine.env['ESIGN_STATE_DIR'] ?? '', { forwardTo: 'http://127.0.0.1:9/', secret: 'whsec_o' });
    const service = ['--base-url', 'https://api.example.com', '--json'];
    const ran = await machine.run(['event', 'replay', own?.id ?? '', ...service]);
    expect([ran.code, ran.error()]).toMatchObject([2, { code: 'missing_option' }]);
    expect(receiver.received).toEqual([]);
    const sent = await machine.run(['event', 'send', 'envelope.sent', ...service]);
    expect([sent.code, sent.error().message]).toEqual([2, expect.stringContaining('No receiver specified')]);
  });

  it('calls nothing delivered that went to no app', async () => {
    const seen = async (): Promise<readonly [number, string]> => {
      const ran = await machine.run(['event', 'replay', '--undelivered'], { terminal: true });
      return [ran.code, ran.stdout.trim().replaceAll(/\s+/g, ' ')];
    };
    expect(await seen()).toEqual([0, 'Nothing to replay. No verified delivery is recorded.']);
    const taken = { is: 'delivered', target: receiver.url, attempts: 1, at: '', status: 204, milliseconds: 1 } as const;
    const [app] = await record({ target: receiver.url, forward: taken });
    // Another listener received the same event, without an app.
    await record({ eventId: app?.eventId ?? '' }, { verdict: { ok: false, cause: 'mismatch', words: '' } });
    expect(await seen()).toEqual([0, 'Nothing to replay. Everything was delivered.']);
    await record({}, {});
    const none = '2 deliveries were not forwarded to an app.';
    expect(await seen()).toEqual([0, `Nothing to replay. ${none} To send one: esign event replay ID --to URL`]);
  });

  it('sends what was cut off only when it is told to, and names the one command for all of it', async () => {
    const cutOff = { is: 'sending', target: receiver.url, attempts: 1, at: new Date().toISOString() } as const;
    const given = Array.from({ length: 7 }, () => ({ target: receiver.url, forward: cutOff }));
    const written = await record(...given);
    const refused = await replay('--undelivered');
    expect(refused.code).toBe(13);
    expect(refused.error()).toMatchObject({
      code: 'delivery_unknown',
      hint: 'Check the app. To send them again: esign event replay --cut-off --undelivered',
    });
    expect(receiver.received).toEqual([]);
    expect((await replay('--cut-off')).error()).toMatchObject({ code: 'missing_option' });
    expect((await replay('--cut-off', '--undelivered')).code).toBe(0);
    expect(receiver.received.map(({ body }) => body.id)).toEqual(written.map(({ eventId }) => eventId));
    expect(await undelivered()).toBe('');
  });

  it('skips what another program delivered meanwhile, or removed', async () => {
    const arrived: string[] = [];
    // While the app answers the first one, a listener delivers the second, and the third is forgotten.
    const app = createServer((request, response) => {
      arrived.push(request.url ?? '');
      openState(machine.env['ESIGN_STATE_DIR'] ?? '').write((sql) => {
        const [, second, third] = sql.all<{ id: string; place: number }>(
          'SELECT id, place FROM deliveries ORDER BY place',
        );
        const taken = { is: 'delivered', target: url, attempts: 1, at: '', status: 204, milliseconds: 1 } as const;
        if (second !== undefined) recordAttempt(sql, second.id, { ...taken, at: new Date().toISOString() }, null);
        if (third !== undefined) removeDelivery(sql, { place: third.place, at: Date.now() }, Date.now());
      });
      response.writeHead(204).end();
    });
    await new Promise<void>((resolve) => app.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(app.address() as AddressInfo).port}/`;
    const [first, second, third] = await record({ target: url }, { target: url }, { target: url });
    const ran = await replay('--undelivered');
    app.close();
    expect(arrived).toHaveLength(1);
    expect(ran.json()).toMatchObject({
      data: [{ id: first?.id, status: 204 }],
      skipped: [
        { id: second?.id, reason: 'delivered' },
        { id: third?.id, reason: 'removed' },
      ],
    });
  });

  it('gives each address what it lacks, and none of them anything twice', async () => {
    const other = await startReceiver();
    const at = new Date().toISOString();
    const taken = { is: 'delivered', target: receiver.url, attempts: 1, at, status: 204, milliseconds: 1 } as const;
    // One event by three listeners: two of them forward to the first address, and one of those got it there.
    await record(
      { eventId: 'evt_shared', listener: 'one', target: receiver.url, forward: taken },
      { eventId: 'evt_shared', listener: 'two', target: receiver.url, forward: failed() },
      { eventId: 'evt_shared', listener: 'three', target: other.url, forward: { ...failed(), target: other.url } },
      { eventId: 'evt_lost', listener: 'one', target: receiver.url, forward: failed() },
      { eventId: 'evt_lost', listener: 'two', target: receiver.url },
    );
    expect((await undelivered()).trim().split('\n')).toHaveLength(2);
    const listed = (await machine.run(['event', 'list', '--json'])).json() as { data: { app: { target: string } }[] };
    expect(new Set(listed.data.map(({ app }) => app.target))).toEqual(new Set([receiver.url, other.url]));
    expect((await replay('--undelivered')).code).toBe(0);
    expect(receiver.received.map(({ body }) => body.id)).toEqual(['evt_lost']);
    expect(other.received.map(({ body }) => body.id)).toEqual(['evt_shared']);
    expect((await replay('--undelivered')).json()).toEqual({ data: [], skipped: [] });
    await other.close();
    const ambiguous = await replay('evt_shared');
    expect(ambiguous.code).toBe(2);
    expect(ambiguous.stderr).toContain(`to ${other.url}`);
  });

  it('to another address, leaves the record as it is', async () => {
    const [one] = await record({
      target: 'http://127.0.0.1:9/',
      forward: { ...failed(), target: 'http://127.0.0.1:9/' },
    });
    expect((await replay(one?.id ?? '', '--to', receiver.url)).code).toBe(0);
    expect(await undelivered()).toContain(one?.id);
  });

  it('ends with 8 when the app takes none of it, and with 13 when it takes a part', async () => {
    const [one, two] = await record(
      { target: receiver.url },
      { target: 'http://127.0.0.1:9/', forward: { ...failed(), target: 'http://127.0.0.1:9/' } },
    );
    expect((await replay(one?.id ?? '', two?.id ?? '')).code).toBe(13);
    receiver.answer(503);
    const none = await replay(one?.id ?? '');
    expect(none.error()).toMatchObject({ code: 'receiver_failed', exit_code: 8 });
    expect(none.error().message).toContain('responded with 503');
  });

  it('warns when a running listener still tries the same by itself', async () => {
    const [one] = await record({ target: receiver.url, listener: 'test', forward: { ...failed(), is: 'failed' } });
    await holdListener(machine.env['ESIGN_STATE_DIR'] ?? '', { forwardTo: receiver.url, secret: 'whsec_held' });
    const ran = await machine.run(['event', 'replay', one?.id ?? '']);
    expect(ran.code).toBe(0);
    expect(ran.stderr).toContain('may receive them twice');
    const again = await machine.run(['event', 'replay', one?.id ?? '']);
    expect(again.stderr).toBe('');
  });

  it('signs nothing that did not verify when it came', async () => {
    const [forged] = await record({
      target: receiver.url,
      verdict: { ok: false, cause: 'wrong_secret', words: 'No.' },
    });
    expect((await replay(forged?.id ?? '')).error()).toMatchObject({ code: 'not_verified', exit_code: 2 });
    expect(receiver.received).toEqual([]);
  });

  it('sends nothing when one of them cannot be sent, and each once however it is named', async () => {
    const [one, noApp] = await record({ target: receiver.url }, {});
    expect((await replay(one?.id ?? '', noApp?.id ?? '')).code).toBe(2);
    expect(receiver.received).toEqual([]);
    expect((await replay(one?.id ?? '', one?.eventId ?? '', one?.id ?? '')).json()).toMatchObject({ data: [{}] });
    expect(receiver.received).toHaveLength(1);
  });

  it('interrupted, says what was sent and what the app may have received', async () => {
    const stop = new AbortController();
    const app = await hostileServer([() => stop.abort()]);
    const all = await record({ target: receiver.url }, { target: app.url }, { target: receiver.url });
    const [one, two, three] = all.map(({ id }) => id);
    const words = ['event', 'replay', '--secret-file', 'hook.secret', '--json', ...all.map(({ id }) => id)];
    const ran = await machine.run(words, { signal: stop.signal });
    await app.close();
    expect(ran.code).toBe(130);
    expect(ran.json()).toMatchObject({ data: [{ id: one, status: 204 }] });
    expect(ran.error()).toMatchObject({ code: 'interrupted', unknown: two, not_sent: [three] });
  });

  it('says when the app accepted it but that cannot be recorded', async () => {
    const app = await hostileServer([
      (response) => {
        const record = new Sqlite(join(machine.env['ESIGN_STATE_DIR'] ?? '', 'state.db'), 1_000);
        record.script('ALTER TABLE deliveries RENAME TO lost');
        response.writeHead(204).end();
      },
    ]);
    const target = `${app.url}/`;
    const [one] = await record({ target, forward: { ...failed(), target } });
    const ran = await replay('--undelivered');
    await app.close();
    expect([ran.code, ran.json()]).toMatchObject([1, { data: [{ id: one?.id, status: 204 }] }]);
    expect(ran.error()).toMatchObject({ code: 'journal_damaged', unrecorded: one?.id });
  });

  it('skips what has no body any more, and says where its envelope is', async () => {
    const [one, other] = await record({ target: receiver.url }, { target: receiver.url });
    const [gone] = await record({ target: receiver.url, id: 'f0f0f0f0' });
    openState(machine.env['ESIGN_STATE_DIR'] ?? '').write((sql) =>
      sql.run("DELETE FROM delivery_bodies WHERE place IN (SELECT place FROM deliveries WHERE id = 'f0f0f0f0')"),
    );
    const named = await replay('f0f0f0f0');
    expect(named.error()).toMatchObject({ code: 'body_gone', exit_code: 4 });
    expect(named.error().hint).toContain(`esign envelope get ${gone?.envelopeId}`);
    const ran = await replay('--undelivered');
    expect(ran.json()).toMatchObject({
      data: [{ id: one?.id }, { id: other?.id }],
      skipped: [{ id: 'f0f0f0f0', reason: 'removed' }],
    });
  });

  it('reads the URL of an app as `listen --forward-to` does', async () => {
    const [one] = await record({ target: 'http://127.0.0.1:9/' });
    const { port, host, pathname } = new URL(receiver.url);
    for (const to of [`${port}${pathname}`, `${host}${pathname}`]) {
      expect((await replay(one?.id ?? '', '--to', to)).json()).toMatchObject({ data: [{ to: receiver.url }] });
    }
    expect((await replay(one?.id ?? '', '--to', 'http://a:b@127.0.0.1/')).error().code).toBe('invalid_value');
  });

  it('needs a receiver, a secret, and something to replay', async () => {
    const [one] = await record({});
    expect((await replay(one?.id ?? '')).error().hint).toContain('--to');
    expect((await replay()).error().code).toBe('missing_argument');
    expect((await replay(one?.id ?? '', '--undelivered')).error().code).toBe('conflicting_options');
    expect((await replay('ffff0000')).code).toBe(4);
    const bare = await machine.run(['event', 'replay', one?.id ?? '', '--to', receiver.url, '--json']);
    expect(bare.error().hint).toContain('--secret-file');
  });
});
