import { describe, expect, it } from 'vitest';
import { isObject, nestsTooDeeply, parseJson } from '../../../src/core/platform/json.js';

it('tells an object from everything else that JSON can say', () => {
  expect(isObject({})).toBe(true);
  for (const other of [null, [], 'text', 0, true, undefined]) expect(isObject(other)).toBe(false);
});

it('reads a text as JSON, and gives undefined, which JSON cannot say, for any other', () => {
  expect(parseJson('{"a": [null]}')).toEqual({ a: [null] });
  expect(parseJson('null')).toBeNull();
  for (const other of ['', '{torn', 'undefined']) expect(parseJson(other)).toBeUndefined();
});

describe('depth', () => {
  const lists = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);

  it('reads 64 levels and no more', () => {
    expect(parseJson(lists(64))).toBeDefined();
    expect(parseJson(lists(65))).toBeUndefined();
    expect(parseJson(`${'{"a":'.repeat(65)}1${'}'.repeat(65)}`)).toBeUndefined();
  });

  it('counts no bracket inside of a text, whatever is escaped in it', () => {
    const brackets = '['.repeat(100);
    for (const text of [brackets, `\\" ${brackets}`, `${brackets}\\\\`]) {
      expect(nestsTooDeeply(`{"a":"${text}","b":["${text}"]}`), text).toBe(false);
    }
    expect(nestsTooDeeply(`{"a":"\\\\",${brackets}`)).toBe(true);
  });

  it('counts siblings once', () => {
    expect(parseJson(`[${Array.from({ length: 500 }, () => '[]').join(',')}]`)).toHaveLength(500);
  });
});
