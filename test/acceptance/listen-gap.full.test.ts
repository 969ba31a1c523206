import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { verify } from '../../src/domain/webhook/signature.js';
import { makeCertificates } from '../support/network/certificates.js';
import { newMachine } from '../support/program.js';
import { startReceiver } from '../support/listening/deliveries.js';
import { type Listening, type ListenLine, listenScene } from '../support/listening/listening.js';

afterEach(async () => {
  for (const { id } of await endpoints()) await scene.service('DELETE', `/api/v1/webhooks/${id}`);
});
const scene = listenScene();
const { app, trigger } = scene;
const listen = (...words: readonly string[]): Listening => scene.listen(words);
const done = async (one: Listening): Promise<ListenLine | undefined> => (await scene.stopped(one)).done;
const endpoints = async () => (await scene.service<{ data: { id: string }[] }>('GET', '/api/v1/webhooks')).body.data;
const ofType = (type: string) => (line: { readonly type: string }) => line.type === type;
const missed = ofType('missed');

describe('a listener whose state file is removed', () => {
  it('acknowledges nothing more, and does not say that it missed nothing', async () => {
    const { url } = await app();
    const one = listen('--forward-to', url);
    await one.ready();
    await trigger('envelope.sent');
    await one.line(({ type }) => type === 'delivery');
    const state = scene.program.env['ESIGN_STATE_DIR'] ?? '';
    for (const name of ['state.db', 'state.db-wal', 'state.db-shm']) rmSync(join(state, name), { force: true });
    await trigger('envelope.sent');
    expect(await one.line(({ type, code }) => type === 'warning' && code === 'not_recorded')).toMatchObject({
      message: expect.stringContaining('was moved or removed while it was in use') as unknown,
    });
    expect(await done(one)).toMatchObject({
      deliveries: 1,
      missed: null,
      missed_unknown_because: '1 rejected delivery was not retried',
    });
  });
});

describe('a listener whose emulator starts again on another port', () => {
  it('follows it there by its data, and deletes its endpoint at the end', async () => {
    const esign = async (...words: readonly string[]): Promise<string> =>
      (await scene.program.run([...words, '--profile', 'moved', '--json'])).stdout;
    const start = async (): Promise<string> =>
      (JSON.parse(await esign('emulator', 'start', '--detach', '--port', '0')) as { url: string }).url;
    const first = await start();
    const { url } = await app();
    const one = listen('--forward-to', url, '--profile', 'moved');
    await one.ready();
    await esign('emulator', 'stop');
    expect(await start()).not.toBe(first);
    await esign('emulator', 'trigger', 'envelope.sent');
    await one.line(({ type }) => type === 'delivery');
    expect(await done(one)).toMatchObject({ deliveries: 1, missed: 0, envelopes_read: 1, endpoint_removed: true });
    expect(JSON.parse(await esign('webhook', 'list'))).toMatchObject({ data: [] });
    await esign('emulator', 'stop');
  });
});

describe('a listener that is stopped while an app is silent', () => {
  it('waits for its answer, and names the delivery with the command that sends it again', async () => {
    const silent = await startReceiver();
    silent.stall();
    const one = listen('--forward-to', silent.url);
    await one.ready();
    await trigger('envelope.sent');
    await expect.poll(() => silent.received.length).toBe(1);
    const { code, done: last } = await scene.stopped(one);
    const words = ['event', 'replay', '--cut-off', '--undelivered'];
    const hint = `Replay them now: esign ${words.join(' ')}`;
    expect([code, last]).toMatchObject([130, { type: 'done', forwarded: 0, hint }]);
    silent.answer(204);
    expect((await scene.program.run([...words, '--yes'])).code).toBe(0);
    expect(new Set(silent.received.map(({ body }) => body.id)).size).toBe(1);
    expect(silent.received).toHaveLength(2);
    await silent.close();
  });
});

describe('a listener that starts again', () => {
  it('names once what was missed while not listening, and attributes it to no run', async () => {
    const { url } = await app();
    const killed = listen('--forward-to', url);
    await killed.ready();
    const envelope = await trigger('envelope.sent');
    await killed.line(({ type }) => type === 'delivery');
    killed.signal('SIGKILL');
    await killed.ended;
    await trigger('envelope.declined', envelope);
    const second = listen('--forward-to', url);
    await second.ready();
    expect(await second.line(missed)).toMatchObject({
      before: true,
      events: [{ event: 'envelope.declined', envelope_id: envelope }],
    });
    expect(await done(second)).toMatchObject({ missed: 0, missed_before: 1 });
    const third = listen('--forward-to', url);
    await third.ready();
    expect(await done(third)).not.toHaveProperty('missed_before');
    expect(third.lines.filter(missed)).toEqual([]);
  });

  it('says what waits for an app that it does not forward to, and replay sends that under its own secret', async () => {
    const first = await app();
    await first.close();
    const one = listen('--forward-to', first.url, '--secret-file', 'first.secret');
    await one.ready();
    await trigger('envelope.sent');
    await one.line(({ type }) => type === 'delivery');
    expect(await done(one)).toMatchObject({ hint: expect.stringContaining('esign event replay --undelivered') });
    const other = listen('--forward-to', (await app()).url);
    expect(await other.ready()).toMatchObject({ resumed: 0, waiting_elsewhere: 1 });
    await done(other);
    const again = await app(first.port);
    const replayed = await scene.program.run(['event', 'replay', '--undelivered', '--profile', 'local', '--json']);
    expect([replayed.code, replayed.stderr]).toEqual([0, '']);
    const [took] = again.took;
    const header = took?.headers['service-signature'] as string;
    const current = readFileSync(join(scene.program.folder, 'first.secret'), 'utf8').trim();
    expect(verify({ header, body: took?.body ?? Buffer.alloc(0), current, now: Date.now() }).ok).toBe(true);
  });
});

describe('a run that would end well', () => {
  const script = (text: string): readonly string[] => ['--', process.execPath, '-e', text];

  it('ends with 9 when the last that came did not verify', async () => {
    const forge = "fetch(process.env.ESIGN_LISTEN_URL, { method: 'POST', body: '{}' }).then(() => process.exit(0))";
    const { code, stderr } = await listen(...script(forge)).ended;
    expect([code, JSON.parse(stderr)]).toMatchObject([9, { error: { code: 'not_verified', refused: 1 } }]);
  });

  it.each(['--junit', '--max-wait'])('needs something to wait for with %s', async (flag) => {
    const words = ['listen', flag, '5s', '--profile', 'local', '--json'];
    const { code, stderr } = await scene.program.run(words);
    expect([code, JSON.parse(stderr)]).toMatchObject([2, { error: { code: 'missing_option' } }]);
  });

  it('ends with 12 when the command alone takes longer than --max-wait', async () => {
    const { code, stderr } = await listen('--max-wait', '1s', ...script('setTimeout(() => {}, 60_000)')).ended;
    expect([code, JSON.parse(stderr)]).toMatchObject([12, { error: { code: 'command_late' } }]);
  });

  it('takes the file of its own dead secret, and no other', async () => {
    const { url } = await app();
    const path = join(scene.program.folder, 'daily.secret');
    const words = ['--forward-to', url, '--secret-file', 'daily.secret', '--fresh-secret'];
    const secrets = new Set<string>();
    for (let day = 0; day < 2; day += 1) {
      const one = listen(...words);
      await one.ready();
      secrets.add(readFileSync(path, 'utf8'));
      await done(one);
    }
    expect(secrets.size).toBe(2);
    expect(secrets).toContain(readFileSync(path, 'utf8'));
    const foreign = 'a secret of somebody else\n';
    writeFileSync(path, foreign);
    const refused = await listen(...words).ended;
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('daily.secret already exists')]);
    expect(readFileSync(path, 'utf8')).toBe(foreign);
  });

  it('ends with 0 once what is expected has come, and writes it as JUnit', async () => {
    const one = listen('--expect', 'envelope.sent,envelope.completed', '--max-wait', '90s', '--junit', 'good.xml');
    await one.ready();
    await trigger('envelope.completed');
    expect((await one.ended).code).toBe(0);
    const xml = readFileSync(join(scene.program.folder, 'good.xml'), 'utf8');
    expect(xml).toContain('tests="2" failures="0"');
    expect(xml).toContain('name="envelope.completed arrives"');
  });

  it('ends with 10 when it cannot come any more, and with 12 when it does not come in time', async () => {
    const impossible = listen('--expect', 'envelope.sent,envelope.completed', '--junit', 'bad.xml');
    await impossible.ready();
    await trigger('envelope.voided');
    const ended = await impossible.ended;
    expect(ended.code).toBe(10);
    expect(JSON.parse(ended.stderr)).toMatchObject({ error: { code: 'cannot_come', missing: ['envelope.completed'] } });
    expect(readFileSync(join(scene.program.folder, 'bad.xml'), 'utf8')).toContain('failures="1"');
    const late = listen('--expect', 'envelope.sent', '--max-wait', '1s');
    expect((await late.ended).code).toBe(12);
  });

  it('says before anything is opened what cannot be read', async () => {
    const machine = newMachine(scene.program.folder);
    for (const words of [
      ['--route', 'nonsense'],
      ['--forward-to', 'ftp://x'],
      ['--event', 'envelope.signed'],
      ['--expect', 'envelope.complete'],
      ['--public-url', 'https://hooks.example.test'],
      ['--poll', '--keep'],
      ['--header', 'no colon'],
    ]) {
      const { code, stderr } = await machine.run(['listen', '--json', '--profile', 'local', ...words]);
      expect([words, code]).toEqual([words, 2]);
      expect(Object.keys(JSON.parse(stderr) as object)).toEqual(['error']);
    }
  });
});

describe('an app with a certificate of its own', () => {
  it('is refused, trusted by --forward-ca-file, and taken as it is with --insecure-forward', async () => {
    const folder = join(scene.program.folder, 'tls');
    mkdirSync(folder);
    const { caFile } = makeCertificates(folder, ['127.0.0.1', 'localhost']);
    const took: string[] = [];
    const server = createServer(
      { key: readFileSync(join(folder, 'leaf.key')), cert: readFileSync(join(folder, 'leaf.pem')) },
      (request, response) => {
        took.push(request.url ?? '');
        request.resume().on('end', () => response.writeHead(204).end());
      },
    );
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const forwarded = async (path: string, ...words: readonly string[]): Promise<Listening> => {
      const one = listen('--forward-to', `https://localhost:${port}/${path}`, ...words);
      await one.ready();
      await trigger('envelope.sent');
      return one;
    };
    const refused = await forwarded('refused');
    expect(await refused.line(ofType('app'))).toMatchObject({
      reachable: false,
      message: expect.stringContaining('is not trusted'),
    });
    for (const one of [
      await forwarded('trusted', '--forward-ca-file', caFile),
      await forwarded('insecure', '--insecure-forward'),
    ]) {
      expect(await one.line(ofType('delivery'))).toMatchObject({ app: { status: 204 } });
    }
    expect(took).toEqual(expect.arrayContaining(['/trusted', '/insecure']));
    expect(took).not.toContain('/refused');
    server.closeAllConnections();
    server.close();
  });
});

describe('ten endpoints, which is the limit', () => {
  it('makes room for an eleventh endpoint, and takes none that is not its own', async () => {
    const dead = listen('--no-reaper');
    await dead.ready();
    dead.signal('SIGKILL');
    await dead.ended;
    for (let count = 0; count < 9; count += 1) {
      await scene.service('POST', '/api/v1/webhooks', {
        url: `http://127.0.0.1:9/${count}`,
        events: ['envelope.sent'],
      });
    }
    const second = listen();
    await second.ready();
    const third = await scene.program.run(['listen', '--json', '--profile', 'local', '--forward-to', '127.0.0.1:9']);
    expect(third.code).toBe(6);
    expect(JSON.parse(third.stderr)).toMatchObject({ error: { code: 'endpoints_used_up' } });
    await done(second);
    expect(await endpoints()).toHaveLength(9);
  });
});
