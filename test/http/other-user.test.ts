import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { isListedForAnother } from '../../src/http/other-user.js';
import { serve } from '../../src/http/serve.js';

const from = (local: string, remote: string, owner: number): string =>
  `   1: ${local} ${remote} 01 00000000:00000000 00:00000000 00000000 ${owner}        0 2615743 1 0 20 4 30 10 -1\n`;
const made = (local: string, owner: number): string =>
  from('0100007F:B665', `0100007F${local.slice(-5)}`, 1000) + from(local, '0100007F:B665', owner);
const list = [
  '  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n',
  from('0100007F:B665', '00000000:0000', 1000),
  made('0100007F:C001', 1001),
  made('0000000000000000FFFF00000100007F:C002', 1000),
  made('0100007F:C003', 0),
].join('');

describe('whose a connection on this machine is', () => {
  it.each([
    ['another user’s', 0xc001, true],
    ['our own, made over IPv6', 0xc002, false],
    ['root’s', 0xc003, false],
    ['one that is not listed', 0xc004, true],
  ])('%s', (_whose, remotePort, expected) => {
    expect(isListedForAnother(list, { remotePort, localPort: 0xb665 })).toBe(expected);
  });

  // Only root can act as somebody else.
  it.runIf(process.platform === 'linux' && process.getuid?.() === 0)('answers us and no other user', async () => {
    const server = await serve({ ownUserOnly: true, handler: () => ({ status: 200, body: 'the link' }) });
    const script = `fetch('${server.url}').then((it) => it.text()).then(console.log, () => console.log('nothing'))`;
    const ask = async (options: { readonly uid?: number; readonly cwd: string }): Promise<string> =>
      (await promisify(execFile)(process.execPath, ['-e', script], options)).stdout;
    expect(await ask({ cwd: '/' })).toBe('the link\n');
    // Where the connection ends before the request is out, fetch of Node 20 may say nothing at all.
    expect(['nothing\n', '']).toContain(await ask({ cwd: '/', uid: 65_534 }));
    await server.close();
  });
});
