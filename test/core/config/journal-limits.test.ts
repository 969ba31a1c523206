import { expect, it } from 'vitest';
import { readJournalLimits } from '../../../src/core/config/journal-limits.js';

it('reads days, and leaves the default where nothing is set', () => {
  expect(readJournalLimits({})).toEqual({});
  expect(readJournalLimits({ ESIGN_JOURNAL_DAYS: '' })).toEqual({});
  expect(readJournalLimits({ ESIGN_JOURNAL_DAYS: '7' })).toEqual({
    keepFor: 604_800_000,
  });
});

it.each([
  ['ESIGN_JOURNAL_DAYS', '-1'],
  ['ESIGN_JOURNAL_DAYS', '3651'],
  ['ESIGN_JOURNAL_DAYS', '1e3'],
])('refuses %s=%s by name', (variable, value) => {
  expect(() => readJournalLimits({ [variable]: value })).toThrow(variable);
});
