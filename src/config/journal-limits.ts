import { ConfigFailure } from './failure.js';

/** How much of the record of writes is kept, and for how long. */
export interface JournalLimits {
  /** Bytes of the file that is written to; one as large is kept beside it. */
  readonly turnAt?: number;
  /** Milliseconds for which the body of a write that is never settled is kept. */
  readonly keepFor?: number;
}

/** Reads ESIGN_JOURNAL_SIZE (MB) and ESIGN_JOURNAL_DAYS. Throws ConfigFailure. */
export function readJournalLimits(env: Readonly<Record<string, string | undefined>>): JournalLimits {
  const size = readWhole(env, 'ESIGN_JOURNAL_SIZE', 256);
  const days = readWhole(env, 'ESIGN_JOURNAL_DAYS', 3650);
  return {
    ...(size === undefined ? {} : { turnAt: size * 1024 * 1024 }),
    ...(days === undefined ? {} : { keepFor: days * 24 * 60 * 60 * 1000 }),
  };
}

function readWhole(
  env: Readonly<Record<string, string | undefined>>,
  variable: string,
  most: number,
): number | undefined {
  const text = env[variable] ?? '';
  if (text === '') return undefined;
  if (/^[1-9]\d{0,3}$/.test(text) && Number(text) <= most) return Number(text);
  throw new ConfigFailure(
    'setting_invalid',
    `${variable} is no whole number from 1 to ${most}.`,
    `Correct it, or leave it out.`,
  );
}
