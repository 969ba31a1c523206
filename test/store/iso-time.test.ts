import { expect, it } from 'vitest';
import { isoTime } from '../../src/store/iso-time.js';

it.each([
  [0, '1970-01-01T00:00:00.000Z'],
  [9e15, '+275760-09-13T00:00:00.000Z'],
  [-9e15, '-271821-04-20T00:00:00.000Z'],
])('%d is %s, since a file that was changed by hand must not end a command', (time, words) => {
  expect(isoTime(time)).toBe(words);
});
