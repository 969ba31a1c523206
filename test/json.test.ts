import { expect, it } from 'vitest';
import { isObject, parseJson } from '../src/json.js';

it('tells an object from everything else that JSON can say', () => {
  expect(isObject({})).toBe(true);
  for (const other of [null, [], 'text', 0, true, undefined]) expect(isObject(other)).toBe(false);
});

it('reads a text as JSON, and gives undefined, which JSON cannot say, for any other', () => {
  expect(parseJson('{"a": [null]}')).toEqual({ a: [null] });
  expect(parseJson('null')).toBeNull();
  for (const other of ['', '{torn', 'undefined']) expect(parseJson(other)).toBeUndefined();
});
