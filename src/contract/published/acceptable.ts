import { CorrectionRefused, type Corrections, readCorrections } from '../corrections.js';
import type { Difference } from './difference.js';

/** The most lines that an override file takes. */
const maxItems = 200;

/**
 * The differences with only those corrections that an override file would take beside the lines that it has: a path is
 * the service's own text, and may be none, and two properties cannot have one name.
 */
export function withAcceptable(
  differences: readonly Difference[],
  corrections: Corrections | undefined,
): readonly Difference[] {
  const lines = new Map<string, string | number>(corrections?.lines.map(({ name, value }) => [name, value]));
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

function isTaken(lines: ReadonlyMap<string, string | number>): boolean {
  try {
    readCorrections(Object.fromEntries(lines));
    return true;
  } catch (failure) {
    if (failure instanceof CorrectionRefused) return false;
    throw failure;
  }
}
