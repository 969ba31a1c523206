import { describeResult } from '../../client/recording.js';
import type { Contract } from '../../contract/overlay/contract.js';
import { makesEvents, type Operation } from '../../contract/operation.js';
import { type OperationId, operationIds, operations } from '../../contract/operations.js';

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
