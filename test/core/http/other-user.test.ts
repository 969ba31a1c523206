import { execFile } from 'node:child_process';
import { endianness, networkInterfaces } from 'node:os';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { type Ends, isListedForAnother, tellsUsersApart } from '../../../src/core/http/other-user.js';
import { serve } from '../../../src/core/http/serve.js';

const heading = '  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n';
const inode = 2_615_743;
const row = (from: string, to: string, uid: number, socket = inode): string =>
  `   1: ${from} ${to} 01 00000000:00000000 00:00000000 00000000 ${String(uid).padStart(5)}        0 ${socket} 1 0 20 4\n`;

const words = (bytes: readonly number[]): string => {
  const parts = [0, 4, 8, 12].map((at) => bytes.slice(at, at + 4)).filter((word) => word.length > 0);
  const inOrder = parts.flatMap((word) => (endianness() === 'LE' ? word.toReversed() : word));
  return inOrder.map((byte) => byte.toString(16).toUpperCase().padStart(2, '0')).join('');
};
/** Ends as the system lists them: 127.0.0.N over IPv4, over IPv6 with IPv4 inside, and ::N. */
const v4 = (last: number, port: number): string => `${words([127, 0, 0, last])}:${hex(port)}`;
const inside = (last: number, port: number): string =>
  `${words([...zeros(10), 255, 255, 127, 0, 0, last])}:${hex(port)}`;
const v6 = (last: number, port: number): string => `${words([...zeros(15), last])}:${hex(port)}`;
const zeros = (count: number): number[] => Array.from({ length: count }, () => 0);
const hex = (port: number): string => port.toString(16).toUpperCase().padStart(4, '0');

const [server, browser, us, other] = [46_693, 49_153, 1000, 1001];
const ends: Ends = {
  localAddress: '127.0.0.1',
  localPort: server,
  remoteAddress: '127.0.0.1',
  remotePort: browser,
};
const listening = row(v4(1, server), '00000000:0000', us);
const ours = row(v4(1, server), v4(1, browser), us);
const list = (...rows: readonly string[]): string => [heading, listening, ...rows].join('');
const judged = (rows: readonly string[], of: Ends = ends): boolean => isListedForAnother(list(...rows), of);

describe('whose a connection on this machine is', () => {
  it.each([
    ['our own', [row(v4(1, browser), v4(1, server), us)], false],
    ['our own, made over IPv6', [row(inside(1, browser), inside(1, server), us)], false],
    ['root’s', [row(v4(1, browser), v4(1, server), 0)], false],
    ['another user’s', [row(v4(1, browser), v4(1, server), other)], true],
    ['another user’s, made over IPv6', [row(inside(1, browser), inside(1, server), other)], true],
    ['one that is not listed', [], true],
    ['one that its program has closed, which is listed as root’s', [row(v4(1, browser), v4(1, server), 0, 0)], true],
    [
      'one of two that are listed',
      [row(v4(1, browser), v4(1, server), us), row(inside(1, browser), inside(1, server), other, 7)],
      true,
    ],
    ['our own, listed twice by the system', Array(2).fill(row(v4(1, browser), v4(1, server), us)), false],
  ])('%s', (_whose, rows: readonly string[], expected) => expect(judged([ours, ...rows])).toBe(expected));

  it('is told by the whole address, not by the port', () => {
    const here = { ...ends, remoteAddress: '127.0.0.4' };
    const accepted = row(v4(1, server), v4(4, browser), us);
    const stranger = row(v4(4, browser), v4(1, server), other);
    // The stranger’s connections between the same ports at other addresses, with either end theirs or ours.
    const decoys = [
      row(v4(2, server), v4(3, browser), other),
      row(v4(3, browser), v4(2, server), us),
      row(v4(1, browser), v4(1, server), us),
      ours,
    ];
    expect(judged([accepted, stranger, ...decoys], here)).toBe(true);
    expect(judged([accepted, ...decoys], here)).toBe(true);
    expect(judged([row(v4(2, server), v4(4, browser), other), stranger, ...decoys], here)).toBe(true);
  });

  it('is told of IPv6 too, however the address is written', () => {
    const rows = [row(v6(1, server), v6(1, browser), us), row(v6(1, browser), v6(1, server), us)];
    const of = (localAddress: string, remoteAddress: string) => judged(rows, { ...ends, localAddress, remoteAddress });
    expect(of('::1', '::1')).toBe(false);
    expect(of('::1', '0:0:0:0:0:0:0:1%lo')).toBe(false);
    expect(of('::1', '::2')).toBe(true);
    expect(of('::1', '::1:0')).toBe(true);
    expect(of('::1', '127.0.0.1')).toBe(true);
    expect(judged([ours, row(v4(1, browser), v4(1, server), us)], { ...ends, remoteAddress: '::ffff:127.0.0.1' })).toBe(
      false,
    );
  });

  it.each([{}, { ...ends, remoteAddress: undefined }, { ...ends, remoteAddress: 'nowhere' }])(
    'is not known where an end is gone: %o',
    (gone) => expect(judged([ours, row(v4(1, browser), v4(1, server), us)], gone)).toBe(true),
  );

  it('is told by Linux', () => expect(tellsUsersApart()).toBe(process.platform === 'linux'));

  // Only root can act as somebody else.
  const actsAsOthers = process.platform === 'linux' && process.getuid?.() === 0;
  const stranger = 65_534;
  const asStranger = async (script: string): Promise<string> =>
    (await promisify(execFile)(process.execPath, ['-e', script], { cwd: '/', uid: stranger })).stdout;

  it.runIf(actsAsOthers)('answers us and no other user', async () => {
    const server = await serve({ ownUserOnly: true, handler: () => ({ status: 200, body: 'the link' }) });
    const script = `fetch('${server.url}').then((it) => it.text()).then(console.log, () => console.log('nothing'))`;
    const { stdout } = await promisify(execFile)(process.execPath, ['-e', script], { cwd: '/' });
    expect(stdout).toBe('the link\n');
    // Where the connection ends before the request is out, fetch of Node 20 may say nothing at all.
    expect(['nothing\n', '']).toContain(await asStranger(script));
    await server.close();
  });

  it.runIf(actsAsOthers)('answers no other user who also owns the same two ports at other addresses', async () => {
    const server = await serve({ ownUserOnly: true, handler: () => ({ status: 200, body: 'the link' }) });
    const script = `
      const { connect, createServer } = require('node:net');
      const decoy = createServer().listen(0, '127.0.0.3', () => {
        const { port } = decoy.address();
        const between = { host: '127.0.0.3', port, localAddress: '127.0.0.2', localPort: ${server.port} };
        const pretended = connect(between, () => {
          const to = { host: '127.0.0.1', port: ${server.port}, localAddress: '127.0.0.4', localPort: port };
          const asked = connect(to, () => asked.write('GET / HTTP/1.1\\r\\nHost: x\\r\\nConnection: close\\r\\n\\r\\n'));
          let heard = '';
          asked.on('data', (bytes) => (heard += bytes)).on('error', () => undefined);
          asked.on('close', () => { console.log(heard.slice(0, 12) || 'nothing'); process.exit(); });
        });
      });`;
    expect(await asStranger(script)).toBe('nothing\n');
    await server.close();
  });

  it.runIf(process.platform === 'linux')('answers us at each address of loopback', async () => {
    const hasIPv6 = Object.values(networkInterfaces()).some((all) => all?.some(({ address }) => address === '::1'));
    for (const host of ['127.0.0.1', '127.0.0.7', ...(hasIPv6 ? ['::1', '::ffff:127.0.0.1'] : [])]) {
      const server = await serve({ host, ownUserOnly: true, handler: () => ({ status: 200, body: 'the link' }) });
      expect(await (await fetch(server.url)).text()).toBe('the link');
      await server.close();
    }
  });
});
