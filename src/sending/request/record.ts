import type { Context } from '../../cli/context/context.js';
import { CommandFailure, UsageFailure } from '../../cli/failure/failure.js';
import { closedByHand } from '../../store/entry.js';
import { isUnsettled } from '../../store/entry.js';
import type { ListedRequest } from '../../store/requests.js';

/**
 * The state of a recorded request: `done`, `refused` by the service, `not_sent`, `closed` by hand, `running` in another
 * process, or `unsettled`: whether the service carried it out is unknown.
 */
export type RequestState = 'done' | 'refused' | 'not_sent' | 'closed' | 'running' | 'unsettled';

/** The current state of a recorded request. */
export function stateOf(request: ListedRequest): RequestState {
  if (request.atWork) return 'running';
  const { settled } = request;
  if (settled === undefined || isUnsettled(request)) return 'unsettled';
  if (settled.code === undefined) return 'done';
  if (settled.code === closedByHand) return 'closed';
  return settled.status === undefined ? 'not_sent' : 'refused';
}

/** Reads a request id, or its first characters, from the command line. */
export function requestId(text: string): string {
  if (/^[\w-]{4,64}$/.test(text)) return text.toLowerCase();
  throw new UsageFailure(`Invalid request ID "${text}".`, {
    code: 'invalid_id',
    hint: 'Use the full ID or at least its first 4 characters. List the IDs with `esign request list`.',
  });
}

/** Finds a request by its id. Throws CommandFailure (4) if there is none, UsageFailure if several match. */
export async function findRequest(context: Context, id: string): Promise<ListedRequest> {
  const found = await (await context.journal()).find(id);
  const [first, ...others] = found;
  if (first === undefined) {
    throw new CommandFailure(4, 'request_not_found', `Request ${id} not found on this machine.`, {
      hint: 'List the requests with `esign request list`.',
    });
  }
  if (others.length === 0) return first;
  throw new UsageFailure(`Request ID "${id}" matches ${found.length} requests.`, {
    code: 'invalid_id',
    hint: `Use the full ID of one of them:\n${found.map((each) => `${each.id}  ${each.operation}`).join('\n')}`,
  });
}
