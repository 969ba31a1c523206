import type { TurnSince } from '../../store/envelope-states.js';
import { localInstant } from '../../core/terminal/time.js';
import { spanWords } from './status-words.js';

/** `3d 4h, since 2026-03-02 10:00:00 +02:00`; `now` is the service's time in milliseconds. */
export function sinceWords({ at, exact }: TurnSince, now: number): string {
  const span = spanWords(Math.max(0, now - Date.parse(at)));
  return `${exact ? '' : 'at least '}${span}, since ${exact ? '' : 'before '}${localInstant(at)}`;
}
