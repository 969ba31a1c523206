import { isObject } from '../../core/platform/json.js';
import type { Contract } from '../overlay/contract.js';
import type { Operation } from '../operation.js';
import { type Scope, scopes } from '../scopes.js';
import { isOperationId, operations } from '../operations.js';
import { withAcceptable } from './alike.js';
import { event } from '../resources/event.js';
import { schemaOf } from '../json-schema.js';
import { compareCodes } from './compare-codes.js';
import { compareOperation, placeOf } from './compare-operations.js';
import { compareShapes } from './compare-shapes.js';
import { type DescribedDelivery, type DescribedOperation, readDeliveries, readOperations } from './described.js';
import { type Difference, differs, type Found } from './difference.js';
import { headerName, missingHeader, renamedHeaders } from './headers.js';
import { readShape } from './shape.js';
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
export function compareDescriptions(our: Json, published: unknown, contract: Contract): Comparison {
  const document = new PublishedDocument(published);
  const theirs = readOperations(document);
  const ours = readOperations(new PublishedDocument(our)).map((one) => asCorrected(one, contract));
  const pairs = matched(ours, theirs);
  const version = { ours: versionOf(our), theirs: versionOf(published as Json) };
  const found = [
    ...(version.ours === version.theirs
      ? []
      : [{ operation: null, ...differs('version', '', [version.ours, version.theirs], false) }]),
    ...ours.flatMap((one) => compareOperation(one, pairs.get(one), contract)),
    ...theirs.filter((one) => ![...pairs.values()].includes(one)).map(unknownOperation),
    ...compareCodes(pairs, contract),
    ...compareScopes(pairs, contract),
    ...compareDeliveries(readDeliveries(document), contract),
  ];
  const differences = withAcceptable(found.slice(0, maxDifferences), contract);
  return { version, differences, cut: found.length > maxDifferences };
}

function versionOf({ info }: Json): string | null {
  const version = isObject(info) ? info['version'] : null;
  return typeof version === 'string' || typeof version === 'number' ? String(version) : null;
}

function asCorrected(one: DescribedOperation, contract: Contract): DescribedOperation {
  if (one.id === null || !isOperationId(one.id)) return one;
  const { path, method, answer } = contract.row(one.id);
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

/** What a delivery looks like: its properties, the names of events, and the header of its signature. */
function compareDeliveries(theirs: DescribedDelivery | null, contract: Contract): readonly Difference[] {
  if (theirs === null) return [];
  const inside = contract.translation('delivery', 'body');
  const ours = readShape(new PublishedDocument({}), schemaOf(event()));
  const place = { operation: 'delivery', path: 'body', direction: 'received', inside, own: undefined } as const;
  const signature = 'Service-Signature';
  const renamed = renamedHeaders([signature], theirs.headers, contract);
  const header = theirs.headers.includes(headerName(signature, contract))
    ? []
    : [missingHeader(`headers.${signature}`, signature, true, renamed)];
  const found = [...compareShapes(ours, theirs.shape, place), ...(theirs.headers.length === 0 ? [] : header)];
  return found.map((one) => ({ operation: 'delivery', ...asEvent(one) }));
}

/** The name of an event is the same wherever it stands. */
function asEvent(found: Found): Found {
  const [, event] = /^delivery\.body\.event=(.+)$/.exec(found.correction?.name ?? '') ?? [];
  if (event === undefined || found.correction === null) return found;
  return { ...found, correction: { ...found.correction, name: `events.${event}` } };
}

/** The assumption that an operation of ours rests on; null for one that is described. */
export function assumptionOf(operation: string | null): string | null {
  if (operation === null || !isOperationId(operation)) return null;
  const row: Operation = operations[operation];
  return row.assumption ?? null;
}

/**
 * The scopes that the service names, each compared as a whole: it has another name where every operation of ours that
 * needs it has the same other one there.
 */
function compareScopes(
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
