import { isInstant, isUuid } from '../schema.js';
import { anything, either, type Property, type Shape } from '../published/shape.js';

const deepest = 12;
const maxProperties = 300;
const maxItems = 20;

/**
 * What one JSON value shows of its schema: types, formats told by the value, and the order of its properties. A list
 * shows what its first items have in common. Bounded, since the value comes from anywhere.
 */
export function inferShape(value: unknown, depth = 0): Shape {
  if (depth > deepest) return anything;
  if (value === null) return { ...anything, types: new Set(['null']) };
  if (Array.isArray(value)) {
    const items = value.slice(0, maxItems).map((item: unknown) => inferShape(item, depth + 1));
    const item = items.length === 0 ? null : items.reduce(either);
    return { ...anything, types: new Set(['array']), item: item === null ? null : () => item };
  }
  switch (typeof value) {
    case 'object':
      return { ...anything, types: new Set(['object']), properties: new Map(propertiesOf(value, depth)) };
    case 'string':
      return { ...anything, types: new Set(['string']), format: formatOf(value) };
    case 'number':
      return {
        ...anything,
        types: new Set([Number.isInteger(value) ? 'integer' : 'number']),
        format: unixFormat(value),
      };
    case 'boolean':
      return { ...anything, types: new Set(['boolean']) };
    default:
      return anything;
  }
}

function propertiesOf(value: object, depth: number): readonly [string, Property][] {
  return Object.entries(value)
    .slice(0, maxProperties)
    .map(([name, inside]: [string, unknown]) => [name, { required: true, shape: () => inferShape(inside, depth + 1) }]);
}

function formatOf(text: string): string | null {
  if (text.length > 40) return null;
  if (isUuid(text)) return 'uuid';
  return isInstant(text) ? 'date-time' : null;
}

/** The years 2001 to 2100; null for a number that counts or measures something. */
function unixFormat(value: number): 'unix_seconds' | 'unix_milliseconds' | null {
  if (value >= 1e9 && value < 4.2e9) return 'unix_seconds';
  return value >= 1e12 && value < 4.2e12 ? 'unix_milliseconds' : null;
}
