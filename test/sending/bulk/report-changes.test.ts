import { rmSync } from 'node:fs';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { leaseColumns, leaseRow, type Line, linesOf, resultsOf, sharedClock } from '../../support/records/bulk-rows.js';
import { newEmulatorMachine } from '../../support/emulator-machine.js';
import type { Ran, RunOptions } from '../../support/program.js';
import { shared } from '../../support/shared.js';

const at = shared(newEmulatorMachine);
let template: string;
let file = 0;

beforeAll(async () => {
  template = await at.template();
});
beforeEach(async () => {
  await at.ok(['emulator', 'fault', 'clear']);
  await at.emulator.advance(61_000);
});

const write = (name: string, lines: readonly string[]): string =>
  at.write(name, [leaseColumns, ...lines, ''].join('\n'));
const rowsFile = (...lines: readonly string[]): string => write(`twice-${(file += 1)}.csv`, lines);
const many = (count: number, from: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => leaseRow(from + index));
/** Lost responses are retried for 10 seconds, not for the default of 5 minutes. */
const create = (rows: string, ...more: readonly string[]): readonly string[] =>
  ['envelope', 'create', '--template', template, '--rows', rows].concat(
    ['--send', '--yes', '--json', '--retry-for', '10s'],
    more,
  );
const run = (argv: readonly string[], options: RunOptions = {}): Promise<Ran> =>
  at.run(argv, { clock: sharedClock(at), ...options });
const doneOf = ({ stdout }: Ran): Line | undefined => linesOf(stdout).at(-1);
/** How many envelopes the service has sent, by its own record of events. */
async function sent(): Promise<number> {
  const { data } = await at.emulator.control<{ data: readonly { event: string }[] }>('GET /_emulator/events');
  return data.filter(({ event }) => event === 'envelope.sent').length;
}
/** Sends the rows so that they are made and nobody hears of it. */
async function lose(rows: string): Promise<void> {
  await at.ok(['emulator', 'fault', 'operation', 'createEnvelope', '--drop-after-commit']);
  expect(doneOf(await run(create(rows)))).toMatchObject({ created: 0, failed: 0 });
  await at.ok(['emulator', 'fault', 'clear']);
  await at.emulator.advance(61_000);
}
const resultsAt = (rows: string): string => at.path(`${rows}.results.ndjson`);

describe('a row that was sent and never answered', () => {
  it('is not sent again once its key may be forgotten, unless that is asked for', async () => {
    const rows = rowsFile(...many(2, 5_000 + file * 10));
    const words = create(rows);
    const before = await sent();
    await lose(rows);
    await at.emulator.advance(26 * 3_600_000);
    const again = await run(words);
    expect([again.code, again.error()]).toEqual([
      13,
      expect.objectContaining({ code: 'part_failed', unknown: 2, hint: expect.stringContaining('--old') as string }),
    ]);
    expect(again.stdout).toContain('"code":"key_may_be_forgotten"');
    expect((await sent()) - before).toBe(2);
    // What was heard in between changes nothing: its key counts from the first time that it left.
    expect(doneOf(await run(words))).toMatchObject({ unknown: 2 });
    // Somebody looked: the first is there, and leaves the file.
    write(rows, many(2, 5_000 + (file - 1) * 10).slice(1));
    expect((await run(create(rows))).error().code).toBe('row_open');
    const asked = await run(create(rows, '--old'));
    expect([asked.code, doneOf(asked)]).toEqual([0, expect.objectContaining({ created: 1 })]);
  });

  it('counts from the first time that it left, however often it was tried since', async () => {
    const rows = rowsFile(leaseRow(6_001));
    const before = await sent();
    await lose(rows);
    await at.emulator.advance(20 * 3_600_000);
    await at.ok(['emulator', 'fault', 'operation', 'createEnvelope', '--reset']);
    expect(doneOf(await run(create(rows)))).toMatchObject({ unknown: 1 });
    await at.ok(['emulator', 'fault', 'clear']);
    await at.emulator.advance(6 * 3_600_000);
    expect(doneOf(await run(create(rows)))).toMatchObject({ unknown: 1, created: 0 });
    expect((await sent()) - before).toBe(1);
  });

  it.each([
    ['ahead when it was sent', 20, 0],
    ['behind when it is asked again', 0, -20],
  ])('is as old as the service’s clock says, with a local clock that was %s', async (_name, first, second) => {
    const rows = rowsFile(leaseRow(6_030 + first));
    const before = await sent();
    const clock = (hours: number) => ({ ...sharedClock(at), now: () => at.emulator.now() + hours * 3_600_000 });
    await at.ok(['emulator', 'fault', 'operation', 'createEnvelope', '--drop-after-commit']);
    expect(doneOf(await run(create(rows), { clock: clock(first) }))).toMatchObject({ unknown: 1 });
    await at.ok(['emulator', 'fault', 'clear']);
    await at.emulator.advance(25 * 3_600_000);
    const again = await run(create(rows), { clock: clock(second) });
    expect([again.code, doneOf(again)]).toEqual([13, expect.objectContaining({ unknown: 1, created: 0 })]);
    expect(again.stdout).toContain('"code":"key_may_be_forgotten"');
    expect((await sent()) - before).toBe(1);
  });

  it('is known by the record alone where the results file is gone', async () => {
    const rows = rowsFile(leaseRow(6_011));
    const before = await sent();
    await lose(rows);
    rmSync(resultsAt(rows));
    await at.emulator.advance(26 * 3_600_000);
    expect(doneOf(await run(create(rows)))).toMatchObject({ unknown: 1, created: 0 });
    expect((await sent()) - before).toBe(1);
  });

  it('is not sent again after it was settled in time, however late the run continues', async () => {
    const rows = rowsFile(leaseRow(6_021));
    const before = await sent();
    await lose(rows);
    await run(['request', 'resume', '--all']);
    await at.emulator.advance(26 * 3_600_000);
    expect(doneOf(await run(create(rows)))).toMatchObject({ created: 1, replayed: 1 });
    expect((await sent()) - before).toBe(1);
    expect(resultsOf(at, rows).at(-1)).toMatchObject({ status: 'created', envelope_id: expect.any(String) as string });
  });

  it('has to be in the file as it was, until its end is known', async () => {
    const rows = rowsFile(leaseRow(7_001), leaseRow(7_002));
    const before = await sent();
    await lose(rows);
    write(rows, [leaseRow(7_003), leaseRow(7_002)]);
    const ran = await run(create(rows));
    expect([ran.code, ran.error()]).toEqual([
      6,
      expect.objectContaining({ code: 'row_open', open: [expect.objectContaining({ line: 2 })] }),
    ]);
    expect((await sent()) - before).toBe(2);
    write(rows, [leaseRow(7_001), leaseRow(7_002)]);
    expect(doneOf(await run(create(rows)))).toMatchObject({ created: 2, replayed: 2 });
    write(rows, [leaseRow(7_003), leaseRow(7_002)]);
    expect(doneOf(await run(create(rows)))).toMatchObject({ created: 1, earlier: 1 });
    expect((await sent()) - before).toBe(3);
  });

  it('may be corrected once it was settled by hand', async () => {
    const rows = rowsFile(...many(3, 7_021));
    await lose(rows);
    await run(['request', 'resume', '--all']);
    write(rows, [leaseRow(7_031), ...many(2, 7_022)]);
    expect(doneOf(await run(create(rows)))).toMatchObject({ created: 3, replayed: 2 });
  });
});

describe('--dry-run of a run that was begun', () => {
  const preview = async (rows: string, ...more: readonly string[]) =>
    (await at.ok(create(rows, '--dry-run', ...more))).json<{
      readonly compared: Line;
      readonly requests: readonly { readonly line: number }[];
    }>();

  it('prints what remains to be sent, after the comparison', async () => {
    const from = 40_000;
    const rows = rowsFile(...many(3, from));
    await run(create(rows));
    expect(await preview(rows)).toMatchObject({ compared: { same: 3, new: 0 }, requests: [] });
    write(rows, many(5, from));
    const { compared, requests } = await preview(rows);
    expect([compared, requests.map(({ line }) => line)]).toEqual([
      expect.objectContaining({ same: 3, new: 2 }),
      [5, 6],
    ]);
    const words = ['envelope', 'create', '--template', template, '--rows', rows, '--send', '--dry-run'];
    const shown = await at.ok(words, { terminal: true });
    expect(shown.stderr).toMatch(/3 unchanged, 0 changed, 2 not sent\s+yet \(lines/);
    expect(shown.stdout).toContain('… and 1 more');
    expect(doneOf(await run(create(rows)))).toMatchObject({ created: 2, earlier: 3 });
    const none = await at.ok(words, { terminal: true });
    expect(none.stdout).toContain('No rows left to send.');
  });

  it('counts a row that was refused as not sent yet', async () => {
    const rows = rowsFile(...many(3, 40_500));
    await at.ok(['emulator', 'fault', 'operation', 'createEnvelope', '--code', 'value_not_writable', '--count', '1']);
    await run(create(rows));
    const again = await at.ok(
      create(rows).filter((word) => word !== '--json'),
      { terminal: true, clock: sharedClock(at) },
    );
    expect(again.stderr).toMatch(/2 unchanged, 0 changed, 1 not sent\s+yet \(line /);
  });

  it('stops where the command would stop, and shows what a decision would send', async () => {
    const from = 41_000;
    const rows = rowsFile(...many(2, from));
    await run(create(rows));
    write(rows, [leaseRow(from).replace('9500', '9600'), leaseRow(from + 1)]);
    expect((await run(create(rows, '--dry-run'))).error().code).toBe('rows_changed');
    expect((await preview(rows, '--skip', 'changed')).requests).toEqual([]);
    expect((await preview(rows, '--resend', 'changed')).requests.map(({ line }) => line)).toEqual([2]);
  });
});
