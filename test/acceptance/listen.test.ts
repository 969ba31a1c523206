import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { verify } from '../../src/domain/webhook/signature.js';
import { bin } from '../support/esign.js';
import { http } from '../support/http.js';
import { until } from '../support/listening/listen-real.js';
import { listenScene } from '../support/listening/listening.js';
import { freePort } from '../support/listening/sshd.js';

afterEach(async () => {
  for (const { id } of await endpoints()) await service('DELETE', `/api/v1/webhooks/${id}`);
});
const scene = listenScene();
const { listen, app, stopped, service, control, trigger } = scene;
const endpoints = async () =>
  (await service<{ data: { id: string; url: string; active: boolean }[] }>('GET', '/api/v1/webhooks')).body.data;
const ofType = (type: string) => (line: { readonly type: string }) => line.type === type;

describe('listen, to a service on this machine', () => {
  it('is ready first, forwards the very bytes and the very signature, and leaves nothing behind', async () => {
    const receiver = await app();
    const one = listen(['--forward-to', receiver.url, '--secret-file', 'first.secret', '--fresh-secret']);
    const ready = await one.ready();
    expect(one.lines[0]).toBe(ready);
    expect(ready).toMatchObject({ tunnel: 'none', ack: 'early', routes: [{ pattern: '*', target: receiver.url }] });
    expect(ready.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/esl\/[a-z0-9]{8}\/[a-z0-9]{32}$/);
    const envelope = await trigger('envelope.declined');
    await receiver.has(2);
    const secretPath = join(scene.program.folder, 'first.secret');
    const secret = readFileSync(secretPath, 'utf8').trim();
    expect(statSync(secretPath).mode & 0o777).toBe(0o600);
    for (const { headers, body } of receiver.took) {
      const header = headers['service-signature'] as string;
      expect(verify({ header, body, current: secret, now: Date.now() }).ok).toBe(true);
      expect(headers['content-type']).toBe('application/json');
    }
    const said = await one.line((line) => line.type === 'delivery' && line['event'] === 'envelope.declined');
    expect(said).toMatchObject({
      envelope_id: envelope,
      verified: true,
      secret: 'current',
      retry_count: 0,
      repeat: false,
    });
    const { code, done, stdout } = await stopped(one);
    expect(code).toBe(130);
    expect(done).toMatchObject({ type: 'done', deliveries: 2, forwarded: 2, refused: 0, undelivered: [], missed: 0 });
    expect(await endpoints()).toEqual([]);
    expect(stdout).not.toContain(secret);
    expect(readdirSync(join(scene.program.folder, 'state', 'listen'))).toEqual(['machine', 'secrets.over']);
    expect(readFileSync(join(scene.program.folder, 'state', 'listen', 'secrets.over'), 'utf8')).not.toContain(secret);
  });

  it('says in words why a delivery does not verify, and forwards nothing of it', async () => {
    const receiver = await app();
    const one = listen(['--forward-to', receiver.url]);
    const { url } = await one.ready();
    const t = Math.floor(Date.now() / 1000);
    const zero = '0'.repeat(64);
    const post = (headers: Readonly<Record<string, string>>) =>
      http(url, 'POST', new URL(url).pathname, { body: { id: 'x', event: 'envelope.sent' }, headers });
    expect((await post({})).status).toBe(401);
    expect((await post({ 'Service-Signature': `t=${t - 400}, v1=${zero}` })).status).toBe(401);
    expect((await post({ 'Service-Signature': `t=${t}, v1=${zero}` })).status).toBe(401);
    expect((await http(url, 'POST', '/', { body: {} })).status).toBe(404);
    expect((await http(url, 'GET', new URL(url).pathname)).status).toBe(404);
    await one.line((line) => line['cause'] === 'wrong_secret');
    const causes = one.lines.filter(ofType('refused')).map((line) => line['cause']);
    expect(causes).toEqual(['no_header', 'too_old', 'wrong_secret']);
    expect(one.lines.find((line) => line['cause'] === 'too_old')?.['message']).toContain('6 min');
    const { done } = await stopped(one);
    expect(done).toMatchObject({ deliveries: 0, refused: 3 });
    expect(receiver.took).toEqual([]);
  });

  it('follows the clock of the emulator, and says so when a secret was rotated elsewhere', async () => {
    const receiver = await app();
    const one = listen(['--forward-to', receiver.url]);
    const { endpoint_id: id } = await one.ready();
    await control('POST', '/clock', { action: 'advance', seconds: 90_000 });
    await trigger('envelope.sent');
    await receiver.has(1);
    await service('POST', `/api/v1/webhooks/${id}/rotate-secret`);
    await trigger('envelope.sent');
    await receiver.has(2);
    const rotated = await one.line((line) => line['secret'] === 'previous');
    expect(rotated).toMatchObject({ type: 'delivery', verified: true });
    expect(await one.line((line) => line['code'] === 'rotated_elsewhere')).toMatchObject({ type: 'warning' });
    await stopped(one);
  });

  it('does not say that it missed nothing when its endpoint was deleted elsewhere', async () => {
    const one = listen(['--forward-to', (await app()).url]);
    const { endpoint_id: id } = await one.ready();
    await service('DELETE', `/api/v1/webhooks/${id}`);
    await trigger('envelope.sent');
    expect((await stopped(one)).done).toMatchObject({
      deliveries: 0,
      missed: null,
      missed_unknown_because: expect.stringContaining('the endpoint was deleted elsewhere') as unknown,
    });
  });

  it('sends each event where its first route leads, with the headers asked for', async () => {
    const [sent, others] = [await app(), await app()];
    const routes = ['--route', `envelope.sent=${sent.url}`, '--route', `*=${others.url}`];
    const one = listen([...routes, '--header', 'X-Tenant: demo', '--event', 'envelope.*']);
    expect((await one.ready())['events']).not.toContain('recipient.completed');
    await trigger('envelope.completed');
    await Promise.all([sent.has(1), others.has(1)]);
    expect(sent.took.map(({ body }) => (JSON.parse(body.toString()) as { event: string }).event)).toEqual([
      'envelope.sent',
    ]);
    expect(others.took.map(({ body }) => (JSON.parse(body.toString()) as { event: string }).event)).toEqual([
      'envelope.completed',
    ]);
    expect(sent.took[0]?.headers['x-tenant']).toBe('demo');
    await stopped(one);
  });

  it('does not start a second time for the same app', async () => {
    const receiver = await app();
    const one = listen(['--forward-to', receiver.url]);
    await one.ready();
    const second = await scene.program.run(['listen', '--json', '--profile', 'local', '--forward-to', receiver.url]);
    expect(second.code).toBe(6);
    expect(JSON.parse(second.stderr)).toMatchObject({ error: { code: 'listener_running', exit_code: 6 } });
    await stopped(one);
  });
});

describe('a reader that leaves, as `head` does', () => {
  it('ends the listener, which deletes its endpoint', async () => {
    const receiver = await app();
    const one = scene.program.start(['listen', '--profile', 'local', '--forward-to', receiver.url]);
    await one.firstLine;
    one.process.stdout?.destroy();
    await trigger('envelope.sent');
    expect(await one.ended).toMatchObject({ code: 0 });
    expect(receiver.took).toHaveLength(1);
    expect(await endpoints()).toEqual([]);
  });

  it('does not end one that waits for an event', async () => {
    const words = ['--forward-to', (await app()).url, '--expect', 'envelope.sealed', '--max-wait', '2s'];
    const one = scene.program.start(['listen', '--profile', 'local', ...words]);
    await one.firstLine;
    one.process.stdout?.destroy();
    await trigger('envelope.sent');
    expect(await one.ended).toMatchObject({ code: 12 });
  });
});

describe('an app that is down', () => {
  it('gets what came meanwhile once it answers', async () => {
    const receiver = await app();
    const { port, url } = receiver;
    await receiver.close();
    const one = listen(['--forward-to', url]);
    await one.ready();
    await trigger('envelope.sent');
    expect(await one.line(ofType('app'))).toMatchObject({ reachable: false });
    const again = await app(port);
    await again.has(1);
    expect((await stopped(one)).done).toMatchObject({ forwarded: 1, undelivered: [] });
    const told = one.lines.filter(ofType('delivery')).map((line) => (line['app'] as { state: string }).state);
    expect(told).toEqual(['failing', 'delivered']);
  });

  it('gets it from the next run, signed again, and the summary names it', async () => {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}/hooks`;
    const first = listen(['--forward-to', url]);
    await first.ready();
    const envelope = await trigger('envelope.sent');
    await first.line(ofType('app'));
    const { done } = await stopped(first);
    expect(done).toMatchObject({ forwarded: 0, undelivered: [{ state: 'failing', envelope_id: envelope }] });
    const again = await app(port);
    const second = listen(['--forward-to', url, '--secret-file', 'second.secret']);
    expect(await second.ready()).toMatchObject({ resumed: 1 });
    await again.has(1);
    const secret = readFileSync(join(scene.program.folder, 'second.secret'), 'utf8').trim();
    const [took] = again.took;
    const header = took?.headers['service-signature'] as string;
    expect(verify({ header, body: took?.body ?? Buffer.alloc(0), current: secret, now: Date.now() }).ok).toBe(true);
    await second.line((line) => line.type === 'delivery');
    expect((await stopped(second)).done).toMatchObject({ undelivered: [] });
  });

  it('is retried as often as asked without a 2xx, and the response is shown', async () => {
    const receiver = await app();
    receiver.answer(500, 'no database');
    const one = listen(['--forward-to', receiver.url, '--retries', '1']);
    await one.ready();
    await trigger('envelope.sent');
    await receiver.has(2);
    const given = await one.line((line) => line.type === 'delivery' && !('retry_in_ms' in (line['app'] as object)));
    expect(given['app']).toMatchObject({ status: 500, attempts: 2, said: 'no database' });
    expect((await stopped(one)).done).toMatchObject({ forwarded: 0, undelivered: [{ state: 'given_up' }] });
  });

  it('has its own status given to the service with --ack app, which then repeats it', async () => {
    const receiver = await app();
    receiver.answer(503);
    const one = listen(['--forward-to', receiver.url, '--ack', 'app', '--event', 'envelope.sent']);
    const { endpoint_id: id } = await one.ready();
    await trigger('envelope.sent');
    await receiver.has(1);
    await one.line(ofType('delivery'));
    receiver.answer(202);
    await control('POST', '/clock', { action: 'advance', seconds: 61 });
    await receiver.has(2);
    type Deliveries = { data: { attempts: { status: number }[] }[] };
    const [delivery] = (await control<Deliveries>('GET', `/deliveries?webhook_id=${id}`)).body.data;
    expect(delivery?.attempts.map(({ status }) => status)).toEqual([503, 202]);
    expect((await stopped(one)).done).toMatchObject({ forwarded: 1, repeats: 1, undelivered: [] });
  });

  it('says of what was left with --ack app that it is not sent by itself, also at the next start', async () => {
    const receiver = await app();
    receiver.answer(503);
    const words = ['--forward-to', receiver.url, '--ack', 'app', '--event', 'envelope.sent'];
    const one = listen(words);
    await one.ready();
    await trigger('envelope.sent');
    await one.line(ofType('delivery'));
    expect((await stopped(one)).done).toMatchObject({
      undelivered: [{ state: 'failing' }],
      hint: 'Replay them now: esign event replay --undelivered',
    });
    const next = listen(words);
    expect(await next.ready()).toMatchObject({ resumed: 0, left: [expect.any(String) as unknown] });
    await stopped(next);
  });
});

describe('a listener that is killed', () => {
  const gone = (): Promise<void> => until(async () => (await endpoints()).length === 0);

  it('has its endpoint removed all the same', async () => {
    const one = listen([]);
    await one.ready();
    expect(await endpoints()).toHaveLength(1);
    one.signal('SIGKILL');
    await gone();
    expect(await endpoints()).toEqual([]);
  });

  it('has it removed though its whole group was killed, with the command that it ran', async () => {
    const words = ['listen', '--profile', 'local', '--', process.execPath, '-e', 'setTimeout(() => {}, 60_000)'];
    const child = spawn(process.execPath, [bin, ...words], { env: scene.program.env, stdio: 'ignore', detached: true });
    await until(async () => (await endpoints()).length > 0);
    expect(await endpoints()).toHaveLength(1);
    process.kill(-(child.pid ?? 0), 'SIGKILL');
    await gone();
    expect(await endpoints()).toEqual([]);
  });

  it('is removed by the next start after a kill', async () => {
    const one = listen(['--no-reaper']);
    await one.ready();
    one.signal('SIGKILL');
    await one.ended;
    expect(await endpoints()).toHaveLength(1);
    const pruned = await scene.program.run(['listen', '--prune', '--profile', 'local', '--json']);
    expect(JSON.parse(pruned.stdout)).toEqual({ removed: 1, left: [] });
    expect(await endpoints()).toEqual([]);
  });

  it('keeps its endpoint, address and secret after --keep, and gets retried deliveries', async () => {
    const receiver = await app();
    const words = ['--keep', '--forward-to', receiver.url];
    const first = listen([...words, '--secret-file', 'kept.secret']);
    const before = await first.ready();
    first.signal('SIGKILL');
    await first.ended;
    await trigger('envelope.sent');
    expect(receiver.took).toHaveLength(0);
    const second = listen([...words, '--secret-file', 'kept.secret']);
    const after = await second.ready();
    expect([after.url, after.endpoint_id, after['reused']]).toEqual([before.url, before.endpoint_id, true]);
    await control('POST', '/clock', { action: 'advance', seconds: 61 });
    await receiver.has(1);
    expect(await second.line(ofType('delivery'))).toMatchObject({ retry_count: 1, secret: 'current' });
    expect((await stopped(second)).done).toMatchObject({ endpoint_removed: false });
    expect(await endpoints()).toMatchObject([{ id: before.endpoint_id }]);
    expect(existsSync(join(scene.program.folder, 'kept.secret'))).toBe(true);
  });
});

it('gives the command the address and the secret in its environment alone, and ends with its code', async () => {
  const text =
    "process.stdout.write('OUT ' + process.env.ESIGN_LISTEN_URL + ' ' + process.env.ESIGN_WEBHOOK_SECRET); process.exit(7)";
  const one = listen(['--', process.execPath, '-e', text]);
  const ready = await one.ready();
  const { code, stderr, stdout } = await one.ended;
  expect(code).toBe(7);
  expect(stderr).toMatch(new RegExp(`OUT ${ready.url} whsec_\\S+`));
  for (const line of stdout.trim().split('\n')) expect(() => JSON.parse(line) as unknown).not.toThrow();
  expect(stdout).not.toContain('whsec_');
  expect(await endpoints()).toEqual([]);
});
