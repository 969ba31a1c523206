import { type ErrorCode, errorCodes, type ErrorCodeRow } from '../error-codes.js';
import { errorsOf } from '../operation.js';
import { isOperationId, operations } from '../operations.js';
import type { Contract } from '../overlay/contract.js';
import { plainContract } from '../overlay/plain-contract.js';
import { aligned } from './align.js';
import { namesAlike } from './alike.js';
import type { DescribedOperation } from './described.js';
import { differs, type Difference } from './difference.js';

/** One code of the service: its status, and our operations that can answer with it. */
interface TheirCode {
  readonly name: string;
  /** Null where it cannot be told. */
  readonly status: string | null;
  readonly operations: readonly string[];
}

/**
 * The closed set of codes (Errors): where the service lists it, it is compared as a whole. A code is known by its name,
 * or, under another name, by the operations that answer with it and by its status.
 */
export function compareCodes(
  pairs: ReadonlyMap<DescribedOperation, DescribedOperation>,
  contract: Contract = plainContract,
): readonly Difference[] {
  const theirs = theirCodes(pairs);
  if (theirs.length === 0) return [];
  const all = Object.entries<ErrorCodeRow>(errorCodes).map(([code]) => code as ErrorCode);
  // What no operation of theirs lists at all, such as the codes of an older description, cannot be compared.
  const ours = all.filter((code) => operationsWith(code).some((id) => [...pairs.keys()].some((one) => one.id === id)));
  const guesses = aligned(ours, theirs, {
    same: (code, { name }) => contract.code(code).name === name,
    alike: (code, { name }) => namesAlike(code, name),
    fits: (code, other) => isWhere(code, other, pairs),
  });
  const placed = ours.map((code) => {
    const guess = guesses.get(code);
    const isSettled = guess === undefined || guess.found !== null;
    return { code, guess: isSettled ? guess : byPlace(code, theirs, ours, pairs, contract) };
  });
  const claimed = new Set(placed.map(({ guess }) => guess?.found));
  const known = new Set(ours.map((code) => contract.code(code).name));
  return [
    ...placed.flatMap(({ code, guess }) => {
      if (guess === undefined)
        return statusDifference(
          code,
          theirs.find(({ name }) => name === contract.code(code).name),
          contract,
        );
      const { found, candidates } = guess;
      const line = found === null ? null : { name: `codes.${code}`, value: found.name };
      const renamed = differs('error_code', 'error.code', [code, found?.name ?? null], found !== null, line);
      return [{ ...renamed, candidates: candidates.map(({ name }) => name) }];
    }),
    ...theirs
      .filter((one) => !known.has(one.name) && !claimed.has(one))
      .map(({ name }) => differs('error_code', 'error.code', [null, name], false)),
  ].map((found) => ({ operation: null, ...found }));
}

/**
 * Where a failure lists every code that there is, it says nothing of any: then its status and its operation count for
 * none of them.
 */
function theirCodes(pairs: ReadonlyMap<DescribedOperation, DescribedOperation>): readonly TheirCode[] {
  const listed = [...pairs].flatMap(([{ id }, { codes }]) => codes.map((one) => ({ ...one, operation: id ?? '' })));
  const all = new Set(listed.flatMap(({ codes }) => codes));
  const telling = listed.filter(({ codes }) => codes.length < all.size);
  return [...all].map((name) => {
    const places = telling.filter(({ codes }) => codes.includes(name));
    const statuses = new Set(places.map(({ status }) => status));
    const [only] = statuses;
    return {
      name,
      status: statuses.size === 1 && only !== undefined ? only : null,
      operations: [...new Set(places.map(({ operation }) => operation))],
    };
  });
}

const operationsWith = (code: ErrorCode): readonly string[] =>
  Object.values(operations)
    .filter((row) => errorsOf(row).includes(code))
    .map(({ id }) => id);

/** Whether both stand at the same operations, as far as the service has them. */
function isWhere(
  code: ErrorCode,
  other: TheirCode,
  pairs: ReadonlyMap<DescribedOperation, DescribedOperation>,
): boolean {
  const compared = new Set([...pairs.keys()].map(({ id }) => id));
  const ours = operationsWith(code).filter((id) => compared.has(id) && isOperationId(id));
  return ours.toSorted().join() === other.operations.toSorted().join();
}

/** The order of codes says nothing, so that a code is found by its operations alone, or by them and its status. */
function byPlace(
  code: ErrorCode,
  theirs: readonly TheirCode[],
  ours: readonly ErrorCode[],
  pairs: ReadonlyMap<DescribedOperation, DescribedOperation>,
  contract: Contract,
): { readonly found: TheirCode | null; readonly candidates: readonly TheirCode[] } | undefined {
  const { name, status } = contract.code(code);
  if (theirs.some((one) => one.name === name)) return undefined;
  const names = new Set(ours.map((one) => contract.code(one).name));
  const free = theirs.filter((one) => !names.has(one.name) && isWhere(code, one, pairs));
  const same = free.filter((one) => one.status === String(status));
  const [only] = same.length === 1 ? same : free.length === 1 ? free : [];
  return { found: only ?? null, candidates: only === undefined ? free : [] };
}

function statusDifference(code: ErrorCode, other: TheirCode | undefined, contract: Contract) {
  const { status } = contract.code(code);
  if (other?.status === undefined || other.status === null || other.status === String(status)) return [];
  if (!/^[45]\d\d$/.test(other.status)) return [];
  const line = { name: `codes.${code}.status`, value: Number(other.status) };
  return [differs('status', `error.code=${code}`, [String(status), other.status], true, line)];
}
