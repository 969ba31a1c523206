import { beforeAll, expect, it } from 'vitest';
import { linesOf, sharedClock } from '../support/records/bulk-rows.js';
import { newEmulatorMachine } from '../support/emulator-machine.js';
import { shared } from '../support/shared.js';

/** Files as spreadsheets and pipes give them: what counts is the names that the service has in the envelopes. */
const at = shared(newEmulatorMachine);
let template: string;

beforeAll(async () => {
  template = await at.template();
});

const names = ['Zoë Müller', 'Łukasz Þór'] as const;
const columns = ['title', 'Tenant.name', 'Tenant.email', 'Landlord.name', 'Landlord.email', '.rental.amount'];
columns.push('tenant.person.full_name');
const cellsOf = (name: string, kind: string): readonly string[] => [
  `Lease ${kind}`,
  name,
  `${name.length}-${kind}@example.test`,
  'Lee',
  'lee@example.test',
  '1.00',
  name,
];
const csv = (kind: string, mark = ',', trailing = ''): string =>
  [columns, ...names.map((name) => cellsOf(name, kind))].map((cells) => `${cells.join(mark)}${trailing}\r\n`).join('');
const objects = (kind: string): readonly object[] =>
  names.map((name) => Object.fromEntries(cellsOf(name, kind).map((cell, index) => [columns[index] ?? '', cell])));
const words = (file: string, ...more: readonly string[]): readonly string[] =>
  ['envelope', 'create', '--template', template, '--rows', file, '--yes', '--json'].concat(more);

/** The tenants of the envelopes that a run says it made, as the service has them. */
async function namesMade(words: readonly string[], stdin?: string): Promise<readonly string[]> {
  await at.emulator.advance(61_000);
  const { stdout } = await at.ok(words, { clock: sharedClock(at), ...(stdin === undefined ? {} : { stdin }) });
  const ids = linesOf(stdout).flatMap(({ envelope_id: id }) => (typeof id === 'string' ? [id] : []));
  const tenants = ids.map(async (id) => {
    const { body } = await at.organisation.live<{ recipients: readonly { role: string; name: string }[] }>(
      `GET /api/v1/envelopes/${id}`,
    );
    return body.recipients.find(({ role }) => role === 'Tenant')?.name ?? '';
  });
  return (await Promise.all(tenants)).toSorted();
}

it.each([
  ['utf8-bom', Buffer.from(`\uFEFF${csv('utf8-bom')}`)],
  ['utf16-le', Buffer.from(`\uFEFF${csv('utf16-le', '\t')}`, 'utf16le')],
  ['utf16-be', Buffer.from(`\uFEFF${csv('utf16-be', ';')}`, 'utf16le').swap16()],
  ['sep', Buffer.from(`sep=;\r\n${csv('sep', ';', ';')}`)],
  ['trailing', Buffer.from(csv('trailing', ',', ','))],
])('a CSV file makes envelopes with the right names: %s', async (kind, bytes) => {
  expect(await namesMade(words(at.write(`${kind}.csv`, bytes)))).toEqual(names.toSorted());
});

it.each([
  ['stdin-csv', csv('stdin-csv')],
  ['stdin-joined', `\uFEFF${csv('stdin-joined', ';')}\r\n\uFEFF${csv('stdin-joined', ';').split('\r\n')[0] ?? ''}\r\n`],
  [
    'stdin-ndjson',
    objects('stdin-ndjson')
      .map((row) => `${JSON.stringify(row)}\n`)
      .join(''),
  ],
  [
    'stdin-yaml',
    objects('stdin-yaml')
      .map((row) => `- ${JSON.stringify(row)}\n`)
      .join(''),
  ],
  ['stdin-json', JSON.stringify(objects('stdin-json'), null, 2)],
])('stdin makes envelopes with the right names: %s', async (kind, stdin) => {
  const run = words('-', '--results', `${kind}.ndjson`, '--run', kind);
  expect(await namesMade(run, stdin)).toEqual(names.toSorted());
});

it('a CSV file in Windows-1252 is refused with its line, and nothing is made', async () => {
  const text = csv('cp1252').replaceAll('Łukasz Þór', 'Ann');
  const refused = await at.run(words(at.write('cp1252.csv', Buffer.from(text, 'latin1'))));
  expect([refused.code, refused.stdout]).toEqual([2, '']);
  const { message, hint } = refused.error();
  expect(message).toBe('cp1252.csv is not UTF-8 text (line 2).');
  expect(hint).toContain('CSV UTF-8');
});

it.each([
  ['-', 'Naam,E-mail\nAnn,ann@example.test\n', 1],
  ['own.csv', 'sep=;\nNaam;E-mail\nAnn;ann@example.test\n', 2],
])('with unknown columns, the hint is --mapping and where to put it: %s', async (file, text, line) => {
  if (file !== '-') at.write(file, text);
  const refused = await at.run(words(file, '--results', 'own.ndjson'), file === '-' ? { stdin: text } : {});
  const error = refused.error();
  expect([refused.code, error]).toMatchObject([2, { problems: [{ line, column: 1 }] }]);
  expect(error.hint).toContain('--mapping');
});
