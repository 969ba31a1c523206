import { isUnsettled, type RecordedRequest } from './entry.js';
import { isAlive } from './process-mark.js';

/** Longer than any schedule of attempts lasts; after it, a process of that number is another one. */
const longestWrite = 30 * 60 * 1000;

/** Whether the program that sent a write still waits for its answer; `now` in milliseconds since 1970. */
export function isAtWork(request: RecordedRequest, now: number): boolean {
  const { pid: sender, at, settled } = request;
  if (sender === undefined || settled !== undefined || !isUnsettled(request)) return false;
  return now - Date.parse(at) < longestWrite && isAlive(sender);
}
