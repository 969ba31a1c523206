import * as v from 'valibot';
import type { Basis } from './error-codes.js';
import { anyText, type BoundBasis, boundKeyword, componentKeyword, type Schema } from './schema.js';
import { type Node, notesOf } from './structure.js';

/**
 * The schema of a request without the bounds that we guess: what breaks it is wrong by the description, or by a contract
 * file. `basis` is that of the operation. Names and JSON types stay: a misspelled property would be lost. What goes is
 * told in the description of its property.
 */
export const withoutGuesses = (schema: Schema, basis: Basis): Schema =>
  loosened(schema as unknown as Node, basis) as unknown as Schema;

function loosened(node: Node, around: Basis): Node {
  return inBasis(node, basisOf(node) ?? around);
}

function inBasis(node: Node, basis: Basis): Node {
  if (node.pipe !== undefined) {
    const [first, ...rest] = node.pipe;
    const kept = firmIn(rest, basis);
    return v.pipe(inBasis(first, basis) as unknown as v.GenericSchema, ...(kept as unknown as [])) as unknown as Node;
  }
  if (node.type === 'picklist' && basis === 'assumed') {
    return v.pipe(anyText, guessed([`must be one of ${(node.options ?? []).join(', ')}`])) as unknown as Node;
  }
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

/** The checks that are firm, with what they say in JSON Schema; the others are a note for people. */
function firmIn(items: readonly Node[], basis: Basis): readonly Node[] {
  const dropped = new Set<string>();
  let isDropped: boolean | undefined;
  const kept = items.flatMap((item, at): readonly Node[] => {
    if (item.kind === 'validation') {
      isDropped = !isFirm(item, items[at + 1], basis);
      if (isDropped && typeof item.message === 'string') dropped.add(item.message);
      return isDropped ? [] : [item];
    }
    if (item.metadata === undefined) return [item];
    // Keywords without a check before them are those of the whole.
    if (isDropped === undefined && basis === 'assumed') return [{ ...item, metadata: unbounded(item.metadata) }];
    return isDropped === true ? [] : [item];
  });
  return dropped.size === 0 ? kept : [guessed([...dropped]) as unknown as Node, ...kept];
}

const boundKeywords = ['minLength', 'maxLength', 'pattern', 'format', 'minimum', 'maximum', 'exclusiveMinimum'];

const unbounded = (keywords: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(keywords).filter(([key]) => !boundKeywords.includes(key)));

const guessed = (says: readonly string[]) => v.description<string, string>(`Assumed: ${says.join('; ')}.`);

function isFirm({ isOfContract }: Node, mark: Node | undefined, basis: Basis): boolean {
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
