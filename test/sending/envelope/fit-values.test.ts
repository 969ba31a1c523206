import { beforeAll, expect, it } from 'vitest';
import { newEmulatorMachine } from '../../support/emulator-machine.js';
import { everyKindTemplate } from '../../support/documents/values-form.js';
import { shared } from '../../support/shared.js';

/** One cell is read alike wherever it is written: in rows, a plan, a values file, a flag, and by `values check`. */
interface Request {
  readonly body: { readonly values: readonly { readonly key: string; readonly value: unknown }[] };
}

const at = shared(newEmulatorMachine);
let template: string;

beforeAll(async () => {
  template = (await everyKindTemplate(at.organisation.live)).id;
});

const people = ['Tenant', 'Landlord', 'Signer'].flatMap((role) => [
  '--recipient',
  `role=${role},name=T,email=${role}@example.test`,
]);
const create = ['envelope', 'create', '--template'];
const valuesOf = ({ body }: Request): readonly unknown[] => body.values.map(({ value }) => value);
const requestsOf = async (words: readonly string[]): Promise<readonly Request[]> =>
  (await at.ok([...create, template, ...words, '--dry-run', '--json'])).stdout
    .trim()
    .split('\n')
    .flatMap((line) => (JSON.parse(line) as { requests?: readonly Request[] }).requests ?? []);

const head =
  'Tenant.name,Tenant.email,Landlord.name,Landlord.email,Signer.name,Signer.email,.lease.pets,property.lease.start';
const row = (...cells: readonly string[]): string =>
  `T,t@example.test,L,l@example.test,S,s@example.test,${cells.join(',')}`;

it.each([
  ['TRUE', true],
  ['nee', false],
  ['x', true],
])('reads %s for a tickbox in rows, a values file and a flag', async (cell, tick) => {
  at.write('rows.csv', `${head}\n${row(cell, '2026/04/03')}\n`);
  at.write('values.csv', `subject,key,value\n,lease.pets,${cell}\nproperty,lease.start,2026/04/03\n`);
  const flags = ['--value', `.lease.pets=${cell}`, '--value', 'property.lease.start=2026/04/03'];
  for (const words of [
    ['--rows', 'rows.csv'],
    [...people, '--values-file', 'values.csv'],
    [...people, ...flags],
  ]) {
    expect((await requestsOf(words)).map(valuesOf)).toEqual([[tick, '2026-04-03']]);
  }
  for (const file of ['rows.csv', 'values.csv']) {
    expect((await at.run(['values', 'check', file, '--template', template])).code).toBe(0);
  }
});

it('reads a role and an address in any case in rows and values check', async () => {
  const other = head
    .replace('Tenant.name', 'TENANT.Name')
    .replace('Tenant.email', 'tenant.E-Mail')
    .replace('.lease.pets', '.Lease.Pets');
  at.write('rows.csv', `${other}\n${row('ja', '2026-04-03')}\n`);
  expect((await requestsOf(['--rows', 'rows.csv'])).map(valuesOf)).toEqual([[true, '2026-04-03']]);
  expect((await at.run(['values', 'check', 'rows.csv', '--template', template])).code).toBe(0);
});

it('creates and signs with ticks given as words', async () => {
  const pets = ['--value', '.lease.pets=ja', '--value', '.lease.rules_read=1'];
  const id = (await at.ok([...create, template, ...people, ...pets, '--send', '--yes', '-q'])).stdout.trim();
  const fields = (
    await at.organisation.live<{ fields: readonly { id: string; data_key: string | null }[] }>(
      `GET /api/v1/templates/${template}`,
    )
  ).body.fields;
  const box = fields.find(({ data_key: key }) => key === 'lease.rules_read')?.id ?? '';
  const signed = await at.ok([
    'emulator',
    'sign',
    id,
    'Tenant',
    '--value',
    '.lease.pets=NO',
    '--field',
    `${box}=TRUE`,
    '--json',
  ]);
  expect(signed.json<{ recipients: readonly { status: string }[] }>().recipients[0]?.status).toBe('signed');
});

it('leaves a body in the words of the service as it is', async () => {
  const recipients = ['Tenant', 'Landlord', 'Signer'].map((role) => ({ role, name: 'T', email: 't@example.test' }));
  const values = [{ key: 'lease.pets', value: 'TRUE' }];
  at.write('body.json', JSON.stringify({ template_id: template, recipients, values }));
  const refused = await at.run(['envelope', 'create', '--input', 'body.json', '--json']);
  expect([refused.code, refused.stderr]).toEqual([5, expect.stringContaining('must be true or false')]);
  expect((await at.run(['values', 'check', 'body.json', '--template', template])).code).toBe(5);
});

it('warns of what a spreadsheet damaged, with its place', async () => {
  at.write('rows.csv', `${head},tenant.contact.phone\n${row('', '', "'0821234567")}\n`);
  const rows = await at.ok([...create, template, '--rows', 'rows.csv', '--dry-run']);
  expect(rows.stderr).toContain('rows.csv:2:9: T, tenant.contact.phone "\'0821234567": starts with the apostrophe');
  at.write('values.csv', 'subject,key,value\ntenant,contact.phone,8.21E8\n');
  const file = await at.ok([...create, template, ...people, '--values-file', 'values.csv', '--dry-run']);
  expect(file.stderr).toContain('values.csv:2:3: tenant.contact.phone "8.21E8" looks like a long number');
  const flag = await at.ok([...create, template, ...people, '--value', 'tenant.contact.phone=821234567', '--dry-run']);
  expect(flag.stderr).toContain('--value tenant.contact.phone "821234567" has 9 digits');
});

it('sends nothing with the error of a formula in a cell', async () => {
  at.write('rows.csv', `${head}\n${row('#N/A', '')}\n`);
  const rows = await at.run([...create, template, '--rows', 'rows.csv', '--yes']);
  expect([rows.code, rows.stderr]).toEqual([2, expect.stringContaining('rows.csv:2:7: T: `#N/A` is not a value')]);
  at.write('values.csv', 'subject,key,value\n,lease.pets,#REF!\n');
  const file = await at.run([...create, template, ...people, '--values-file', 'values.csv']);
  expect([file.code, file.stderr]).toEqual([2, expect.stringContaining('values.csv:2:3: `#REF!` is not a value')]);
  const flag = await at.run([...create, template, ...people, '--value', '.lease.pets=#N/A']);
  expect([flag.code, flag.stderr]).toEqual([2, expect.stringContaining('`#N/A` is not a value')]);
});
