import { expect, it } from 'vitest';
import { Code, javascript, literal, python } from '../../../src/emulator/story/literal.js';

it.each([
  ['Lease', "'Lease'", '"Lease"'],
  ["it's \\ 'so'\n", "\"it's \\\\ 'so'\\n\"", "\"it's \\\\ 'so'\\n\""],
  ['a\u202eb\u2028', '"a\\u202eb\\u2028"', '"a\\u202eb\\u2028"'],
  [{ a: [true, null], 'b-c': new Code('x()') }, "{ a: [true, null], 'b-c': x() }", '{"a": [True, None], "b-c": x()}'],
])('writes %j as JavaScript and as Python', (value, js, py) => {
  expect(literal(javascript, value)).toBe(js);
  expect(literal(python, value)).toBe(py);
});

it('breaks what does not fit a line', () => {
  const long = 'x'.repeat(80);
  expect(literal(javascript, { a: [long, long] }, 2)).toBe(
    `{\n    a: [\n      '${long}',\n      '${long}',\n    ],\n  }`,
  );
});
