import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openState } from '../../src/store/state.js';
import { bulkScene, compared, done, sentToTenants, sharedClock } from '../support/records/bulk-rows.js';

/** A run whose rows are edited between two starts: what counts is how many envelopes the service has sent to whom. */
const scene = bulkScene('people');
const { at, words, run } = scene;

const columns = 'title,Tenant.name,Tenant.email,Landlord.name,Landlord.email,.rental.amount,tenant.person.full_name';
interface Person {
  readonly name: string;
  readonly rent?: string;
  readonly title?: string;
}
const rowOf = ({ name, rent = '100.00', title = 'Lease' }: Person): string =>
  `${title},${name},${name.toLowerCase()}${scene.number}@example.test,L,l@example.test,${rent},${name}`;
const write = (people: readonly Person[], head = columns): string => scene.write(head, ...people.map(rowOf));
const resultsFile = (): string => at.path(`${scene.file}.results.ndjson`);

/** How many envelopes the service has sent to each tenant of this test. */
const mailed = (): Promise<Readonly<Record<string, number>>> => sentToTenants(at, `${scene.number}@`);

const people = ['Ann', 'Ben', 'Cas', 'Dan', 'Eve', 'Fay'].map((name): Person => ({ name }));
const once = (names: readonly string[]): Readonly<Record<string, number>> =>
  Object.fromEntries(names.map((name) => [name, 1]));
const all = people.map(({ name }) => name);

/** Sends the rows so that only the first ones are created, and the others refused. */
async function partly(created: number): Promise<void> {
  await at.ok(words('--run', `part-${scene.number}`).map((word) => (word === scene.file ? 'head.csv' : word)));
  expect(Object.keys(await mailed())).toHaveLength(created);
}

describe('a file that is corrected after part of it was sent (scene 1)', () => {
  beforeAll(async () => {
    scene.template = await at.template('Corrected');
  });
  afterAll(async () => {
    scene.template = await at.template('Others');
  });
  const contract: readonly (readonly [string, () => unknown])[] = [
    [
      'two value columns are swapped',
      () => write(people, columns.replace(/(\.rental\.amount),(tenant\.person\.full_name)/, '$2,$1')),
    ],
    [
      'the title column is removed',
      () => {
        const text = readFileSync(at.path(scene.file), 'utf8');
        at.write(scene.file, text.replace(/^[^,\n]*,/gm, ''));
      },
    ],
    [
      'a role is written in another case of the address',
      () => {
        const text = readFileSync(at.path(scene.file), 'utf8');
        at.write(
          scene.file,
          text.replace(
            /Lease,(\w+),(\w)/g,
            (_all, name: string, first: string) => `New,${name},${first.toUpperCase()}`,
          ),
        );
      },
    ],
    [
      'the key of a field is renamed in the template, and then in the header',
      async () => {
        const read = await at.ok(['template', 'get', scene.template, '--json']);
        const { fields } = read.json<{ fields: readonly { id: string; data_key: string | null }[] }>();
        const field = fields.find(({ data_key: key }) => key === 'rental.amount')?.id ?? '';
        await at.ok(['template', 'rename', scene.template, field, '--data-key', 'rental.deposit']);
        expect((await run(['--run', `part-${scene.number}`])).code).toBe(5);
        write(people, columns.replace('.rental.amount', '.rental.deposit'));
      },
    ],
  ];

  it.each(contract)('mails nobody twice when %s', async (_name, correct) => {
    at.write('head.csv', [columns, ...people.slice(0, 2).map(rowOf), ''].join('\n'));
    await partly(2);
    write(people);
    await correct();
    const before = await mailed();
    const stopped = await run(['--run', `part-${scene.number}`]);
    expect([stopped.code, stopped.error()]).toEqual([
      6,
      expect.objectContaining({ code: 'rows_changed', changed: 2, lines: [2, 3] }),
    ]);
    expect(stopped.error().message).toContain('2 rows were already sent with other content (lines 2, 3)');
    expect(compared(stopped)).toMatchObject({ same: 0, changed: 2, new: 4, gone: 0 });
    expect(await mailed()).toEqual(before);

    const rest = await run(['--run', `part-${scene.number}`, '--skip', 'changed']);
    expect([rest.code, done(rest)]).toEqual([0, expect.objectContaining({ created: 4, skipped: 2, failed: 0 })]);
    expect(await mailed()).toEqual(once(all));
    expect(done(await run(['--run', `part-${scene.number}`, '--skip', 'changed']))).toMatchObject({
      created: 0,
      earlier: 4,
    });
    expect(await mailed()).toEqual(once(all));
  });
});

describe('rows that are corrected', () => {
  it('are created where the service had refused them', async () => {
    write(people);
    await at.ok(['emulator', 'fault', 'operation', 'createEnvelope', '--code', 'value_not_writable', '--count', '4']);
    const first = await run();
    expect([first.code, done(first)]).toEqual([13, expect.objectContaining({ created: 2, failed: 4 })]);
    const there = Object.keys(await mailed());
    write(people.map((person) => (there.includes(person.name) ? person : { ...person, rent: '7.00' })));
    const second = await run();
    expect(compared(second)).toMatchObject({ same: 2, changed: 4, new: 0, gone: 0 });
    expect([second.code, done(second)]).toEqual([0, expect.objectContaining({ created: 4, earlier: 2 })]);
    expect(await mailed()).toEqual(once(all));
  });

  it('get a second envelope where that is asked for, and only once', async () => {
    write(people);
    await run();
    write([{ name: 'Ann', rent: '7.00' }, ...people.slice(1)]);
    for (const expected of [1, 0]) {
      expect(done(await run(['--resend', 'changed']))).toMatchObject({ created: expected, skipped: 0 });
    }
    expect(await mailed()).toEqual({ ...once(all), Ann: 2 });
    // Back to what it said first: that is another change, and another envelope.
    write(people);
    expect((await run()).error().code).toBe('rows_changed');
    expect(done(await run(['--resend', 'changed']))).toMatchObject({ created: 1, replayed: 0 });
    expect(await mailed()).toEqual({ ...once(all), Ann: 3 });
  });
});

describe('a relative deadline (scene 2)', () => {
  it('gives the same result when the results file is lost, without calling envelopes missing', async () => {
    write(people);
    await run(['--expires-in', '14d']);
    rmSync(resultsFile());
    await at.emulator.advance(3_600_000);
    const again = await run(['--expires-in', '14d']);
    expect([again.code, done(again)]).toEqual([0, expect.objectContaining({ earlier: 6, created: 0, failed: 0 })]);
    expect(await mailed()).toEqual(once(all));
  });

  it('on a machine without a record of the run, rows are not called missing', async () => {
    write(people.slice(0, 2));
    await run(['--expires-in', '14d']);
    rmSync(resultsFile());
    await at.emulator.advance(3_600_000);
    const other = await run(['--expires-in', '14d'], {
      env: { ESIGN_STATE_DIR: at.path(`elsewhere-${scene.number}`) },
    });
    expect([other.code, done(other)]).toEqual([13, expect.objectContaining({ unknown: 2, failed: 0 })]);
    expect(other.stdout).toContain('An envelope with the key of this row already exists');
    expect(other.error().hint).toContain('add --run NAME');
    expect(await mailed()).toEqual(once(['Ann', 'Ben']));
  });
});

describe('identical rows (scene 3)', () => {
  it.each([[[]], [['-q']]])('stop the run before anything is sent, with %j as well', async (more) => {
    write([...people, people[0]!]);
    const ran = await run(more);
    expect([ran.code, ran.error()]).toEqual([
      2,
      expect.objectContaining({ code: 'rows_repeated', repeated: [{ first_line: 2, line: 8 }] }),
    ]);
    expect(await mailed()).toEqual({});
  });
});

describe('a file that is overwritten with another list (scene 4)', () => {
  const next = ['Ann', 'Gus', 'Hal', 'Ivy', 'Jon'].map((name): Person => ({ name }));

  it('stops, and with --run every person of the new list gets an envelope', async () => {
    write(people);
    await run();
    write(next);
    const stopped = await run();
    expect([stopped.code, stopped.error()]).toEqual([
      6,
      expect.objectContaining({ code: 'file_replaced', same: 1, new: 4, gone: 5 }),
    ]);
    expect(await mailed()).toEqual(once(all));
    expect(done(await run(['--run', `tuesday-${scene.number}`]))).toMatchObject({ created: 5, replayed: 0 });
    expect(await mailed()).toEqual({ ...once(all), ...once(next.map(({ name }) => name)), Ann: 2 });
  });

  it('looks like a new list where no row is as before, and says how to send it', async () => {
    write(people);
    await run();
    write(['Gus', 'Hal', 'Ivy', 'Jon', 'Kim', 'Lee'].map((name): Person => ({ name })));
    const { code, message, hint } = (await run()).error();
    expect(`${code} ${message} ${hint}`).toMatch(/new list.*add --run NAME, such as the date/s);
    expect(done(await run(['--run', `night-${scene.number}`]))).toMatchObject({ created: 6, replayed: 0 });
  });

  it('with --skip gone, continues the run and skips who was sent an envelope before', async () => {
    write(people);
    await run();
    write(next);
    expect(done(await run(['--skip', 'gone']))).toMatchObject({ created: 4, earlier: 1 });
    expect(await mailed()).toEqual(once([...all, 'Gus', 'Hal', 'Ivy', 'Jon']));
  });

  it('asks on a terminal, and a new run is resumed by the same command', async () => {
    write(people);
    await run();
    write(next);
    const { terminal, ended } = at.machine.start(
      words().filter((word) => word !== '--json'),
      {
        terminal: true,
        columns: 100,
        clock: sharedClock(at),
      },
    );
    await expect.poll(() => terminal.stderr()).toContain('Send all rows as a new run');
    terminal.type('y\r');
    expect((await ended).code).toBe(0);
    expect(await mailed()).toEqual({ ...once(all), ...once(next.map(({ name }) => name)), Ann: 2 });
    expect(done(await run())).toMatchObject({ earlier: 5, created: 0 });
  });
});

describe('a row that is added on top (scene 5)', () => {
  it('is the only one that is sent, without the results file as well', async () => {
    write(people);
    await run();
    rmSync(resultsFile());
    write([{ name: 'Zoe' }, ...people]);
    expect(done(await run())).toMatchObject({ created: 1, earlier: 6, replayed: 0 });
    expect(await mailed()).toEqual(once([...all, 'Zoe']));
  });

  it('and without the record of the run, by the results file alone, however late', async () => {
    write(people);
    await run();
    rmSync(at.machine.env['ESIGN_STATE_DIR'] ?? '', { recursive: true });
    await at.emulator.advance(48 * 3_600_000);
    write([{ name: 'Zoe' }, ...people]);
    expect(done(await run())).toMatchObject({ created: 1, earlier: 6, replayed: 0 });
    expect(await mailed()).toEqual(once([...all, 'Zoe']));
  });
});

describe('rows with an ID of their own', () => {
  const withIds = (rows: readonly (readonly [string, Person])[]): string =>
    at.write(scene.file, [`Case,${columns}`, ...rows.map(([id, person]) => `${id},${rowOf(person)}`), ''].join('\n'));
  const ids = ['--id-column', 'Case'];

  it('are recognized when even the address is corrected', async () => {
    withIds([
      ['7', { name: 'Ann' }],
      ['8', { name: 'Ben' }],
    ]);
    await run(ids);
    withIds([
      ['7', { name: 'Anna' }],
      ['8', { name: 'Ben' }],
    ]);
    const ran = await run(ids);
    expect([ran.code, ran.error()]).toEqual([6, expect.objectContaining({ code: 'rows_changed', lines: [2] })]);
    expect(done(await run([...ids, '--skip', 'changed']))).toMatchObject({ created: 0, skipped: 1, earlier: 1 });
    expect(await mailed()).toEqual(once(['Ann', 'Ben']));
  });

  it('are still recognized by their people when the column is named only later', async () => {
    write([{ name: 'Ann' }, { name: 'Ben' }]);
    await run();
    withIds([
      ['7', { name: 'Ann' }],
      ['8', { name: 'Ben', rent: '5.00' }],
      ['9', { name: 'Cas' }],
    ]);
    expect((await run(ids)).error().code).toBe('rows_changed');
    expect(done(await run([...ids, '--skip', 'changed']))).toMatchObject({ created: 1, earlier: 1, skipped: 1 });
    expect(await mailed()).toEqual(once(['Ann', 'Ben', 'Cas']));
  });

  it('may not share one', async () => {
    withIds([
      ['7', { name: 'Ann' }],
      ['7', { name: 'Ben' }],
    ]);
    const ran = await run(ids);
    expect([ran.code, ran.error().code]).toEqual([2, 'rows_share_id']);
  });
});

describe('the record of a run', () => {
  const state = (): string => join(at.machine.env['ESIGN_STATE_DIR'] ?? '', 'state.db');

  it.each([
    ['is empty', (): Buffer => Buffer.alloc(0)],
    ['lost its first page', (bytes: Buffer): Buffer => bytes.subarray(1024)],
    ['was overwritten', (bytes: Buffer): Buffer => bytes.fill('x')],
  ])('that %s stops the run: it is never taken for a new one', async (_name, damage) => {
    write(people);
    const name = `damaged-${scene.number}`;
    await run(['--run', name]);
    for (const ending of ['-wal', '-shm']) rmSync(`${state()}${ending}`, { force: true });
    writeFileSync(state(), damage(readFileSync(state())));
    const ran = await run(['--run', name]);
    rmSync(state());
    expect([ran.code, ran.error().code]).toEqual([1, 'journal_damaged']);
    expect(await mailed()).toEqual(once(all));
  });

  it('whose last commit a power cut took loses that row alone: it is settled with its key', async () => {
    write(people);
    const name = `torn-${scene.number}`;
    await run(['--run', name]);
    openState(at.machine.env['ESIGN_STATE_DIR'] ?? '').write((sql) =>
      sql.run(`UPDATE run_rows SET status = NULL, envelope = NULL WHERE place = (SELECT max(place) FROM run_rows)`),
    );
    expect(done(await run(['--run', name]))).toMatchObject({ created: 1, replayed: 1, earlier: 5 });
    expect(await mailed()).toEqual(once(all));
    expect(done(await run(['--run', name]))).toMatchObject({ created: 0, earlier: 6 });
  });
});
