import { durationOf } from '../platform/duration.js';

/** Milliseconds of a duration such as `34h1m`, `14d` or `90s`; throws RangeError for any other text. */
export function milliseconds(duration: string): number {
  const total = durationOf(duration);
  if (total === undefined) throw new RangeError(`a duration is written like 34h1m, 14d or 90s, not "${duration}"`);
  return total;
}
