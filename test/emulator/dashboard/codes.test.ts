import { expect, it } from 'vitest';
import { createCodes } from '../../../src/emulator/dashboard/codes.js';

it('a code is taken once, and read as often as wanted until it expires', () => {
  let now = 0;
  const codes = createCodes<string>({ lifetime: 1000, max: 10, real: () => now });
  const code = codes.issue('a');
  expect([codes.read(code), codes.read(code), codes.take(code), codes.take(code)]).toEqual(['a', 'a', 'a', undefined]);
  const late = codes.issue('b');
  now = 999;
  expect(codes.read(late)).toBe('b');
  now = 1000;
  expect(codes.read(late)).toBeUndefined();
  expect(codes.read('unknown')).toBeUndefined();
});

it('the oldest code makes room for a new one', () => {
  const codes = createCodes<number>({ lifetime: 1000, max: 2, real: () => 0 });
  const [first, second, third] = [codes.issue(1), codes.issue(2), codes.issue(3)];
  expect([first, second, third].map((code) => codes.read(code))).toEqual([undefined, 2, 3]);
});
