import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { request } from 'node:https';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { writeSignature } from '../../src/domain/webhook/signature.js';
import { type BuiltProgram, builtProgram } from '../support/built.js';
import { type Edge, hasNginx, startEdge } from '../support/listening/edge.js';
import { bearer, http } from '../support/http.js';
import { type App, type Listening, listening, startApp } from '../support/listening/listening.js';
import { freePort, hasSshd, isAlive, startSshd, type SshServer } from '../support/listening/sshd.js';

let program: BuiltProgram;
let base: string;
let key: string;
let sshd: SshServer;
let edge: Edge;
let farPort: number;
let app: App;
const open = new Set<Listening>();
const real = hasSshd && hasNginx;

beforeAll(async () => {
  if (!real) return;
  program = builtProgram();
  sshd = await startSshd(join(program.folder, 'host'));
  farPort = await freePort();
  edge = await startEdge(join(program.folder, 'edge'), { port: farPort });
  app = await startApp();
  const start = ['emulator', 'start', '--detach', '--port', '0', '--json'];
  const { stdout } = await program.run(start, { NODE_EXTRA_CA_CERTS: edge.caFile });
  ({ url: base, live_key: key } = JSON.parse(stdout) as { url: string; live_key: string });
});
afterAll(async () => {
  if (!real) return;
  await program.remove();
  await Promise.all([edge.close(), sshd.close(), app.close()]);
});
afterEach(async () => {
  for (const one of open) one.signal('SIGINT');
  for (const one of open) await one.ended;
  open.clear();
});

const endpoints = async () =>
  (
    await http<{ data: { id: string; url: string }[] }>(base, 'GET', '/api/v1/webhooks', {
      headers: { Authorization: `Bearer ${key}` },
    })
  ).body.data;
const control = async (path: string, body: unknown): Promise<void> => {
  const { status } = await http(base, 'POST', `/_emulator${path}`, { headers: bearer(key), body });
  if (status >= 300) throw new Error(`${path} answered ${status}`);
};

function listen(remote: string, publicUrl: string, more: readonly string[] = []): Listening {
  const tunnel = ['--tunnel', sshd.destination(remote), '--public-url', publicUrl];
  const one = listening(program, [...tunnel, '--forward-to', app.url, ...more], { ESIGN_CA_FILE: edge.caFile });
  open.add(one);
  return one;
}

/** Posts raw bytes to the public address, in one piece or chunked. */
function post(url: string, body: Buffer, headers: Record<string, string | string[]>, chunked = false): Promise<number> {
  const length: Record<string, string> = chunked ? {} : { 'Content-Length': String(body.length) };
  return new Promise((resolve, reject) => {
    const ca = readFileSync(edge.caFile);
    const call = request(url, { method: 'POST', ca, headers: { ...headers, ...length }, agent: false }, (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode ?? 0));
    });
    call.on('error', reject);
    if (chunked) {
      const middle = body.length >> 1;
      if (middle > 0) call.write(body.subarray(0, middle));
      call.end(body.subarray(middle));
    } else call.end(body);
  });
}

const hash = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
/** Bodies that some way of carrying them is known to change. */
const bodies: readonly (readonly [name: string, body: Buffer, headers?: Record<string, string>])[] = [
  ['numbers', Buffer.from('{"id":"b1","a":1.0,"n":12345678901234567890}')],
  ['breaks and tabs', Buffer.from('{\r\n\t"id": "b2", "s": "\u{1F58B} é"\r\n}')],
  ['a key twice', Buffer.from('{"id":"b3","a":1,"a":2}')],
  ['no UTF-8', Buffer.from([0x7b, 0xff, 0xfe, 0x00, 0x80, 0x7d])],
  ['a byte order mark', Buffer.from('\ufeff{"id":"b5"}')],
  ['nothing', Buffer.alloc(0)],
  ['half a mebibyte of noise', randomBytes(512 * 1024)],
  ['compressed', gzipSync('{"id":"b8"}'), { 'Content-Encoding': 'gzip' }],
];

describe.skipIf(!real)('listen through a real sshd and nginx', () => {
  it('takes fifteen bodies to the app with equal bytes, and every one verifies', { timeout: 240_000 }, async () => {
    const one = listen(String(farPort), edge.url, ['--secret-file', 'tunnel.secret']);
    const { url } = await one.ready();
    expect(url).toMatch(/^https:\/\/localhost:\d+\/esl\//);
    const secret = readFileSync(join(program.folder, 'tunnel.secret'), 'utf8').trim();
    const sent: string[] = [];
    for (const [index, [name, body, headers = {}]] of [...bodies, ...bodies.slice(0, 7)].entries()) {
      const chunked = index >= bodies.length;
      // The same bytes are the same event: the chunked ones are told apart by a space.
      const bytes = chunked ? Buffer.concat([body, Buffer.from(' ')]) : body;
      const event = Buffer.from(bytes.toString('latin1').replace(/"id":( ?)"b/, '"id":$1"c'), 'latin1');
      const raw = chunked ? event : bytes;
      const signature = writeSignature({ current: secret }, raw, Math.floor(Date.now() / 1000));
      const status = await post(url, raw, { 'Service-Signature': signature, ...headers }, chunked);
      expect([name, chunked, status]).toEqual([name, chunked, 200]);
      sent.push(hash(raw));
    }
    expect(sent).toHaveLength(15);
    await app.has(15);
    expect(app.took.map(({ body }) => hash(body)).sort()).toEqual([...sent].sort());
    const t = Math.floor(Date.now() / 1000);
    const good = writeSignature({ current: secret }, Buffer.from('{}'), t);
    expect(await post(url, Buffer.from('{}'), { 'Service-Signature': [good, good] })).toBe(401);
    await one.line((line) => line['cause'] === 'several_headers');
  });

  it(
    'is up again after its session was killed, under the same address, and gets what failed',
    { timeout: 240_000 },
    async () => {
      const one = listen(String(farPort), edge.url);
      const { endpoint_id: id } = await one.ready();
      const before = app.took.length;
      sshd.signalSessions('SIGKILL');
      await control('/trigger', { event: 'envelope.sent' });
      await one.line((line) => line.type === 'tunnel' && line['state'] === 'up');
      expect(await endpoints()).toMatchObject([{ id }]);
      await control('/clock', { action: 'advance', seconds: 61 });
      await app.has(before + 1);
      one.signal('SIGINT');
      await one.ended;
      expect(one.lines.at(-1)).toMatchObject({ type: 'done', missed: null });
    },
  );

  it('registers again when the address has changed, and removes the old endpoint', { timeout: 240_000 }, async () => {
    const one = listen('0', edge.portUrl);
    const { endpoint_id: id, url } = await one.ready();
    const before = app.took.length;
    sshd.signalSessions('SIGKILL');
    await one.line((line) => line.type === 'tunnel' && line['state'] === 'moved');
    const now = await endpoints();
    expect(now).toHaveLength(1);
    expect(now[0]?.id).not.toBe(id);
    expect(now[0]?.url).not.toBe(url);
    await control('/trigger', { event: 'envelope.sent' });
    await app.has(before + 1);
  });

  it('leaves neither ssh nor an endpoint after a kill', { timeout: 240_000 }, async () => {
    const one = listen(String(farPort), edge.url);
    await one.ready();
    const sessions = sshd.sessions();
    expect(sessions.length).toBeGreaterThan(0);
    one.signal('SIGKILL');
    await one.ended;
    const over = async (): Promise<boolean> =>
      (await endpoints()).length === 0 && !sshd.sessions().some((pid) => isAlive(pid));
    for (let waited = 0; waited < 800 && !(await over()); waited += 1) {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    expect(await endpoints()).toEqual([]);
    expect(sshd.sessions().filter((pid) => isAlive(pid))).toEqual([]);
  });
});
