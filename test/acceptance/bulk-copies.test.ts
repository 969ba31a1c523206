import { expect, it } from 'vitest';
import { bulkScene, done, sentToTenants, sharedClock } from '../support/records/bulk-rows.js';

/** The same people in another file: a run of its own, of which nobody has said that it is meant. */
const scene = bulkScene('people');
const { at, words, run } = scene;

const all = ['Ann', 'Ben', 'Cleo', 'Dan', 'Eve', 'Fay'];
const columns = 'title,Tenant.name,Tenant.email,Landlord.name,Landlord.email,.rental.amount,tenant.person.full_name';
const rowOf = (name: string): string =>
  `Flat,${name},${name.toLowerCase()}-${scene.number}@example.test,Pieter,pieter@example.test,9500.00,${name}`;
const write = (names: readonly string[], into = scene.file): string =>
  at.write(into, [columns, ...names.map(rowOf), ''].join('\n'));
/** How many envelopes the service has sent to each tenant of this test. */
const mailed = (): Promise<Readonly<Record<string, number>>> => sentToTenants(at, `${scene.number}@`);
const once = (names: readonly string[]): Readonly<Record<string, number>> =>
  Object.fromEntries(names.map((name) => [name, 1]));

it('stops where most people of a new file were sent an envelope in another run, however late', async () => {
  write(all);
  await run();
  await at.emulator.advance(48 * 3_600_000);
  write([...all, 'Gus'], `copy-of-${scene.file}`);
  const copy = words().map((word) => (word === scene.file ? `copy-of-${scene.file}` : word));
  const ran = await at.run(copy, { clock: sharedClock(at) });
  expect([ran.code, ran.error()]).toEqual([
    6,
    expect.objectContaining({ code: 'rows_sent_before', sent: 6, rows: 7, file: at.path(scene.file) }),
  ]);
  expect(await mailed()).toEqual(once(all));
  expect(done(await at.run([...copy, '--run', `copy-${scene.number}`], { clock: sharedClock(at) }))).toMatchObject({
    created: 7,
  });
  // Fewer than half are another list, in which some people come again.
  write([...all.slice(0, 3), 'Hal', 'Ivy', 'Jon'], `other-than-${scene.file}`);
  const other = words().map((word) => (word === scene.file ? `other-than-${scene.file}` : word));
  expect(done(await at.run(other, { clock: sharedClock(at) }))).toMatchObject({ created: 6 });
});

it('asks on a terminal whether a copy of the file is a new run, and knows it from then on', async () => {
  write(all);
  await run();
  write(all, `copy-of-${scene.file}`);
  const copy = words().flatMap((word) =>
    word === scene.file ? [`copy-of-${scene.file}`] : word === '--json' ? [] : [word],
  );
  const talk = at.machine.start(copy, { terminal: true, columns: 100, clock: sharedClock(at) });
  await expect.poll(() => talk.terminal.stderr()).toContain('6 of 6 rows were already sent in the run');
  await expect.poll(() => talk.terminal.stderr()).toContain('Send all rows as a new run?');
  talk.terminal.type('y\r');
  expect((await talk.ended).code).toBe(0);
  expect(await mailed()).toEqual(Object.fromEntries(all.map((name) => [name, 2])));
  expect(done(await at.run([...copy, '--json'], { clock: sharedClock(at) }))).toMatchObject({ earlier: 6 });
});

it('tells of people who are in another file with the same content: they get no second envelope unseen', async () => {
  write(all);
  await run();
  write(all, `copy-of-${scene.file}`);
  const copy = words().map((word) => (word === scene.file ? `copy-of-${scene.file}` : word === '--json' ? '-q' : word));
  // Another machine has no record of the run.
  const ran = await at.run(copy, {
    clock: sharedClock(at),
    env: { ...at.live(), ESIGN_STATE_DIR: at.path(`elsewhere-${scene.number}`) },
  });
  expect([ran.code, ran.stderr]).toEqual([
    0,
    expect.stringContaining('6 envelopes were already created by another run'),
  ]);
  expect(await mailed()).toEqual(once(all));
  await at.ok([...copy, '--run', `copy-${scene.number}`]);
  expect(await mailed()).toEqual(Object.fromEntries(all.map((name) => [name, 2])));
});
