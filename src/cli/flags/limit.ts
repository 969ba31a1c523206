import { UsageFailure } from '../failure/failure.js';

/** Reads a `--limit` of 1 to `max`. Throws UsageFailure. */
export const limitReader =
  (max: number, hint = 'Example: --limit 200') =>
  (text: string): number => {
    if (/^[1-9]\d{0,5}$/.test(text) && Number(text) <= max) return Number(text);
    throw new UsageFailure(`Invalid --limit value "${text}". Use a number from 1 to ${max}.`, {
      code: 'invalid_value',
      hint,
    });
  };
