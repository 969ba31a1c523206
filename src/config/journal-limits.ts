import { ConfigFailure } from './failure.js';

/** How long recorded requests are kept. */
export interface JournalLimits {
  /** Milliseconds. */
  readonly keepFor?: number;
}

/** Reads ESIGN_JOURNAL_DAYS. Throws ConfigFailure. */
export function readJournalLimits(env: Readonly<Record<string, string | undefined>>): JournalLimits {
  const days = readWhole(env, 'ESIGN_JOURNAL_DAYS', 3650);
  return days === undefined ? {} : { keepFor: days * 24 * 60 * 60 * 1000 };
}

function readWhole(
  env: Readonly<Record<string, string | undefined>>,
  variable: string,
  max: number,
): number | undefined {
  const text = env[variable] ?? '';
  if (text === '') return undefined;
  if (/^[1-9]\d{0,3}$/.test(text) && Number(text) <= max) return Number(text);
  throw new ConfigFailure(
    'setting_invalid',
    `Invalid ${variable} value "${text}". Use a whole number from 1 to ${max}.`,
    `Correct it, or unset it.`,
  );
}
