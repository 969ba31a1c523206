import { expect, it } from 'vitest';
import { derOf, embedded, number, octets, sequence, set } from '../../../src/document/seal/encode.js';

it.each([
  ['a short value', sequence(number(1), octets(Buffer.of(1, 2, 3)))],
  ['a long value', set(octets(Buffer.alloc(70_000, 7)), number(5))],
  ['an empty value', sequence()],
])('takes over %s as it is', (_, block) => {
  const der = derOf(block);
  expect(derOf(embedded(der)).equals(der)).toBe(true);
  expect(derOf(sequence(embedded(der), number(2))).equals(derOf(sequence(block, number(2))))).toBe(true);
});

it.each(['', '30', '3003020101ff', '300402', '3080020101', '3085000000000001', '1f810100'])(
  'refuses %j, which is not one DER value',
  (hex) => {
    expect(() => embedded(Buffer.from(hex, 'hex'))).toThrow(TypeError);
  },
);
