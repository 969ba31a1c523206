import { isInstant } from '../contract/schema.js';
import { UsageFailure } from './failure.js';

const units = { d: 86_400_000, h: 3_600_000, m: 60_000, s: 1000 } as const;
const most = 3660 * units.d;

/**
 * Reads a duration such as `14d`, `34h1m` or `90s` into milliseconds: each unit at most once, the larger first.
 * Throws UsageFailure that names the flag.
 */
export function parseDuration(text: string, flag = '--expires-in'): number {
  const match = /^(?:(\d{1,7})d)?(?:(\d{1,7})h)?(?:(\d{1,7})m)?(?:(\d{1,7})s)?$/.exec(text.trim());
  if (match === null || text.trim() === '') {
    throw new UsageFailure(`${flag} takes a duration, and \`${text}\` is none.`, {
      code: 'invalid_value',
      hint: `Write it with d, h, m and s, for example: ${flag} 14d, or ${flag} 34h1m`,
    });
  }
  const [, days = '0', hours = '0', minutes = '0', seconds = '0'] = match;
  const total =
    Number(days) * units.d + Number(hours) * units.h + Number(minutes) * units.m + Number(seconds) * units.s;
  if (total > 0 && total <= most) return total;
  throw new UsageFailure(`${flag} must be more than nothing and at most ten years.`, { code: 'invalid_value' });
}

/** Reads an instant into ISO 8601 UTC. One without a zone is refused: it would mean another moment elsewhere. */
export function parseInstant(text: string, flag = '--expires-at'): string {
  if (isInstant(text)) return new Date(text).toISOString();
  const zoneless = isInstant(`${text}Z`) || /^\d{4}-\d{2}-\d{2}$/.test(text);
  throw new UsageFailure(
    zoneless ? `${flag} \`${text}\` has no time zone.` : `${flag} takes an instant, and \`${text}\` is none.`,
    { code: 'invalid_value', hint: `Write it with a zone, for example: ${flag} 2026-12-01T17:00:00+02:00` },
  );
}
