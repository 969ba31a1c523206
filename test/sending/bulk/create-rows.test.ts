import { existsSync, readFileSync, statSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { leaseColumns, leaseRow, linesOf, resultsOf, sentToTenants } from '../../support/records/bulk-rows.js';
import { newEmulatorMachine, people } from '../../support/emulator-machine.js';
import type { Envelope } from '../../support/shapes.js';
import { shared } from '../../support/shared.js';

const at = shared(newEmulatorMachine);
let template: string;
let file = 0;

beforeAll(async () => {
  template = await at.template();
});

/** A file of its own with so many rows. */
const rowsFile = (...lines: readonly string[]): string =>
  at.write(`people-${(file += 1)}.csv`, [leaseColumns, ...lines, ''].join('\n'));
const create = (rows: string, ...more: readonly string[]): readonly string[] =>
  ['envelope', 'create', '--template', template, '--rows', rows, '--yes'].concat(more);
const titleOf = async (id: unknown): Promise<string> =>
  (await at.ok(['envelope', 'get', String(id), '--json'])).json<Envelope>().title;

describe('envelope create --rows', () => {
  it('makes an envelope of each row, tells of each as a line of JSON, and writes each down', async () => {
    const rows = rowsFile(leaseRow(1), leaseRow(2), leaseRow(3));
    const ran = await at.ok(create(rows, '--send', '--json'));
    const told = linesOf(ran.stdout);
    expect(told.map(({ type }) => type)).toEqual(['ready', 'row', 'row', 'row', 'done']);
    expect(told[0]).toMatchObject({ rows: 3, to_do: 3, done: 0, results: `${rows}.results.ndjson` });
    expect(told.at(-1)).toMatchObject({ created: 3, failed: 0, unknown: 0, left: 0 });
    expect(ran.stderr).toBe('');
    const written = resultsOf(at, rows);
    expect(written.map(({ type }) => type)).toEqual(['run', 'row', 'row', 'row']);
    expect(statSync(at.path(`${rows}.results.ndjson`)).mode & 0o777).toBe(0o600);
    const titles = await Promise.all(
      written.slice(1).map(async ({ row, envelope_id: id }) => [row, await titleOf(id)]),
    );
    expect(Object.fromEntries(titles)).toEqual({ 1: 'Flat 1', 2: 'Flat 2', 3: 'Flat 3' });
  });

  it('run again, sends nothing; with a row more, sends that one', async () => {
    const rows = rowsFile(leaseRow(11), leaseRow(12));
    await at.ok(create(rows));
    const again = await at.ok(create(rows, '--json'));
    expect(linesOf(again.stdout).map(({ type }) => type)).toEqual(['compared', 'ready', 'done']);
    at.write(rows, [leaseColumns, leaseRow(11), leaseRow(12), leaseRow(13), ''].join('\n'));
    const third = linesOf((await at.ok(create(rows, '--json'))).stdout);
    expect(third[2]).toMatchObject({ row: 3, line: 4, status: 'created', replayed: false });
    expect(third.at(-1)).toMatchObject({ created: 1, earlier: 2 });
  });

  it.each([
    [['-q'], 21],
    [['--json'], 23],
    [[], 25],
  ])('stops at two rows that say the same, under %j as well', async (more, from) => {
    const rows = rowsFile(leaseRow(from), leaseRow(from + 1), leaseRow(from));
    const ran = await at.run(create(rows, ...more));
    expect([ran.code, ran.stderr]).toEqual([2, expect.stringContaining('lines 2 and 4')]);
    expect(ran.stderr).toContain('--allow-duplicates');
    expect(existsSync(at.path(`${rows}.results.ndjson`))).toBe(false);
    const ended = await at.ok(create(rows, '--allow-duplicates', '--json'));
    expect(linesOf(ended.stdout).at(-1)).toMatchObject({ created: 3 });
    const again = await at.ok(create(rows, '--allow-duplicates', '--json'));
    expect(linesOf(again.stdout).at(-1)).toMatchObject({ created: 0, earlier: 3 });
  });

  it('sends nothing while a row would be refused, and names every place', async () => {
    const bad = leaseRow(32).replace('tenant32@example.test', 'nobody');
    const rows = rowsFile(
      leaseRow(31),
      bad,
      `${leaseRow(33).replace('Flat 33', '')}`,
      ',,L,l@example.test,X,1.00,No tenant',
    );
    const before = at.emulator.now();
    const ran = await at.run(create(rows, '--json'));
    expect(ran.code).toBe(5);
    const { problems } = ran.error() as unknown as { problems: readonly Record<string, unknown>[] };
    expect(problems).toEqual([
      expect.objectContaining({ row: 2, line: 3, column: 2, path: 'recipients[0].email', code: 'invalid_request' }),
      expect.objectContaining({ row: 4, line: 5, code: 'recipient_role_missing' }),
    ]);
    expect(existsSync(at.path(`${rows}.results.ndjson`))).toBe(false);
    expect(at.emulator.now()).toBe(before);
    const told = await at.run(create(rows));
    expect(told.stderr).toContain(`${rows}:3:2: Tenant 32, Tenant.email "nobody": must be an e-mail address.`);
    expect(told.stderr).toContain('To send the 2 good rows now, add --only-valid');
  });

  it('sends the good rows with --only-valid, and the corrected ones later, each once', async () => {
    const bad = leaseRow(3042).replace('tenant3042@example.test', 'nobody');
    const rows = rowsFile(leaseRow(3041), bad, 'Tenant 3043,,L,l@example.test,X,1.00,Flat 43', leaseRow(3044));
    const first = await at.run(create(rows, '--send', '--only-valid', '--json'));
    expect([first.code, first.error().code]).toEqual([13, 'rows_left_out']);
    expect(first.error()).toMatchObject({ problems: [{ person: 'Tenant 3042' }, { person: 'Tenant 3043', line: 4 }] });
    expect(linesOf(first.stdout).at(-1)).toMatchObject({ type: 'done', created: 2 });
    at.write(rows, [leaseColumns, ...[3041, 3042, 3043, 3044].map(leaseRow), ''].join('\n'));
    const second = linesOf((await at.ok(create(rows, '--send', '--only-valid', '--json'))).stdout);
    expect(second.at(-1)).toMatchObject({ created: 2, earlier: 2 });
    expect(await sentToTenants(at, 'tenant304')).toEqual({
      'Tenant 3041': 1,
      'Tenant 3042': 1,
      'Tenant 3043': 1,
      'Tenant 3044': 1,
    });
    const none = await at.run(create(rowsFile(bad), '--only-valid'));
    expect([none.code, none.stderr]).toEqual([5, expect.stringContaining('Nothing was sent')]);
  });

  it('fills the names of a title, and says which row lacks one', async () => {
    const untitled = (number: number): string => leaseRow(number).replace(/,Flat \d+$/, ',');
    const rows = rowsFile(untitled(3051), leaseRow(3052), untitled(3053).replace('9500.00', ''));
    const title = ['--title', 'Lease {Tenant.name}, {.rental.amount}'];
    const refused = await at.run(create(rows, ...title));
    expect([refused.code, refused.stderr]).toEqual([
      5,
      expect.stringContaining('Tenant 3053: title needs `.rental.amount`'),
    ]);
    const ran = await at.run(create(rows, ...title, '--only-valid', '--json'));
    const made = linesOf(ran.stdout).filter(({ type }) => type === 'row');
    const titles = await Promise.all(made.map(({ envelope_id: id }) => titleOf(id)));
    expect(titles.toSorted()).toEqual(['Flat 3052', 'Lease Tenant 3051, 9500.00']);
    const single = [...people, '--value', '.rental.amount=1.00', '--json'];
    const one = await at.ok(['envelope', 'create', '--template', template, ...title, ...single]);
    expect(one.json<Envelope>().title).toBe('Lease Thandi Mokoena, 1.00');
    const lacking = await at.run(['envelope', 'create', '--template', template, '--title', '{Tenant.nam}', ...single]);
    expect([lacking.code, lacking.error().message]).toEqual([2, expect.stringContaining('--title needs `Tenant.nam`')]);
  });

  it('names the place of a row that is far down in a long file', async () => {
    const lines = Array.from({ length: 505 }, (_, index) => leaseRow(20_000 + index));
    lines[502] = lines[502]!.replace('20502@', '20502');
    const rows = rowsFile(...lines);
    const ran = await at.run(create(rows, '--json'));
    const { problems } = ran.error() as unknown as { problems: readonly object[] };
    expect([ran.code, problems]).toEqual([
      5,
      [expect.objectContaining({ row: 503, line: 504, column: 2, path: 'recipients[0].email' })],
    ]);
  });

  it.each([{ send: true }, { template_id: '6f1f2f0e-4f0b-4f43-9d8a-1f1f7f2f8a11' }, { expires_at: null }])(
    'does not let a row decide %j',
    async (more) => {
      const person = (role: string) => ({ role, name: role, email: `${role}@example.test` });
      const row = { recipients: [person('Tenant'), person('Landlord')], ...more };
      const rows = at.write(`own-${(file += 1)}.ndjson`, JSON.stringify(row));
      const ran = await at.run(create(rows, '--json'));
      const { problems } = ran.error() as unknown as { problems: readonly object[] };
      expect([ran.code, problems]).toEqual([
        5,
        [expect.objectContaining({ path: Object.keys(more)[0], message: 'is not a property of a row.', line: 1 })],
      ]);
    },
  );

  it('takes columns with names of their own, by a mapping, and what is the same for all from flags', async () => {
    const rows = at.write(
      'crm.ndjson',
      [
        '{"Name":"Ann","Mail":"ann@example.test","Rent":8500.00,"Note":"x"}',
        '{"Name":"Ben","Mail":"ben@example.test","Rent":"9000"}',
      ].join('\n'),
    );
    const mapping = [
      'Tenant.name: Name',
      'Tenant.email: Mail',
      'tenant.person.full_name: Name',
      '.rental.amount: { column: Rent, locked: true }',
    ];
    at.write('mapping.yaml', mapping.join('\n'));
    const landlord = [
      '--recipient',
      'role=Landlord,name=Pieter van Wyk,email=pieter@example.test',
      '--title',
      'Lease of a flat',
    ];
    const words = create(rows, '--mapping', 'mapping.yaml', ...landlord, '--dry-run', '--json');
    const { requests } = (await at.ok(words)).json<{ requests: readonly { body: unknown }[] }>();
    expect(requests[0]?.body).toEqual({
      template_id: template,
      title: 'Lease of a flat',
      recipients: [
        { role: 'Tenant', name: 'Ann', email: 'ann@example.test' },
        { role: 'Landlord', name: 'Pieter van Wyk', email: 'pieter@example.test' },
      ],
      values: [
        { subject: 'tenant', key: 'person.full_name', value: 'Ann' },
        { subject: null, key: 'rental.amount', value: '8500.00', locked: true },
      ],
    });
    expect(requests).toHaveLength(2);
  });

  it('continues after a row that the service refuses, ends with 13, and retries that row', async () => {
    const rows = rowsFile(leaseRow(41), leaseRow(42));
    await at.ok(['emulator', 'fault', 'operation', 'createEnvelope', '--code', 'value_not_writable', '--count', '1']);
    const ran = await at.run(create(rows, '--json'));
    const told = { code: 'part_failed', created: 1, failed: 1, exit_code: 13 };
    expect([ran.code, ran.error()]).toEqual([13, expect.objectContaining(told)]);
    const { worst } = ran.error() as unknown as { worst: object };
    expect(worst).toMatchObject({ code: 'value_not_writable', exit_code: 5 });
    const again = await at.ok(create(rows, '--json'));
    expect(linesOf(again.stdout)[1]).toMatchObject({ to_do: 1 });
  });

  it('ends as one row would have by itself when none is there and all ended alike', async () => {
    const rows = rowsFile(leaseRow(45), leaseRow(46));
    // A test key may mail its own organisation alone; nothing but the service knows who that is.
    const ran = await at.run(create(rows, '--send', '--mode', 'test', '--json'));
    const worst = { row: 1, code: 'test_key_cannot_send', exit_code: 3 };
    const told = { code: 'test_key_cannot_send', failed: 2, worst, exit_code: 3 };
    expect([ran.code, ran.error()]).toEqual([3, expect.objectContaining(told)]);
    await at.ok(['emulator', 'fault', 'operation', 'createEnvelope', '--code', 'rate_limited']);
    const limited = await at.run(create(rows, '--send', '--mode', 'test', '--json', '--retry-for', '3s'));
    await at.ok(['emulator', 'fault', 'clear']);
    expect([limited.code, limited.error().code]).toEqual([7, 'rate_limited']);
    await at.ok(['emulator', 'fault', 'operation', 'createEnvelope', '--code', 'value_not_writable', '--count', '1']);
    const mixed = await at.run(create(rows, '--send', '--mode', 'test', '--json'));
    expect([mixed.code, mixed.error().code]).toEqual([13, 'part_failed']);
  });

  it('stops at once when every row would fare the same', async () => {
    const rows = rowsFile(...Array.from({ length: 40 }, (_, index) => leaseRow(50 + index)));
    const reading = await at.emulator.key(at.organisation, {
      scopes: ['templates:read', 'documents:read', 'envelopes:read'],
    });
    const ran = await at.run(create(rows, '--json'), { env: { ...at.live(), ESIGN_API_KEY: reading.key } });
    expect([ran.code, ran.error()]).toEqual([3, expect.objectContaining({ code: 'insufficient_scope' })]);
    expect((ran.error() as unknown as { left: number }).left).toBeGreaterThan(20);
  });

  it('keeps the settings that a run was begun with', async () => {
    const rows = rowsFile(leaseRow(100));
    await at.ok(create(rows));
    const ran = await at.run(create(rows, '--send', '--json'));
    expect([ran.code, ran.error()]).toEqual([
      6,
      expect.objectContaining({ code: 'run_settings_differ', differs: ['send'] }),
    ]);
  });

  it.each([
    [['--mode', 'test'], 101],
    [['--run', 'another'], 103],
  ])('with %j is another run of the same rows', async (more, from) => {
    const rows = rowsFile(leaseRow(from), leaseRow(from + 1));
    await at.ok(create(rows));
    const other = linesOf((await at.ok(create(rows, '--json', ...more))).stdout);
    expect(other.at(-1)).toMatchObject({ created: 2, replayed: 0, earlier: 0 });
    expect(resultsOf(at, rows).filter(({ type }) => type === 'run')).toHaveLength(2);
  });

  it('gives a row the same key on every machine of a CI run, and another one in another run', async () => {
    const rows = rowsFile(leaseRow(105), leaseRow(106), leaseRow(105));
    const keys = async (job: string, pipeline: string, ...more: readonly string[]): Promise<readonly string[]> => {
      const env = { CI_SERVER_URL: 'https://ci.test', CI_PROJECT_ID: '7', CI_PIPELINE_ID: pipeline, CI_JOB_NAME: job };
      const dry = await at.ok(create(rows, '--dry-run', '--json', '--allow-duplicates', ...more), { env });
      return dry
        .json<{ requests: readonly { headers: Record<string, string> }[] }>()
        .requests.map(({ headers }) => headers['Idempotency-Key'] ?? '');
    };
    const all = await keys('send 1/2', '70');
    expect(new Set(all).size).toBe(3);
    // The third row says the same as the first: they are dealt to the same machine.
    const parts = [
      await keys('send 1/2', '70', '--shard', '1/2'),
      await keys('send 2/2', '70', '--shard', '2/2'),
    ] as const;
    expect(parts.flat().toSorted()).toEqual(all.toSorted());
    for (const part of parts) expect(part.includes(all[0] ?? '')).toBe(part.includes(all[2] ?? ''));
    expect((await keys('send 1/2', '71')).filter((key) => all.includes(key))).toEqual([]);
    expect((await keys('send 1/2', '70', '--run', 'march')).filter((key) => all.includes(key))).toEqual([]);
  });

  it('keeps the deadline that it was begun with', async () => {
    const rows = rowsFile(leaseRow(110));
    await at.ok(create(rows, '--expires-in', '20d'));
    const [begun] = resultsOf(at, rows);
    await at.emulator.advance(3_600_000);
    at.write(rows, [leaseColumns, leaseRow(110), leaseRow(111)].join('\n'));
    await at.ok(create(rows, '--expires-in', '20d'));
    const last = resultsOf(at, rows).at(-1)?.['envelope_id'];
    const { expires_at } = (await at.ok(['envelope', 'get', String(last), '--json'])).json<Envelope>();
    expect(expires_at).toBe(begun?.['expires_at']);
  });

  it('writes into no file of somebody else', async () => {
    const rows = rowsFile(leaseRow(120));
    at.write('precious.txt', 'mine\n');
    const ran = await at.run(create(rows, '--results', 'precious.txt', '--json'));
    expect([ran.code, ran.error().code]).toEqual([2, 'results_foreign']);
    expect(readFileSync(at.path('precious.txt'), 'utf8')).toBe('mine\n');
  });

  it.each([
    [['--rows', 'people.csv', '--idempotency-key', 'k'], '--idempotency-key'],
    [['--rows', 'people.csv', '--input', 'x.yaml'], '--input'],
    [['--rows', 'people.csv', '--shard', '9/8'], '9/8'],
    [['--rows', 'people.csv', '--shard', '1/8', '--expires-in', '20d'], '--expires-at'],
    [['--rows', 'people.csv', '--skip', 'all'], 'changed, gone'],
    [['--rows', 'people.csv', '--id-column', 'Case'], 'column `Case` of --id-column not found'],
    [['--id-column', 'Case'], '--id-column needs --rows'],
    [['--old'], '--rows'],
    [['--rows', '-'], '--results'],
    [['--shard', '1/8'], '--rows'],
    [['--rows', 'missing.csv'], 'missing.csv'],
    [['--rows', 'people.csv', '--yes', '--jq', '.envelope_id'], '--jq cannot be used with a bulk run'],
    [['--rows', 'people.csv', '--yes', '--json=envelope_id'], '--json with fields cannot be used'],
  ])('refuses %j', async (words, told) => {
    at.write('people.csv', `${leaseColumns}\n${leaseRow(1)}\n`);
    const ran = await at.run(['envelope', 'create', '--template', template, ...words]);
    expect(ran.code).toBe(2);
    expect(ran.stderr).toContain(told);
  });

  it('asks before it sends with a live key, and needs --yes without a terminal', async () => {
    const rows = rowsFile(leaseRow(130), leaseRow(131));
    const words = ['envelope', 'create', '--template', template, '--rows', rows, '--send'];
    // Without the secret that proves an emulator, the address counts as a real service.
    const env = { ...at.live(), ESIGN_STATE_DIR: at.path('stranger') };
    const ran = await at.run(words, { env });
    expect(ran.code).toBe(2);
    expect(ran.stderr).toContain('This sends 2 envelopes to 3 people for signature.');
    expect(existsSync(at.path(`${rows}.results.ndjson`))).toBe(false);
  });

  it('tells a person how far it is, and what is missing', async () => {
    const rows = rowsFile(leaseRow(140), leaseRow(141));
    const ran = await at.ok(create(rows), { terminal: true, columns: 100 });
    expect(ran.stdout).toContain(`2 of 2 envelopes created.\nResults: ${rows}.results.ndjson`);
    const again = await at.ok(create(rows), { terminal: true, columns: 100 });
    expect(again.stderr).toContain('2 of 2 rows were already created and are skipped.');
  });
});

describe('columns with names of their own', () => {
  it('lead to a mapping, with the line that it takes', async () => {
    const rows = at.write('own.csv', 'Volle naam,Epos\nA,a@example.test\n');
    const ran = await at.run(create(rows, '--json'));
    expect([ran.code, ran.stderr]).toEqual([2, expect.stringContaining('--mapping')]);
    expect(ran.stderr).toContain('`Tenant.email: E-mail address`');
  });
});
