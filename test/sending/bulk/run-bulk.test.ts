import { ppid } from 'node:process';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { placedMark } from '../../../src/core/platform/process-identity.js';
import { openState } from '../../../src/store/state.js';
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

const write = (name: string, numbers: readonly number[]): string =>
  at.write(name, [leaseColumns, ...numbers.map(leaseRow), ''].join('\n'));
const rowsFile = (...numbers: readonly number[]): string => write(`rows-${(file += 1)}.csv`, numbers);
/** Lost responses are retried for 10 seconds, not for the default of 5 minutes. */
const create = (rows: string, ...more: readonly string[]): readonly string[] =>
  ['envelope', 'create', '--template', template, '--rows', rows].concat(
    ['--yes', '--json', '--retry-for', '10s'],
    more,
  );
/** By the emulator's clock, since the age of what went unanswered counts. */
const run = (argv: readonly string[], options: RunOptions = {}): Promise<Ran> =>
  at.run(argv, { clock: sharedClock(at), ...options });
const ok = (argv: readonly string[]): Promise<Ran> => at.ok(argv, { clock: sharedClock(at) });
const fault = (operation: string, ...words: readonly string[]): Promise<unknown> =>
  at.ok(['emulator', 'fault', 'operation', operation, ...words]);
const doneOf = (text: string): Line | undefined => linesOf(text).at(-1);
/** The writes that `request resume` would settle. */
const openWrites = async (): Promise<number> =>
  (await at.ok(['request', 'list', '--unsettled', '-q', '--limit', '100'])).stdout.split('\n').length - 1;

/** Runs it so that the envelopes are made and nobody hears of it. */
async function lose(rows: string, operation: string, ...more: readonly string[]): Promise<void> {
  await fault(operation, '--drop-after-commit');
  const ran = await run(create(rows, ...more));
  expect(doneOf(ran.stdout)).toMatchObject({ created: 0, failed: 0 });
  await at.ok(['emulator', 'fault', 'clear']);
}

const unjudged: readonly (readonly [readonly string[]])[] = [
  [['--code', 'unauthenticated']],
  [['--code', 'insufficient_scope']],
  [['--code', 'rate_limited']],
  [['--code', 'service_unavailable']],
];

describe('what was sent and never answered', () => {
  it.each(unjudged)('stays unknown in a row that meets %j afterwards', async (words) => {
    const rows = rowsFile(file * 10 + 3_001);
    await lose(rows, 'createEnvelope');
    const open = await openWrites();
    await fault('createEnvelope', ...words);
    const ran = await run(create(rows));
    expect(doneOf(ran.stdout)).toMatchObject({ unknown: 1, failed: 0 });
    expect(await openWrites()).toBeGreaterThanOrEqual(open);
    await at.ok(['emulator', 'fault', 'clear']);
    await at.emulator.advance(61_000);
    expect(doneOf((await ok(create(rows))).stdout)).toMatchObject({ created: 1, replayed: 1 });
  });

  it('stays unknown when Ctrl-C comes before it leaves again', async () => {
    const rows = rowsFile(file * 10 + 4_001);
    await lose(rows, 'createEnvelope');
    await fault('createEnvelope', '--code', 'rate_limited');
    const stop = new AbortController();
    // Pressed while the program waits for its next attempt, or for the minute.
    const clock = {
      now: () => at.emulator.now(),
      sleep: () => {
        stop.abort();
        return Promise.reject(new Error('stopped'));
      },
    };
    const patient = create(rows).map((word) => (word === '10s' ? '2m' : word));
    const ran = await run(patient, { clock, signal: stop.signal });
    expect([ran.code, doneOf(ran.stdout)]).toEqual([130, expect.objectContaining({ failed: 0 })]);
    await at.ok(['emulator', 'fault', 'clear']);
    await at.emulator.advance(61_000);
    expect(doneOf((await ok(create(rows))).stdout)).toMatchObject({ created: 1, replayed: 1 });
  });

  it('is refused permanently when the service refuses the row itself', async () => {
    const rows = rowsFile(5_001);
    await fault('createEnvelope', '--reset');
    await run(create(rows));
    await at.ok(['emulator', 'fault', 'clear']);
    await fault('createEnvelope', '--code', 'template_unusable');
    expect(doneOf((await run(create(rows))).stdout)).toMatchObject({ unknown: 0, failed: 1 });
  });
});

describe('a run', () => {
  it('does not count rows as failed that Ctrl-C kept from being sent', async () => {
    const rows = rowsFile(...Array.from({ length: 20 }, (_, index) => 21_001 + index));
    await fault('createEnvelope', '--hold', '--count', '20');
    const stop = new AbortController();
    const running = run(create(rows), { signal: stop.signal });
    const held = (): Promise<{ held: number }> => at.emulator.control<{ held: number }>('GET /_emulator/faults');
    await expect.poll(async () => (await held()).held, { interval: 20 }).toBeGreaterThan(7);
    stop.abort();
    const ran = await running;
    const { failed, unknown, left } = doneOf(ran.stdout) ?? {};
    expect([ran.code, failed, Number(unknown) + Number(left)]).toEqual([130, 0, 20]);
    expect(Number(left)).toBeGreaterThan(0);
    await at.ok(['emulator', 'fault', 'clear']);
    await at.ok(['emulator', 'fault', 'release']);
    expect(doneOf((await ok(create(rows))).stdout)).toMatchObject({ failed: 0, unknown: 0, left: 0 });
    const results = resultsOf(at, rows).filter(({ type }) => type === 'row');
    expect(results.filter(({ status }) => status === 'failed')).toEqual([]);
  });

  it('is one process’s at a time', async () => {
    const rows = rowsFile(6_001, 6_002);
    await ok(create(rows, '--run', 'locked'));
    const state = openState(at.machine.env['ESIGN_STATE_DIR'] ?? '');
    const mark = await placedMark(ppid);
    state.write((sql) =>
      sql.run(
        `INSERT INTO run_locks SELECT key, generation, 0, 0, ?, ?, '', 0 FROM runs WHERE name = 'locked'`,
        ppid,
        mark,
      ),
    );
    write(rows, [6_001, 6_002, 6_003]);
    const ran = await run(create(rows, '--run', 'locked'));
    expect([ran.code, ran.error()]).toEqual([6, expect.objectContaining({ code: 'run_in_use', pid: ppid })]);
    state.write((sql) => sql.run('DELETE FROM run_locks'));
    expect(doneOf((await ok(create(rows, '--run', 'locked'))).stdout)).toMatchObject({ created: 1, earlier: 2 });
    expect(state.read((sql) => sql.all('SELECT * FROM run_locks'), [])).toEqual([]);
  });
});

describe('a run whose contract file changes', () => {
  /** What the service is told to call otherwise than the contract, from now on. */
  const correct = (lines: Readonly<Record<string, string>>): void => {
    at.write('contract.json', JSON.stringify(lines));
    at.machine.env['ESIGN_CONTRACT'] = at.path('contract.json');
  };
  afterEach(() => {
    delete at.machine.env['ESIGN_CONTRACT'];
  });
  const lines = { 'createEnvelope.path': '/api/v2/envelopes', 'createEnvelope.body.title': 'name' };
  const keysOf = (ran: Ran): readonly unknown[] =>
    ran
      .json<{ requests: readonly { headers: Record<string, string> }[] }>()
      .requests.map(({ headers }) => headers['Idempotency-Key']);

  it('keeps the keys of its rows, so that what is created is skipped', async () => {
    const rows = rowsFile(8_001, 8_002);
    const plain = await ok(create(rows, '--dry-run'));
    correct(lines);
    const dry = await ok(create(rows, '--dry-run'));
    correct({});
    await ok(create(rows));
    correct(lines);
    expect(dry.stdout).toContain('"name":"Flat 8001"');
    expect(keysOf(dry)).toEqual(keysOf(plain));
    expect(doneOf((await ok(create(rows))).stdout)).toMatchObject({ earlier: 2, created: 0, left: 0 });
  });

  it('sends nothing twice that went unanswered, and has its end once it was settled as it was sent', async () => {
    const rows = rowsFile(8_003);
    await lose(rows, 'createEnvelope');
    await at.emulator.advance(61_000);
    correct({ 'createEnvelope.body.title': 'name' });
    const ran = await run(create(rows));
    expect(doneOf(ran.stdout)).toMatchObject({ unknown: 1, created: 0 });
    const [, id = ''] = /esign request resume ([\w-]+)/.exec(ran.stdout) ?? [];
    const settled = await ok(['request', 'resume', id, '--json']);
    const last = await ok(create(rows));
    expect(doneOf(last.stdout)).toMatchObject({ created: 1, unknown: 0 });
    expect(resultsOf(at, rows).at(-1)).toMatchObject({ status: 'created', replayed: true });
    expect(settled.stdout).toContain(String(resultsOf(at, rows).at(-1)?.['envelope_id']));
  });
});

describe('an invalid value', () => {
  it('is shown with its place, whatever the flags say', async () => {
    const person = (role: string): object => ({ role, name: role, email: `${role}@example.test` });
    const row = { recipients: [person('Tenant'), person('Landlord')], values: [null] };
    const rows = at.write('null.ndjson', JSON.stringify(row));
    const ran = await run(create(rows, '--value', '.rental.amount=1.00', '--lock', '.rental.amount'));
    expect([ran.code, ran.stderr]).toEqual([5, expect.stringContaining('values[1]')]);
  });
});

describe('a service that answers nonsense', () => {
  it('ends the run, since every row would fare the same', async () => {
    const rows = rowsFile(...Array.from({ length: 40 }, (_, index) => 8_000 + index));
    await fault('createEnvelope', '--http-status', '404');
    const ran = await run(create(rows));
    // Such an answer leaves open whether the envelopes exist.
    expect([ran.code, doneOf(ran.stdout)]).toEqual([13, expect.objectContaining({ created: 0, failed: 0 })]);
    expect(Number(doneOf(ran.stdout)?.['left'])).toBeGreaterThan(20);
    expect(await openWrites()).toBeGreaterThan(0);
  });
});
