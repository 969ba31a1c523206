import { Option } from 'commander';
import { durationOf } from '../../core/platform/duration.js';
import { isInstant } from '../../contract/schema.js';
import { UsageFailure } from '../failure/failure.js';

/** Milliseconds. */
const maxDuration = 3660 * 86_400_000;

/**
 * Parses a duration such as `14d`, `34h1m`, `90s` or `250ms` into milliseconds. Each unit can occur once, larger units first.
 * Only with `zero` can it be 0. Throws UsageFailure that names the flag.
 */
export function parseDuration(text: string, flag = '--expires-in', zero = false): number {
  const total = durationOf(text);
  if (total === undefined) {
    throw new UsageFailure(`Invalid ${flag} value "${text}".`, {
      code: 'invalid_value',
      hint: `Use d, h, m, s and ms, for example: ${flag} 14d, or ${flag} 34h1m`,
    });
  }
  if ((zero || total > 0) && total <= maxDuration) return total;
  throw new UsageFailure(`Invalid ${flag} value "${text}".`, {
    code: 'invalid_value',
    hint: `Use a duration of ${zero ? '' : 'more than 0 seconds and '}at most ten years.`,
  });
}

/** Parses a time into ISO 8601 UTC. A time without a zone is invalid, since it means another time elsewhere. */
export function parseInstant(text: string, flag = '--expires-at'): string {
  if (isInstant(text)) return new Date(text).toISOString();
  const zoneless = isInstant(`${text}Z`) || /^\d{4}-\d{2}-\d{2}$/.test(text);
  throw new UsageFailure(zoneless ? `${flag} value "${text}" has no time zone.` : `Invalid ${flag} value "${text}".`, {
    code: 'invalid_value',
    hint: `Use a time with a zone, for example: ${flag} 2026-12-01T17:00:00+02:00`,
  });
}

/** `--max-wait`: how long the command waits at most for something to happen. */
export const maxWaitOption = (text: string): Option =>
  new Option('--max-wait <duration>', text).argParser((value) => parseDuration(value, '--max-wait'));
