import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ngrokSdkProvider } from '../../../../src/listen/tunnel/providers/ngrok-sdk.js';
import { openTunnelScene, type TunnelScene } from '../../../support/listening/tunnel.js';

const never = new AbortController().signal;
const token = { NGROK_AUTHTOKEN: 'theTokenOfTests' };
let scene: TunnelScene;
beforeEach(async () => {
  scene = await openTunnelScene();
  Object.assign(scene.start, { machine: { env: { PATH: '', ...token }, cwd: scene.folder, home: scene.folder } });
});
afterEach(() => scene.close());

/** Puts a stand-in for the SDK into the project, which does with the settings what the text says. */
function install(forward: string): void {
  const folder = join(scene.folder, 'node_modules', '@ngrok', 'ngrok');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{"name":"@ngrok/ngrok","version":"1.7.0","main":"index.js"}');
  writeFileSync(join(folder, 'index.js'), `exports.forward = async (settings) => { ${forward} };`);
}

describe('the ngrok SDK of the user’s project (replayed)', () => {
  it('is in this process, and has its address from the service', async () => {
    install(`return { url: () => 'https://' + settings.domain + '/?'.slice(1, 1), close: async () => {}, settings };`);
    const provider = ngrokSdkProvider(new URL('https://mine.ngrok.app'));
    const session = await provider.start(scene.start, never);
    expect(session.addresses().map(String)).toEqual(['https://mine.ngrok.app/']);
    expect(session.pids).toEqual([]);
    expect(await session.health()).toBe('up');
    await session.close(100);
    expect(await session.closed).toMatchObject({ reason: 'closed' });
  });

  it('tells that it reconnects', async () => {
    install(`setTimeout(() => settings.onStatusChange('closed', 'x'), 20);
      setTimeout(() => settings.onStatusChange('connected'), 40);
      return { url: () => 'https://mine.ngrok.app', close: async () => {} };`);
    const session = await ngrokSdkProvider(null).start(scene.start, never);
    const states: string[] = [];
    await new Promise<void>((resolve) => session.onUpdate(({ state }) => states.push(state) === 2 && resolve()));
    expect(states).toEqual(['degraded', 'up']);
    await session.close(100);
  });

  it.each([
    [
      `Object.assign(new Error('failed to connect session: failed to establish tcp connection'), { code: 'GenericFailure' })`,
      'network',
    ],
    [`Object.assign(new Error('refused ' + settings.authtoken), { errorCode: 'ERR_NGROK_105' })`, 'auth'],
    [`Object.assign(new Error('busy'), { errorCode: 'ERR_NGROK_334' })`, 'port-taken'],
  ])('fails by the service’s own code: %s', async (error, reason) => {
    install(`throw ${error};`);
    const failure = await ngrokSdkProvider(null)
      .start(scene.start, never)
      .catch((thrown: unknown) => thrown);
    expect(failure).toMatchObject({ code: `tunnel_${reason}` });
    expect(String(failure)).not.toContain('theTokenOfTests');
  });

  it('is not asked without a token: offline, that would read like a missing network', async () => {
    install(`throw new Error('never');`);
    Object.assign(scene.start, { machine: { ...scene.start.machine, env: { PATH: '' } } });
    await expect(ngrokSdkProvider(null).start(scene.start, never)).rejects.toMatchObject({
      code: 'tunnel_unavailable',
    });
  });

  it('is not used unasked: a package in the current folder is not run for that', async () => {
    install(`throw new Error('never');`);
    expect(await ngrokSdkProvider(null).detect(scene.start.machine)).toMatchObject({ available: true, unasked: false });
  });

  it('is not needed', async () => {
    expect(await ngrokSdkProvider(null).detect(scene.start.machine)).toMatchObject({ available: false });
    await expect(ngrokSdkProvider(null).start(scene.start, never)).rejects.toMatchObject({
      code: 'tunnel_unavailable',
      hint: expect.stringContaining('npm install @ngrok/ngrok'),
    });
  });
});
