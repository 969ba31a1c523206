import type { OperationId } from '../operations.js';
import { type Contract, maxSaid } from '../overlay/contract.js';
import type { Shape } from '../published/shape.js';
import { shapeOf } from './judge-answer.js';

/** How a service took a text or a number of some size; null when it cannot be told. */
export type Fits = boolean | null;

/** `exact`: the greatest that fits. `above`: more than was asked for fits. */
export type Bound =
  | { readonly kind: 'exact'; readonly value: number }
  | { readonly kind: 'above'; readonly value: number }
  | { readonly kind: 'unknown' };

const maxQuestions = 10;

/**
 * The greatest size that a service takes, when it takes another than `expected`: what its message says is tried first,
 * and otherwise the range is halved. Asks at most ten times.
 */
export async function findBound(
  expected: number,
  fitsExpected: boolean,
  ask: (size: number) => Promise<Fits>,
  said: number | null,
): Promise<Bound> {
  let asked = 0;
  // Nothing fits below 1.
  let fits = fitsExpected ? expected : 0;
  let tooMuch: number | null = fitsExpected ? null : expected;
  const at = async (size: number): Promise<boolean> => {
    asked += 1;
    const answer = await ask(size);
    if (answer === null) return false;
    if (answer) fits = Math.max(fits, size);
    else tooMuch = Math.min(tooMuch ?? size, size);
    return true;
  };
  const isOpen = (): boolean => tooMuch === null || tooMuch - fits > 1;
  const hints = said === null ? [] : [said, said + 1];
  for (const size of hints) {
    const isNews = size > fits && (tooMuch === null || size < tooMuch);
    if (isNews && !(await at(size))) return { kind: 'unknown' };
  }
  while (isOpen() && asked < maxQuestions) {
    const next = tooMuch === null ? fits * 2 : Math.floor((fits + tooMuch) / 2);
    if (!(await at(next))) return { kind: 'unknown' };
  }
  if (!isOpen()) return fits === 0 ? { kind: 'unknown' } : { kind: 'exact', value: fits };
  return tooMuch === null ? { kind: 'above', value: fits } : { kind: 'unknown' };
}

/** The bound that a refusal names: `must be at most 300 characters`. */
export function boundSaid(message: string): number | null {
  const [, digits] = /(?:at most|up to|maximum(?: of)?|exceeds?|than|to)\s+(\d{1,7})\b/i.exec(message) ?? [];
  return digits === undefined ? null : Number(digits);
}

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
