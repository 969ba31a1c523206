import { expect, it } from 'vitest';
import { inWords } from '../../../src/commands/envelope/bulk-view.js';

it.each([
  [0, '1 s'],
  [7_400, '8 s'],
  [59_001, '1 min'],
  [61_000, '1 min 10 s'],
  [120_000, '2 min'],
  [3_599_000, '1 h'],
  [7_500_000, '2 h 5 min'],
])('%i milliseconds are %s', (milliseconds, words) => expect(inWords(milliseconds)).toBe(words));
