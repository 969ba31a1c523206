import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { behind } from '../../../../src/listen/tunnel/address.js';
import { TunnelFailure } from '../../../../src/listen/tunnel/failure.js';
import type { TunnelProvider } from '../../../../src/listen/tunnel/provider.js';
import { readSshDestination } from '../../../../src/listen/tunnel/providers/ssh-command.js';
import { sshProvider } from '../../../../src/listen/tunnel/providers/ssh.js';
import { supervise, type Supervisor, type SuperviseTimes } from '../../../../src/listen/tunnel/supervise.js';
import { hasNginx, startEdge, type Edge } from '../../../support/listening/edge.js';
import { replayProgram } from '../../../support/listening/replay.js';
import { freePort, hasSshd, isAlive, startSshd, tell, type SshServer } from '../../../support/listening/sshd.js';
import { openTunnelScene, realClock, type TunnelScene } from '../../../support/listening/tunnel.js';

const real = hasSshd && hasNginx;
const quick: Partial<SuperviseTimes> = { look: 200, probe: 1_000, readyEvery: 100, grace: 1_000 };
const never = new AbortController().signal;

let folder = '';
let sshd: SshServer;
let edge: Edge;
let scene: TunnelScene;
const running: Supervisor[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'esign-ssh-'));
});

afterEach(async () => {
  for (const supervisor of running.splice(0)) await supervisor.close(500);
  await scene?.close();
  await edge?.close();
  await sshd?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** An ssh host with nginx before it, the receiver, and the provider that joins them; `{port}` for any free port. */
async function open(
  remote: 'port' | 'socket' | 'any',
  options: {
    readonly clientAlive?: number;
    readonly authorised?: boolean;
    readonly forwards?: boolean;
    readonly freezes?: boolean;
  } = {},
): Promise<{ readonly provider: TunnelProvider; readonly url: URL }> {
  sshd = await startSshd(join(folder, 'host'), options);
  const socket = join(folder, 't.sock');
  const port = await freePort();
  edge = await startEdge(join(folder, 'edge'), remote === 'socket' ? { socket } : { port });
  scene = await openTunnelScene({ caFile: edge.caFile, probeTimeout: options.freezes === true ? 2_000 : 15_000 });
  // Only what freezes is told by a probe that comes back too late; else a busy machine may take its time.
  const end = remote === 'socket' ? socket : remote === 'any' ? '0' : String(port);
  const publicUrl = remote === 'any' ? edge.portUrl : edge.url;
  const provider = sshProvider(readSshDestination(sshd.destination(end)), publicUrl);
  return { provider, url: new URL(edge.url) };
}

function run(provider: TunnelProvider, times: Partial<SuperviseTimes> = quick): Supervisor {
  const { start, prober, tell: hear } = scene;
  const supervisor = supervise({ provider, start, prober, clock: realClock, random: Math.random, tell: hear, times });
  running.push(supervisor);
  return supervisor;
}

/** Delivers through the public address and shows that it arrived. */
async function delivers(url: URL | undefined): Promise<void> {
  const body = Buffer.from(`delivery ${scene.arrived.length}`);
  expect(await scene.post(behind(url as URL, '/hook'), body)).toBe(200);
  expect(scene.arrived.at(-1)?.body).toEqual(body);
}

describe.skipIf(!real)('a tunnel through a real sshd and nginx', () => {
  it('is up when a word went out through the public address and came back to this process', async () => {
    const { provider, url } = await open('port');
    const supervisor = run(provider);
    expect((await supervisor.ready).href).toBe(url.href);
    await delivers(supervisor.url);
    expect(scene.news).toEqual([{ state: 'up', url, afterMs: 0 }]);
  });

  it('carries fifteen bodies byte for byte', async () => {
    const { provider } = await open('port');
    const supervisor = run(provider);
    const url = behind(await supervisor.ready, '/hook');
    const texts = [
      '{"a":1.0,"n":12345678901234567890}',
      '{\r\n\t"s":"\u{1F58B} é"\r\n}',
      '{"a":1,"a":2}',
      '\ufeff{"bom":true}',
      '',
    ];
    const random = Buffer.alloc(1024 * 1024);
    for (let at = 0, seed = 7; at < random.length; at += 1) {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      random[at] = seed >> 16;
    }
    const bodies = [
      ...texts.map((text) => Buffer.from(text)),
      Buffer.from([0xff, 0x00, 0xc3, 0x28, 0x0a]),
      random,
      gzipSync('{"zipped":true}'),
    ];
    // With a length and in chunks; an empty body has nothing to cut into chunks.
    const kinds = bodies.flatMap((body) =>
      (body.length === 0 ? [false] : [false, true]).map((chunked) => ({ body, chunked })),
    );
    expect(kinds).toHaveLength(15);
    for (const { body, chunked } of kinds) {
      expect(await postRaw(url, edge.caFile, body, chunked)).toBe(200);
      const arrived = scene.arrived.at(-1);
      const digest = (bytes: Buffer | undefined) =>
        createHash('sha256')
          .update(bytes ?? '')
          .digest('hex');
      expect(digest(arrived?.body)).toBe(digest(body));
    }
  });

  it('is up again at the same address after the session was killed at the host', async () => {
    const { provider, url } = await open('port');
    const supervisor = run(provider);
    await supervisor.ready;
    const [first] = supervisor.pids;
    sshd.signalSessions('SIGKILL');
    const down = await scene.next('down');
    expect(down).toMatchObject({ words: expect.stringMatching(/closed|reset|Broken/i) });
    expect(await scene.next('up')).toMatchObject({ url });
    expect(supervisor.pids).not.toContain(first);
    await delivers(supervisor.url);
  });

  it('keeps its session while the host takes no new ones', async () => {
    const { provider } = await open('port');
    const supervisor = run(provider);
    await supervisor.ready;
    await sshd.stopListening();
    await delivers(supervisor.url);
    sshd.signalSessions('SIGKILL');
    await scene.next('down');
    expect(await scene.next('down')).toMatchObject({ words: expect.stringContaining('Connection refused') });
    await sshd.listen();
    await scene.next('up');
    await delivers(supervisor.url);
  });

  it('leaves a host that froze, and waits until the frozen session gives the port back', async () => {
    const { provider } = await open('port', { freezes: true });
    const supervisor = run(provider);
    await supervisor.ready;
    const frozen = sshd.sessions();
    sshd.signalSessions('SIGSTOP');
    // The probe or ssh itself tells, whichever is the first; that of the probe alone is shown below.
    await scene.next('down');
    // The frozen session still has the port, so a new one is refused until it goes.
    await until(() =>
      scene.news.some((piece) => piece.state === 'down' && piece.words.includes('port forwarding failed')),
    );
    for (const pid of frozen) tell(pid, 'SIGKILL');
    await scene.next('up');
    await delivers(supervisor.url);
  });

  it('takes a socket file over from a session that froze, without waiting for it', async () => {
    const { provider } = await open('socket', { freezes: true });
    const supervisor = run(provider);
    await supervisor.ready;
    await delivers(supervisor.url);
    const frozen = sshd.sessions();
    sshd.signalSessions('SIGSTOP');
    await scene.next('down');
    await scene.next('up');
    await delivers(supervisor.url);
    expect(scene.news.filter((piece) => piece.state === 'down')).toHaveLength(1);
    // The late death of the old session does not take the new socket with it.
    for (const pid of frozen) {
      tell(pid, 'SIGCONT');
      tell(pid, 'SIGKILL');
    }
    await delivers(supervisor.url);
  });

  it('notices a client that froze by the probes, and replaces it', async () => {
    const { provider } = await open('socket', { freezes: true });
    const supervisor = run(provider);
    await supervisor.ready;
    const [frozen] = supervisor.pids;
    tell(frozen ?? 0, 'SIGSTOP');
    await scene.next('degraded');
    await scene.next('down');
    await scene.next('up');
    expect(isAlive(frozen ?? 0)).toBe(false);
    await delivers(supervisor.url);
  });

  it('notices when the machine was asleep: the host has dropped it, and it is up again at once', async () => {
    const { provider } = await open('port', { clientAlive: 1 });
    // Between two ordinary probes passes a minute: only the waking makes it look.
    const supervisor = run(provider, { ...quick, probe: 60_000, drift: 1_000, look: 500 });
    await supervisor.ready;
    const [client] = supervisor.pids;
    tell(client ?? 0, 'SIGSTOP');
    await until(() => sshd.sessions().length === 0);
    tell(client ?? 0, 'SIGCONT');
    await scene.next('down');
    await scene.next('up');
    await delivers(supervisor.url);
  });

  it('waits for a taken port instead of giving up', async () => {
    const { provider } = await open('port');
    const other = run(provider);
    await other.ready;
    const second = supervise({
      provider,
      start: scene.start,
      prober: scene.prober,
      clock: realClock,
      random: Math.random,
      tell: (news) => scene.tell(news),
      times: quick,
    });
    running.push(second);
    expect(await scene.next('down')).toMatchObject({
      words: expect.stringContaining('remote port forwarding failed for listen port'),
      hint: expect.stringContaining('socket file'),
    });
    await other.close();
    await second.ready;
    await delivers(second.url);
  });

  it.each([
    ['any', 'remote port forwarding failed'],
    ['port', 'Server has disabled port forwarding'],
    ['socket', 'Server has disabled streamlocal forwarding'],
  ] as const)('gives up at once on a host that forwards no %s, and says so', async (remote, words) => {
    const { provider } = await open(remote, { forwards: false });
    await expect(run(provider).ready).rejects.toMatchObject({
      code: 'tunnel_auth',
      message: expect.stringContaining(words),
      hint: expect.stringContaining('AllowTcpForwarding'),
    });
  });

  it('moves when the host gives another port at every connection', async () => {
    const { provider } = await open('any');
    const supervisor = run(provider);
    const first = await supervisor.ready;
    expect(first.pathname).toMatch(/^\/p\/\d+$/);
    await delivers(first);
    sshd.signalSessions('SIGKILL');
    const moved = await scene.next('moved');
    expect(moved).toMatchObject({ from: first });
    expect(supervisor.url?.href).not.toBe(first.href);
    await delivers(supervisor.url);
  });

  it('starts again when its client was killed with -9', async () => {
    const { provider } = await open('port');
    const supervisor = run(provider);
    await supervisor.ready;
    tell(supervisor.pids[0] ?? 0, 'SIGKILL');
    expect(await scene.next('down')).toMatchObject({ words: expect.stringContaining('SIGKILL') });
    await scene.next('up');
    await delivers(supervisor.url);
  });

  it('does not take an exit with code 0 for a success: that is how ssh answers a SIGTERM', async () => {
    const { provider } = await open('port');
    const supervisor = run(provider);
    await supervisor.ready;
    tell(supervisor.pids[0] ?? 0, 'SIGTERM');
    await scene.next('down');
    await scene.next('up');
    await delivers(supervisor.url);
  });

  it('is given up at once when the host refuses the key', async () => {
    const { provider } = await open('port', { authorised: false });
    const failure = await run(provider).ready.catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(TunnelFailure);
    expect(failure).toMatchObject({ code: 'tunnel_auth', message: expect.stringContaining('Permission denied') });
    expect(scene.news.map(({ state }) => state)).toEqual(['given-up']);
  });

  it('leaves no process behind when it is closed', async () => {
    const { provider } = await open('port');
    const supervisor = run(provider);
    await supervisor.ready;
    const [pid] = supervisor.pids;
    expect([...scene.children]).toEqual([pid]);
    await supervisor.close();
    expect(isAlive(pid ?? 0)).toBe(false);
    expect(scene.children.size).toBe(0);
    await until(() => sshd.sessions().length === 0);
  });

  it('leaves no process behind when it is closed while it starts', async () => {
    const { provider } = await open('port');
    const stop = new AbortController();
    const started = provider.start(scene.start, stop.signal).catch((error: unknown) => error);
    await until(() => scene.children.size === 1);
    stop.abort(new Error('no more'));
    expect(await started).toBeInstanceOf(Error);
    expect(scene.children.size).toBe(0);
  });

  it('ends a frozen client by force', async () => {
    const { provider } = await open('port');
    const session = await provider.start(scene.start, never);
    const [pid] = session.pids;
    tell(pid ?? 0, 'SIGSTOP');
    await session.close(300);
    expect(isAlive(pid ?? 0)).toBe(false);
    expect(await session.closed).toMatchObject({ reason: 'closed' });
  });

  it('says 502 in words when the receiver is not there', async () => {
    const { provider, url } = await open('port');
    const outcome = await scene.prober.probe(url);
    expect(outcome).toMatchObject({ ok: false, fault: 'there', words: expect.stringContaining('502') });
    expect(provider.id).toBe('ssh');
  });
});

describe('ssh (replayed)', () => {
  it('uses a known language, and gets nothing of ours in its environment', async () => {
    scene = await openTunnelScene();
    const say = 'debug1: remote forward success for: listen 9100, connect 127.0.0.1:{LOCAL}\n';
    const replayed = replayProgram(scene.folder, 'ssh', [{ steps: [{ say, to: 'err' }, { wait: 60_000 }] }]);
    const env = {
      PATH: replayed.bin,
      LC_ALL: 'af_ZA.UTF-8',
      LC_MESSAGES: 'af_ZA',
      SSH_AUTH_SOCK: '/x',
      ESIGN_API_KEY: 'k',
    };
    Object.assign(scene.start, { machine: { env, cwd: scene.folder, home: scene.folder } });
    const session = await sshProvider(readSshDestination('ssh://h.test?remote=9100'), 'https://h.test').start(
      scene.start,
      never,
    );
    expect(session.addresses().map(String)).toEqual(['https://h.test/']);
    expect(replayed.calls()[0]?.env).toMatchObject({ LC_ALL: 'C', SSH_AUTH_SOCK: '/x' });
    expect(Object.keys(replayed.calls()[0]?.env ?? {})).not.toContain('LC_MESSAGES');
    expect(Object.keys(replayed.calls()[0]?.env ?? {})).not.toContain('ESIGN_API_KEY');
    await session.close(1_000);
  });
});

/** A POST whose body goes out with its length, or in chunks. */
function postRaw(url: URL, caFile: string, body: Buffer, chunked: boolean): Promise<number | undefined> {
  const length = chunked ? {} : { 'Content-Length': body.length };
  const options = {
    method: 'POST',
    ca: readFileSync(caFile),
    headers: { 'Content-Type': 'application/json', ...length },
  };
  return new Promise((resolve, reject) => {
    const sent = request(url, options, (answer) => {
      answer.resume();
      answer.on('end', () => resolve(answer.statusCode));
    });
    sent.on('error', reject);
    if (!chunked) return sent.end(body);
    sent.write(body.subarray(0, body.length / 2));
    sent.end(body.subarray(body.length / 2));
  });
}

async function until(condition: () => boolean): Promise<void> {
  for (let tries = 0; tries < 1_000; tries += 1) {
    if (condition()) return;
    await realClock.sleep(20);
  }
  throw new Error('it did not come about');
}
