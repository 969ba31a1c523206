import { expect, it } from 'vitest';
import type { Files } from '../../../src/cli/files/files.js';
import { readRows } from '../../../src/cli/files/rows-file.js';
import type { RowColumn } from '../../../src/cli/files/rows-columns.js';

const read = (text: string, mapping: readonly RowColumn[] | null = null, idColumn: string | null = null) =>
  readRows({ readText: () => Promise.resolve(text) } as unknown as Files, 'rows.csv', mapping, idColumn);
const toldOf = async (...given: Parameters<typeof read>): Promise<readonly string[]> =>
  (await read(...given)).mistakes.map(({ line, column, message }) => `${line}:${column} ${message}`);
const head = 'Tenant.name,Tenant.email';
const ann = { role: 'Tenant', name: 'Ann', email: 'a@x.test' };

it.each([
  ['other cases', 'TITLE,Tenant.Name,Tenant.E-Mail\nFlat,Ann,a@x.test\n'],
  ['a role in two cases', 'title,Tenant.name,TENANT.email\nFlat,Ann,a@x.test\n'],
  ['blanks around them', ' title ,\u00A0Tenant.name,Tenant. email \nFlat,Ann,a@x.test\n'],
  ['line breaks', '"title\r","Tenant.\nname","Tenant.email\r\n"\r\nFlat,Ann,a@x.test\r\n'],
  ['a byte order mark in quotes', '\uFEFF"title","Tenant.name","Tenant.email"\nFlat,Ann,a@x.test\n'],
  ['semicolons', 'Title;Tenant.Name;Tenant.Email\nFlat;Ann;a@x.test\n'],
])('reads a header with %s', async (_name, text) => {
  const { rows, mistakes } = await read(text);
  expect(mistakes).toEqual([]);
  expect(rows.map(({ row }) => row)).toEqual([{ title: 'Flat', recipients: [ann] }]);
});

it('reads the columns of a mapping and of --id-column in any case', async () => {
  const mapping: readonly RowColumn[] = [
    { target: { kind: 'recipient', role: 'Tenant', property: 'name' }, from: { column: 'Full name' } },
    { target: { kind: 'recipient', role: 'Tenant', property: 'email' }, from: { column: 'E-mail' } },
  ];
  const { rows } = await read('UNIT,"Full\nName",E-MAIL\n4B,Ann,a@x.test\n', mapping, 'unit');
  expect(rows).toMatchObject([{ id: '4B', row: { recipients: [ann] } }]);
  const two = 'Unit,Full name,e-mail,E-MAIL\n4B,Ann,a@x.test,\n';
  expect(await toldOf(two, mapping)).toEqual(['1:1 column `E-mail` of the mapping not found. Did you mean "e-mail"?']);
  expect(await toldOf(`${head},Unit no\nAnn,a@x.test,1\n`, mapping, 'Unit nr')).toEqual([
    '1:1 column `Unit nr` of --id-column not found. Did you mean "Unit no"?',
  ]);
});

it.each([
  ['Tenant email', 'Tenant.email'],
  ['Tenant_e-mail', 'Tenant.email'],
  ['Second tenant - job title', 'Second tenant.job_title'],
  ['titel', 'title'],
])('says which column %s nearly is', async (name, near) => {
  expect(await toldOf(`${head},${name}\nAnn,a@x.test,\n`)).toEqual([
    expect.stringMatching(new RegExp(`^1:3 unknown column \`${name}\`: .*\\. Did you mean "${near}"\\?$`)),
  ]);
});

it('refuses one column twice in other letters', async () => {
  expect(await toldOf(`${head},Tenant.E-mail\nAnn,a@x.test,b@x.test\n`)).toEqual([
    '1:3 `Tenant.E-mail` is the same column as `Tenant.email`',
  ]);
});

it.each([
  ['Ann,a@x.test,#N/A', '2:3 `#N/A` is not a value but an error of the spreadsheet'],
  ['#REF!,a@x.test,', '2:1 `#REF!` is not a value but an error of the spreadsheet'],
  ['Ann,mailto:a@x.test,', '2:2 the email starts with `mailto:`; write the address alone'],
])('refuses what a spreadsheet writes in place of a value: %s', async (line, told) => {
  expect(await toldOf(`${head},.rental.amount\n${line}\n`)).toEqual([told]);
});

it('reads embedded as it is written', async () => {
  const { rows } = await read(`${head},Tenant.embedded\nAnn,a@x.test,Yes\nBen,b@x.test,NO\n`);
  expect(rows.map(({ row }) => row)).toMatchObject([
    { recipients: [{ embedded: true }] },
    { recipients: [{ embedded: false }] },
  ]);
});
