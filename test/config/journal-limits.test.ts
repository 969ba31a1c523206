import { expect, it } from 'vitest';
import { readJournalLimits } from '../../src/config/journal-limits.js';

it('reads megabytes and days, and leaves the usual bounds where nothing is said', () => {
  expect(readJournalLimits({})).toEqual({});
  expect(readJournalLimits({ ESIGN_JOURNAL_SIZE: '', ESIGN_JOURNAL_DAYS: '' })).toEqual({});
  expect(readJournalLimits({ ESIGN_JOURNAL_SIZE: '4', ESIGN_JOURNAL_DAYS: '7' })).toEqual({
    turnAt: 4_194_304,
    keepFor: 604_800_000,
  });
});

it.each([
  ['ESIGN_JOURNAL_SIZE', '257'],
  ['ESIGN_JOURNAL_SIZE', '0'],
  ['ESIGN_JOURNAL_DAYS', '-1'],
  ['ESIGN_JOURNAL_DAYS', '3651'],
  ['ESIGN_JOURNAL_DAYS', '1e3'],
])('refuses %s=%s by name', (variable, value) => {
  expect(() => readJournalLimits({ [variable]: value })).toThrow(variable);
});
