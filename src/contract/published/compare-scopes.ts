import { isOperationId, operations } from '../operations.js';
import type { Contract } from '../overlay/contract.js';
import { type Scope, scopes } from '../scopes.js';
import type { DescribedOperation } from './described.js';
import { differs, type Difference } from './difference.js';

/**
 * The scopes that the service names, each compared as a whole: it has another name where every operation of ours that
 * needs it has the same other one there.
 */
export function compareScopes(
  pairs: ReadonlyMap<DescribedOperation, DescribedOperation>,
  contract: Contract,
): readonly Difference[] {
  const named = [...pairs].flatMap(([{ id }, { scope }]) =>
    id !== null && isOperationId(id) && scope !== null ? [{ id, ours: operations[id].scope, theirs: scope }] : [],
  );
  return (Object.keys(scopes) as Scope[]).flatMap((scope): readonly Difference[] => {
    const called = contract.scope(scope);
    const own = named.filter(({ ours }) => ours === scope);
    const [other, ...more] = new Set(own.map(({ theirs }) => theirs));
    const line = other === undefined || more.length > 0 ? null : { name: `scopes.${scope}`, value: other };
    return own
      .filter(({ theirs }) => theirs !== called)
      .map(({ id, theirs }) => ({ operation: id, ...differs('scope', 'scope', [called, theirs], false, line) }));
  });
}
