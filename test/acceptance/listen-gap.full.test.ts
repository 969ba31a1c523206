import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { verify } from '../../src/domain/webhook/signature.js';
import { type Listening, type ListenLine, listenScene } from '../support/listening/listening.js';

const scene = listenScene();
const { app, trigger } = scene;
const listen = (...words: readonly string[]): Listening => scene.listen(words);
const done = async (one: Listening): Promise<ListenLine | undefined> => (await scene.stopped(one)).done;
const missed = (line: ListenLine): boolean => line.type === 'missed';

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
});
