import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  chooseProvider,
  detectAll,
  detectedProviders,
  requestedProvider,
  type TunnelWish,
} from '../../../src/listen/tunnel/choose.js';
import type { TunnelMachine } from '../../../src/listen/tunnel/provider.js';
import { replayProgram } from '../../support/listening/replay.js';
import { fresh } from '../../support/shared.js';
import { newFolder } from '../../support/folder.js';

const nothing: TunnelWish = {
  tunnel: null,
  publicUrl: null,
  command: null,
  commandAddress: null,
  serviceIsLocal: false,
};
const setting = expect.objectContaining({ code: 'tunnel_setting' });

const folder = fresh(newFolder);

/** A machine on which those programs are installed (replayed), the sign-ins as told. */
function machine(
  programs: readonly ('ngrok' | 'tailscale' | 'devtunnel' | 'cloudflared')[],
  env: TunnelMachine['env'] = {},
): TunnelMachine {
  const rules = {
    ngrok: [{ when: ['version'], answer: 'ngrok version 3.30.0' }],
    tailscale: [
      { when: ['status'], answer: '{"BackendState":"Running","Self":{"CapMap":{"funnel":null}}}' },
      { when: ['version'], answer: '1.102.3' },
    ],
    devtunnel: [
      { when: ['user'], answer: 'Logged in as someone@example.test' },
      { when: ['--version'], answer: '1.0.1435' },
    ],
    cloudflared: [{ when: ['--version'], answer: 'cloudflared version 2026.8.2 (built x)' }],
  };
  for (const name of programs) replayProgram(folder.path, name, rules[name]);
  return { env: { PATH: join(folder.path, 'bin'), ...env }, cwd: folder.path, home: folder.path };
}

describe('the tunnel that was asked for', () => {
  it.each([
    [{ publicUrl: 'https://h.test' }, 'public-url'],
    [{ tunnel: 'none' }, 'none'],
    [{ tunnel: 'ngrok' }, 'ngrok'],
    [{ tunnel: 'ngrok', publicUrl: 'https://mine.ngrok.app' }, 'ngrok'],
    [{ tunnel: 'ngrok-sdk' }, 'ngrok-sdk'],
    [{ tunnel: 'tailscale' }, 'tailscale'],
    [{ tunnel: 'tailscale:8443' }, 'tailscale'],
    [{ tunnel: 'devtunnel:mine' }, 'devtunnel'],
    [{ tunnel: 'cloudflared' }, 'cloudflared'],
    [{ tunnel: 'cloudflared:mine', publicUrl: 'https://h.test' }, 'cloudflared'],
    [{ tunnel: 'ssh://me@h.test?remote=9100', publicUrl: 'https://h.test' }, 'ssh'],
    [{ command: 'x {port}' }, 'command'],
    [{ command: 'x {port}', publicUrl: 'https://h.test' }, 'command'],
  ])('%j is %s', async (wish, id) => {
    expect((await requestedProvider({ ...nothing, ...wish }))?.id).toBe(id);
  });

  it.each([
    { tunnel: 'smee' },
    { tunnel: 'ngrok:x' },
    { tunnel: 'tailscale:0' },
    { tunnel: 'cloudflared:mine' },
    { tunnel: 'none', publicUrl: 'https://h.test' },
    { tunnel: 'ngrok', command: 'x {port}' },
    { commandAddress: '.url' },
    { publicUrl: 'http://h.test' },
    { tunnel: 'ssh://h.test?remote=9100' },
  ])('cannot be %j', async (wish) => {
    await expect(requestedProvider({ ...nothing, ...wish })).rejects.toEqual(setting);
  });

  it('is not replaced by another when it cannot be used', async () => {
    await expect(chooseProvider({ ...nothing, tunnel: 'ngrok' }, machine(['cloudflared']))).rejects.toMatchObject({
      code: 'tunnel_unavailable',
      message: expect.stringContaining('ngrok is not installed'),
    });
  });
});

describe('a tunnel that was asked for and is not set up (replayed)', () => {
  it('is started all the same, since the program itself says best what is missing', async () => {
    const choice = await chooseProvider({ ...nothing, tunnel: 'ngrok' }, machine(['ngrok']));
    expect(choice).toMatchObject({
      provider: { id: 'ngrok' },
      detection: { available: false, reason: 'no ngrok token is set' },
    });
  });
});

describe('the default tunnel (replayed)', () => {
  const all = ['ngrok', 'tailscale', 'devtunnel', 'cloudflared'] as const;
  const chosen = async (wish: Partial<TunnelWish>, on: TunnelMachine) => {
    const { provider, unasked } = await chooseProvider({ ...nothing, ...wish }, on);
    return { id: provider.id, unasked };
  };

  it('is not used when the service is on this machine', async () => {
    expect(await chosen({ serviceIsLocal: true }, machine(all))).toEqual({ id: 'none', unasked: false });
  });

  it('is ngrok where it is signed in, for its address outlives a restart', async () => {
    expect(await chosen({}, machine(all, { NGROK_AUTHTOKEN: 'abcdefgh' }))).toEqual({ id: 'ngrok', unasked: true });
  });

  it('is tailscale before a tunnel whose address passes', async () => {
    expect(await chosen({}, machine(all))).toEqual({ id: 'tailscale', unasked: true });
  });

  it('is cloudflared where nothing has an account, and no dev tunnel without a name', async () => {
    expect(await chosen({}, machine(['ngrok', 'devtunnel', 'cloudflared']))).toEqual({
      id: 'cloudflared',
      unasked: true,
    });
  });

  it('is nothing at all rather than somebody else’s ssh service, and says what to install', async () => {
    const failure = await chooseProvider(nothing, machine([])).catch((error: unknown) => error);
    expect(failure).toMatchObject({
      code: 'tunnel_unavailable',
      message: expect.stringContaining('cloudflared is not installed'),
      hint: expect.stringContaining('--public-url'),
    });
    const ids = (await detectedProviders()).map(({ id }) => id);
    expect(ids).not.toContain('ssh');
    expect(ids).not.toContain('command');
  });

  it('is found without a call to any network, and not in the current folder', async () => {
    const on = machine(all);
    const here = await detectAll({ ...on, env: { PATH: 'bin' } });
    expect(here.map(({ detection }) => detection.available)).toEqual([false, false, false, false, false]);
  });

  it('is found soon, though one program does not answer', async () => {
    const on = machine(['ngrok', 'cloudflared'], { NGROK_AUTHTOKEN: 'abcdefgh' });
    replayProgram(folder.path, 'tailscale', [{ steps: [{ wait: 60_000 }] }]);
    const began = Date.now();
    const found = await detectAll(on);
    expect(Date.now() - began).toBeLessThan(20_000);
    expect(found.find(({ id }) => id === 'tailscale')?.detection.available).toBe(false);
    expect(found.find(({ id }) => id === 'ngrok')?.detection.available).toBe(true);
  });
});
