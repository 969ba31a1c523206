import { limits } from '../../contract/limits.js';
import type { Mode, Organisation } from './organisation.js';
import { Refusal } from './refusal.js';

/** The calendar month in UTC that a sending is counted in (A18). */
export const monthOf = (now: number): string => new Date(now).toISOString().slice(0, 7);

/**
 * Refuses a sending that the free plan has no documents left for; other plans are counted and never stopped, and a
 * sandbox envelope is not counted at all (Limits, Free plan; States, draft → sent).
 */
export function checkAllowance(plan: Organisation['plan'], mode: Mode, used: number, documents: number): void {
  if (plan !== 'free' || mode === 'test') return;
  const { freeDocumentsPerMonth: most } = limits;
  if (used + documents <= most) return;
  throw new Refusal(
    'send_allowance_exhausted',
    `The Free plan sends up to ${most} documents per month. ${used} are already sent, and this envelope has ${documents}.`,
  );
}
