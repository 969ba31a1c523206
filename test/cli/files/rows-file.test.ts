import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createFiles } from '../../../src/cli/files/files.js';
import { columnTarget } from '../../../src/cli/files/rows-columns.js';
import { readRows, readRowsFile } from '../../../src/cli/files/rows-file.js';
import { readMapping } from '../../../src/cli/files/rows-mapping.js';
import { fakeTerminal } from '../../support/program/terminal.js';

const folder = mkdtempSync(join(tmpdir(), 'esign-rows-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const files = createFiles(folder, fakeTerminal().streams);
const write = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text);
  return name;
};
const read = (name: string, text: string) => readRows(files, write(name, text));
const mistakesOf = async (name: string, text: string): Promise<readonly string[]> =>
  (await read(name, text)).mistakes.map(({ line, column, message }) => `${line}:${column} ${message}`);

const ann = {
  title: 'Flat 1',
  recipients: [{ role: 'Tenant', name: 'Ann', email: 'ann@example.test' }],
  values: [
    { subject: 'tenant', key: 'person.full_name', value: 'Ann' },
    { subject: null, key: 'rental.amount', value: '8500.00' },
  ],
};
const flat =
  '{"title":"Flat 1","Tenant.name":"Ann","Tenant.email":"ann@example.test","tenant.person.full_name":"Ann",".rental.amount":8500.00}';

describe('rows by convention', () => {
  it.each([
    [
      'rows.csv',
      '\uFEFFtitle,Tenant.name,Tenant.email,tenant.person.full_name,.rental.amount\r\nFlat 1,Ann,ann@example.test,Ann,8500.00\r\n',
    ],
    ['rows.json', `[${flat}]`],
    ['rows.ndjson', `${flat}\n\n`],
    [
      'rows.yaml',
      '- title: Flat 1\n  Tenant.name: Ann\n  Tenant.email: ann@example.test\n  tenant.person.full_name: Ann\n  .rental.amount: 8500.00\n',
    ],
  ])('%s says the same as the service’s own words', async (name, text) => {
    const { rows, mistakes } = await read(name, text);
    expect(mistakes).toEqual([]);
    expect(rows.map(({ row }) => row)).toEqual([ann]);
    expect(rows.map(({ number }) => number)).toEqual([1]);
  });

  it('a header of a hundred thousand columns takes a moment, not minutes in which Ctrl-C does nothing', async () => {
    const head = Array.from({ length: 100_000 }, (_each, index) => `tenant.a.c${index}`).join(',');
    const text = `Tenant.name,Tenant.email,${head}\nAnn,ann@example.test,${'x,'.repeat(99_999)}x\n`;
    expect((await read('wide.csv', text)).rows[0]?.row.values).toHaveLength(100_000);
  }, 8_000);

  it('rows in the service’s own words stay as they are, and a whole body says more', async () => {
    const { rows, around } = await read(
      'body.json',
      JSON.stringify({ template_id: 'x', send: true, rows: [ann, ann] }),
    );
    expect(rows.map(({ row }) => row)).toEqual([ann, ann]);
    expect(around).toEqual({ template_id: 'x', send: true });
  });

  it('an empty cell gives nothing, and a role without cells gets no recipient', async () => {
    const { rows } = await read(
      'cc.csv',
      'Tenant.name,Tenant.email,cc.name,cc.email,.note.text\nAnn,a@example.test,,,\n',
    );
    expect(rows[0]?.row).toEqual({ recipients: [{ role: 'Tenant', name: 'Ann', email: 'a@example.test' }] });
  });
});

describe('places', () => {
  it('a property of a line of CSV is in its column', async () => {
    const { rows } = await read(
      'at.csv',
      'title,Tenant.name,Tenant.email,.rental.amount\nA,Ann,a@example.test,1\nB,Ben,b,2\n',
    );
    const placed = rows[1];
    expect(
      ['title', 'recipients[0].email', 'values[0].key', 'recipients'].map((path) => placed?.placeOf(path)),
    ).toEqual([
      { line: 3, column: 1 },
      { line: 3, column: 3 },
      { line: 3, column: 4 },
      { line: 3, column: 1 },
    ]);
  });

  it.each(['\n', '\r\n', '\r'])('with %j, a row whose cell runs over several lines is where it begins', async (end) => {
    const lines = ['title,Tenant.name,Tenant.email', '', '"Ä', '', 'B",Ann,a@example.test', 'C,Ben,b@example.test', ''];
    const { rows } = await read('long.csv', lines.join(end));
    expect(rows.map(({ at }) => at.line)).toEqual([3, 6]);
  });

  it('a property of JSON is where it is written', async () => {
    const text = '[\n  {"recipients": [\n    {"role": "Tenant",\n     "email": "no"}]}\n]';
    const { rows } = await read('at.json', text);
    expect(rows[0]?.placeOf('recipients[0].email')).toEqual({ line: 4, column: 15 });
    const lines = await read('at.ndjson', `${flat}\n${flat}\n`);
    expect(lines.rows[1]?.placeOf('recipients[0].name')).toEqual({ line: 2, column: flat.indexOf('"Ann"') + 1 });
  });
});

describe('what cannot be read', () => {
  it.each([
    ['a.csv', '', ['1:1 the file is empty; the first line must be the column names']],
    [
      'b.csv',
      'Name\nAnn\n',
      ['1:1 unknown column `Name`: use a recipient (Tenant.name) or an address (tenant.person.full_name)'],
    ],
    ['c.csv', '.a.b\n1\n', ['1:1 no column is for a recipient; add `Tenant.name` and `Tenant.email`']],
    ['d.csv', 'T.name,T.email\nAnn,\nBen,b@x.test\nCid,\n', ['2:2 T has no email', '4:2 T has no email']],
    [
      'e.csv',
      'T.name,T.email,T.embedded\nAnn,a@x.test,maybe\n',
      ['2:3 invalid value `maybe` for embedded; use true or false'],
    ],
    ['f.ndjson', '{"recipients":[]}\n[1]\n{"a\n', ['2:1 a row must be an object', '3:']],
    ['g.json', '{"a":1}', ['1:1 the file contains no list of rows']],
    ['h.yaml', '- [', ['1:4 Flow sequence in block collection must be sufficiently indented and end with a ]']],
    ['i.yaml', '- { T.name: { x: 1 }, T.email: e }', ['1:3 `T.name` must be a string']],
  ])('%s names each place', async (name, text, told) => {
    const mistakes = await mistakesOf(name, text);
    expect(mistakes.map((mistake, index) => mistake.startsWith(told[index] ?? '-'))).toEqual(told.map(() => true));
  });

  it('a file of few bytes does not unfold into gigabytes', async () => {
    const levels = ['a: &a [x,x,x,x,x,x,x,x,x,x]'];
    for (const [name, from] of ['ba', 'cb', 'dc', 'ed', 'fe'].map((pair) => [...pair])) {
      levels.push(`${name}: &${name} [${Array.from({ length: 10 }, () => `*${from}`).join(',')}]`);
    }
    expect(await mistakesOf('bomb.yaml', levels.join('\n'))).toEqual(['1:1 the file uses too many aliases']);
  });

  it('is a failure for a batch, which is one request', async () => {
    await expect(readRowsFile(files, write('x.csv', 'T.name,T.email\nAnn,\n'))).rejects.toMatchObject({
      message: 'x.csv:2:2: T has no email.',
      code: 'file_invalid',
    });
  });
});

it('tells of a line with too few or too many cells, and reads the others', async () => {
  const text = 'Tenant.name,Tenant.email\nAnn\nBen,b@x.test\nCid,c@x.test,x\n';
  const { rows, mistakes } = await readRows(files, write('ragged.csv', text), null);
  expect(rows.map(({ number }) => number)).toEqual([2]);
  expect(mistakes.map(({ line, column, message }) => [line, column, message])).toEqual([
    [2, 2, 'this line has 1 columns, but the header has 2'],
    [4, 3, 'this line has 3 columns, but the header has 2'],
  ]);
});

it('passes over the lines of separators that a spreadsheet leaves behind the last row', async () => {
  const text = 'Tenant.name,Tenant.email\nAnn,a@x.test\n,\n , \nBen,b@x.test\n,\n';
  const { rows, mistakes } = await readRows(files, write('trailing.csv', text), null);
  expect([rows.map(({ number, at }) => [number, at.line]), mistakes]).toEqual([
    [
      [1, 2],
      [2, 5],
    ],
    [],
  ]);
});

const piped = (stdin: string) => createFiles(folder, fakeTerminal({ stdin }).streams);
const head = 'Tenant.name,Tenant.email';
const namesIn = ({ rows }: Awaited<ReturnType<typeof readRows>>): readonly unknown[] =>
  rows.map(({ row, at }) => [at.line, (row['recipients'] as readonly { name: string }[])[0]?.name]);

describe('detects the format of stdin by its content', () => {
  const one = '{"Tenant.name":"Ann","Tenant.email":"a@x.test"}';
  it.each([
    ['CSV', `${head}\nAnn,a@x.test\n`, 2],
    ['CSV with a number sign', `#,${head}\n1,Ann,a@x.test\n`, 2],
    ['CSV with quotes and colons', '"Tenant.name";"Tenant.email";".a.b"\r\n"Ann";"a@x.test";"at: 10"\r\n', 2],
    ['CSV behind an empty line', `\n${head}\nAnn,a@x.test\n`, 3],
    ['one line of NDJSON', one, 1],
    ['YAML behind a comment', `# Tenants, all\n- ${one}\n`, 2],
    ['YAML with a list of rows', `template_id: x\nrows:\n  - ${one}\n`, 3],
    ['YAML with a comma first', `title: "a, b"\nrows:\n  - ${one}\n`, 3],
    ['JSON', `[\n${one}]`, 2],
  ])('%s', async (_name, text, line) => {
    const columns = [
      { from: { column: 'Tenant.name' }, target: columnTarget('Tenant.name'), at: { line: 1, column: 1 } },
      { from: { column: 'Tenant.email' }, target: columnTarget('Tenant.email'), at: { line: 1, column: 1 } },
    ] as unknown as Parameters<typeof readRows>[2];
    const read = await readRows(piped(text), '-', columns);
    expect([read.mistakes, namesIn(read)]).toEqual([[], [[line, 'Ann']]]);
  });

  it('several lines of NDJSON, of which the last is cut off', async () => {
    const read = await readRows(piped(`${one}\n\n${one}\n{"Tenant.na`), '-');
    expect(namesIn(read)).toEqual([
      [1, 'Ann'],
      [3, 'Ann'],
    ]);
    expect(read.mistakes.map(({ line }) => line)).toEqual([4]);
  });

  it('for a batch too', async () => {
    expect(await readRowsFile(piped(`${head}\nAnn,a@x.test\n`), '-')).toMatchObject({ rows: [{}] });
    expect(await readRowsFile(piped(`${one}\n${one}\n`), '-')).toMatchObject({ rows: [{}, {}] });
    expect(await readRowsFile(piped(`[${one}]`), '-')).toMatchObject({ rows: [{}] });
  });
});

describe('CSV of spreadsheets', () => {
  it.each([
    ['a comma at the end of each line', `${head},\nAnn,a@x.test,\nBen,b@x.test,\n`, [2, 3]],
    ['commas that end in the middle of the file', `${head},,\nAnn,a@x.test,,\nBen,b@x.test\n`, [2, 3]],
    ['a line `sep=;`', 'sep=;\r\nTenant.name;Tenant.email\r\nAnn;a@x.test\r\nBen;b@x.test\r\n', [3, 4]],
    ['a line `sep=|` in quotes', '"sep=|"\nTenant.name|Tenant.email\nAnn|a@x.test\nBen|b@x.test\n', [3, 4]],
    ['tabs', 'Tenant.name\tTenant.email\nAnn\ta@x.test\nBen\tb@x.test\n', [2, 3]],
    ['semicolons, and a comma in a name', 'Tenant.name;Tenant.email;.a,b.c\nAnn;a@x.test;\nBen;b@x.test;\n', [2, 3]],
    ['two files with their heads', `${head}\nAnn,a@x.test\n\n\uFEFF${head}\nBen,b@x.test\n`, [2, 5]],
    ['two files with other ends of lines', `${head}\nAnn,a@x.test\n\n${head}\r\nBen,b@x.test\r\n`, [2, 5]],
    ['the same the other way round', `${head}\r\nAnn,a@x.test\r\n\r\n${head}\nBen,b@x.test\n`, [2, 5]],
    [
      'two files with `sep=;`',
      'sep=;\nTenant.name;Tenant.email\nAnn;a@x.test\nsep=;\nTenant.name;Tenant.email\nBen;b@x.test\n',
      [3, 6],
    ],
  ])('%s', async (_name, text, lines) => {
    const result = await read('excel.csv', text);
    expect([result.mistakes, namesIn(result)]).toEqual([
      [],
      [
        [lines[0], 'Ann'],
        [lines[1], 'Ben'],
      ],
    ]);
  });

  it.each([
    [
      'a cell in a column without a name',
      `${head},\nAnn,a@x.test,\nBen,b@x.test,x\n`,
      '3:3 this cell is in a column without a name; name the column or clear the cell',
    ],
    [
      'a column without a name before others',
      'Tenant.name,,Tenant.email\nAnn,,a@x.test\n',
      '1:2 this column has no name',
    ],
    ['a line longer than the head', `${head}\nvan Dijk, Ann,\n`, '2:3 this line has 3 columns, but the header has 2'],
    ['the head below `sep=;`', 'sep=;\nTenant.name;Name\nAnn;x\n', '2:2 unknown column `Name`'],
    ['a quote below `sep=;`', 'sep=;\nTenant.name;Tenant.email\nA"n;x\n', '3:1 misplaced quote'],
    [
      'a quote below a cell of two lines',
      'Tenant.name,Tenant.email\r\n"A\r\nn",x\r\n"A"n,x\r\n',
      '4:1 misplaced quote',
    ],
    ['a file behind one without an end of line', `${head}\nAnn,a@x.test${head}\nBen,b@x.test\n`, '2:3 this line has 3'],
  ])('refuses %s', async (_name, text, told) => {
    expect((await mistakesOf('refused.csv', text))[0]).toMatch(new RegExp(`^${told.replace(/[.`]/g, '\\$&')}`));
  });
});

describe('a mapping', () => {
  const ending = (text: string): RegExp => new RegExp(`${text.replace(/[.()]/g, '\\$&')}$`);
  it('says which column is what, which text is the same for all, and what is locked', async () => {
    const mapping = await readMapping(
      files,
      write(
        'map.yaml',
        'Tenant.name: Name\nTenant.email: Mail\nL.name: { value: Lee }\nL.email: { value: l@x.test }\n.a.b: { column: 007, locked: true }\n',
      ),
    );
    const { rows, unused } = await readRows(files, write('m.csv', 'Name,Mail,007,Note\nAnn,a@x.test,5,hm\n'), mapping);
    expect(rows[0]?.row).toEqual({
      recipients: [
        { role: 'Tenant', name: 'Ann', email: 'a@x.test' },
        { role: 'L', name: 'Lee', email: 'l@x.test' },
      ],
      values: [{ subject: null, key: 'a.b', value: '5', locked: true }],
    });
    expect(unused).toEqual(['Note']);
    const missing = await readRows(files, write('n.csv', 'Name,Mail\nAnn,a@x.test\n'), mapping);
    expect(missing.mistakes[0]?.message).toBe('column `007` of the mapping not found. It has "Name", "Mail".');
  });

  it.each([
    ['Volle naam: Tenant.name', 'so write `Tenant.name: Volle naam`.'],
    ['Bedrag: .rental.amount', 'so write `.rental.amount: Bedrag`.'],
    ['nonsense: Name', 'an address (tenant.person.full_name).'],
    ['nonsense: { value: Tenant.name }', 'an address (tenant.person.full_name).'],
  ])('%j in reverse gets a hint with the right order', async (line, told) => {
    const read = readMapping(files, write('turned.yaml', `${line}\n`));
    await expect(read).rejects.toMatchObject({ message: expect.stringMatching(ending(told)) as unknown });
  });

  it('with columns named like addresses gets the hint about the order too', async () => {
    const mapping = await readMapping(files, write('turned.yaml', 'Huurder.name: Tenant.name\nTenant.email: Mail\n'));
    const { mistakes } = await readRows(files, write('t.csv', 'Huurder.name,Mail\nAnn,a@x.test\n'), mapping);
    expect(mistakes[0]?.message).toBe(
      'column `Tenant.name` of the mapping not found; write the column last: `Tenant.name: Huurder.name`',
    );
  });

  it.each([
    ['nonsense: Name', '1:1'],
    ['Tenant.name: Name\nTenant.email: [a]', '2:1'],
    ['Tenant.name: { column: Name, locked: true }', '1:1'],
    ['.a.b: Name', '1:1'],
    ['- a', '1:1'],
    ['a: {', '1:5'],
  ])('%j is refused at %s', async (text, place) => {
    await expect(readMapping(files, write('bad.yaml', text))).rejects.toMatchObject({
      message: expect.stringContaining(`bad.yaml:${place}: `) as unknown,
    });
  });
});
