import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { commandProvider, splitWords } from '../../../../src/listen/tunnel/providers/command.js';
import { readAddressFrom, readCommandLine } from '../../../../src/listen/tunnel/providers/command-output.js';
import { supervise, type Supervisor } from '../../../../src/listen/tunnel/supervise.js';
import { behind } from '../../../../src/listen/tunnel/address.js';
import { hasNginx, startEdge } from '../../../support/listening/edge.js';
import { replayProgram, type Replay, type ReplayStep } from '../../../support/listening/replay.js';
import { freePort, hasSshd, isAlive, startSshd } from '../../../support/listening/sshd.js';
import { openTunnelScene, realClock } from '../../../support/listening/tunnel.js';
import { fresh } from '../../../support/shared.js';

const never = new AbortController().signal;
const local = new URL('http://127.0.0.1:4711');
const scene = fresh(openTunnelScene);

function replay(steps: readonly ReplayStep[]): Replay {
  const replayed = replayProgram(scene.folder, 'x', [{ steps }]);
  const env = { PATH: `${replayed.bin}:${process.env['PATH']}`, ESIGN_API_KEY: 'k' };
  Object.assign(scene.start, { machine: { env, cwd: scene.folder, home: scene.folder } });
  return replayed;
}

const command = (line: string, addressFrom: string | null = null, publicUrl: URL | null = null) =>
  commandProvider({ line, addressFrom, publicUrl });

/** A signal takes effect some time after it is sent. */
const ended = (pid: number) => expect.poll(() => isAlive(pid)).toBe(false);

describe('a program of the user’s own (replayed)', () => {
  it('is called without a shell, with the receiver’s port, and without anything of ours', async () => {
    const replayed = replay([{ say: 'https://a.test\n' }, { wait: 60_000 }]);
    const session = await command(`x --to {port} '--at={url}' "a b" $HOME;`).start(scene.start, never);
    const { port, origin } = scene.start.localUrl;
    expect(replayed.calls()[0]?.args).toEqual(['--to', port, `--at=${origin}`, 'a b', '$HOME;']);
    expect(replayed.calls()[0]?.env).not.toHaveProperty('ESIGN_API_KEY');
    await session.close(1_000);
  });

  it('names its address in a line of JSON, with or without https before it', async () => {
    replay([
      { say: 'Welcome! See https://docs.localhost.test/x and https://admin.localhost.test\n' },
      { say: '{"event":"tcpip-forward","authz_code":"OK","addr' },
      { say: 'ess":"5f3a.lhr.test"}\n' },
      { wait: 60_000 },
    ]);
    const session = await command('x {port}', '.address').start(scene.start, never);
    expect(session.addresses().map(String)).toEqual(['https://5f3a.lhr.test/']);
    await session.close(1_000);
  });

  it('names its address where a pattern says, in colours too', async () => {
    replay([
      { say: '\u001b[1mHTTPS: \u001b[32mhttps://name.sish.test\u001b[0m\nHTTP: http://name.sish.test\n' },
      { wait: 60_000 },
    ]);
    const session = await command('x {port}', '/HTTPS: (\\S+)/').start(scene.start, never);
    expect(session.addresses().map(String)).toEqual(['https://name.sish.test/']);
    await session.close(1_000);
  });

  it('takes its children with it', async () => {
    replay([]);
    // A wrapper that starts the tunnel behind its back and prints who it is.
    const wrapper = `sh -c 'sleep 600 & echo https://child-$!.test; : {port}; wait'`;
    const session = await command(wrapper).start(scene.start, never);
    const child = Number(/child-(\d+)/.exec(session.addresses()[0]?.host ?? '')?.[1]);
    expect(isAlive(child)).toBe(true);
    await session.close(1_000);
    await ended(child);
  });

  it('leaves none of its children behind when it ends by itself', async () => {
    replay([]);
    const wrapper = `sh -c 'sleep 600 & echo https://child-$!.test; : {port}; until [ -e go ]; do sleep 0.05; done; exit 3'`;
    const session = await command(wrapper).start(scene.start, never);
    const child = Number(/child-(\d+)/.exec(session.addresses()[0]?.host ?? '')?.[1]);
    writeFileSync(join(scene.folder, 'go'), '');
    expect(await session.closed).toMatchObject({ code: 3, reason: 'crash' });
    await ended(child);
  });

  it('says that it cannot be found or started', async () => {
    replay([]);
    await expect(command('no-such-program {port}').start(scene.start, never)).rejects.toMatchObject({
      code: 'tunnel_unavailable',
    });
    await expect(command('./no-such-program {port}').start(scene.start, never)).rejects.toMatchObject({
      code: 'tunnel_crash',
      exit: { retryable: false, words: expect.stringContaining('could not be started') },
    });
  });

  it('ends with its last words', async () => {
    replay([{ say: 'something odd happened.\n', to: 'err' }, { exit: 7 }]);
    await expect(command('x {port}').start(scene.start, never)).rejects.toMatchObject({
      code: 'tunnel_crash',
      message: '`x` exited with code 7: something odd happened',
    });
  });

  it.each([
    ['HTTP 429 from the server', 'rate-limited'],
    ['client 14290 started', 'crash'],
  ])('ends with "%s", which is: %s', async (say, reason) => {
    replay([{ say: `${say}\n` }, { exit: 1 }]);
    await expect(command('x {port}').start(scene.start, never)).rejects.toMatchObject({ code: `tunnel_${reason}` });
  });
});

describe.skipIf(!(hasSshd && hasNginx))('a program of the user’s own that is a real tunnel', () => {
  const folder = mkdtempSync(join(tmpdir(), 'esign-command-'));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('brings deliveries here, and of the addresses that it prints the probe finds the one', async () => {
    const sshd = await startSshd(join(folder, 'host'));
    const port = await freePort();
    const edge = await startEdge(join(folder, 'edge'), { port });
    const here = await openTunnelScene({ caFile: edge.caFile, probeTimeout: 15_000 });
    let supervisor: Supervisor | undefined;
    try {
      const other = `https://localhost:${await freePort()}`;
      const ssh = `ssh -F ${sshd.configFile} -N -p ${sshd.port} -R ${port}:127.0.0.1:{port} 127.0.0.1`;
      const line = `sh -c 'echo see ${other} or ${edge.url}; exec ${ssh}'`;
      supervisor = supervise({
        provider: command(line),
        start: here.start,
        prober: here.prober,
        clock: realClock,
        random: Math.random,
        tell: here.tell,
        times: { readyEvery: 100 },
      });
      expect((await supervisor.ready).href).toBe(`${edge.url}/`);
      expect(await here.post(behind(await supervisor.ready, '/hook'), Buffer.from('{}'))).toBe(200);
      expect(here.arrived).toHaveLength(1);
    } finally {
      await supervisor?.close();
      await here.close();
      await edge.close();
      await sshd.close();
    }
  });
});

describe('the words of a tunnel command', () => {
  it.each([
    [`x {port}`, ['x', '{port}']],
    [`  x   'a b' "c \\"d\\"" e\\ f g''h `, ['x', 'a b', 'c "d"', 'e f', 'gh']],
    [`ssh -R 80:127.0.0.1:{port} nokey@localhost.run`, ['ssh', '-R', '80:127.0.0.1:{port}', 'nokey@localhost.run']],
    ['', []],
  ])('%j', (line, words) => expect(splitWords(line)).toEqual(words));

  it.each(["x 'a", 'x "a', 'x', '', '   '])('cannot be %j', (line) => {
    expect(() => command(line)).toThrow(expect.objectContaining({ code: 'tunnel_setting' }));
  });
});

describe('where the address is', () => {
  const found = (line: string, from: string | null) =>
    readCommandLine(line, readAddressFrom(from), local)
      .filter((fact) => fact.is === 'address' || fact.is === 'candidate')
      .map((fact) => ('url' in fact ? fact.url.href : ''));

  it('may be anywhere inside JSON', () => {
    expect(found('{"data":[{"url":"https://a.test"}]}', '.data[0].url')).toEqual(['https://a.test/']);
    expect(found('{"data":{}}', '.data[0].url')).toEqual([]);
    expect(found('no json', '.data')).toEqual([]);
    expect(found('{"__proto__":1}', '.constructor.name')).toEqual([]);
  });

  it('is not a page, not a vendor’s site, nothing on this machine and nothing without TLS', () => {
    const line =
      'see https://docs.pinggy.test, https://localhost.run/docs/ https://admin.x.test https://x.test/help http://a.test ' +
      'https://127.0.0.1:4711 and (https://me.lhr.test).';
    expect(found(line, null)).toEqual(['https://me.lhr.test/']);
  });

  it.each(['x', '/(/', '.'])('cannot be %j', (text) => {
    expect(() => readAddressFrom(text)).toThrow(expect.objectContaining({ code: 'tunnel_setting' }));
  });
});
