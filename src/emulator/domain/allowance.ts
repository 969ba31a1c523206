import type { Mode, Organisation } from './organisation.js';
import { Refusal } from './refusal.js';

/** The calendar month in UTC in which a sending counts (A18). */
export const monthOf = (now: number): string => new Date(now).toISOString().slice(0, 7);

/**
 * Rejects a sending beyond the free plan's documents; other plans are counted without a limit, and a sandbox envelope
 * is not counted (Limits, Free plan; States, draft → sent).
 */
export function checkAllowance(
  plan: Organisation['plan'],
  mode: Mode,
  used: number,
  documents: number,
  monthly: number,
): void {
  if (plan !== 'free' || mode === 'test') return;
  if (used + documents <= monthly) return;
  throw new Refusal(
    'send_allowance_exhausted',
    `The Free plan sends up to ${monthly} documents per month. ${used} are already sent, and this envelope has ${documents}.`,
  );
}
