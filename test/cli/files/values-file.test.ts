import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FileFailure } from '../../../src/cli/failure/failure.js';
import { createFiles, type Files } from '../../../src/cli/files/files.js';
import { readPlacedValues } from '../../../src/cli/files/values-file.js';
import { fakeTerminal } from '../../support/program/terminal.js';
import { shared } from '../../support/shared.js';
import { newFolder } from '../../support/folder.js';

const folder = shared(newFolder);

const readValuesFile = async (files: Files, path: string) =>
  (await readPlacedValues(files, path)).map(({ request }) => request);

const read = (name: string, text: string | Buffer) => {
  writeFileSync(join(folder.path, name), text);
  return readValuesFile(createFiles(folder.path, fakeTerminal().streams), name);
};

const expected = [
  { subject: 'tenant', key: 'person.full_name', value: 'Thandi Mokoena' },
  { subject: 'tenant', key: 'person.phone', value: '0821234567' },
  { subject: null, key: 'signing.place', value: 'Cape Town' },
];

describe('a values file', () => {
  it('may be a tree in YAML; numbers stay as they are written', async () => {
    const text =
      'tenant:\n  person:\n    full_name: Thandi Mokoena\n    phone: 0821234567\n.signing.place: Cape Town\n';
    expect(await read('v.yaml', text)).toEqual(expected);
  });

  it('may write data keys with their dots, and whole addresses as names', async () => {
    const text =
      'tenant:\n  person.full_name: Thandi Mokoena\ntenant.person.phone: "0821234567"\n"":\n  signing.place: Cape Town\n';
    expect(await read('v.yml', text)).toEqual(expected);
  });

  it('may be a list of values, as the service writes them', async () => {
    const list = expected.map((value, index) => (index === 0 ? { ...value, locked: true } : value));
    expect(await read('v.json', JSON.stringify(list, null, '\t'))).toEqual([
      { ...expected[0], locked: true },
      ...expected.slice(1),
    ]);
  });

  it('may be CSV, with commas and newlines in quotes', async () => {
    const text =
      '\uFEFFsubject,key,value,locked\r\ntenant,person.full_name,"Mokoena, Thandi",yes\r\n,signing.place,"Cape\nTown",\r\n';
    expect(await read('v.csv', text)).toEqual([
      { subject: 'tenant', key: 'person.full_name', value: 'Mokoena, Thandi', locked: true },
      { subject: null, key: 'signing.place', value: 'Cape\nTown' },
    ]);
  });

  it.each([
    ['semicolons', ';'],
    ['tabs', '\t'],
  ])('reads what a spreadsheet writes with %s, commas in its cells', async (_name, mark) => {
    const lines = [
      ['subject', 'key', 'value'],
      ['tenant', 'rental.amount', '8500,00'],
      ['', 'signing.place', `"Cape Town${mark} Sea Point"`],
    ];
    expect(await read('v.csv', `\uFEFF${lines.map((cells) => cells.join(mark)).join('\r\n')}\r\n`)).toEqual([
      { subject: 'tenant', key: 'rental.amount', value: '8500,00' },
      { subject: null, key: 'signing.place', value: `Cape Town${mark} Sea Point` },
    ]);
    await expect(read('w.csv', ['key', 'value'].join(mark) + '\na')).rejects.toThrow('w.csv:2:2: this line has 1');
  });

  it('keeps true, false, nothing and lists', async () => {
    expect(await read('t.yaml', 'a: { b: true, c: null, d: [x, 07] }')).toEqual([
      { subject: 'a', key: 'b', value: true },
      { subject: 'a', key: 'c', value: null },
      { subject: 'a', key: 'd', value: ['x', '07'] },
    ]);
  });

  it.each([
    ['bad.yaml', 'tenant:\n  a.b: x\n  a.b: y\n', 'bad.yaml:3:3: map keys must be unique'],
    ['tab.yaml', 'tenant:\n\ta.b: x\n', 'tab.yaml:2:1'],
    ['flat.yaml', 'tenant:\n  a.b: x\nlandlord: y\n', 'flat.yaml:3:1: invalid address `landlord`'],
    ['deep.yaml', 'tenant:\n  a.b:\n    - [x]\n', 'deep.yaml:3:7: this must be plain text'],
    ['text.yaml', 'just words\n', 'text.yaml:1:1: the file contains neither'],
    ['alias.yaml', 'x: &a { b.c: y }\nz: *a\n', 'alias.yaml:2:1: invalid address `z`'],
    ['cut.json', '[{"subject": "tenant",\n "key": "a.b"', 'cut.json:2:'],
    [
      'list.json',
      '[\n  { "key": "a.b", "value": "x" },\n  { "key": "a.c" }\n]',
      'list.json:3:3: missing `key` or `value`',
    ],
    ['name.json', '[{ "key": "a", "value": "x", "lock": true }]', 'name.json:1:30: unknown property `lock`'],
    ['head.csv', 'subject,kye,value\n', 'head.csv:1:2: unknown column `kye`'],
    ['less.csv', 'subject,key,value\ntenant,a.b,x\ntenant,a.c\n', 'less.csv:3:3: this line has 2 columns'],
    ['empty.csv', 'subject,key,value\ntenant,,x\n', 'empty.csv:2:2: the key is empty'],
    ['lock.csv', 'key,value,locked\na,b,perhaps\n', 'lock.csv:2:3: invalid value `perhaps` for locked'],
    ['quote.csv', 'key,value\na,"b\n', 'quote.csv:'],
    ['none.csv', '', 'none.csv:1:1: the file is empty'],
  ])('names file, line and column of a mistake: %s', async (name, text, message) => {
    const failure = await read(name, text).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(FileFailure);
    expect((failure as FileFailure).message).toContain(message);
    expect((failure as FileFailure).side).toBe('input');
  });

  it.each([
    ['CSV', 'sep=;\nsubject;key;value;\n;signing.place;Cape Town;\n;;;\nsubject;key;value;\n'],
    ['CSV of one row', 'key,value\nsigning.place,Cape Town'],
    ['YAML', '# Where, and when\n.signing.place: Cape Town\n'],
    ['a list in YAML', '- { key: signing.place, value: Cape Town }\n'],
    ['JSON', '[{"key":"signing.place","value":"Cape Town"}]'],
  ])('on stdin is detected by its content: %s', async (_name, stdin) => {
    const values = await readValuesFile(createFiles(folder.path, fakeTerminal({ stdin }).streams), '-');
    expect(values.map(({ key, value }) => [key, value])).toEqual([['signing.place', 'Cape Town']]);
  });

  it('on stdin names the place of a mistake as well', async () => {
    const { streams } = fakeTerminal({ stdin: 'sep=;\nkey;valeu\n' });
    await expect(readValuesFile(createFiles(folder.path, streams), '-')).rejects.toThrow('stdin:2:2: unknown column');
  });

  it('is refused when it is not UTF-8', async () => {
    await expect(read('l1.yaml', Buffer.from([0x61, 0x3a, 0x20, 0xe9, 0x0a]))).rejects.toThrow('not UTF-8');
    // Spreadsheets leave the mark at its beginning out.
    await expect(read('u16.csv', Buffer.from('key,value\na,b\n', 'utf16le'))).rejects.toThrow('not UTF-8');
  });

  it('does not let aliases multiply', async () => {
    const bomb = [
      'a: &a [x, x, x, x, x, x, x, x, x]',
      ...'bcdefgh'.split('').map((name, i) => {
        const before = 'abcdefg'[i];
        return `${name}: &${name} [${Array(9).fill(`*${before}`).join(', ')}]`;
      }),
    ].join('\n');
    await expect(read('bomb.yaml', bomb)).rejects.toThrow(FileFailure);
  });
});
