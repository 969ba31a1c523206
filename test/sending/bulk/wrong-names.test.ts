import { beforeAll, describe, expect, it } from 'vitest';
import { leaseColumns, leaseRow, linesOf } from '../../support/records/bulk-rows.js';
import { newEmulatorMachine } from '../../support/emulator-machine.js';
import { shared } from '../../support/shared.js';

const at = shared(newEmulatorMachine);
let template: string;
beforeAll(async () => {
  template = await at.template();
});

const create = (rows: string, ...more: readonly string[]): readonly string[] =>
  ['envelope', 'create', '--template', template, '--rows', rows, '--send', '--yes'].concat(more);
const sheet = (columns: string, count = 30): string =>
  [columns, ...Array.from({ length: count }, (_, index) => leaseRow(index + 1)), ''].join('\n');
const objects = (...rows: readonly object[]): string => rows.map((row) => JSON.stringify(row)).join('\n');
const person = (number: number): object => ({
  'Tenant.name': `Tenant ${number}`,
  'Tenant.email': `t${number}@example.test`,
  'Landlord.name': 'Pieter',
  'Landlord.email': 'pieter@example.test',
});

describe('a wrong name', () => {
  it.each([
    ['key.csv', sheet(leaseColumns.replace('full_name', 'ful_name')), '1:5', 'Did you mean "person.full_name"?', 5],
    ['subject.csv', sheet(leaseColumns.replace(',tenant.', ',tennant.')), '1:5', 'Did you mean "tenant"?', 5],
    ['role.csv', sheet(leaseColumns.replaceAll('Tenant.', 'Tennant.')), '1:1', 'Did you mean "Tenant"?', 5],
    ['email.csv', sheet(leaseColumns.replace('Tenant.email', 'Tenant.emial')), '1:1', 'did you mean "Tenant.email"', 2],
    ['title.csv', sheet(leaseColumns.replace('title', 'titel')), '1:7', 'Did you mean "title"?', 2],
    [
      'key.ndjson',
      objects({ ...person(1), '.rental.amont': '1' }, { ...person(2), '.rental.amont': '2' }),
      '1:',
      'Did',
      5,
    ],
    [
      'title.ndjson',
      objects({ ...person(1), titel: 'A' }, { ...person(2), titel: 'B' }),
      '1:',
      'Did you mean "title"?',
      2,
    ],
  ])('that all rows of %s have is reported once, and no row is sent', async (file, text, place, hint, code) => {
    const rows = at.write(file, text);
    for (const more of [[], ['--only-valid']]) {
      const ran = await at.run(create(rows, ...more));
      expect([ran.code, ran.stdout]).toEqual([code, '']);
      expect(ran.stderr).toContain(`1 problem in ${file}. Nothing was sent.`);
      expect(ran.stderr.split('\n')[0]).toMatch(new RegExp(`^${file}:${place}`));
      expect(ran.stderr.split('\n')[0]).toContain(hint);
      expect(ran.stderr.match(/did you mean/gi)).toHaveLength(1);
    }
    const planned = await at.run([
      'envelope',
      'plan',
      '--template',
      template,
      '--rows',
      rows,
      '-o',
      'plan.json',
      '--force',
    ]);
    expect([planned.code, planned.stderr.match(/did you mean/gi)]).toEqual([
      code,
      expect.objectContaining({ length: 1 }),
    ]);
  });

  it('that some objects have is reported once with their number, and the others can be sent', async () => {
    const rows = at.write(
      'some.ndjson',
      objects(
        ...[1, 2, 3, 4, 5].map((number) => ({ ...person(number), ...(number < 4 ? { '.rental.amont': '1' } : {}) })),
      ),
    );
    const ran = await at.run(create(rows));
    expect([ran.code, ran.stderr]).toEqual([5, expect.stringContaining('(value_address_unknown, in 3 rows)')]);
    expect(ran.stderr).toContain('To send the 2 good rows now, add --only-valid');
    const sent = await at.run(create(rows, '--only-valid', '--json'));
    expect(linesOf(sent.stdout).at(-1)).toMatchObject({ type: 'done', created: 2 });
    expect(sent.error()).toMatchObject({ code: 'rows_left_out', problems: [{ row: 1, rows: 3 }] });
  });

  it.each([
    [['--value', 'tenant.contact.phon=1'], '--value tenant.contact.phon: ', 'Did you mean "contact.phone"?'],
    [['--values-file', 'phon.yaml'], '--values-file: tenant.contact.phon: ', 'Did you mean "contact.phone"?'],
    [['--recipient', 'role=Witnes,name=W,email=w@example.test'], '--recipient role=Witnes: ', 'is not a role'],
  ])('of the flags %j is theirs, and not that of each row', async (flags, flag, words) => {
    at.write('phon.yaml', 'tenant:\n  contact.phon: "082"\n');
    const ran = await at.run(create(at.write('good.csv', sheet(leaseColumns)), ...flags));
    expect([ran.code, ran.error()]).toEqual([2, expect.objectContaining({ code: 'invalid_value' })]);
    expect(ran.error().message).toContain(flag);
    expect(ran.error().message).toContain(words);
  });

  it.each(['ids.csv', 'ids.ndjson'])('of --id-column is reported once for %s', async (file) => {
    at.write('ids.csv', sheet(leaseColumns));
    at.write('ids.ndjson', objects({ ...person(1), title: 'A' }, { ...person(2), title: 'B' }));
    const ran = await at.run(create(file, '--id-column', 'titel'));
    expect([ran.code, ran.stderr.match(/Did you mean "title"\?/g)]).toEqual([2, [expect.anything()]]);
    expect(ran.stderr).toContain('Name a column of the file with --id-column.');
  });
});
