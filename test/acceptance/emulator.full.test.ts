import { once } from 'node:events';
import { cpSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { execa } from 'execa';
import { describe, expect, it } from 'vitest';
import { createTemplate } from '../support/agreement.js';
import { builtProgram } from '../support/built.js';
import { emulatorAt } from '../support/emulator.js';
import { bin, type Esign, newEsign, type ReadyLine } from '../support/esign.js';
import { http } from '../support/http.js';
import { isAlive } from '../support/listening/sshd.js';
import { fresh } from '../support/shared.js';

interface Ready {
  readonly type: string;
  readonly url: string;
  readonly live_key: string;
  readonly test_key: string;
  readonly pid: number;
}

const program = fresh(builtProgram);

const start = ['emulator', 'start', '--json', '--port', '0'];

describe('emulator start in the foreground', () => {
  it('says first that it is ready, with both keys, and a profile reaches it at once', async () => {
    const emulator = program.start(start);
    const ready = JSON.parse(await emulator.firstLine) as Ready;
    expect(ready).toMatchObject({
      type: 'ready',
      url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      live_key: expect.stringMatching(/^esign_live_[\w-]{43}$/),
      test_key: expect.stringMatching(/^esign_test_[\w-]{43}$/),
      pid: emulator.pid,
    });
    const answer = await http(ready.url, 'GET', '/api/v1/templates', {
      headers: { Authorization: `Bearer ${ready.test_key}` },
    });
    expect(answer.status).toBe(200);
    // The first profile there is becomes the current one.
    expect((await program.run(['template', 'list', '--json'])).stdout).toBe(
      '{"data":[],"next_cursor":null,"more":false}\n',
    );
    expect((await program.run(['whoami', '--json', '--profile', 'local'])).stdout).not.toContain(ready.live_key);
    for (const name of ['profiles.json', 'keys.json']) {
      expect([name, statSync(join(program.folder, 'config', name)).mode & 0o777]).toEqual([name, 0o600]);
    }
    expect(statSync(join(program.folder, 'state', 'emulator')).mode & 0o077).toBe(0);
  });

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('ends cleanly by %s, and leaves nothing that says it runs', async (signal, code) => {
    const emulator = program.start(start);
    await emulator.firstLine;
    emulator.process.kill(signal);
    const ended = await emulator.ended;
    expect(ended.code).toBe(code);
    expect(ended.stderr).toBe('');
    expect(existsSync(join(program.folder, 'state', 'emulator-local.json'))).toBe(false);
    expect((await program.run(['emulator', 'status'])).code).toBe(8);
  });

  it('keeps its keys and what it holds from one start to the next', async () => {
    const first = program.start(start);
    const before = JSON.parse(await first.firstLine) as Ready;
    const hook = ['webhook', 'register', '--url', 'https://app.example.com/hooks', '--event', 'envelope.sealed', '-q'];
    const { stdout: id } = await program.run(hook);
    first.process.kill('SIGKILL');
    await first.ended;
    const second = program.start(start);
    const after = JSON.parse(await second.firstLine) as Ready;
    expect([after.live_key, after.test_key]).toEqual([before.live_key, before.test_key]);
    expect((await program.run(['webhook', 'list', '-q'])).stdout).toBe(id);
  });

  it('starts from a copy of its folder that was made after it stopped: a backup, as the help says', async () => {
    expect((await program.run(['help', 'emulator', '--all'])).stdout.replace(/\s+/g, ' ')).toContain(
      'copy its data folder',
    );
    const folder = (name: string): string => join(program.folder, name);
    const first = program.start([...start, '--data', folder('data')]);
    const before = JSON.parse(await first.firstLine) as Ready;
    const hook = ['webhook', 'register', '--url', 'https://app.example.com/hooks', '--event', 'envelope.sealed', '-q'];
    const { stdout: id } = await program.run(hook);
    first.process.kill('SIGTERM');
    await first.ended;
    cpSync(folder('data'), folder('copy'), { recursive: true });
    rmSync(folder('data'), { recursive: true });
    const second = program.start([...start, '--data', folder('copy')]);
    const after = JSON.parse(await second.firstLine) as Ready;
    expect([after.live_key, after.test_key]).toEqual([before.live_key, before.test_key]);
    expect((await program.run(['webhook', 'list', '-q'])).stdout).toBe(id);
  });

  it('gives the same keys for the same seed', async () => {
    const keys = await Promise.all(
      ['one', 'two'].map(async (name) => {
        const words = [...start, '--seed', '7', '--profile', name, '--data', join(program.folder, name)];
        const emulator = program.start(words);
        const { live_key, test_key } = JSON.parse(await emulator.firstLine) as Ready;
        emulator.process.kill('SIGTERM');
        await emulator.ended;
        return [live_key, test_key];
      }),
    );
    expect(keys[0]).toEqual(keys[1]);
  });
});

describe('the data of an emulator, and not its address, is what this machine remembers it by', () => {
  const esign = fresh(newEsign);
  const rows = ['Tenant.name,Tenant.email,Landlord.name,Landlord.email,title']
    .concat(Array.from({ length: 20 }, (_, at) => `T ${at},t${at}@example.test,L,l@example.test,Row ${at}`))
    .join('\n');
  const begin = async (): Promise<{ readonly first: ReadyLine; readonly words: readonly string[] }> => {
    esign.write('rows.csv', rows);
    const first = await esign.emulator('--seed', '7');
    const { id } = await createTemplate(emulatorAt(first.url, '').call(first.live_key));
    return {
      first,
      words: ['envelope', 'create', '--template', id, '--rows', 'rows.csv', '--send', '--yes', '--json'],
    };
  };
  const end = (outcome: Awaited<ReturnType<Esign['ok']>>): unknown =>
    JSON.parse(outcome.stdout.trim().split('\n').at(-1) ?? '');
  const sent = async ({ url, live_key: key }: ReadyLine): Promise<number> => {
    const { data } = await emulatorAt(url, key).control<{ data: readonly { event: string }[] }>(
      'GET /_emulator/events',
    );
    return data.filter(({ event }) => event === 'envelope.sent').length;
  };
  const listed = async (...more: readonly string[]): Promise<number> =>
    (await esign.ok(['envelope', 'list', '-q', '--limit', '100', ...more])).stdout.split('\n').length - 1;
  /** Keeps a port from the next emulator. */
  const held = async (url: string): Promise<() => Promise<unknown>> => {
    const server = createServer().listen(Number(new URL(url).port), '127.0.0.1');
    await once(server, 'listening');
    return async () => await once(server.close(), 'close');
  };

  it('sends no row twice after a restart at another port, and lists what it listed, also while it is stopped', async () => {
    const { first, words } = await begin();
    expect(end(await esign.ok(words))).toMatchObject({ created: 20, earlier: 0 });
    await esign.ok(['emulator', 'stop']);
    expect(await listed('--cached')).toBe(20);
    const release = await held(first.url);
    const second = await esign.emulator();
    await release();
    expect(second.url).not.toBe(first.url);
    expect(end(await esign.ok(words))).toMatchObject({ created: 0, earlier: 20 });
    expect([await sent(second), await listed()]).toEqual([20, 20]);
    await esign.ok(['emulator', 'stop']);
  });

  it('takes other data at the same port, with the same IDs and keys, for another service', async () => {
    const { first, words } = await begin();
    await esign.ok(words);
    await esign.ok(['emulator', 'stop']);
    const other = ['emulator', 'start', '--detach', '--json', '--seed', '7', '--port', new URL(first.url).port];
    const second = (await esign.ok([...other, '--data', esign.path('other')])).json<ReadyLine>();
    expect([second.url, second.live_key]).toEqual([first.url, first.live_key]);
    expect(await listed()).toBe(0);
    const { id } = await createTemplate(emulatorAt(second.url, '').call(second.live_key));
    expect(words).toContain(id);
    expect(end(await esign.ok(words))).toMatchObject({ created: 20, earlier: 0 });
    expect(await sent(second)).toBe(20);
    await esign.ok(['emulator', 'stop']);
  });
});

it('tells the IDs of what a seed file made, to a person and to a program', async () => {
  const esign = newEsign();
  const fields = '[{ type: signature, role: Tenant }]';
  esign.write(
    'service.yaml',
    `version: 1\ntemplates:\n  - { name: Lease, roles: [{ name: Tenant }], fields: ${fields} }\n`,
  );
  const ready = await esign.emulator('--seed-file', 'service.yaml');
  const { seeded } = ready as ReadyLine & { readonly seeded: { readonly templates: Record<string, string> } };
  const id = (await esign.ok(['template', 'list', '-q'])).stdout.trim();
  expect(seeded).toEqual({ templates: { Lease: id }, envelopes: {}, endpoints: [] });
  await esign.ok(['emulator', 'stop']);
  const script = `${process.execPath} ${bin} emulator start --detach --port 0 --seed-file service.yaml`;
  const shown = await execa('script', ['-qec', script, '/dev/null'], {
    cwd: esign.folder,
    env: esign.env,
    extendEnv: false,
  });
  expect(shown.stdout).toContain(`template Lease: ${id}`);
  await esign.ok(['emulator', 'stop']);
  await esign.remove();
});

describe('the secret of a start', () => {
  it('is the owner’s alone while it runs, lets a live key write unasked, and is gone afterwards', async () => {
    const emulator = program.start(start);
    const { url } = JSON.parse(await emulator.firstLine) as Ready;
    const file = join(program.folder, 'state', `emulator-${new URL(url).port}.token`);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ version: 1, url, token: expect.any(String) });
    const erase = ['api', 'deleteWebhook', '6f1f2f0e-4f0b-4f43-9d8a-000000000001', '--json'];
    expect(JSON.parse((await program.run(erase)).stderr)).toMatchObject({ error: { code: 'not_found' } });
    writeFileSync(file, JSON.stringify({ version: 1, url, token: 'forged' }), { mode: 0o600 });
    expect(JSON.parse((await program.run(erase)).stderr)).toMatchObject({ error: { code: 'confirmation_needed' } });
    writeFileSync(file, '');
    emulator.process.kill('SIGTERM');
    await emulator.ended;
    const next = program.start(start);
    const again = JSON.parse(await next.firstLine) as Ready;
    const kept = join(program.folder, 'state', `emulator-${new URL(again.url).port}.token`);
    expect(existsSync(kept)).toBe(true);
    next.process.kill('SIGTERM');
    await next.ended;
    expect(existsSync(kept)).toBe(false);
  });
});

describe('emulator start --detach and stop', () => {
  it('leaves it in the background, prints the same line, and ends it', async () => {
    const detached = await program.run([...start, '--detach']);
    expect(detached.code).toBe(0);
    const ready = JSON.parse(detached.stdout) as Ready;
    expect(isAlive(ready.pid)).toBe(true);
    const status = await program.run(['emulator', 'status', '--json']);
    expect(JSON.parse(status.stdout)).toMatchObject({ url: ready.url, pid: ready.pid });

    const again = await program.run([...start, '--detach']);
    expect(again.code).toBe(6);
    expect(again.stderr).toContain(ready.url);

    const stopped = await program.run(['emulator', 'stop', '--json']);
    expect(JSON.parse(stopped.stdout)).toEqual({ stopped: true, url: ready.url, pid: ready.pid });
    expect(isAlive(ready.pid)).toBe(false);
    expect((await program.run(['emulator', 'stop'])).code).toBe(4);
  });

  it('makes commands ask with --ask, until it starts without', async () => {
    const erase = ['api', 'deleteWebhook', '6f1f2f0e-4f0b-4f43-9d8a-000000000001', '--json'];
    const codeOf = async (...words: readonly string[]): Promise<unknown> =>
      (JSON.parse((await program.run([...erase, ...words])).stderr) as { error: { code: string } }).error.code;
    await program.run([...start, '--ask', '--detach']);
    expect([await codeOf(), await codeOf('--yes')]).toEqual(['confirmation_needed', 'not_found']);
    expect((await program.run(['emulator', 'status'])).stdout).toContain('"ask":true');
    await program.run(['emulator', 'stop']);
    await program.run([...start, '--detach']);
    expect(await codeOf()).toBe('not_found');
    await program.run(['emulator', 'stop']);
  });

  it('tells why it did not start', async () => {
    writeFileSync(join(program.folder, 'file'), 'in the way');
    const ran = await program.run([...start, '--detach', '--data', join(program.folder, 'file')]);
    expect(ran.code).toBe(2);
    expect(JSON.parse(ran.stderr)).toMatchObject({ error: { code: 'folder_unusable' } });
  });

  it('never ends a process that only has the number of one that is gone', async () => {
    const other = program.start(start);
    await other.firstLine;
    const record = join(program.folder, 'state', 'emulator-local.json');
    const written = JSON.parse(readFileSync(record, 'utf8')) as { started: string };
    writeFileSync(record, JSON.stringify({ ...written, started: '1' }));
    expect((await program.run(['emulator', 'stop'])).code).toBe(4);
    expect(isAlive(other.pid)).toBe(true);
    other.process.kill('SIGTERM');
    await other.ended;
  });
});

describe('the port', () => {
  it('one that is taken is refused when it was asked for', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const ran = await program.run(['emulator', 'start', '--port', String(port), '--json']);
    expect(ran.code).toBe(6);
    expect(JSON.parse(ran.stderr)).toMatchObject({ error: { code: 'port_in_use' } });
    await new Promise((resolve) => server.close(resolve));
  });

  it.each(['65536', '-1', 'http'])('%s is not a valid port', async (port) => {
    expect((await program.run(['emulator', 'start', `--port=${port}`])).code).toBe(2);
  });
});
