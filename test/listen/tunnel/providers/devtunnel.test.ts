import { describe, expect, it } from 'vitest';
import { devtunnelProvider } from '../../../../src/listen/tunnel/providers/devtunnel.js';
import { readDevtunnelLine } from '../../../../src/listen/tunnel/providers/devtunnel-output.js';
import { replayProgram, transcript, type Replay, type ReplayStep } from '../../../support/listening/replay.js';
import { openTunnelScene } from '../../../support/listening/tunnel.js';
import { fresh } from '../../../support/shared.js';

const never = new AbortController().signal;
const local = new URL('http://127.0.0.1:4711');
const scene = fresh(openTunnelScene);

function replay(steps: readonly ReplayStep[], user = 'Logged in as someone@example.test using Microsoft.'): Replay {
  const replayed = replayProgram(scene.folder, 'devtunnel', [
    { when: ['user', 'show'], answer: user },
    { when: ['--version'], answer: 'Tunnel CLI version: 1.0.1435+d49a94cc24' },
    { when: ['host'], steps },
  ]);
  Object.assign(scene.start, { machine: { env: { PATH: replayed.bin }, cwd: scene.folder, home: scene.folder } });
  return replayed;
}

describe('a dev tunnel (replayed)', () => {
  it.each([1, 13, 90])('is at the address that has the port in its name, also in chunks of %i bytes', async (size) => {
    const replayed = replay([...transcript('devtunnel', { size }), { wait: 60_000 }]);
    const session = await devtunnelProvider(null).start(scene.start, never);
    const { port } = scene.start.localUrl;
    expect(session.addresses().map(String)).toEqual([`https://jnd0test-${port}.euw.devtunnels.ms/`]);
    expect(replayed.calls().at(-1)?.args).toEqual(['host', '-p', port, '--allow-anonymous']);
    await session.close(1_000);
  });

  it('tells that its relay is gone and back', async () => {
    replay([
      ...transcript('devtunnel'),
      { wait: 150 },
      { say: 'Connection to host tunnel relay closed.\n' },
      { say: '\u001b[32mConnection to host tunnel relay restored.\u001b[0m\n' },
      { wait: 60_000 },
    ]);
    const session = await devtunnelProvider(null).start(scene.start, never);
    const states: string[] = [];
    await new Promise<void>((resolve) => session.onUpdate(({ state }) => states.push(state) === 2 && resolve()));
    expect(states).toEqual(['degraded', 'up']);
    await session.close(1_000);
  });

  it('stops when nobody is signed in', async () => {
    replay([{ say: 'Login required. Use devtunnel user login.\n', to: 'err' }, { exit: 1 }]);
    await expect(devtunnelProvider('mine').start(scene.start, never)).rejects.toMatchObject({
      code: 'tunnel_auth',
      hint: expect.stringContaining('devtunnel user login'),
    });
  });

  it('is chosen unasked only under a name, since any other address passes', async () => {
    replay([]);
    const { machine } = scene.start;
    expect(await devtunnelProvider(null).detect(machine)).toMatchObject({
      available: true,
      unasked: false,
      version: '1.0.1435+d49a94cc24',
    });
    expect(await devtunnelProvider('mine').detect(machine)).toMatchObject({
      available: true,
      unasked: true,
      stability: 'fixed',
    });
    replay([], 'Not logged in.');
    expect(await devtunnelProvider('mine').detect(machine)).toMatchObject({ available: false });
  });

  it('refuses a name that could be an option', () => {
    expect(() => devtunnelProvider('-a')).toThrow(expect.objectContaining({ code: 'tunnel_setting' }));
  });
});

describe('a line of devtunnel', () => {
  it('is understood in both forms that were seen', () => {
    const address = { is: 'address', url: new URL('https://abc-4711.usw2.devtunnels.ms') };
    expect(readDevtunnelLine('Hosting port 4711 at https://abc-4711.usw2.devtunnels.ms/', local)).toEqual([address]);
    expect(
      readDevtunnelLine(
        'Connect via browser: https://abc.usw2.devtunnels.ms:4711, https://abc-4711.usw2.devtunnels.ms',
        local,
      ),
    ).toEqual([address]);
  });

  it('names no address of another port, of the inspector or of another host', () => {
    for (const line of [
      'Connect via browser: https://abc-4712.usw2.devtunnels.ms',
      'Inspect network activity: https://abc-4711-inspect.usw2.devtunnels.ms',
      'Connect via browser: https://abc-4711.usw2.devtunnels.ms.example.test',
      'Connect via browser: https://abc-4711.evildevtunnels.test',
    ]) {
      expect(readDevtunnelLine(line, local)).toEqual([]);
    }
  });
});
