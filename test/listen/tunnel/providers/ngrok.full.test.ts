import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  ngrokProvider,
  readNgrokLine,
  readTunnels,
  readWebService,
} from '../../../../src/listen/tunnel/providers/ngrok.js';
import { replayProgram, transcript, type Replay, type ReplayStep } from '../../../support/listening/replay.js';
import { openTunnelScene } from '../../../support/listening/tunnel.js';
import { fresh } from '../../../support/shared.js';

const never = new AbortController().signal;
const local = new URL('http://127.0.0.1:4711');
const scene = fresh(openTunnelScene);

function replay(
  steps: readonly ReplayStep[],
  env: Readonly<Record<string, string>> = { NGROK_AUTHTOKEN: 'theTokenOfTests' },
): Replay {
  const version = { when: ['version'], answer: 'ngrok version 3.30.0' };
  const replayed = replayProgram(scene.folder, 'ngrok', [version, { when: ['http'], steps }]);
  Object.assign(scene.start, {
    machine: { env: { PATH: replayed.bin, ...env }, cwd: scene.folder, home: scene.folder },
  });
  return replayed;
}

const listing = (port: string): string =>
  JSON.stringify({
    tunnels: [
      { name: 'other', public_url: 'https://another.ngrok-free.app', config: { addr: 'http://localhost:1' } },
      { name: 'x', public_url: 'https://always-the-same.ngrok-free.app', config: { addr: `http://127.0.0.1:${port}` } },
    ],
  });

describe('the ngrok agent (replayed)', () => {
  it.each([3, 50, 4_000])('is understood from its JSON log in chunks of %i bytes', async (size) => {
    const replayed = replay([...transcript('ngrok', { size }), { wait: 60_000 }]);
    const session = await ngrokProvider(null).start(scene.start, never);
    // The other tunnel of the same agent, which was named first, is not ours.
    expect(session.addresses().map(String)).toEqual(['https://always-the-same.ngrok-free.app/']);
    expect(replayed.calls().at(-1)?.args).toEqual([
      'http',
      scene.start.localUrl.origin,
      '--log=stdout',
      '--log-format=json',
    ]);
    expect(replayed.calls().at(-1)?.env['NGROK_AUTHTOKEN']).toBe('theTokenOfTests');
    await session.close(1_000);
  });

  it('asks for the address that is wished for', async () => {
    const replayed = replay([...transcript('ngrok'), { wait: 60_000 }]);
    const session = await ngrokProvider(new URL('https://mine.ngrok.app')).start(scene.start, never);
    expect(replayed.calls().at(-1)?.args).toContain('--url=https://mine.ngrok.app');
    await session.close(1_000);
  });

  it('is not up because its local interface answers: the list of tunnels may be empty', async () => {
    const web = '{"msg":"starting web service","addr":"127.0.0.1:{PORT}"}\n';
    const empty = { '/api/tunnels': { status: 200, body: '{"tunnels":[],"uri":"/api/tunnels"}' } };
    const full = { '/api/tunnels': { status: 200, body: listing('{LOCAL}') } };
    replay([{ serve: empty }, { say: web }, { wait: 900 }, { serve: full }, { wait: 60_000 }]);
    const began = Date.now();
    const session = await ngrokProvider(null).start(scene.start, never);
    expect(Date.now() - began).toBeGreaterThan(800);
    expect(session.addresses().map(String)).toEqual(['https://always-the-same.ngrok-free.app/']);
    expect(await session.health()).toBe('up');
    await session.close(1_000);
  });

  it('tells that it reconnects, and where it is afterwards', async () => {
    const again = `{"msg":"started tunnel","addr":"http://127.0.0.1:{LOCAL}","url":"https://moved.ngrok-free.app"}\n`;
    replay([
      ...transcript('ngrok'),
      { wait: 200 },
      { say: '{"lvl":"eror","msg":"failed to reconnect session","err":"dial tcp: i/o timeout"}\n' },
      { wait: 100 },
      { say: again },
      { wait: 60_000 },
    ]);
    const session = await ngrokProvider(null).start(scene.start, never);
    const states: string[] = [];
    await new Promise<void>((resolve) =>
      session.onUpdate(({ state }) => {
        states.push(state);
        if (states.length === 3) resolve();
      }),
    );
    // The new address is news of its own.
    expect(states).toEqual(['degraded', 'up', 'up']);
    expect(session.addresses().map(String)).toEqual(['https://moved.ngrok-free.app/']);
    await session.close(1_000);
  });

  it('stops at a token that is refused, and repeats it nowhere', async () => {
    replay([...transcript('ngrok-bad-token'), { wait: 60_000 }]);
    const failure = await ngrokProvider(null)
      .start(scene.start, never)
      .catch((error: unknown) => error);
    expect(failure).toMatchObject({
      code: 'tunnel_auth',
      exit: { retryable: false },
      hint: expect.stringContaining('add-authtoken'),
    });
    expect(String((failure as Error).message)).toContain('ERR_NGROK_105');
    expect(`${String(failure)}\n${scene.lines.join('\n')}`).not.toContain('thisIsNotAToken');
  });

  it.each([
    [121, 'Your ngrok-agent version "3.3.1" is too old.', 'tunnel_crash', 'Update the agent with `ngrok update`.'],
    [123, 'Only verified users may use this.', 'tunnel_auth', 'Verify the e-mail address of your ngrok account.'],
  ])(
    'says what to do about its error %i, in the words of ngrok, and does not try again',
    async (number, words, code, hint) => {
      const line = JSON.stringify({
        lvl: 'eror',
        msg: 'session closing',
        err: `${words}\r\n\r\nERR_NGROK_${number}\r\n`,
      });
      replay([{ say: `${line}\n`, to: 'out' }, { exit: 1 }]);
      await expect(ngrokProvider(null).start(scene.start, never)).rejects.toMatchObject({
        code,
        hint,
        message: `the ngrok agent: ${words} (ERR_NGROK_${number})`,
        exit: { retryable: false },
      });
    },
  );

  it('is not started without a token', async () => {
    replay([], {});
    await expect(ngrokProvider(null).start(scene.start, never)).rejects.toMatchObject({ code: 'tunnel_unavailable' });
  });

  it('is found where it is signed in, by the environment or by its own settings', async () => {
    replay([], {});
    const provider = ngrokProvider(null);
    const { machine } = scene.start;
    expect(await provider.detect(machine)).toMatchObject({
      available: false,
      reason: 'no ngrok token is set',
      version: '3.30.0',
    });
    expect(await provider.detect({ ...machine, env: { ...machine.env, NGROK_AUTHTOKEN: 'abcdefgh' } })).toMatchObject({
      available: true,
      unasked: true,
    });
    mkdirSync(join(scene.folder, '.config', 'ngrok'), { recursive: true });
    const settings = 'version: 3\nagent:\n  authtoken: 2abcDEF_123\n';
    writeFileSync(join(scene.folder, '.config', 'ngrok', 'ngrok.yml'), settings);
    expect(await provider.detect(machine)).toMatchObject(process.platform === 'linux' ? { available: true } : {});
  });
});

describe('what ngrok says', () => {
  it('is understood line by line', () => {
    expect(readNgrokLine('no json', local)).toEqual([]);
    expect(readNgrokLine('{"msg":"started tunnel","addr":"http://localhost:9","url":"https://x.test"}', local)).toEqual(
      [],
    );
    expect(
      readNgrokLine('{"msg":"started tunnel","addr":"http://localhost:4711","url":"http://x.test"}', local),
    ).toEqual([]);
  });

  it('names its interface, which is on this machine and not always at 4040', () => {
    expect(readWebService('{"msg":"starting web service","addr":"127.0.0.1:4041"}')?.port).toBe('4041');
    expect(readWebService('{"msg":"starting web service","addr":"203.0.113.1:4041"}')).toBeUndefined();
  });

  it('lists the tunnels of everybody, of which ours has our port', () => {
    expect(readTunnels(JSON.parse(listing('4711')), local)?.href).toBe('https://always-the-same.ngrok-free.app/');
    expect(readTunnels(JSON.parse(listing('4712')), local)).toBeNull();
    expect(readTunnels({ tunnels: 'x' }, local)).toBeNull();
  });
});
