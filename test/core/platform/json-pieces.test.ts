import { describe, expect, it } from 'vitest';
import { JsonPieces, JsonPiecesFailure, type JsonPath } from '../../../src/core/platform/json-pieces.js';

const read = (text: string | Buffer, size: number, depth = 2, maxBytes = 1000): readonly unknown[] => {
  const told: unknown[] = [];
  const pieces = new JsonPieces({
    enters: (path, kind) => {
      if (path.length < depth) told.push([path.join('.'), kind]);
      return path.length < depth;
    },
    value: (path: JsonPath, value) => told.push([path.join('.'), value]),
    maxBytes,
  });
  const bytes = Buffer.from(text as string);
  for (let at = 0; at < bytes.length; at += size) pieces.write(bytes.subarray(at, at + size));
  pieces.end();
  return told;
};

describe('JsonPieces', () => {
  const text = ' {"a": [1, {"b": "}]\\"é\\\\"}, [2,[3]] ,"x"],\n"c":null , "d":{}, "e": [ ], "é":-1.5e3 }\n';
  const told = [
    ['', 'object'],
    ['a', 'list'],
    ['a.0', 1],
    ['a.1', { b: '}]"é\\' }],
    ['a.2', [2, [3]]],
    ['a.3', 'x'],
    ['c', null],
    ['d', 'object'],
    ['e', 'list'],
    ['é', -1500],
  ];

  it.each([1, 2, 3, 7, 1000])('tells the same parts in chunks of %i bytes', (size) => {
    expect(read(text, size)).toEqual(told);
  });

  it('reads a text of one value', () => {
    expect(read('12', 1)).toEqual([['', 12]]);
    expect(read('"a"', 1)).toEqual([['', 'a']]);
    expect(read('[[1]]', 2, 0)).toEqual([['', [[1]]]]);
  });

  const bad = ['', '{', '{"a"', '{"a":', '{"a":1', '{"a":1,', '{"a":1,}', '[1,]', '[,1]', '[1 2]', '{"a" 1}', '{1:2}'];
  const worse = [
    '{"a":1}}',
    '{"a":1} x',
    '[1}',
    '{"a":[1}',
    'nul',
    '"a',
    '{"a":"\u0001"}',
    '[01]',
    '{a:1}',
    '{"a":[{"b":]}',
  ];
  it.each([...bad, ...worse])('refuses %j in chunks of any size', (wrong) => {
    for (const size of [1, 3, 100]) expect(() => read(wrong, size)).toThrow(JsonPiecesFailure);
  });

  it('refuses a value that nests too deeply', () => {
    expect(() => read(`{"a":{"b":${'['.repeat(65)}${']'.repeat(65)}}}`, 50)).toThrow('the value at a.b is not valid');
  });

  it('refuses bytes that are not UTF-8', () => {
    expect(() => read(Buffer.from([0x22, 0xff, 0x22]), 9)).toThrow('not valid JSON in UTF-8');
  });

  it('refuses a value that is larger than the limit before it holds all of it', () => {
    expect(() => read(`{"a":{"b":"${'x'.repeat(40)}"`, 4, 2, 30)).toThrow('the value at a.b is larger than 30 bytes');
  });
});
