import type { HeaderList } from '../../core/http/headers.js';
import { isKeptByAll } from '../../store/key-retention.js';

/** Milliseconds by which the service's clock is ahead of this machine's, by the `Date` of an answer; null without one. */
export function serviceAhead(headers: Pick<HeaderList, 'date'>, now: number): number | null {
  const service = headers.date('date');
  return service === undefined ? null : service - now;
}

/** When a request left, by this machine's clock and by the service's (ISO 8601). */
export interface LeftAt {
  readonly at: string;
  /** Null where it was not known. */
  readonly serviceAt: string | null;
}

/** Whether the service surely still knows the key of a request: by both clocks, since either may have been changed. */
export function isKeySurelyKept({ at, serviceAt }: LeftAt, now: number, ahead: number | null): boolean {
  const request = { at, ...(serviceAt === null ? {} : { serviceAt }) };
  return isKeptByAll(request, { now, ...(ahead === null ? {} : { service: now + ahead }) });
}
