import { expect, it } from 'vitest';
import { shown, visible } from '../../../../src/platform/shown-text.js';
import { durationOf, pretty } from '../../../../src/emulator/dashboard/browser/text.js';

it('shows what would hide or turn a text, in one line of limited length', () => {
  expect(visible('a\u202etxt\u200b\u0000\u009bb')).toBe('a⟨202e⟩txt⟨200b⟩⟨0000⟩⟨009b⟩b');
  expect(shown('two\nlines\tand more')).toBe('two lines and more');
  expect(shown('x'.repeat(400))).toBe(`${'x'.repeat(300)}…`);
  expect(visible('Zoë 漢字 \n')).toBe('Zoë 漢字 \n');
});

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
