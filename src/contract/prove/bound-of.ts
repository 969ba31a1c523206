import type { OperationId } from '../operations.js';
import type { Contract } from '../overlay/contract.js';
import { maxSaid } from '../overlay/max-said.js';
import type { Shape } from '../published/shape.js';
import { shapeOf } from './judge-answer.js';

/**
 * The greatest length or number of `body.reason` or `query.limit`: of the contract file, else ours. Null where the
 * description of the property does not say one.
 */
export function boundOf(contract: Contract, id: OperationId, property: string): number | null {
  const [part = '', ...steps] = property.split('.');
  const said = maxSaid(contract, id, property);
  if (said !== null) return said;
  const inside = (shape: Shape | undefined, step: string): Shape | undefined => shape?.properties.get(step)?.shape();
  const body = part === 'body' ? (shapeOf(id, 'body') ?? undefined) : undefined;
  return steps.reduce(inside, body)?.max ?? null;
}
