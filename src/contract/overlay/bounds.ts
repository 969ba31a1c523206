import * as v from 'valibot';
import type { Schema } from '../schema.js';
import { atMost } from '../schema.js';
import type { Node } from '../structure.js';

/** A bound of a text, a list or a number that a service draws elsewhere. */
export interface Bound {
  readonly kind: 'min' | 'max';
  readonly value: number;
}

/** The schema with another bound at a path such as `recipients[].name`; null when there is no bound to change. */
export function withBound(schema: Schema, path: string, bound: Bound): Schema | null {
  return rebuilt(schema as unknown as Node, path === '' ? [] : path.split('.'), bound) as Schema | null;
}

function rebuilt(node: Node, steps: readonly string[], bound: Bound): Node | null {
  if (node.pipe !== undefined) return rebuiltPipe(node.pipe, steps, bound);
  if (node.wrapped !== undefined) {
    const wrapped = rebuilt(node.wrapped, steps, bound);
    return wrapped === null ? null : { ...node, wrapped };
  }
  const [step = '', ...rest] = steps;
  if (step === '') return null;
  if (node.item !== undefined && step === '[]') {
    const item = rebuilt(node.item, rest, bound);
    return item === null ? null : { ...node, item };
  }
  const [, name = '', list] = /^(\w+)(\[\])?$/.exec(step) ?? [];
  const entry = node.entries !== undefined && Object.hasOwn(node.entries, name) ? node.entries[name] : undefined;
  if (entry === undefined) return null;
  const changed = rebuilt(entry, list === undefined ? rest : ['[]', ...rest], bound);
  return changed === null ? null : { ...node, entries: { ...node.entries, [name]: changed } };
}

function rebuiltPipe(
  [first, ...checks]: readonly [Node, ...Node[]],
  steps: readonly string[],
  bound: Bound,
): Node | null {
  const inside = rebuilt(first, steps, bound);
  if (steps.length > 0) return inside === null ? null : piped(inside, checks);
  const changed = checks.map((check) => bounded(check, bound));
  // A block of schema.ts with more to say stands inside another pipe, and may be optional there.
  const isChanged = inside !== null || changed.some((check, at) => check !== checks[at]);
  return isChanged ? piped(inside ?? first, changed) : null;
}

const piped = (first: Node, rest: readonly Node[]): Node =>
  v.pipe(first as unknown as v.GenericSchema, ...(rest as unknown as [])) as unknown as Node;

function bounded(check: Node, { kind, value }: Bound): Node {
  if (kind === 'max' && check.max !== undefined) return { ...atMost(value), isOfContract: true } as unknown as Node;
  if (kind === 'max' && check.metadata?.['maxLength'] !== undefined) {
    return { ...check, metadata: { ...check.metadata, maxLength: value } };
  }
  const make = makers[kind][check.type];
  return make === undefined ? check : ({ ...make(value), isOfContract: true } as unknown as Node);
}

const makers: Readonly<Record<Bound['kind'], Readonly<Record<string, (value: number) => object>>>> = {
  max: {
    max_length: (value) => v.maxLength<string, number, string>(value, `must be at most ${value} characters`),
    max_value: (value) => v.maxValue<number, number, string>(value, `must be at most ${value}`),
  },
  min: {
    min_length: (value) => v.minLength<string, number, string>(value, `must be at least ${value} characters`),
    min_value: (value) => v.minValue<number, number, string>(value, `must be at least ${value}`),
  },
};
