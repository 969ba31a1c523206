import type { Limits } from '../../contract/limits.js';
import { draftCeilingRule } from '../../contract/rules.js';
import { Refusal } from './refusal.js';

const minuteMs = 60_000;

/** Draft renders in the current minute of the clock. */
export interface RendersSoFar {
  readonly envelope: number;
  readonly organisation: number;
}

/** The fixed minute in which a render counts, counted since 1970. */
export const minuteOf = (now: number): number => Math.floor(now / minuteMs);

/** Rejects a render above a ceiling; the message says which (Limits, Draft render; values A16). */
export function checkCeilings(
  renders: RendersSoFar,
  now: number,
  { envelope, organisation }: Limits['draftsPerMinute'],
): void {
  if (renders.envelope >= envelope) throw spent('this envelope', envelope, now);
  if (renders.organisation >= organisation) throw spent('the organisation', organisation, now);
}

function spent(whose: string, ceiling: number, now: number): Refusal {
  const seconds = Math.ceil(((minuteOf(now) + 1) * minuteMs - now) / 1000);
  return new Refusal(
    'rate_limited',
    `The draft limit of ${whose} is reached: ${ceiling} renders per minute. Try again in ${seconds} s.`,
    { 'Retry-After': String(seconds), 'Esign-Assumption': 'A16', 'Esign-Rule': draftCeilingRule },
  );
}
