import { expect, it } from 'vitest';
import { JqFailure } from '../../../src/core/terminal/failure.js';
import { checkJq, filterLineWithJq, filterWithJq } from '../../../src/core/terminal/jq.js';

it.each([
  ['a raw string with its white space', '"\\t x \\n"', '\t x \n\n'],
  ['a raw string with control characters', '"a\\u0000\\u001e"', 'a\0\u001e\n'],
  ['an expression that looks like an option', '-1', '-1\n'],
  ['a function of jq 1.8', '" x " | trim', 'x\n'],
])('prints %s', async (_, expression, printed) => {
  expect(await filterWithJq({}, expression)).toBe(printed);
});

it('shows hidden characters in raw strings, and escapes them in JSON', async () => {
  const value = { name: 'Lease\u{e0069}\u{e0067}\r\u001b' };
  expect(await filterWithJq(value, '.name')).toBe('Lease\\u{e0069}\\u{e0067}\r\u001b\n');
  expect(await filterWithJq(value, '.name', { toTerminal: true })).toBe('Lease\\u{e0069}\\u{e0067}\\r\\u{1b}\n');
  const line = await filterLineWithJq(value, '.');
  expect(line).toBe('{"name":"Lease\\udb40\\udc69\\udb40\\udc67\\r\\u001b"}\n');
  expect(JSON.parse(line)).toEqual(value);
});

it('prints an object of a line on one line', async () => {
  expect(await filterLineWithJq({ id: '1', of: [1] }, '., .id')).toBe('{"id":"1","of":[1]}\n1\n');
});

it('only parses an expression that is checked', async () => {
  await checkJq('.id | error("not run")');
  await expect(checkJq('.[')).rejects.toThrow('Invalid --jq expression `.[`: syntax error');
  await expect(checkJq('--version')).rejects.toThrow(JqFailure);
});

it('refuses an expression that recurses without end', async () => {
  await expect(filterWithJq({}, 'def f: 1 + f; f')).rejects.toThrow(JqFailure);
});
