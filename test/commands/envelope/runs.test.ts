import { beforeAll, expect, it } from 'vitest';
import { leaseColumns, leaseRow } from '../../support/records/bulk-rows.js';
import { newEmulatorMachine } from '../../support/emulator-machine.js';
import { shared } from '../../support/shared.js';

const at = shared(newEmulatorMachine);
let template: string;

beforeAll(async () => {
  template = await at.template();
});

const rows = (name: string, ...numbers: readonly number[]): string =>
  at.write(name, [leaseColumns, ...numbers.map(leaseRow), ''].join('\n'));
const create = (file: string, ...more: readonly string[]): readonly string[] =>
  ['envelope', 'create', '--template', template, '--rows', file, '--yes', '-q'].concat(more);
interface Listed {
  readonly data: readonly { readonly name: string; readonly created: number; readonly left: number }[];
}
const runs = async (): Promise<Listed> => (await at.ok(['envelope', 'runs', '--json'])).json<Listed>();

it('lists the runs with how far they came, and the envelopes of one', async () => {
  expect((await at.ok(['envelope', 'runs'], { terminal: true })).stdout).toContain('No bulk runs on this machine.');
  const march = (await at.ok(create(rows('a.csv', 1, 2, 3), '--run', 'march'))).stdout.trim().split('\n');
  await at.ok(['emulator', 'fault', 'operation', 'createEnvelope', '--code', 'value_not_writable', '--count', '1']);
  await at.run(create(rows('b.csv', 4, 5)));
  const { data } = await runs();
  expect(data).toEqual([
    expect.objectContaining({ name: expect.stringMatching(/^b\.csv-[0-9a-f]{6}$/) as string, rows: 2, refused: 1 }),
    expect.objectContaining({
      name: 'march',
      rows: 3,
      created: 3,
      refused: 0,
      unknown: 0,
      left: 0,
      template_id: template,
    }),
  ]);
  const listed = (await at.ok(['envelope', 'list', '--run', 'march', '-q'])).stdout.trim().split('\n');
  expect(listed.toSorted()).toEqual(march.toSorted());
  const table = await at.ok(['envelope', 'runs'], { terminal: true, columns: 140 });
  expect(table.stdout).toMatch(/march .* 3 +3 +0 +0 +0/);
});

it('counts the parts of a sharded run together', async () => {
  const file = rows('c.csv', 11, 12, 13, 14);
  for (const shard of ['1/2', '2/2']) await at.ok(create(file, '--run', 'april', '--shard', shard));
  expect((await runs()).data.find(({ name }) => name === 'april')).toMatchObject({ rows: 4, created: 4, left: 0 });
  // Without shards nothing is left to do: what the parts have sent is known.
  const whole = await at.ok([
    'envelope',
    'create',
    '--template',
    template,
    '--rows',
    file,
    '--run',
    'april',
    '--yes',
    '--json',
  ]);
  expect(whole.stdout).toContain('"earlier":4');
});

it('suggests a name', async () => {
  const near = await at.run(['envelope', 'list', '--run', 'marhc', '--json']);
  expect([near.code, near.error()]).toEqual([
    4,
    expect.objectContaining({ code: 'run_not_found', hint: 'Did you mean "march"?' }),
  ]);
});
