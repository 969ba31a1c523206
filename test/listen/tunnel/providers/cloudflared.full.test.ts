import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { cloudflaredArguments, cloudflaredProvider } from '../../../../src/listen/tunnel/providers/cloudflared.js';
import { readBoxedAddress, readMetricsAddress } from '../../../../src/listen/tunnel/providers/cloudflared-output.js';
import { replayProgram, transcript, type Replay, type ReplayRule } from '../../../support/listening/replay.js';
import { isAlive } from '../../../support/listening/sshd.js';
import { openTunnelScene } from '../../../support/listening/tunnel.js';
import { fresh } from '../../../support/shared.js';

const never = new AbortController().signal;
const ready = {
  '/ready': { status: 200, body: '{"status":200,"readyConnections":1,"connectorId":"00"}' },
  '/quicktunnel': { status: 200, body: '{"hostname":"four-words-for-tests.trycloudflare.com"}' },
};
const notReady = { ...ready, '/ready': { status: 503, body: '{"status":503,"readyConnections":0}' } };

const scene = fresh(openTunnelScene);

function replay(rules: readonly ReplayRule[], env: Readonly<Record<string, string>> = {}): Replay {
  const replayed = replayProgram(scene.folder, 'cloudflared', rules);
  Object.assign(scene.start, {
    machine: { env: { PATH: replayed.bin, ...env }, cwd: scene.folder, home: scene.folder },
  });
  return replayed;
}

const quick = (steps: ReplayRule['steps']): ReplayRule => ({ when: ['tunnel'], steps });

describe('the cloudflared quick tunnel (replayed)', () => {
  it.each([1, 7, 37, 400])('is understood from output in chunks of %i bytes', async (size) => {
    replay([quick([{ serve: ready }, ...transcript('cloudflared-quick', { to: 'err', size }), { wait: 60_000 }])]);
    const session = await cloudflaredProvider(null).start(scene.start, never);
    expect(session.addresses().map(String)).toEqual(['https://four-words-for-tests.trycloudflare.com/']);
    expect(await session.health()).toBe('up');
    await session.close(1_000);
  });

  it('is not probed for fifteen seconds: a name asked for too early stays unknown for half an hour', async () => {
    replay([quick([{ serve: ready }, ...transcript('cloudflared-quick', { to: 'err' }), { wait: 60_000 }])]);
    const session = await cloudflaredProvider(null).start(scene.start, never);
    expect(session.probeAfter).toBe(15_000);
    await session.close(1_000);
  });

  it('takes its address from the local interface, where the log says nothing of it', async () => {
    const metrics = 'INF Starting metrics server on 127.0.0.1:{PORT}/metrics\n';
    replay([quick([{ serve: ready }, { say: metrics, to: 'err' }, { wait: 60_000 }])]);
    const session = await cloudflaredProvider(null).start(scene.start, never);
    expect(session.addresses().map(String)).toEqual(['https://four-words-for-tests.trycloudflare.com/']);
    await session.close(1_000);
  });

  it('is down while its interface says that no connection is ready, and keeps its process', async () => {
    const steps = [
      { serve: ready },
      ...transcript('cloudflared-quick', { to: 'err' }),
      { serve: notReady },
      { wait: 60_000 },
    ];
    replay([quick(steps)]);
    const session = await cloudflaredProvider(null).start(scene.start, never);
    for (let tries = 0; tries < 1_000 && (await session.health()) !== 'down'; tries += 1) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    expect(await session.health()).toBe('down');
    expect(session.pids).toHaveLength(1);
    await session.close(1_000);
  });

  it('never takes the address of the allocator in a refusal for its own', async () => {
    replay([quick([...transcript('cloudflared-refused', { to: 'err', size: 5 }), { exit: 1 }])]);
    await expect(cloudflaredProvider(null).start(scene.start, never)).rejects.toMatchObject({
      code: 'tunnel_network',
      exit: { reason: 'network', retryable: true, words: expect.stringContaining('failed to request quick Tunnel') },
    });
    expect(readBoxedAddress('|  https://api.trycloudflare.com  |')).toBeUndefined();
    expect(readBoxedAddress('failed: Post "https://api.trycloudflare.com/tunnel": dial tcp')).toBeUndefined();
  });

  it('knows that it was asked for too often', async () => {
    replay([quick([...transcript('cloudflared-too-many', { to: 'err' }), { exit: 1 }])]);
    await expect(cloudflaredProvider(null).start(scene.start, never)).rejects.toMatchObject({
      code: 'tunnel_rate-limited',
      exit: { retryable: true },
    });
  });

  it('is noticed when it ends long after it was up', async () => {
    const late = [
      { wait: 300 },
      { say: 'ERR Serve tunnel error error="i/o timeout"\n', to: 'err' } as const,
      { exit: 1 },
    ];
    replay([quick([{ serve: ready }, ...transcript('cloudflared-quick', { to: 'err' }), ...late])]);
    const session = await cloudflaredProvider(null).start(scene.start, never);
    expect(await session.closed).toMatchObject({ code: 1, reason: 'network' });
    expect(session.pids).toEqual([]);
  });

  it('is ended by force when it takes its grace period for itself', async () => {
    replay([
      {
        stubborn: true,
        steps: [{ serve: ready }, ...transcript('cloudflared-quick', { to: 'err' }), { wait: 60_000 }],
      },
    ]);
    const session = await cloudflaredProvider(null).start(scene.start, never);
    const [pid] = session.pids;
    await session.close(200);
    expect(isAlive(pid ?? 0)).toBe(false);
  });

  it('is given up after its time when it says nothing', async () => {
    replay([quick([{ say: 'INF hello\n' }, { wait: 60_000 }])]);
    Object.assign(scene.start, { startTimeout: 3_000 });
    await expect(cloudflaredProvider(null).start(scene.start, never)).rejects.toMatchObject({
      code: 'tunnel_network',
      message: expect.stringMatching(/reported no URL within 3 s; its last output: INF hello/),
    });
    expect(scene.children.size).toBe(0);
  });

  it('is called without an update, without the user’s settings, and with nothing of ours in its environment', async () => {
    const replayed = replay(
      [quick([{ serve: ready }, ...transcript('cloudflared-quick', { to: 'err' }), { wait: 60_000 }])],
      {
        TUNNEL_URL: 'http://elsewhere',
        TUNNEL_TOKEN: 'a-token-of-theirs',
        ESIGN_API_KEY: 'esign_live_secret',
      },
    );
    const session = await cloudflaredProvider(null).start(scene.start, never);
    const [call] = replayed.calls();
    const config = call?.args[call.args.indexOf('--config') + 1] ?? '';
    expect(readFileSync(config, 'utf8')).toBe('');
    expect(call?.args).toEqual(cloudflaredArguments(null, scene.start.localUrl, config));
    expect(call?.args).toContain('--no-autoupdate');
    expect(call?.args.join(' ')).toContain('--grace-period 5s');
    expect(call?.args.at(-1)).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(Object.keys(call?.env ?? {}).filter((name) => /^TUNNEL_|^ESIGN_/.test(name))).toEqual([]);
    await session.close(1_000);
  });
});

describe('a named tunnel of cloudflared (replayed)', () => {
  const publicUrl = new URL('https://hooks.example.test');

  it('has the address that the user gave, and its token in the environment alone', async () => {
    const steps = [
      { serve: ready },
      ...transcript('cloudflared-quick', { to: 'err' }),
      { say: 'ERR token a-token-of-theirs\n', to: 'err' } as const,
      { wait: 60_000 },
    ];
    const replayed = replay([{ steps }], { TUNNEL_TOKEN: 'a-token-of-theirs' });
    const session = await cloudflaredProvider({ name: null, publicUrl }).start(scene.start, never);
    expect(session.addresses()).toEqual([publicUrl]);
    expect(session.probeAfter).toBe(0);
    const [call] = replayed.calls();
    expect(call?.args).toContain('run');
    expect(call?.args.join(' ')).not.toContain('a-token-of-theirs');
    expect(call?.env['TUNNEL_TOKEN']).toBe('a-token-of-theirs');
    await session.close(1_000);
    expect(scene.lines.join('\n')).not.toContain('a-token-of-theirs');
  });

  it('is not started without a token or a name', async () => {
    replay([{ steps: [] }]);
    await expect(cloudflaredProvider({ name: null, publicUrl }).start(scene.start, never)).rejects.toMatchObject({
      code: 'tunnel_unavailable',
    });
  });

  it('stops at an invalid token', async () => {
    replay([{ steps: [{ say: 'Provided Tunnel token is not valid.\n', to: 'err' }, { exit: 255 }] }], {
      TUNNEL_TOKEN: 'x',
    });
    await expect(cloudflaredProvider({ name: null, publicUrl }).start(scene.start, never)).rejects.toMatchObject({
      code: 'tunnel_auth',
      exit: { retryable: false },
    });
  });

  it('refuses a name that could be an option', () => {
    expect(() => cloudflaredProvider({ name: '--token', publicUrl })).toThrow(
      expect.objectContaining({ code: 'tunnel_setting' }),
    );
  });
});

describe('where cloudflared serves its metrics', () => {
  it('is on this machine or nowhere', () => {
    expect(readMetricsAddress('INF Starting metrics server on 127.0.0.1:20241/metrics')?.href).toBe(
      'http://127.0.0.1:20241/',
    );
    expect(readMetricsAddress('INF Starting metrics server on 203.0.113.9:20241/metrics')).toBeUndefined();
  });
});
