import { isObject } from '../../platform/json.js';
import type { Corrections } from '../corrections.js';
import { errorCodes } from '../error-codes.js';
import type { Operation } from '../operation.js';
import { isOperationId, operations } from '../operations.js';
import { withAcceptable } from './acceptable.js';
import { compareOperation, placeOf } from './compare-operations.js';
import { type DescribedOperation, readOperations } from './described.js';
import { differs, type Difference } from './difference.js';
import { type Json, PublishedDocument } from './document.js';

/** The most that is told; a description that differs more is another one altogether. */
const maxDifferences = 1000;

export interface Comparison {
  readonly version: { readonly ours: string | null; readonly theirs: string | null };
  readonly differences: readonly Difference[];
  /** There were more. */
  readonly cut: boolean;
}

/**
 * Compares the description that the service publishes with ours, ours as corrected: paths, methods, parameters,
 * properties, what is required, enumerations, statuses and headers, by operation. Throws DescriptionUnreadable.
 */
export function compareDescriptions(our: Json, published: unknown, corrections: Corrections | undefined): Comparison {
  const theirs = readOperations(new PublishedDocument(published));
  const ours = readOperations(new PublishedDocument(our)).map((one) => asCorrected(one, corrections));
  const pairs = matched(ours, theirs);
  const version = { ours: versionOf(our), theirs: versionOf(published as Json) };
  const found = [
    ...(version.ours === version.theirs
      ? []
      : [{ operation: null, ...differs('version', '', [version.ours, version.theirs], false) }]),
    ...ours.flatMap((one) => compareOperation(one, pairs.get(one), corrections)),
    ...theirs.filter((one) => ![...pairs.values()].includes(one)).map(unknownOperation),
    ...compareCodes(theirs),
  ];
  const differences = withAcceptable(found.slice(0, maxDifferences), corrections);
  return { version, differences, cut: found.length > maxDifferences };
}

function versionOf({ info }: Json): string | null {
  const version = isObject(info) ? info['version'] : null;
  return typeof version === 'string' || typeof version === 'number' ? String(version) : null;
}

function asCorrected(one: DescribedOperation, corrections: Corrections | undefined): DescribedOperation {
  if (corrections === undefined || one.id === null || !isOperationId(one.id)) return one;
  const { path, method, answer } = corrections.row(one.id);
  return { ...one, path, method, success: one.success && { ...one.success, status: String(answer.status) } };
}

const addressOf = ({ method, path }: DescribedOperation): string => `${method} ${placeOf(path)}`;

type Key = (one: DescribedOperation) => string | null;

/** By method and path; what is left over by the operation's id, and by its path when the method alone differs. */
function matched(
  ours: readonly DescribedOperation[],
  theirs: readonly DescribedOperation[],
): ReadonlyMap<DescribedOperation, DescribedOperation> {
  const pairs = new Map<DescribedOperation, DescribedOperation>();
  const taken = new Set<DescribedOperation>();
  const keys: readonly Key[] = [addressOf, ({ id }) => id, ({ path }) => placeOf(path)];
  for (const key of keys) {
    const free = (list: readonly DescribedOperation[]): ReadonlyMap<string, DescribedOperation | null> => {
      const byKey = new Map<string, DescribedOperation | null>();
      for (const one of list.filter((each) => !taken.has(each))) {
        const name = key(one);
        // Two of one name cannot be told apart.
        if (name !== null) byKey.set(name, byKey.has(name) ? null : one);
      }
      return byKey;
    };
    const others = free(theirs);
    for (const [name, one] of free(ours)) {
      const other = others.get(name) ?? null;
      if (one === null || other === null) continue;
      pairs.set(one, other);
      taken.add(one).add(other);
    }
  }
  return pairs;
}

function unknownOperation(theirs: DescribedOperation): Difference {
  const address = `${theirs.method} ${theirs.path}`;
  return { operation: theirs.id ?? address, ...differs('operation', '', [null, address], false) };
}

/** The set of codes is closed (Errors): where the service lists it, it is compared as a whole. */
function compareCodes(theirs: readonly DescribedOperation[]): readonly Difference[] {
  const listed = new Set(theirs.flatMap(({ codes }) => [...codes]));
  if (listed.size === 0) return [];
  const ours = Object.keys(errorCodes);
  return [
    ...ours.filter((code) => !listed.has(code)).map((code) => differs('error_code', 'error.code', [code, null], false)),
    ...[...listed]
      .filter((code) => !ours.includes(code))
      .map((code) => differs('error_code', 'error.code', [null, code], false)),
  ].map((found) => ({ operation: null, ...found }));
}

/** The assumption that an operation of ours rests on; null for one that is described. */
export function assumptionOf(operation: string | null): string | null {
  if (operation === null || !isOperationId(operation)) return null;
  const row: Operation = operations[operation];
  return row.assumption ?? null;
}
