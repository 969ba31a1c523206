import fc from 'fast-check';

export type Schema = Readonly<Record<string, unknown>>;

export interface Known {
  /** Ids that there are. */
  readonly ids: readonly string[];
  /** A file that can be read. */
  readonly base64: string;
  /** What is there under a property of this name. */
  readonly named: Readonly<Record<string, readonly unknown[]>>;
}

/** Bodies for a JSON Schema: a third right, a third right but for one thing, a third absurd. */
export function bodiesFor(schema: Schema, root: object, known: Known): fc.Arbitrary<unknown> {
  const right = valuesOf(schema, root, known, 0);
  return fc.oneof(
    right,
    fc.tuple(right, fc.nat(), absurd).map(([value, at, other]) => broken(value, at, other)),
    absurd,
  );
}

const absurd: fc.Arbitrary<unknown> = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom<unknown>('x'.repeat(5000), 1e308, -1, [], {}, null, [[[[[[[[1]]]]]]]], '\u0000', '\ud800', {
    a: { a: { a: 1 } },
  }),
  fc.constant(JSON.parse('{"__proto__": {"x": 1}, "constructor": 1}') as unknown),
);

function valuesOf(given: Schema, root: object, known: Known, depth: number): fc.Arbitrary<unknown> {
  const schema = resolved(given, root);
  const { type, enum: words, anyOf, oneOf, allOf } = schema;
  const inside = (one: unknown): fc.Arbitrary<unknown> => valuesOf(one as Schema, root, known, depth + 1);
  if (Array.isArray(words)) return fc.constantFrom(...(words as unknown[]));
  if ('const' in schema) return fc.constant(schema['const']);
  for (const choices of [anyOf, oneOf]) if (Array.isArray(choices)) return fc.oneof(...choices.map(inside));
  if (Array.isArray(allOf))
    return inside(Object.assign({}, ...(allOf as object[]).map((one) => resolved(one as Schema, root))));
  switch (type) {
    case 'object':
      return objectsOf(schema, inside, known.named);
    case 'array':
      return fc.array(inside(schema['items']), { minLength: Number(schema['minItems'] ?? 0), maxLength: 3 });
    case 'integer':
      return fc.integer({ min: Number(schema['minimum'] ?? -5), max: Number(schema['maximum'] ?? 50) });
    case 'number':
      return fc.double({ min: Number(schema['minimum'] ?? 0), max: Number(schema['maximum'] ?? 1), noNaN: true });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      return textsOf(schema, known);
  }
}

function textsOf(schema: Schema, { ids, base64 }: Known): fc.Arbitrary<unknown> {
  if (schema['contentEncoding'] === 'base64') return fc.constantFrom(base64, 'AAAA', '');
  const { format, maxLength } = schema;
  if (format === 'uuid') return fc.oneof(fc.constantFrom(...ids), fc.uuid());
  if (format === 'date-time')
    return fc.constantFrom('2026-04-01T08:00:00Z', '2026-04-01T08:00:00+02:00', '2020-01-01T00:00:00Z');
  if (format === 'email') return fc.constantFrom('a@example.test', 'thandi@example.test');
  const max = Math.min(Number(maxLength ?? 40), 300);
  return fc.oneof(
    fc.constantFrom('Tenant', 'Landlord', 'cc', 'rental.amount', ...ids),
    fc.string({ minLength: 1, maxLength: max }),
  );
}

function objectsOf(
  schema: Schema,
  inside: (one: unknown) => fc.Arbitrary<unknown>,
  named: Known['named'],
): fc.Arbitrary<unknown> {
  const properties = (schema['properties'] ?? {}) as Readonly<Record<string, unknown>>;
  const required = (schema['required'] ?? []) as readonly string[];
  const values = Object.fromEntries(
    Object.entries(properties).map(([name, one]) => {
      const there = named[name];
      const any = inside(one);
      return [name, there === undefined ? any : fc.oneof({ arbitrary: fc.constantFrom(...there), weight: 5 }, any)];
    }),
  );
  return fc.record(values, { requiredKeys: required.filter((name) => name in values) });
}

/** The value with one thing in it changed: something left out, something more, or something else in its place. */
function broken(value: unknown, at: number, other: unknown): unknown {
  if (Array.isArray(value)) {
    if (value.length === 0) return [other];
    const index = at % value.length;
    return value.map((item: unknown, place) => (place === index ? broken(item, at >> 1, other) : item));
  }
  if (typeof value !== 'object' || value === null) return other;
  const names = Object.keys(value);
  const name = names[at % Math.max(1, names.length)];
  if (name === undefined || at % 7 === 0) return { ...value, unknown_property: other };
  const { [name]: inner, ...rest } = value as Record<string, unknown>;
  return at % 3 === 0 ? rest : { ...value, [name]: broken(inner, at >> 2, other) };
}

function resolved(schema: Schema, root: object): Schema {
  const { $ref } = schema;
  if (typeof $ref !== 'string') return schema;
  const found = $ref
    .replace(/^#\//, '')
    .split('/')
    .reduce<unknown>((value, name) => (value as Record<string, unknown>)[name], root);
  return resolved(found as Schema, root);
}
