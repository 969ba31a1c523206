import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect } from 'node:net';
import { writeSignature } from '../../src/domain/webhook/signature.js';
import { type BuiltProgram, builtProgram } from '../support/built.js';
import { times } from '../support/counts.js';
import { type App, listening, startApp } from '../support/listening/listening.js';

/** What a process holds, in bytes. */
interface Memory {
  /** The heap and the memory outside of it that objects own, after a forced collection: what something still refers to. */
  readonly live: number;
  /** All that the system gave it: what was not collected yet too, and what native code holds. */
  readonly resident: number;
}

interface Watched {
  /** For the environment of the one process that is to be asked. */
  readonly env: NodeJS.ProcessEnv;
  read(pid: number): Promise<Memory>;
}

// Objects with a native half are let go of a turn after they were found to be dead.
const answering = `
const v8 = require('node:v8');
v8.setFlagsFromString('--expose-gc');
const collect = require('node:vm').runInNewContext('gc');
require('node:net').createServer((socket) => {
  collect();
  setImmediate(() => {
    collect();
    const { heapUsed, external } = process.memoryUsage();
    socket.end(String(heapUsed + external));
  });
}).listen(process.env.ASKED_FOR_MEMORY).unref();
`;

/**
 * Lets a process be asked for its memory while it runs; a folder for each. Its young generation is kept small, the same
 * on every Node: how far V8 lets it grow before it collects (16 MiB a half up to Node 22, 32 MiB from 24 on) says
 * nothing of what is kept.
 */
function watchMemory(folder: string): Watched {
  const preload = join(folder, 'answers-memory.cjs');
  const socket = join(folder, 'memory.sock');
  writeFileSync(preload, answering);
  return {
    env: { NODE_OPTIONS: `--max-semi-space-size=4 --require=${preload}`, ASKED_FOR_MEMORY: socket },
    async read(pid) {
      const resident = residentOf(pid);
      let live = '';
      for await (const text of connect(socket).setEncoding('utf8')) live += String(text);
      return { live: Number(live), resident };
    },
  };
}

function residentOf(pid: number): number {
  const [, kibibytes = '0'] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kibibytes) * 1024;
}

const forgeries = times(8_000, 100_000);
const atOnce = 16;
const mebibyte = 1024 * 1024;

let program: BuiltProgram;
let app: App;

beforeAll(async () => {
  program = builtProgram();
  app = await startApp();
  await program.run(['emulator', 'start', '--detach', '--port', '0']);
});
afterAll(async () => {
  await program.remove();
  await app.close();
});

/** The same numbers for the same seed (mulberry32). */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

interface Forged {
  readonly header: string | string[] | undefined;
  readonly body: Buffer;
}

const replaceAt = (text: string, at: number, by: string): string => text.slice(0, at) + by + text.slice(at + 1);

/** A genuine delivery that was damaged in one place, or a header that breaks the grammar. */
function forge(index: number, secret: string, random: (below: number) => number, now: number): Forged {
  const body = Buffer.from(JSON.stringify({ id: `forged-${index}`, event: 'envelope.completed', envelope_id: 'x' }));
  const t = Math.floor(now / 1000);
  const header = writeSignature({ current: secret }, body, t);
  const digest = header.slice(header.indexOf('v1=') + 3);
  switch (random(8)) {
    case 0: {
      const at = random(body.length);
      body[at] = (body[at] ?? 0) ^ (1 << random(8));
      return { header, body };
    }
    case 1:
      return { header: `t=${t + 1 + random(250)}, v1=${digest}`, body };
    case 2: {
      const at = random(64);
      const other = ((Number.parseInt(digest[at] ?? '0', 16) + 1 + random(15)) % 16).toString(16);
      return { header: `t=${t}, v1=${replaceAt(digest, at, other)}`, body };
    }
    case 3:
      // Genuine, and out of time in one direction or the other.
      return {
        header: writeSignature({ current: secret }, body, t + (random(2) === 0 ? -1 : 1) * (400 + random(9_999))),
        body,
      };
    case 4:
      return { header: writeSignature({ current: `${secret}x` }, body, t), body };
    case 5:
      return { header: [header, header], body };
    case 6: {
      const broken = [
        undefined,
        '',
        `t=${t}`,
        `v1=${digest}`,
        `t=${t}, t=${t}, v1=${digest}`,
        `t=${t}, v1=${digest}, v1=${digest}`,
        `t=${t}.0, v1=${digest}`,
        `t=-${t}, v1=${digest}`,
        `t=0${t}, v1=${digest}`,
        `t=${t}, v0=${digest}`,
        `t=${t}, v1=${digest.slice(1)}`,
        `t=${t}, v1=${digest}0`,
        `t=${t}; v1=${digest}`,
        `t=1e9, v1=${digest}`,
        `t=${t}, v1=${Buffer.from(digest, 'hex').toString('base64')}`,
        `t=${t}, v1=${digest}, x`,
        'a'.repeat(5_000),
        '='.repeat(1_000),
        ','.repeat(1_000),
      ];
      return { header: broken[random(broken.length)], body };
    }
    default:
      return { header, body: Buffer.concat([body, Buffer.from(random(2) === 0 ? '\n' : ' ')]) };
  }
}

/** Delivers to a listener; resolves with the status of its answer. */
const deliver = (url: string, agent: Agent, { header, body }: Forged): Promise<number> =>
  new Promise((resolve, reject) => {
    const signature = header === undefined ? {} : { 'Service-Signature': header };
    const headers = { 'Content-Type': 'application/json', 'Content-Length': body.length, ...signature };
    const call = request(url, { method: 'POST', agent, headers }, (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode ?? 0));
    });
    call.on('error', reject);
    call.end(body);
  });

describe.skipIf(!existsSync('/proc/self/status'))('thousands of forged or damaged deliveries (where /proc is)', () => {
  it('are refused one and all, and cost the listener no memory', { timeout: 240_000 }, async () => {
    const words = ['--forward-to', app.url, '--secret-file', 'forged.secret'];
    const watched = watchMemory(program.folder);
    const one = listening(program, words, watched.env);
    const { url } = await one.ready();
    const secret = readFileSync(join(program.folder, 'forged.secret'), 'utf8').trim();
    const agent = new Agent({ keepAlive: true, maxSockets: atOnce });
    const statuses = new Map<number, number>();
    const random = numbers(20_261_201);
    const post = (forged: Forged): Promise<number> => deliver(url, agent, forged);
    let sent = 0;
    const flood = async (goal: number): Promise<Memory> => {
      const worker = async (): Promise<void> => {
        while (sent < goal) {
          const index = sent;
          sent += 1;
          const status = await post(forge(index, secret, random, Date.now()));
          statuses.set(status, (statuses.get(status) ?? 0) + 1);
        }
      };
      await Promise.all(Array.from({ length: atOnce }, worker));
      return watched.read(one.pid);
    };
    // The first ones warm it up: code is compiled, buffers find their size.
    const warm = await flood(forgeries / 5);
    const half = await flood(forgeries / 2);
    const end = await flood(forgeries);
    // One that is genuine is taken all the same, and by the same connection.
    const body = Buffer.from(JSON.stringify({ id: 'genuine', event: 'envelope.sent', envelope_id: 'x' }));
    const genuine = writeSignature({ current: secret }, body, Math.floor(Date.now() / 1000));
    expect(await post({ header: genuine, body })).toBe(200);
    await app.has(1);
    agent.destroy();
    one.signal('SIGINT');
    await one.ended;
    expect([...statuses]).toEqual([[401, forgeries]]);
    expect(app.took.map(({ id }) => id)).toEqual(['genuine']);
    expect(one.lines.at(-1)).toMatchObject({ type: 'done', deliveries: 1, forwarded: 1, refused: forgeries });
    // Nothing refers to a refused delivery any more, nor does what is not collected yet, or is native, add up.
    expect(Math.max(half.live, end.live) - warm.live).toBeLessThan(times(0.75, 2) * mebibyte);
    expect(Math.max(half.resident, end.resident) - warm.resident).toBeLessThan(24 * mebibyte);
    // A flood is counted, not told one by one.
    expect(one.lines.filter(({ type }) => type === 'refused').length).toBeLessThan(forgeries / 100);
  });
});
