import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { execa } from 'execa';
import { expect, it } from 'vitest';
import { bulkScene, done, linesOf, sharedClock } from '../support/records/bulk-rows.js';
import { bin } from '../support/esign.js';
import type { Ran } from '../support/program.js';

/** A run that goes on on another machine, with the rows and the results file alone. Counted is what was sent. */
const scene = bulkScene('people');
const { at, words, sent } = scene;

const elsewhere = (): Record<string, string> => ({ ...at.live(), ESIGN_STATE_DIR: at.path(`state-of-${scene.file}`) });
const run = (env: Record<string, string> = at.live(), ...more: readonly string[]): Promise<Ran> =>
  scene.run(more, { env });
const aDay = 25 * 3_600_000;

it('forgets no row where the disk is full while it takes over the results file', async () => {
  const before = await sent();
  scene.writeLeases(40);
  await run();
  const env = { ...at.machine.env, ...elsewhere(), PATH: process.env['PATH'] ?? '', HOME: at.machine.folder };
  const limited = ['-c', 'ulimit -f 16; exec "$@"', 'bash', process.execPath, bin, ...words()];
  const ran = await execa('bash', limited, { cwd: at.machine.folder, env, extendEnv: false, reject: false });
  expect(ran.stderr).toContain('cannot be written');
  await at.emulator.advance(aDay);
  expect(done(await run(elsewhere()))).toMatchObject({ created: 0, earlier: 40 });
  expect((await sent()) - before).toBe(40);
});

it('comes back, and the rows that were sent elsewhere are known by the results file, however late', async () => {
  const before = await sent();
  scene.writeLeases(3);
  await run();
  scene.writeLeases(6);
  expect(done(await run(elsewhere()))).toMatchObject({ created: 3, earlier: 3 });
  await at.emulator.advance(aDay);
  expect(done(await run())).toMatchObject({ created: 0, earlier: 6 });
  expect(linesOf((await run()).stdout)[0]).toMatchObject({ type: 'compared', same: 6, new: 0, gone: 0 });
  expect((await sent()) - before).toBe(6);
});

it('does not count rows as gone that were sent again elsewhere with other content', async () => {
  const before = await sent();
  scene.writeLeases(4);
  await run();
  const [head, first = '', ...rest] = readFileSync(at.path(scene.file), 'utf8').split('\n');
  at.write(scene.file, [head, first.replace('9500', '9600'), ...rest].join('\n'));
  expect(done(await run(elsewhere(), '--resend', 'changed'))).toMatchObject({ created: 1, earlier: 3 });
  await at.emulator.advance(aDay);
  for (const _start of [1, 2]) {
    const ran = await run();
    expect(linesOf(ran.stdout)[0]).toMatchObject({ type: 'compared', same: 4, changed: 0, new: 0, gone: 0 });
    expect(done(ran)).toMatchObject({ created: 0, earlier: 4 });
  }
  // As it was sent first, the row is the same one again.
  at.write(scene.file, [head, first, ...rest].join('\n'));
  expect(linesOf((await run()).stdout)[0]).toMatchObject({ same: 4, new: 0, gone: 0 });
  at.write(scene.file, [head, ...rest].join('\n'));
  expect(linesOf((await run()).stdout)[0]).toMatchObject({ same: 3, new: 0, gone: 1 });
  expect((await sent()) - before).toBe(5);
});

it('does not mention unanswered rows that a later start has settled', async () => {
  const before = await sent();
  scene.writeLeases(3);
  await at.ok(['emulator', 'fault', 'operation', 'createEnvelope', '--drop-after-commit']);
  expect(done(await run(at.live(), '--retry-for', '0'))).toMatchObject({ unknown: 3 });
  await at.ok(['emulator', 'fault', 'clear']);
  expect(done(await run())).toMatchObject({ created: 3 });
  const ran = await run(elsewhere());
  expect([ran.code, done(ran)]).toEqual([0, expect.objectContaining({ created: 0, earlier: 3 })]);
  expect((await sent()) - before).toBe(3);
});

it('says nothing of another run when the answer to its own first attempt was lost', async () => {
  scene.writeLeases(2);
  await at.ok(['emulator', 'fault', 'operation', 'createEnvelope', '--drop-after-commit', '--count', '2']);
  const ran = await at.run(
    words().map((word) => (word === '--json' ? '-q' : word)),
    { clock: sharedClock(at), env: at.live() },
  );
  expect([ran.code, ran.stderr]).toEqual([0, expect.not.stringContaining('another run')]);
});

it('is the same run when its file is reached by a link, however late', async () => {
  const before = await sent();
  scene.writeLeases(3);
  const real = scene.file;
  mkdirSync(at.path('links'), { recursive: true });
  symlinkSync(at.path(real), at.path(`links/${real}`));
  await run();
  await at.emulator.advance(aDay);
  scene.file = `links/${real}`;
  expect(done(await run())).toMatchObject({ created: 0, earlier: 3 });
  expect((await sent()) - before).toBe(3);
});

it('is the same run at localhost and at 127.0.0.1, however late', async () => {
  const before = await sent();
  scene.writeLeases(3);
  await run();
  await at.emulator.advance(aDay);
  const env = { ...at.live(), ESIGN_BASE_URL: at.emulator.url.replace('127.0.0.1', 'localhost') };
  expect(env.ESIGN_BASE_URL).toContain('localhost');
  expect(done(await run(env))).toMatchObject({ created: 0, earlier: 3 });
  expect((await sent()) - before).toBe(3);
});
