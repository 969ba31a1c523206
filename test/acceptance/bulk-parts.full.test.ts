import { expect, it } from 'vitest';
import { identityOf, isInShard } from '../../src/sending/bulk/bulk-row.js';
import { openState } from '../../src/store/state.js';
import { bulkScene, compared, done, leaseColumns, leaseRow, type Line } from '../support/records/bulk-rows.js';
import type { Ran } from '../support/program.js';

/** A run in parts on machines that know nothing of each other. Counted is what was sent. */
const scene = bulkScene('parts');
const { at, sent } = scene;

const row = (index: number): string => leaseRow(scene.number * 1_000 + index);
const rows = (count: number): readonly string[] => Array.from({ length: count }, (_, index) => row(index));
const write = (...lines: readonly string[]): string => scene.write(leaseColumns, ...lines);
const stateOf = (machine: number): string => at.path(`state-${scene.file}-${machine}`);
const run = (machine: number, ...more: readonly string[]): Promise<Ran> =>
  scene.run(more, { env: { ...at.live(), ESIGN_STATE_DIR: stateOf(machine) } });
/** Part 1 to `of`, each on a machine of its own. */
async function all(of: number, ...more: readonly string[]): Promise<readonly Ran[]> {
  const ended: Ran[] = [];
  for (let index = 1; index <= of; index += 1) {
    ended.push(await run(index, '--shard', `${index}/${of}`, ...more));
    await at.emulator.advance(61_000);
  }
  return ended;
}
const created = (ended: readonly Ran[]): number =>
  ended.reduce((sum, ran) => sum + Number(done(ran)?.['created'] ?? Number.NaN), 0);
const aDay = 25 * 3_600_000;

it('sends nothing twice when a row is added on top, rows are reordered, and one is removed', async () => {
  const before = await sent();
  write(...rows(15));
  expect(created(await all(3))).toBe(15);
  await at.emulator.advance(aDay);
  const [, removed, ...kept] = rows(15);
  write(row(900), ...kept.toReversed(), row(0));
  const ended = await all(3);
  expect(ended.map(({ code }) => code)).toEqual([0, 0, 0]);
  expect([removed, created(ended)]).toEqual([row(1), 1]);
  // Each machine reads the whole file and sees both, in its own part or in another.
  for (const ran of ended) {
    const { new: fresh, gone, other_parts: others } = compared(ran) as Line & { other_parts: Line };
    expect([Number(fresh) + Number(others['new']), Number(gone) + Number(others['gone'])]).toEqual([1, 1]);
  }
  await at.emulator.advance(aDay);
  expect(created(await all(3))).toBe(0);
  expect((await sent()) - before).toBe(16);
});

/** Whether a row, and the same with a corrected address, are of the same one of two parts. */
function staysInPart(index: number): boolean {
  const [before, after] = ['test', 'org'].map((domain) => {
    const emails = [`tenant${scene.number * 1_000 + index}@example.${domain}`, 'pieter@example.test'];
    return isInShard(identityOf({ recipients: emails.map((email) => ({ email })) }, null), { index: 1, of: 2 });
  });
  return before === after;
}
const corrected = (index: number): string => row(index).replace('@example.test', '@example.org');

it('stops a row whose corrected address moves it to another part, where it was sent', async () => {
  write(...rows(8));
  await all(2);
  await at.emulator.advance(aDay);
  const moved = rows(8).findIndex((_, index) => !staysInPart(index));
  write(...rows(8).toSpliced(moved, 1), corrected(moved));
  const [one, other] = (await all(2, '--dry-run')).toSorted((first, second) => first.code - second.code);
  // The machine that is to send it has never heard of the other row.
  const { compared: told } = one?.json<{ compared: Line & { other_parts: Line } }>() ?? {};
  expect([told?.['new'], told?.other_parts['gone']]).toEqual([1, 1]);
  expect([other?.code, other?.error()]).toEqual([
    6,
    expect.objectContaining({ code: 'row_in_other_part', lines: [9] }),
  ]);
});

it('asks about a row whose address was corrected and whose part stays the same', async () => {
  const before = await sent();
  write(...rows(8));
  await all(2);
  await at.emulator.advance(aDay);
  const stays = rows(8).findIndex((_, index) => staysInPart(index));
  write(...rows(8).toSpliced(stays, 1), corrected(stays));
  const codes = (await all(2)).map(({ code }) => code).toSorted();
  expect([codes, (await sent()) - before]).toEqual([[0, 6], 8]);
});

it('stops where most rows are gone from the file and others are new, whichever part they are of', async () => {
  const before = await sent();
  write(...rows(8));
  await all(2);
  await at.emulator.advance(aDay);
  write(...rows(8).slice(0, 3), ...Array.from({ length: 8 }, (_, index) => row(500 + index)));
  for (const ran of await all(2)) {
    expect([ran.code, ran.error()]).toEqual([6, expect.objectContaining({ code: 'file_replaced', new: 8, gone: 5 })]);
  }
  expect((await sent()) - before).toBe(8);
  expect(created(await all(2, '--skip', 'gone'))).toBe(8);
});

it('stops when rows are identified by another column, which would reassign them', async () => {
  const before = await sent();
  const withIds = (lines: readonly string[]): string =>
    at.write(scene.file, [`${leaseColumns},id`, ...lines.map((each, index) => `${each},${index}`), ''].join('\n'));
  withIds(rows(8));
  at.write(
    'ids.yaml',
    leaseColumns
      .split(',')
      .map((name) => `${name}: ${name}`)
      .join('\n'),
  );
  const ids = ['--mapping', 'ids.yaml', '--id-column', 'id'];
  expect(created(await all(2, ...ids))).toBe(8);
  await at.emulator.advance(aDay);
  for (const ran of await all(2, '--mapping', 'ids.yaml')) {
    expect([ran.code, ran.error()]).toEqual([
      6,
      expect.objectContaining({ code: 'rows_identified_otherwise', rows: 8 }),
    ]);
  }
  expect((await sent()) - before).toBe(8);
  // With the column, a corrected address keeps its part.
  withIds([row(0).replace('@example.test', '@example.org'), ...rows(8).slice(1)]);
  const ended = await all(2, ...ids, '--skip', 'changed');
  expect([ended.map(({ code }) => code), created(ended)]).toEqual([[0, 0], 0]);
});

it('is continued in the parts that it was begun in, unless the records of all are here', async () => {
  const before = await sent();
  write(...rows(8));
  await run(1, '--shard', '1/2');
  for (const more of [[], ['--shard', '1/3']]) {
    const ran = await run(1, ...more);
    expect([ran.code, ran.error()]).toEqual([6, expect.objectContaining({ code: 'run_in_other_parts', parts: 2 })]);
    expect(ran.error().hint).toContain('--shard 1/2 to 2/2');
  }
  await run(1, '--shard', '2/2');
  await at.emulator.advance(aDay);
  for (const more of [[], ['--shard', '1/3']]) expect(created([await run(1, ...more)])).toBe(0);
  expect((await sent()) - before).toBe(8);
});

it('keeps of the rows of other parts a few bytes each, and writes them once', async () => {
  write(...rows(60));
  const size = (): number => {
    const sum = 'SELECT sum(length(identity) + coalesce(length(people), 0)) AS bytes FROM run_seen';
    return openState(stateOf(1)).read((sql) => sql.get<{ bytes: number }>(sum)?.bytes ?? 0, 0);
  };
  await run(1, '--shard', '1/60');
  const first = size();
  expect(first).toBeLessThan(60 * 12 + 120);
  await run(1, '--shard', '1/60');
  expect(size()).toBe(first);
});
