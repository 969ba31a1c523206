import type { OperationId } from '../operations.js';
import type { Contract } from './contract.js';

/** The greatest length or number that a contract file gives `body.reason` of an operation; null where it gives none. */
export function maxSaid(
  contract: Pick<Contract, 'linesOf'> | undefined,
  id: OperationId,
  property: string,
): number | null {
  const [, ...steps] = property.split('.');
  const names = steps.map((_, at) => `*.${steps.slice(at).join('.')}.max`);
  const found = contract?.linesOf(id).findLast(({ name }) => name === `${id}.${property}.max` || names.includes(name));
  return typeof found?.value === 'number' ? found.value : null;
}
