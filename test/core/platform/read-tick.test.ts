import { expect, it } from 'vitest';
import { readTick } from '../../../src/core/platform/read-tick.js';

it.each([
  ['TRUE', true],
  [' True\u00A0', true],
  ['yes', true],
  ['Ja', true],
  ['X', true],
  ['1', true],
  ['☑', true],
  ['FALSE', false],
  ['no', false],
  ['NEE', false],
  ['0', false],
  ['', false],
  ['  ', false],
  ['perhaps', null],
  ['10', null],
  ['truee', null],
])('reads “%s” as %s', (text, tick) => {
  expect(readTick(text)).toBe(tick);
});
