import { ConfigFailure } from './failure.js';

const variable = 'ESIGN_JOURNAL_DAYS';
const maxDays = 3650;

/** How long recorded requests are kept: ESIGN_JOURNAL_DAYS, in milliseconds. Throws ConfigFailure. */
export function readJournalLimits(env: Readonly<Record<string, string | undefined>>): { readonly keepFor?: number } {
  const text = env[variable] ?? '';
  if (text === '') return {};
  if (/^[1-9]\d{0,3}$/.test(text) && Number(text) <= maxDays) return { keepFor: Number(text) * 24 * 60 * 60 * 1000 };
  throw new ConfigFailure(
    'setting_invalid',
    `Invalid ${variable} value "${text}". Use a whole number from 1 to ${maxDays}.`,
    'Correct it, or unset it.',
  );
}
