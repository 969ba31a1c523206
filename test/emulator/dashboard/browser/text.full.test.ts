import { expect, it } from 'vitest';
import { durationOf, pretty } from '../../../../src/emulator/dashboard/browser/text.js';

it('indents JSON, and leaves other text as it is', () => {
  expect(pretty('{"a":1}')).toBe('{\n  "a": 1\n}');
  expect(pretty('{"a":')).toBe('{"a":');
});

it.each([
  [0, ''],
  [59_999, ''],
  [60_000, '1 min'],
  [5 * 3_600_000, '5 h'],
  [50 * 3_600_000, '2 d'],
  [-5, ''],
])('%i ms are written as %j', (milliseconds, words) => expect(durationOf(milliseconds)).toBe(words));
