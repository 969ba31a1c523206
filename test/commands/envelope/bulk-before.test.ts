import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { leaseColumns, leaseRow, type Line, linesOf, resultsOf, sharedClock } from '../../support/bulk-rows.js';
import { type EmulatorMachine, newEmulatorMachine } from '../../support/emulator-machine.js';
import type { Ran, RunOptions } from '../../support/program.js';

let at: EmulatorMachine;
let template: string;
let file = 0;

beforeAll(async () => {
  at = await newEmulatorMachine();
  template = await at.template();
});
afterAll(() => at.close());
beforeEach(async () => {
  await at.ok(['emulator', 'fault', 'operation', '--clear']);
  await at.emulator.advance(61_000);
});

const write = (name: string, lines: readonly string[]): string =>
  at.write(name, [leaseColumns, ...lines, ''].join('\n'));
const rowsFile = (...lines: readonly string[]): string => write(`twice-${(file += 1)}.csv`, lines);
const many = (count: number, from: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => leaseRow(from + index));
const create = (rows: string, ...more: readonly string[]): readonly string[] =>
  ['envelope', 'create', '--template', template, '--rows', rows, '--send', '--yes', '--json'].concat(more);
const run = (argv: readonly string[], options: RunOptions = {}): Promise<Ran> =>
  at.run(argv, { clock: sharedClock(at), ...options });
const doneOf = ({ stdout }: Ran): Line | undefined => linesOf(stdout).at(-1);
/** How many envelopes the service has sent, by its own record of events. */
async function sent(): Promise<number> {
  const { data } = await at.emulator.control<{ data: readonly { event: string }[] }>('GET /_emulator/events');
  return data.filter(({ event }) => event === 'envelope.sent').length;
}
/** Sends the rows so that they are made and nobody hears of it. */
async function lose(rows: string, ...more: readonly string[]): Promise<void> {
  const operation = more.includes('--batches') ? 'createEnvelopeBatch' : 'createEnvelope';
  await at.ok(['emulator', 'fault', 'operation', operation, '--drop-after-commit']);
  expect(doneOf(await run(create(rows, ...more)))).toMatchObject({ created: 0, failed: 0 });
  await at.ok(['emulator', 'fault', 'operation', '--clear']);
  await at.emulator.advance(61_000);
}
/** Another machine of the same run: it knows nothing of what this one did. */
const elsewhere = (name: string): RunOptions => ({ env: { ESIGN_STATE_DIR: at.path(name) } });
const resultsAt = (rows: string): string => at.path(`${rows}.results.ndjson`);

describe('batches of the same run on another machine', () => {
  it('find what is there, whatever the minute has left', { timeout: 20_000 }, async () => {
    const rows = rowsFile(...many(25, 1_000));
    const words = create(rows, '--batches', '--run', 'pipeline-7');
    const before = await sent();
    expect(doneOf(await run(words))).toMatchObject({ created: 25, replayed: 0 });
    await at.emulator.control(`PATCH /_emulator/organisations/${at.organisation.id}`, { plan: 'free' });
    await at.emulator.advance(61_000);
    // Of 60 a minute, fifteen are left: no room for a batch.
    for (let spent = 0; spent < 45; spent += 1) await at.organisation.live(`GET /api/v1/templates/${template}`);
    const other = await run([...words, '--results', 'other.ndjson'], elsewhere('other'));
    await at.emulator.control(`PATCH /_emulator/organisations/${at.organisation.id}`, { plan: 'paid' });
    expect(doneOf(other)).toMatchObject({ created: 25, replayed: 25 });
    expect((await sent()) - before).toBe(25);
  });

  it('refuse rows that have changed since, and send nothing more', { timeout: 20_000 }, async () => {
    const rows = rowsFile(...many(22, 2_000));
    const words = create(rows, '--batches', '--run', 'changed');
    await run(words);
    const before = await sent();
    // A row more at the top moves all the others on.
    write(rows, [leaseRow(2_999), ...many(22, 2_000)]);
    const other = await run([...words, '--results', 'moved.ndjson'], elsewhere('moved'));
    expect([other.code, other.error()]).toEqual([
      6,
      expect.objectContaining({ code: 'idempotency_key_reused', left: 3 }),
    ]);
    expect(await sent()).toBe(before);
    // With the results at hand it is known what is there.
    expect(doneOf(await run(words))).toMatchObject({ created: 1, earlier: 22 });
    expect((await sent()) - before).toBe(1);
  });

  it('send rows that say the same in two runs, also in one without a name', async () => {
    const rows = rowsFile(...many(2, 3_000));
    const before = await sent();
    await run(create(rows, '--batches', '--run', 'one', '--results', 'one.ndjson'));
    await run(create(rows, '--batches', '--run', 'two', '--results', 'two.ndjson'));
    await run(create(rows, '--batches', '--results', 'three.ndjson'));
    expect((await sent()) - before).toBe(6);
    const again = await run(create(rows, '--batches', '--results', 'four.ndjson'), elsewhere('four'));
    expect(doneOf(again)).toMatchObject({ replayed: 2 });
    expect((await sent()) - before).toBe(6);
  });

  it.each([
    [[], ['--batches'], 'one by one'],
    [['--batches'], [], 'in batches'],
  ])('are not sent %j and then %j', async (first, second, told) => {
    const rows = rowsFile(...many(2, 4_000 + file * 10));
    await run(create(rows, ...first));
    rmSync(resultsAt(rows));
    const before = await sent();
    const ran = await run(create(rows, ...second));
    expect([ran.code, ran.error()]).toEqual([
      6,
      expect.objectContaining({ code: 'sent_another_way', message: expect.stringContaining(told) as string }),
    ]);
    expect(await sent()).toBe(before);
  });
});

describe('a row that was sent and never answered', () => {
  it.each([[[]], [['--batches']]])(
    'is not sent again %j once its key may be forgotten, unless that is asked for',
    async (more) => {
      const rows = rowsFile(...many(2, 5_000 + file * 10));
      const words = create(rows, ...more);
      const before = await sent();
      await lose(rows, ...more);
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
      expect((await run(create(rows, ...more))).error().code).toMatch(/^(row|batch)_open$/);
      const asked = await run(create(rows, ...more, '--old'));
      expect([asked.code, doneOf(asked)]).toEqual([0, expect.objectContaining({ created: 1 })]);
    },
  );

  it('counts from the first time that it left, however often it was tried since', async () => {
    const rows = rowsFile(leaseRow(6_001));
    const before = await sent();
    await lose(rows);
    await at.emulator.advance(20 * 3_600_000);
    await at.ok(['emulator', 'fault', 'operation', 'createEnvelope', '--reset']);
    expect(doneOf(await run(create(rows)))).toMatchObject({ unknown: 1 });
    await at.ok(['emulator', 'fault', 'operation', '--clear']);
    await at.emulator.advance(6 * 3_600_000);
    expect(doneOf(await run(create(rows)))).toMatchObject({ unknown: 1, created: 0 });
    expect((await sent()) - before).toBe(1);
  });

  it('counts from the first time also where only the journal knew of that, and only the results know of it now', async () => {
    const rows = rowsFile(leaseRow(6_005));
    const before = await sent();
    await lose(rows);
    rmSync(resultsAt(rows));
    await at.emulator.advance(20 * 3_600_000);
    await at.ok(['emulator', 'fault', 'operation', 'createEnvelope', '--reset']);
    await run(create(rows));
    await at.ok(['emulator', 'fault', 'operation', '--clear']);
    await at.emulator.advance(6 * 3_600_000);
    expect(doneOf(await run(create(rows), elsewhere('moved-on')))).toMatchObject({ unknown: 1, created: 0 });
    expect((await sent()) - before).toBe(1);
  });

  it('is known by the journal alone where a kill left no results, and by the results alone on another machine', async () => {
    const [killed, carried] = [rowsFile(leaseRow(6_011)), rowsFile(leaseRow(6_012))];
    const before = await sent();
    await lose(killed);
    await lose(carried);
    rmSync(resultsAt(killed));
    await at.emulator.advance(26 * 3_600_000);
    expect(doneOf(await run(create(killed)))).toMatchObject({ unknown: 1 });
    expect(doneOf(await run(create(carried), elsewhere('carried')))).toMatchObject({ unknown: 1 });
    expect((await sent()) - before).toBe(2);
  });

  it('is not sent again after it was settled in time, however late the run goes on', async () => {
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
      expect.objectContaining({ code: 'row_open', open: [expect.objectContaining({ lines: [2] })] }),
    ]);
    expect((await sent()) - before).toBe(2);
    write(rows, [leaseRow(7_001), leaseRow(7_002)]);
    expect(doneOf(await run(create(rows)))).toMatchObject({ created: 2, replayed: 2 });
    write(rows, [leaseRow(7_003), leaseRow(7_002)]);
    expect(doneOf(await run(create(rows)))).toMatchObject({ created: 1, earlier: 1 });
    expect((await sent()) - before).toBe(3);
  });

  it('has to be so as well when the program was killed before it wrote down how it ended', async () => {
    const rows = rowsFile(leaseRow(7_011));
    await run(create(rows));
    const before = await sent();
    const text = readFileSync(resultsAt(rows), 'utf8').split('\n');
    // As a kill leaves it: the row had left, and nothing is known of its end.
    writeFileSync(resultsAt(rows), `${text.filter((line) => !line.includes('"type":"row"')).join('\n')}`);
    write(rows, [leaseRow(7_012)]);
    const ran = await run(create(rows), elsewhere('fresh'));
    expect([ran.code, ran.error().code]).toEqual([6, 'row_open']);
    expect(await sent()).toBe(before);
  });

  it('may be corrected once it was settled by hand', async () => {
    const rows = rowsFile(leaseRow(7_021));
    await lose(rows);
    await run(['request', 'resume', '--all']);
    write(rows, [leaseRow(7_022)]);
    expect(doneOf(await run(create(rows)))).toMatchObject({ created: 1, replayed: 0 });
  });
});
