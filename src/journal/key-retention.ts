import { limits } from '../contract/limits.js';
import type { RecordedRequest } from './entry.js';

/** The service's clock and this one may differ, and one that was set right looks as if time had gone back. */
const slack = 10 * 60 * 1000;
const keyLife = limits.idempotencyHours * 60 * 60 * 1000 - slack;

/**
 * Whether the service surely still knows the key of a write that was recorded then, so that a repeat cannot do it
 * twice. `at` is ISO 8601, `now` in milliseconds since 1970. A record from the future was written by a clock that was
 * set back since: its age is not known, so it is not sure.
 */
export function isKeyKept(at: string, now: number): boolean {
  const age = now - Date.parse(at);
  return age > -slack && age < keyLife;
}

/** What the clocks say now; the local one alone is not believed, since it may have been changed since. */
export interface Clocks {
  /** This machine's: milliseconds since 1970. */
  readonly now: number;
  /** The service's own, from the `Date` of an answer; undefined when it does not say. */
  readonly service?: number | undefined;
  /** Seconds for which this machine has been running, and the mark of a process of this start of it. */
  readonly uptime?: number | undefined;
  readonly mark?: string | undefined;
}

/** What tells how old a write is. */
export type Dated = Pick<RecordedRequest, 'at'> &
  Partial<Pick<RecordedRequest, 'serviceAt' | 'uptime' | 'mark' | 'settled'>>;

/** The same for a recorded write, by every clock that can tell: it is as old as the one says that makes it oldest. */
export function isKeptByAll(request: Dated, clocks: Clocks): boolean {
  return isKeyKept(request.at, clocks.now) && agesOf(request, clocks).every((age) => age < keyLife);
}

/** Ages in milliseconds, by the clocks that do not depend on this machine's date. */
function agesOf({ at, serviceAt, uptime, mark, settled }: Dated, clocks: Clocks): readonly number[] {
  const ages: number[] = [];
  if (clocks.service !== undefined) {
    // Of one that was never answered, the service's time is an estimate; without any, this machine's stands in for it.
    const sent = settled?.serviceAt ?? serviceAt ?? at;
    ages.push(clocks.service - Date.parse(sent));
  }
  const sameStart = startOf(mark) !== undefined && startOf(mark) === startOf(clocks.mark);
  if (sameStart && uptime !== undefined && clocks.uptime !== undefined) ages.push((clocks.uptime - uptime) * 1000);
  return ages;
}

/** The start of the machine that a process was marked in. */
const startOf = (mark: string | undefined): string | undefined =>
  mark !== undefined && mark.includes(' ') ? mark.split(' ')[0] : undefined;
