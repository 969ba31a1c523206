import { createServer, connect, type Socket } from 'node:net';
import { once } from 'node:events';
import { beforeEach, describe, expect, it } from 'vitest';
import { bulkScene, done, linesOf, sharedClock } from '../support/records/bulk-rows.js';
import { bin } from '../support/esign.js';
import type { Ran } from '../support/program.js';
import { execa } from 'execa';

/** What breaks in the middle of a run: the connection, the disk, the key. Counted is what the service has sent. */
const scene = bulkScene('broken');
const { at, words, run, sent } = scene;

/** The way to the service, which can be cut: what is under way breaks, and nothing new gets through. */
interface Way {
  readonly url: string;
  cut(): void;
  mend(): void;
  close(): void;
}

async function startWay(): Promise<Way> {
  let isCut = false;
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    if (isCut) return void near.destroy();
    const far = connect(Number(new URL(at.emulator.url).port), '127.0.0.1');
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('error', () => to.destroy());
      from.on('close', () => void sockets.delete(from));
      from.pipe(to);
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const drop = (): void => sockets.forEach((socket) => socket.destroy());
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? (address?.port ?? 0) : 0}`,
    cut: () => {
      isCut = true;
      drop();
    },
    mend: () => {
      isCut = false;
    },
    close: () => {
      drop();
      server.close();
    },
  };
}

describe('a connection that breaks in the middle of a run', () => {
  /** Cuts the way after some rows, and mends it once the program has waited so often. */
  async function runOverGap(way: Way, waits: number, more: readonly string[]): Promise<Ran> {
    let waited = 0;
    let created = 0;
    const watch = setInterval(() => {
      void sent().then((count) => {
        created = count;
      });
    }, 5);
    const before = await sent();
    const clock = {
      now: () => at.emulator.now(),
      sleep: async (milliseconds: number) => {
        waited += 1;
        if (waited === waits) way.mend();
        await at.emulator.advance(milliseconds);
      },
    };
    // From the first rows on.
    const cut = expect
      .poll(() => created - before, { interval: 5 })
      .toBeGreaterThan(3)
      .then(() => way.cut());
    const ran = await run(more, { clock, env: { ...at.live(), ESIGN_BASE_URL: way.url } });
    await cut;
    clearInterval(watch);
    return ran;
  }
  let way: Way;
  beforeEach(async () => {
    way = await startWay();
    return () => way.close();
  });

  it('is tried again with the same keys until it works, and every person gets one envelope', async () => {
    scene.writeLeases(60);
    const before = await sent();
    const ran = await runOverGap(way, 60, []);
    const events = linesOf(ran.stdout).filter(({ type }) => type === 'connection');
    expect(events.map(({ state }) => state)).toEqual(['lost', 'restored']);
    expect([ran.code, done(ran)]).toEqual([0, expect.objectContaining({ created: 60, unknown: 0, failed: 0 })]);
    expect((await sent()) - before).toBe(60);
  });

  it('ends the run after --retry-for, with 13 and what was created, and the same command does the rest', async () => {
    scene.writeLeases(60);
    const before = await sent();
    const ran = await runOverGap(way, Infinity, ['--retry-for', '30s']);
    const error = ran.error() as unknown as { code: string; message: string; created: number };
    expect([ran.code, error.code]).toEqual([13, 'transport_failed']);
    expect(error.message).toContain(`${error.created} of 60 envelopes created`);
    expect(error.created).toBeGreaterThan(0);
    way.mend();
    const rest = await at.run(words(), { clock: sharedClock(at), env: { ...at.live(), ESIGN_BASE_URL: way.url } });
    expect(rest.code).toBe(0);
    expect((await sent()) - before).toBe(60);
  });
});

describe('whatever ends a run in the middle', () => {
  it('a key that is refused: says what was created', async () => {
    scene.writeLeases(6);
    await at.ok(['emulator', 'fault', 'operation', 'createEnvelope', '--code', 'value_not_writable', '--count', '4']);
    await run();
    await at.ok(['emulator', 'fault', 'operation', 'createEnvelope', '--code', 'unauthenticated']);
    const ran = await run();
    expect([ran.code, ran.error().code]).toEqual([13, 'unauthenticated']);
    expect(ran.error().message).toContain('0 of 6 envelopes created now, 2 before');
    expect(ran.stderr).not.toContain('othing was sent');
  });

  it('an unknown outcome ends with 13, never with 8', async () => {
    scene.writeLeases(1);
    await at.ok(['emulator', 'fault', 'operation', 'createEnvelope', '--drop-after-commit']);
    const ran = await run(['--retry-for', '0']);
    expect([ran.code, done(ran)]).toEqual([13, expect.objectContaining({ unknown: 1, failed: 0 })]);
    expect(linesOf(ran.stdout).find(({ type }) => type === 'row')).toMatchObject({ status: 'unknown', exit_code: 13 });
  });

  it('a disk that is full: says what was created, and the same command does the rest', async () => {
    const count = 40;
    scene.writeLeases(count);
    const before = await sent();
    const limited = ['-c', 'ulimit -f 240; exec "$@"', 'bash', process.execPath, bin, ...words()];
    const live = { ...at.live(), ESIGN_STATE_DIR: at.path('small') };
    const env = { ...at.machine.env, ...live, PATH: process.env['PATH'] ?? '', HOME: at.machine.folder };
    const ran = await execa('bash', limited, { cwd: at.machine.folder, env, extendEnv: false, reject: false });
    const { error } = JSON.parse(ran.stderr) as { error: { message: string; created: number; exit_code: number } };
    expect(error.message).toMatch(/cannot be written/);
    expect(error.message).toContain(`${error.created} of ${count} envelopes created`);
    expect(error.message).not.toContain('othing was sent');
    expect(error.created).toBeGreaterThan(0);
    // By the clock of the process before: a row that left in the future would be left to a person.
    const rest = await at.run(words(), { env: live });
    expect([rest.code, done(rest)]).toEqual([0, expect.objectContaining({ failed: 0, unknown: 0 })]);
    expect((await sent()) - before).toBe(count);
  });
});
