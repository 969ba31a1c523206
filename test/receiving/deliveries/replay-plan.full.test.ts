import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type BuiltProgram, builtProgram } from '../../support/built.js';
import { deferred } from '../../support/network/deferred.js';
import { type Behaviour, hostileServer, type HostileServer } from '../../support/network/hostile-server.js';
import { recordDeliveries } from '../../support/records/recorded-deliveries.js';

let program: BuiltProgram;
let app: HostileServer;
beforeEach(() => {
  program = builtProgram();
  writeFileSync(join(program.folder, 'hook.secret'), 'whsec_file\n');
});
afterEach(async () => {
  await program.remove();
  await app.close();
});

const accept: Behaviour = (response) => response.writeHead(204, { Connection: 'close' }).end();
const words = (...more: readonly string[]) => ['event', 'replay', '--secret-file', 'hook.secret', '--json', ...more];
const recordMissed = async (count: number): Promise<readonly string[]> => {
  const target = `${app.url}/`;
  const failed = { is: 'given-up', target, attempts: 1, at: '', status: 500, milliseconds: 1, words: '500' } as const;
  const missed = Array.from({ length: count }, () => ({ target, forward: failed }));
  return (await recordDeliveries(program.env['ESIGN_STATE_DIR'] ?? '', missed)).map(({ id }) => id);
};

describe('event replay, when a process is killed or two run at once', () => {
  it('sends nothing that another process is sending', async () => {
    const [arrived, release] = [deferred(), deferred()];
    app = await hostileServer([
      (response, socket) => {
        arrived.resolve();
        void release.promise.then(() => accept(response, socket));
      },
      accept,
    ]);
    const [one = '', two = ''] = await recordMissed(2);
    const first = program.start(words('--undelivered'));
    await arrived.promise;
    const all = await program.run(words('--undelivered'));
    expect([all.code, JSON.parse(all.stdout)]).toEqual([
      0,
      {
        data: [],
        skipped: [
          { id: one, reason: 'sending' },
          { id: two, reason: 'sending' },
        ],
      },
    ]);
    const named = await program.run(words(one).filter((word) => word !== '--json'));
    expect(named.code).toBe(6);
    expect(named.stderr).toContain(`Delivery ${one} not sent: another process is sending it now.`);
    release.resolve();
    expect((await first.ended).code).toBe(0);
    expect(app.seen).toHaveLength(2);
  });

  it('sends each delivery once from two processes that start together', async () => {
    app = await hostileServer([accept]);
    await recordMissed(20);
    const both = await Promise.all([program.run(words('--undelivered')), program.run(words('--undelivered'))]);
    expect(both.map(({ code }) => code)).toEqual([0, 0]);
    expect(new Set(app.seen.map(({ body }) => body)).size).toBe(20);
    expect(app.seen).toHaveLength(20);
  });

  it('killed during an attempt, leaves it unknown until the user names it', async () => {
    const arrived = deferred();
    app = await hostileServer([() => arrived.resolve(), accept]);
    const [one = '', two = ''] = await recordMissed(2);
    const killed = program.start(words('--undelivered'));
    await arrived.promise;
    killed.process.kill('SIGKILL');
    await killed.ended;
    const next = await program.run(words('--undelivered'));
    expect([next.code, JSON.parse(next.stdout)]).toMatchObject([
      13,
      { data: [{ id: two, status: 204 }], skipped: [{ id: one, reason: 'unknown' }] },
    ]);
    expect(JSON.parse(next.stderr)).toMatchObject({
      error: { code: 'delivery_unknown', unknown: [one], hint: expect.stringContaining(`esign event replay ${one}`) },
    });
    expect(app.seen).toHaveLength(2);
    expect((await program.run(words(one))).code).toBe(0);
    expect((await program.run(['event', 'list', '--undelivered', '-q'])).stdout).toBe('');
  });
});
