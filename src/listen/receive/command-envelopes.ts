import { describeResult } from '../../client/recording.js';
import type { Contract } from '../../contract/overlay/contract.js';
import { makesEvents, type Operation } from '../../contract/operation.js';
import { type OperationId, operationIds, operations } from '../../contract/operations.js';
import type { RecordedRequest } from '../../store/entry.js';
import { envelopesActedOn, envelopesMadeBy } from '../../store/envelopes.js';

/** The operation at a path below the base URL that causes events; undefined for every other request. */
export function eventfulOperation(
  method: string,
  path: string,
  contract: Contract | undefined,
): OperationId | undefined {
  return operationIds.find((id) => {
    if (!makesEvents(operations[id])) return false;
    const rows: readonly Operation[] = [operations[id], ...(contract === undefined ? [] : [contract.row(id)])];
    return rows.some(
      (row) => row.method === method && [row.path, ...(row.aliases ?? [])].some((one) => fits(one, path)),
    );
  });
}

/** The envelopes in a successful response of such an operation; none for an error. */
export function envelopesIn(
  operation: OperationId,
  status: number,
  body: unknown,
  contract: Contract | undefined,
): readonly string[] {
  if (status < 200 || status > 299) return [];
  const read = contract === undefined ? body : contract.read(operation, 'answer', body);
  const { resource, resources } = describeResult(status, read);
  return resources ?? (resource === undefined ? [] : [resource]);
}

function fits(pattern: string, path: string): boolean {
  const [wanted, given] = [pattern.split('/'), path.split('/')];
  return (
    wanted.length === given.length &&
    wanted.every((part, at) => (part.startsWith('{') ? given[at] !== '' : part === given[at]))
  );
}

const within = 30 * 24 * 60 * 60 * 1000;

/** The envelopes in this machine's requests of the last month, the latest mention last. */
export function envelopesOf(requests: readonly RecordedRequest[], host: string, now: number): readonly string[] {
  const found = new Set<string>();
  for (const request of requests) {
    if (request.host !== host || now - Date.parse(request.at) > within) continue;
    for (const id of [...envelopesActedOn(request), ...envelopesMadeBy(request)]) {
      // The latest mention counts.
      found.delete(id);
      found.add(id);
    }
  }
  return [...found];
}
