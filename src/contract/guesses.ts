import * as v from 'valibot';
import type { Basis } from './error-codes.js';
import { anyText, type BoundBasis, boundKeyword, componentKeyword, type Schema } from './schema.js';

/** A valibot schema as far as it is rebuilt here. */
interface Node {
  readonly type: string;
  readonly wrapped?: Node;
  readonly item?: Node;
  readonly entries?: Readonly<Record<string, Node>>;
  /** The alternatives of a union, or the values of an enumeration. */
  readonly options?: readonly unknown[];
  readonly pipe?: readonly [Node, ...PipeItem[]];
}

interface PipeItem extends Partial<Pick<Node, 'pipe'>> {
  readonly kind: string;
  readonly isOfContract?: boolean;
  readonly metadata?: Readonly<Record<string, unknown>>;
}

/**
 * The schema of a request without the bounds that we guess: what breaks it is wrong by the description, or by a contract
 * file. `basis` is that of the operation. Names and JSON types stay: a misspelled property would be lost.
 */
export const withoutGuesses = (schema: Schema, basis: Basis): Schema =>
  loosened(schema as unknown as Node, basis) as unknown as Schema;

function loosened(node: Node, around: Basis): Node {
  return inBasis(node, basisOf(node) ?? around);
}

function inBasis(node: Node, basis: Basis): Node {
  if (node.pipe !== undefined) {
    const [first, ...rest] = node.pipe;
    const kept = rest.filter((check, at) => check.kind !== 'validation' || isFirm(check, rest[at + 1], basis));
    return v.pipe(inBasis(first, basis) as unknown as v.GenericSchema, ...(kept as unknown as [])) as unknown as Node;
  }
  if (node.type === 'picklist' && basis === 'assumed') return anyText as unknown as Node;
  const inside = (part: Node): Node => loosened(part, basis);
  const { wrapped, item, entries, options } = node;
  return {
    ...node,
    ...(wrapped === undefined ? {} : { wrapped: inside(wrapped) }),
    ...(item === undefined ? {} : { item: inside(item) }),
    ...(entries === undefined
      ? {}
      : { entries: Object.fromEntries(Object.entries(entries).map(([name, part]) => [name, inside(part)])) }),
    ...(node.type === 'union' ? { options: (options as readonly Node[]).map(inside) } : {}),
  };
}

function isFirm({ isOfContract }: PipeItem, mark: PipeItem | undefined, basis: Basis): boolean {
  if (isOfContract === true) return true;
  const bound = mark?.metadata?.[boundKeyword] as BoundBasis | undefined;
  return basis === 'described' && bound !== undefined && 'said' in bound;
}

/** What the schema itself says of its basis; a component without a mark is as the description has it. */
function basisOf(node: Node): Basis | null {
  const notes = notesOf(node);
  const marked = notes.findLast((note) => 'x-basis' in note);
  if (marked !== undefined) return marked['x-basis'] as Basis;
  return notes.some((note) => componentKeyword in note) ? 'described' : null;
}

const notesOf = (part: PipeItem | Node): readonly Readonly<Record<string, unknown>>[] => [
  ...('metadata' in part && part.metadata !== undefined ? [part.metadata] : []),
  ...(part.pipe ?? []).flatMap(notesOf),
];
