import type { Context } from '../cli/context.js';
import { CommandFailure, UsageFailure } from '../cli/failure.js';
import { closedByHand } from '../journal/closed-by-hand.js';
import { isUnsettled } from '../journal/entry.js';
import type { Damage } from '../journal/request-reader.js';
import type { ListedRequest } from '../journal/requests.js';

/**
 * How a recorded write stands: `done`, `refused` by the service, `not_sent`, `closed` by hand, `running` in another
 * run of the program, or `unsettled`: nobody knows whether the service carried it out.
 */
export type RequestState = 'done' | 'refused' | 'not_sent' | 'closed' | 'running' | 'unsettled';

/** How a recorded write stands now. */
export function stateOf(request: ListedRequest): RequestState {
  if (request.atWork) return 'running';
  const { settled } = request;
  if (settled === undefined || isUnsettled(request)) return 'unsettled';
  if (settled.code === undefined) return 'done';
  if (settled.code === closedByHand) return 'closed';
  return settled.status === undefined ? 'not_sent' : 'refused';
}

/** What is told of a record that was cut or overwritten. */
export function recordDamaged(damaged: readonly Damage[]): CommandFailure {
  const open = damaged.filter((each) => each.open).length;
  const count = damaged.length === 1 ? '1 record of a write is' : `${damaged.length} records of writes are`;
  const so =
    open === 0
      ? 'The list may be incomplete.'
      : `The outcome of ${open === 1 ? 'that write' : `${open} of those writes`} is unknown.`;
  return new CommandFailure(1, 'journal_damaged', `${count} damaged. ${so}`, {
    hint: 'Check at the service what was sent. Then set the damaged records aside with `esign doctor --fix`.',
    details: { damaged: damaged.map(({ id, open: isOpen }) => ({ id: id ?? null, open: isOpen })) },
  });
}

/** A reader for a request on the command line: its own id or the start of it. */
export function requestId(text: string): string {
  if (/^[\w-]{4,64}$/.test(text)) return text.toLowerCase();
  throw new UsageFailure(`\`${text}\` is no id of a request.`, {
    code: 'invalid_id',
    hint: 'Look the id up with `esign request list`; its first four characters are enough when no other begins so.',
  });
}

/** The one request that an id names. Throws Ended (4) for none, UsageFailure for several. */
export async function findRequest(context: Context, id: string): Promise<ListedRequest> {
  const found = await (await context.journal()).find(id);
  const [first, ...others] = found;
  if (first === undefined) {
    throw new CommandFailure(4, 'request_not_found', `There is no request ${id} in the record of this machine.`, {
      hint: 'Look at those there are: esign request list',
    });
  }
  if (others.length === 0) return first;
  throw new UsageFailure(`\`${id}\` names ${found.length} requests.`, {
    code: 'invalid_id',
    hint: `Name one of them whole:\n${found.map((each) => `${each.id}  ${each.operation}`).join('\n')}`,
  });
}
