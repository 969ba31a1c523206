import { limits } from '../contract/limits.js';
import type { RecordedRequest } from './entry.js';

/** The service's clock and this one may differ, and a corrected clock looks as if time had gone back. */
const slack = 10 * 60 * 1000;
const keyLife = limits.idempotencyHours * 60 * 60 * 1000 - slack;

/**
 * Whether the service certainly still stores the key of a request recorded then, so that a retry is safe. `at` is ISO
 * 8601, `now` in milliseconds since 1970. A record from the future comes from a clock that was set back since: its age
 * is unknown, so it is not safe.
 */
export function isKeyKept(at: string, now: number): boolean {
  const age = now - Date.parse(at);
  return age > -slack && age < keyLife;
}

/** The current times of the clocks; the local one alone may have been changed. */
export interface Clocks {
  /** This machine's: milliseconds since 1970. */
  readonly now: number;
  /** The service's own, from the `Date` of a response; undefined without one. */
  readonly service?: number | undefined;
  /** Seconds of system uptime, and the mark of a process of this boot. */
  readonly uptime?: number | undefined;
  readonly mark?: string | undefined;
}

/** The facts about the age of a request. */
export type Dated = Pick<RecordedRequest, 'at'> &
  Partial<Pick<RecordedRequest, 'serviceAt' | 'uptime' | 'mark' | 'settled'>>;

/** The same for a recorded request, by every clock: the highest age counts. */
export function isKeptByAll(request: Dated, clocks: Clocks): boolean {
  return isKeyKept(request.at, clocks.now) && agesOf(request, clocks).every((age) => age < keyLife);
}

/** Ages in milliseconds, from clocks that do not depend on this machine's date. */
function agesOf({ at, serviceAt, uptime, mark, settled }: Dated, clocks: Clocks): readonly number[] {
  const ages: number[] = [];
  if (clocks.service !== undefined) {
    // Without a response, the service's time is an estimate; without any, this machine's time is used.
    const sent = settled?.serviceAt ?? serviceAt ?? at;
    ages.push(clocks.service - Date.parse(sent));
  }
  const sameStart = startOf(mark) !== undefined && startOf(mark) === startOf(clocks.mark);
  if (sameStart && uptime !== undefined && clocks.uptime !== undefined) ages.push((clocks.uptime - uptime) * 1000);
  return ages;
}

/** The boot in which a process was marked. */
const startOf = (mark: string | undefined): string | undefined =>
  mark !== undefined && mark.includes(' ') ? mark.split(' ')[0] : undefined;
