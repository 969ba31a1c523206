import { expect, it } from 'vitest';
import { csvForm, isCsv, isLines } from '../../../src/cli/files/file-kind.js';

it.each([
  ['', 'neither'],
  ['Name,E-mail\n', 'csv'],
  ['Name;E-mail\nAnn;a@x.test\n', 'csv'],
  ['E-mail\na@x.test\n', 'csv'],
  ['#,Name\n1,Ann\n', 'csv'],
  ['# of guests,Name\n1,Ann\n', 'csv'],
  ['"Name: first",E-mail\n', 'csv'],
  ['Since 10:00,E-mail\n', 'csv'],
  ['sep=;\n{a};b\n', 'csv'],
  ['{"a":1}\n{"a":2}\n', 'lines'],
  ['{"a":1}\n{"a\n', 'lines'],
  ['{"a":1}\n', 'neither'],
  ['{\n"a":{"b":1},\n"c":2}\n', 'neither'],
  ['[{"a":1,"b":2}]', 'neither'],
  ['---\na: b, c\n', 'neither'],
  ['a: b, c\n', 'neither'],
  ['"a, b": c\n', 'neither'],
  ['# a, b\n\n- a: 1, 2\n', 'neither'],
  ['- a\n- b\n', 'neither'],
  ['hello', 'neither'],
])('tells what a pipe or a file of another extension contains: %j', (text, kind) => {
  for (const path of ['-', '/dev/stdin', '/dev/fd/63', 'people.txt', 'csv']) {
    expect([isCsv(path, text), isLines(path, text)]).toEqual([kind === 'csv', kind === 'lines']);
  }
  expect(['a.csv', 'a.TSV', 'a.yaml'].map((path) => isCsv(path, text))).toEqual([true, true, false]);
  expect(['a.NDJSON', 'a.jsonl', 'a.json'].map((path) => isLines(path, text))).toEqual([true, true, false]);
});

it.each([
  ['a,b', ',', 'a,b'],
  ['\n"a,b,c";d\n', ';', '"";d'],
  ['Name, first;E-mail;City', ';', 'Name, first;E-mail;City'],
  ['a\tb', '\t', 'a\tb'],
  ['a', ',', 'a'],
  ['sep=\t\r\na,b\tc', '\t', 'a,b\tc'],
  ['\uFEFFSEP=,\na;b,c;d', ',', 'a;b,c;d'],
  ['sep=ab\na;b', ',', 'sep=ab'],
])('finds the separator and the head: %j', (text, delimiter, head) => {
  expect(csvForm(text)).toMatchObject({ delimiter, head });
  expect(csvForm(text).body.split('\n')).toHaveLength(text.split('\n').length);
});
