import { describe, expect, it } from 'vitest';
import { tailscaleProvider } from '../../../../src/listen/tunnel/providers/tailscale.js';
import { readCapability, readFunnelStatus } from '../../../../src/listen/tunnel/providers/tailscale-output.js';
import { replayProgram, transcript, type Replay, type ReplayStep } from '../../../support/listening/replay.js';
import { openTunnelScene } from '../../../support/listening/tunnel.js';
import { fresh } from '../../../support/shared.js';

const never = new AbortController().signal;
const local = new URL('http://127.0.0.1:4711');
const scene = fresh(openTunnelScene);

const config = (port: string, place = 'laptop.tail0a1b2.ts.net:443') => ({
  TCP: { '443': { HTTPS: true } },
  Web: { [place]: { Handlers: { '/': { Proxy: `http://127.0.0.1:${port}` } } } },
  AllowFunnel: { [place]: true },
});

function replay(
  steps: readonly ReplayStep[],
  served: string,
  status = '{"BackendState":"Running","Self":{"CapMap":{"funnel":null}}}',
): Replay {
  const replayed = replayProgram(scene.folder, 'tailscale', [
    { when: ['funnel', 'status', '--json'], answer: served },
    { when: ['status', '--json'], answer: status },
    { when: ['version'], answer: '1.102.3\n  tailscale commit: 00' },
    { when: ['funnel'], steps },
  ]);
  Object.assign(scene.start, { machine: { env: { PATH: replayed.bin }, cwd: scene.folder, home: scene.folder } });
  return replayed;
}

describe('tailscale funnel (replayed)', () => {
  it('is understood from what it prints', async () => {
    const replayed = replay([...transcript('tailscale', { size: 11 }), { wait: 60_000 }], 'null');
    const session = await tailscaleProvider(443).start(scene.start, never);
    expect(session.addresses().map(String)).toEqual(['https://laptop.tail0a1b2.ts.net/']);
    const call = replayed.calls().find(({ args }) => args[1]?.startsWith('--https') === true);
    expect(call?.args).toEqual(['funnel', '--https=443', scene.start.localUrl.origin]);
    await session.close(1_000);
  });

  it('is understood from what the daemon says, where the command prints nothing', async () => {
    const port = scene.start.localUrl.port;
    replay([{ wait: 60_000 }], JSON.stringify({ Foreground: { ab12: config(port) } }));
    const session = await tailscaleProvider(443).start(scene.start, never);
    expect(session.addresses().map(String)).toEqual(['https://laptop.tail0a1b2.ts.net/']);
    expect(await session.health()).toBe('up');
    await session.close(1_000);
  });

  it('is down when the daemon has dropped it in a sleep, though its command is still there', async () => {
    replay([...transcript('tailscale'), { wait: 60_000 }], 'null');
    const session = await tailscaleProvider(443).start(scene.start, never);
    expect(await session.health()).toBe('down');
    await session.close(1_000);
  });

  it('stops where Funnel is not enabled, instead of waiting for somebody to follow the link', async () => {
    replay([...transcript('tailscale-not-enabled'), { wait: 60_000 }], 'null');
    await expect(tailscaleProvider(443).start(scene.start, never)).rejects.toMatchObject({
      code: 'tunnel_auth',
      message: expect.stringContaining('Funnel is not enabled on your tailnet'),
      hint: expect.stringMatching(/^Open https:\/\/login\.tailscale\.com\/\S+ and start again\.$/),
    });
    expect(scene.children.size).toBe(0);
  });

  it('says that somebody else has the port', async () => {
    const line = 'sending serve config: updating config: foreground listener already exists for port 443\n';
    replay([{ say: line, to: 'err' }, { exit: 1 }], 'null');
    await expect(tailscaleProvider(443).start(scene.start, never)).rejects.toMatchObject({ code: 'tunnel_port-taken' });
  });

  it('is found only where this machine may use Funnel', async () => {
    replay([], 'null');
    expect(await tailscaleProvider(443).detect(scene.start.machine)).toMatchObject({
      available: true,
      version: '1.102.3',
    });
    replay([], 'null', '{"BackendState":"Running","Self":{"CapMap":{"https":null}}}');
    expect(await tailscaleProvider(443).detect(scene.start.machine)).toMatchObject({
      available: false,
      reason: 'Funnel is not enabled for this machine',
    });
  });
});

describe('what the daemon says', () => {
  it('names the address of our port alone', () => {
    expect(readFunnelStatus(config('4711'), local)?.href).toBe('https://laptop.tail0a1b2.ts.net/');
    expect(readFunnelStatus({ Foreground: { a: config('1'), b: config('4711', 'l.ts.net:8443') } }, local)?.href).toBe(
      'https://l.ts.net:8443/',
    );
    expect(readFunnelStatus(config('4712'), local)).toBeUndefined();
    expect(readFunnelStatus({ ...config('4711'), AllowFunnel: {} }, local)).toBeUndefined();
    expect(readFunnelStatus(null, local)).toBeUndefined();
  });

  it('names the capability in either of its forms', () => {
    const of = (self: unknown) => readCapability({ BackendState: 'Running', Self: self }).able;
    expect(of({ Capabilities: ['https://tailscale.com/cap/funnel'] })).toBe(true);
    expect(of({ CapMap: { funnel: null } })).toBe(true);
    expect(of({})).toBe(false);
    expect(readCapability({ BackendState: 'NeedsLogin' })).toEqual({
      able: false,
      reason: 'tailscale is not connected',
    });
  });
});
