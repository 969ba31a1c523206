import { type Contract, LineRefused } from '../overlay/contract.js';
import type { LineValue } from '../overlay/line.js';
import { readContract } from '../overlay/read-contract.js';
import type { Difference } from './difference.js';

/** Say nothing of whose they are: two properties that share only these have nothing in common. */
const kinds = new Set(['id', 'at', 'on', 'by', 'url', 'uri', 'name', 'type', 'kind', 'code', 'count', 'date', 'time']);
const maxLength = 64;

/**
 * Whether two names of a property may be for the same: `external_ref` and `reference`, `createdAt` and `created_at`.
 * What the last word says both have to say, since `message` is not `message_id`, and so all words of the shorter one.
 */
export function namesAlike(one: string, other: string): boolean {
  if (one.length > maxLength || other.length > maxLength) return false;
  const [fewer = [], more = []] = [wordsOf(one), wordsOf(other)].toSorted((a, b) => a.length - b.length);
  const [head, otherHead] = [fewer.at(-1), more.at(-1)];
  if (head === undefined || otherHead === undefined || !wordsAlike(head, otherHead)) return false;
  const shared = fewer.filter((word) => more.some((another) => wordsAlike(word, another)));
  return shared.length === fewer.length && shared.some((word) => !kinds.has(word));
}

const wordsOf = (name: string): readonly string[] =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .map((word) => (word.length > 3 && word.endsWith('s') ? word.slice(0, -1) : word));

/** Equal, cut short, or a letter apart. */
function wordsAlike(one: string, other: string): boolean {
  if (one === other) return true;
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (kinds.has(short) || kinds.has(long)) return false;
  if (short.length >= 3 && long.startsWith(short)) return true;
  if (long.length < 5 || long.length - short.length > 1) return false;
  let start = 0;
  while (start < short.length && short[start] === long[start]) start += 1;
  const rest = long.slice(start + 1);
  return short.slice(start) === rest || short.slice(start + 1) === rest;
}

/** The most lines that a contract file gets. */
const maxItems = 200;

/**
 * The differences with only those corrections that a contract file would take beside the lines that it has: a path is
 * the service's own text, and may be none, and two properties cannot have one name.
 */
export function withAcceptable(differences: readonly Difference[], contract: Contract): readonly Difference[] {
  const lines = new Map<string, LineValue>(contract.lines.map(({ name, value }) => [name, value]));
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
