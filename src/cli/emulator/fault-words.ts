import { parseDuration } from '../flags/duration.js';
import { UsageFailure } from '../failure/failure.js';
import { nearest } from '../../core/platform/nearest.js';
import { type ErrorCodeRow, errorCodes } from '../../contract/error-codes.js';
import type { CompletionWord } from '../flags/completion-hint.js';

/** Parsers of the flags for faults; each throws UsageFailure that names its flag. */

export function readCode(text: string): string {
  const codes = Object.keys(errorCodes);
  if (codes.includes(text)) return text;
  const message = `Unknown error code "${text}".`;
  throw unknownName(message, nearest(text, codes), 'List them with `esign error`.');
}

/** The codes for completion. */
export const codeWords: readonly CompletionWord[] = Object.entries<ErrorCodeRow>(errorCodes).map(
  ([word, { meaning }]) => ({
    word,
    about: meaning,
  }),
);

export const unknownName = (message: string, close: string | null, otherwise: string): UsageFailure =>
  new UsageFailure(message, { code: 'invalid_value', hint: close === null ? otherwise : `Did you mean "${close}"?` });

/** A probability from 0 to 1. */
export function readProbability(flag: string): (text: string) => number {
  return (text) => {
    if (/^(0?\.\d{1,9}|[01](\.0{1,9})?|0\.\d{1,9})$/.test(text)) return Number(text);
    throw new UsageFailure(`Invalid ${flag} value "${text}". Use a probability from 0 to 1.`, {
      code: 'invalid_value',
      hint: `Example: ${flag} 0.2, or ${flag} 1 for always.`,
    });
  };
}

export function readWhole(flag: string, min: number, max = Number.MAX_SAFE_INTEGER): (text: string) => number {
  return (text) => {
    if (/^\d{1,15}$/.test(text) && Number(text) >= min && Number(text) <= max) return Number(text);
    const range =
      max === Number.MAX_SAFE_INTEGER ? `a whole number of at least ${min}` : `a number from ${min} to ${max}`;
    throw new UsageFailure(`Invalid ${flag} value "${text}". Use ${range}.`, {
      code: 'invalid_value',
      hint: `Example: ${flag} ${Math.max(7, min)}`,
    });
  };
}

/** Real time from `1ms` to an hour; returns seconds. */
export function readPause(flag: string): (text: string) => number {
  return (text) => {
    const seconds = parseDuration(text, flag) / 1000;
    if (seconds > 0 && seconds <= 3600) return seconds;
    throw new UsageFailure(`${flag} must be more than zero and at most one hour.`, { code: 'invalid_value' });
  };
}

/** How often a fault was applied, and whether it is used up. */
export const appliedWords = ({ count, struck }: { readonly count: number | null; readonly struck: number }): string =>
  count === null ? String(struck) : `${struck} of ${count}${struck < count ? '' : ', used up'}`;

/** The same for a fault that applies to the next requests. */
export const leftWords = (left: number): string => (left === 1 ? 'the next request' : `the next ${left} requests`);
