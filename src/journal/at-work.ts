import { kill, pid } from 'node:process';
import { isUnsettled, type RecordedRequest } from './entry.js';

/** Longer than any schedule of attempts lasts; after it, a process of that number is another one. */
const longestWrite = 30 * 60 * 1000;

/** The process that this program is. */
export const ownPid = pid;

/** Whether the program that sent a write still waits for its answer; `now` in milliseconds since 1970. */
export function isAtWork(request: RecordedRequest, now: number): boolean {
  const { pid: sender, at, settled } = request;
  if (sender === undefined || settled !== undefined || !isUnsettled(request)) return false;
  return now - Date.parse(at) < longestWrite && isAlive(sender);
}

/** Whether there is a process of this number. */
export function isAlive(sender: number): boolean {
  if (!Number.isInteger(sender) || sender <= 0) return false;
  try {
    kill(sender, 0);
    return true;
  } catch (error) {
    // It is there, and somebody else's.
    return typeof error === 'object' && error !== null && 'code' in error && error.code === 'EPERM';
  }
}
