import { type OperationId, operations } from '../../contract/operations.js';

/** The operation whose response a command prints that says nothing else: its only write, or else its only operation. */
export function defaultOutput(
  ids: readonly OperationId[],
): { readonly of: OperationId; readonly list?: string } | null {
  const writes = ids.filter((id) => operations[id].method !== 'GET');
  const [only, ...more] = writes.length > 0 ? writes : ids;
  return only === undefined || more.length > 0 || operations[only].answer.kind !== 'json' ? null : { of: only };
}
