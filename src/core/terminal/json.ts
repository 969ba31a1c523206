import { isObject } from '../platform/json.js';

/** `--json a,b`: selects fields of a result; the wrapper of a list stays. */

/** A field in `--json a,b` that the result does not have: exit 2. Nothing was changed. */
export class UnknownFields extends Error {
  override readonly name = 'UnknownFields';
  readonly fields: readonly string[];
  readonly available: readonly string[];

  constructor(fields: readonly string[], available: readonly string[]) {
    super(`This result has no field ${fields.join(', ')}.`);
    this.fields = fields;
    this.available = available;
  }
}

/**
 * Selects the named fields of an object, of each object in an array, or of each item of a list's `items` property. A
 * dotted name selects nested fields. Throws UnknownFields, unless `lenient`: a missing field is then null. An empty
 * list is not checked.
 */
export function pickFields(value: unknown, fields: readonly string[], options: PickOptions = {}): unknown {
  const { items = 'data', lenient = false } = options;
  if (!lenient) checkObjects(value, fields, items);
  if (Array.isArray(value)) return pickAll(value, fields);
  if (!isObject(value)) return value;
  const list = value[items];
  return Array.isArray(list) ? { ...value, [items]: pickAll(list, fields) } : pickAll([value], fields)[0];
}

export interface PickOptions {
  /** The property with the items of a list (default: `data`). */
  readonly items?: string | undefined;
  readonly lenient?: boolean;
}

/** Throws UnknownFields for a name that is neither a property nor inside one with unknown properties. */
export function checkFields(fields: readonly string[], known: readonly string[]): void {
  const isOpen = (path: string): boolean => known.includes(path) && !known.some((name) => name.startsWith(`${path}.`));
  const isKnown = (field: string): boolean => {
    if (known.includes(field)) return true;
    const inside = field.split('.').slice(0, -1);
    return inside.some((_, last) => isOpen(inside.slice(0, last + 1).join('.')));
  };
  const unknown = fields.filter((field) => !isKnown(field));
  if (unknown.length > 0) throw new UnknownFields(unknown, namesFor(unknown, known));
}

/** The fields of the result, or if only the second part of a name is wrong, its siblings. */
function namesFor(unknown: readonly string[], known: readonly string[]): readonly string[] {
  const [first = ''] = unknown;
  const inside = first.split('.').slice(0, -1).join('.');
  const beside = inside === '' ? [] : known.filter((name) => name.slice(0, name.lastIndexOf('.')) === inside);
  return beside.length > 0 ? beside : known.filter((name) => !name.includes('.'));
}

function checkObjects(value: unknown, fields: readonly string[], items: string): void {
  const inside = isObject(value) && Array.isArray(value[items]) ? value[items] : value;
  const list: readonly unknown[] = Array.isArray(inside) ? inside : [inside];
  const objects = list.filter(isObject);
  const unknown = fields.filter((field) => objects.length > 0 && !objects.some((item) => has(item, field.split('.'))));
  if (unknown.length > 0) throw new UnknownFields(unknown, [...new Set(objects.flatMap((item) => Object.keys(item)))]);
}

function pickAll(list: readonly unknown[], fields: readonly string[]): unknown[] {
  return list.map((item) => {
    if (!isObject(item)) return item;
    return Object.fromEntries(fields.map((field) => [field, reach(item, field.split('.'))]));
  });
}

function has(value: unknown, path: readonly string[]): boolean {
  const [head, ...rest] = path;
  if (head === undefined || value === null) return true;
  if (Array.isArray(value)) return value.length === 0 || value.some((item) => has(item, path));
  return isObject(value) && Object.hasOwn(value, head) && has(value[head], rest);
}

function reach(value: unknown, path: readonly string[]): unknown {
  const [head, ...rest] = path;
  if (head === undefined) return value;
  if (Array.isArray(value)) return value.map((item) => reach(item, path));
  return isObject(value) && Object.hasOwn(value, head) ? reach(value[head], rest) : null;
}

/** The IDs of a result, for `-q`: its `id`, or those of its items. */
export function idsOf(value: unknown, items = 'data'): readonly string[] {
  const list = isObject(value) && Array.isArray(value[items]) ? value[items] : Array.isArray(value) ? value : [value];
  return list.filter(isObject).flatMap((item) => (typeof item['id'] === 'string' ? [item['id']] : []));
}
