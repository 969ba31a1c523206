import { durationOf } from '../platform/duration.js';

/** Milliseconds of a duration such as `34h1m`, `14d` or `90s`; throws RangeError for an invalid one. */
export function milliseconds(duration: string): number {
  const total = durationOf(duration);
  if (total === undefined) throw new RangeError(`invalid duration "${duration}"; use a form such as 34h1m, 14d or 90s`);
  return total;
}
