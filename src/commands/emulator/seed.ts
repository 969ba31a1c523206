import { UsageFailure } from '../../cli/failure.js';

/** Reads a seed: a whole number of up to 15 digits. Throws UsageFailure. */
export function readSeed(text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new UsageFailure(`--seed takes a whole number, and \`${text}\` is none.`, {
    code: 'invalid_value',
    hint: 'Write it like this: --seed 7',
  });
}
