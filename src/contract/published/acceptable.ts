import { LineRefused, type Contract } from '../overlay/contract.js';
import type { LineValue } from '../overlay/line.js';
import { readContract } from '../overlay/read-contract.js';
import type { Difference } from './difference.js';

/** The most lines that a contract file gets. */
const maxItems = 200;

/**
 * The differences with only those corrections that a contract file would take beside the lines that it has: a path is
 * the service's own text, and may be none, and two properties cannot have one name.
 */
export function withAcceptable(
  differences: readonly Difference[],
  contract: Contract | undefined,
): readonly Difference[] {
  const lines = new Map<string, LineValue>(contract?.lines.map(({ name, value }) => [name, value]));
  return differences.map((difference) => {
    const { correction } = difference;
    if (correction === null) return difference;
    if (lines.size < maxItems && isTaken(new Map(lines).set(correction.name, correction.value))) {
      lines.set(correction.name, correction.value);
      return difference;
    }
    return { ...difference, correction: null };
  });
}

function isTaken(lines: ReadonlyMap<string, LineValue>): boolean {
  try {
    readContract(Object.fromEntries(lines));
    return true;
  } catch (failure) {
    if (failure instanceof LineRefused) return false;
    throw failure;
  }
}
