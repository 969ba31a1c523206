import { isUnsettled, type RecordedRequest } from './entry.js';
import { ownPid, whereIs } from '../platform/process-identity.js';

/** Longer than any schedule of attempts lasts; a process that lives longer waits for no answer any more. */
const maxWriteMs = 30 * 60 * 1000;
/** A clock is set back by so much in its everyday life. */
const slack = 60 * 1000;

/**
 * Whether the program that sent a write still waits for its answer; `now` in milliseconds since 1970. Of a program in
 * another container or on another machine nobody can tell: it counts as ended, since a write that is settled twice with
 * its key is done once, and one that is never settled is lost.
 */
export async function isRunning(request: RecordedRequest, now: number): Promise<boolean> {
  const { pid: sender, mark = null, at } = request;
  if (sender === undefined || request.settled !== undefined || !isUnsettled(request)) return false;
  const age = now - Date.parse(at);
  if (!(age > -slack && age < maxWriteMs)) return false;
  // Without its start, a process of the reader's own number was another one before it.
  if (mark === null && sender === ownPid) return false;
  return (await whereIs(sender, mark)) === 'here';
}
