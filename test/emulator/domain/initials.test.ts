import { expect, it } from 'vitest';
import { initialsOf } from '../../../src/emulator/domain/initials.js';

it.each([
  ['Thandi Nomsa Mokoena', 'TNM'],
  ['Anne-Marie  du Toit', 'AMDT'],
  ['“élise” o’Neil', 'ÉO'],
])('the initials of %s are %s', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});
