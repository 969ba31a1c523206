import { isUnsettled, type RecordedRequest } from './entry.js';
import { ownPid, whereIs } from '../core/platform/process-identity.js';

/** Longer than any retry schedule; a process that runs longer does not wait for a response any more. */
const maxWriteMs = 30 * 60 * 1000;
/** The usual amount by which a clock is set back. */
const slack = 60 * 1000;

/**
 * Whether the program that sent a request still waits for its response; `now` in milliseconds since 1970. A program in
 * another container or on another machine counts as exited, because resuming twice with the same key is safe, and never
 * resuming loses the request.
 */
export async function isRunning(request: RecordedRequest, now: number): Promise<boolean> {
  const { pid: sender, mark = null, at } = request;
  if (sender === undefined || request.settled !== undefined || !isUnsettled(request)) return false;
  const age = now - Date.parse(at);
  if (!(age > -slack && age < maxWriteMs)) return false;
  // Without a start time, a process with the reader's own ID was another one before it.
  if (mark === null && sender === ownPid) return false;
  return (await whereIs(sender, mark)) === 'here';
}
