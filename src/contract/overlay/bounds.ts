import * as v from 'valibot';
import type { Schema } from '../schema.js';
import { atMost } from '../schema.js';

/** A bound of a text, a list or a number that a service draws elsewhere. */
export interface Bound {
  readonly kind: 'min' | 'max';
  readonly value: number;
}

/**
 * A valibot schema as far as it is rebuilt here. Valibot has no way to do so, but its types declare these properties.
 */
interface Node {
  readonly type: string;
  readonly wrapped?: Node;
  readonly item?: Node;
  readonly entries?: Readonly<Record<string, Node>>;
  readonly pipe?: readonly PipeItem[];
}

interface PipeItem {
  readonly kind: string;
  readonly type: string;
  readonly requirement?: unknown;
  readonly max?: number;
  /** A contract file sets it, so it is described (see `withoutGuesses`). */
  readonly isOfContract?: boolean;
  readonly metadata?: Readonly<Record<string, unknown>>;
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

function rebuiltPipe(pipe: readonly PipeItem[], steps: readonly string[], bound: Bound): Node | null {
  const [first, ...checks] = pipe;
  if (first === undefined) return null;
  if (steps.length > 0) {
    const inside = rebuilt(first as unknown as Node, steps, bound);
    return inside === null ? null : piped(inside, checks);
  }
  const changed = checks.map((check) => bounded(check, bound));
  // A block of schema.ts with more to say stands inside another pipe, and may be optional there.
  const inside = rebuilt(first as unknown as Node, steps, bound);
  const isChanged = inside !== null || changed.some((check, at) => check !== checks[at]);
  return isChanged ? piped(inside ?? (first as unknown as Node), changed) : null;
}

const piped = (first: Node, rest: readonly PipeItem[]): Node =>
  v.pipe(first as unknown as v.GenericSchema, ...(rest as unknown as [])) as unknown as Node;

function bounded(check: PipeItem, { kind, value }: Bound): PipeItem {
  if (kind === 'max' && check.max !== undefined) return { ...atMost(value), isOfContract: true } as unknown as PipeItem;
  if (kind === 'max' && check.metadata?.['maxLength'] !== undefined) {
    return { ...check, metadata: { ...check.metadata, maxLength: value } };
  }
  const make = makers[kind][check.type];
  return make === undefined ? check : ({ ...make(value), isOfContract: true } as unknown as PipeItem);
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
