import { limits } from '../../contract/limits.js';
import type { Template } from '../../contract/resources/template.js';
import type { Takes, WritableAddress } from '../../domain/rules/addresses.js';

type Schema = Readonly<Record<string, unknown>>;

/**
 * A JSON Schema (draft 2020-12) for the files that `--values-file` and `--input` take: a list of values, a tree of
 * them, or a whole request. It asks for answers that fit, also where the service would leave them to the signer.
 */
export function typesAsSchema(
  { id, name }: Pick<Template, 'id' | 'name'>,
  roles: readonly string[],
  addresses: readonly WritableAddress[],
): Schema {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: `Values and recipients of the template ${name}`,
    anyOf: [{ $ref: '#/$defs/values' }, { $ref: '#/$defs/request' }, { $ref: '#/$defs/tree' }],
    $defs: {
      recipient: recipient(roles),
      values: { type: 'array', items: addresses.length === 0 ? false : { anyOf: addresses.map(valueSchema) } },
      request: {
        type: 'object',
        properties: {
          template_id: { const: id },
          recipients: { type: 'array', items: { $ref: '#/$defs/recipient' }, minItems: 1 },
          values: { $ref: '#/$defs/values' },
          title: nullable({ type: 'string', minLength: 1, maxLength: limits.titleLength }),
          send: { type: 'boolean' },
          expires_at: nullable({ type: 'string' }),
          brand_id: nullable({ type: 'string' }),
          completion_delivery: { enum: ['service', 'integrator'] },
        },
        required: ['template_id', 'recipients'],
        additionalProperties: false,
      },
      tree: tree(addresses),
    },
  };
}

const nullable = (schema: Schema): Schema => ({ anyOf: [schema, { type: 'null' }] });

function recipient(roles: readonly string[]): Schema {
  const name = { type: 'string', minLength: 1, maxLength: limits.nameLength };
  return {
    type: 'object',
    properties: {
      role: { enum: [...new Set([...roles, 'cc'])] },
      name,
      email: { type: 'string', pattern: '^[^\\s@<>",;]+@[^\\s@<>",;]+\\.[^\\s@<>",;.]+$', maxLength: 254 },
      job_title: nullable(name),
      company: nullable(name),
      embedded: { type: 'boolean' },
      external_ref: nullable({ type: 'string', minLength: 1, maxLength: 255 }),
      standing_authorisation_id: nullable({ type: 'string' }),
    },
    required: ['role', 'name', 'email'],
    additionalProperties: false,
  };
}

function valueSchema(address: WritableAddress): Schema {
  const { subject, key, lockable } = address;
  return {
    type: 'object',
    description: describe(address),
    properties: {
      subject: { const: subject },
      key: { const: key },
      value: taken(address.takes),
      locked: lockable ? { type: 'boolean' } : { const: false },
    },
    required: subject === null ? ['key', 'value'] : ['subject', 'key', 'value'],
    additionalProperties: false,
  };
}

const describe = ({ label, role, required }: WritableAddress): string =>
  `${label}; filled by ${role}${required ? ', required' : ''}`;

function taken(takes: Takes): Schema {
  switch (takes.kind) {
    case 'text':
      return { type: ['string', 'null'] };
    case 'date':
      return { type: ['string', 'null'], pattern: '^(\\d{4}-\\d{2}-\\d{2})?$' };
    case 'tick':
      return { type: ['boolean', 'null'] };
    case 'option':
      return { enum: [...new Set([...takes.options, '', null])] };
    case 'answers': {
      const option = { enum: [...new Set(takes.options)] };
      const list = { type: 'array', items: option, maxItems: takes.max, uniqueItems: true };
      return takes.options.length === 0 ? { type: 'null' } : { anyOf: [option, list, { type: 'null' }] };
    }
    case 'nothing':
      return { type: 'null' };
  }
}

/** Subjects above keys, whose parts may be levels of their own or joined by dots, down from the top. */
function tree(addresses: readonly WritableAddress[]): Schema {
  const leaves = addresses.map((address) => ({
    // The file may leave out the quotes of a number: it stays the text that was written.
    schema: { ...loosened(taken(address.takes)), description: describe(address) },
    address,
  }));
  const subjects = [...new Set(addresses.map(({ subject }) => subject))];
  const properties: [string, Schema][] = subjects.map((subject) => {
    const own = leaves.filter(({ address }) => address.subject === subject);
    return [subject ?? '', branch(own.map(({ address, schema }) => [address.key, schema]))];
  });
  const whole = leaves.map(({ address, schema }): [string, Schema] => [
    `${address.subject ?? ''}.${address.key}`,
    schema,
  ]);
  return { type: 'object', properties: fromPairs([...properties, ...whole]), additionalProperties: false };
}

const loosened = (schema: Schema): Schema =>
  Array.isArray(schema['type']) && schema['type'].includes('string') && !('pattern' in schema)
    ? { type: ['string', 'number', 'null'] }
    : schema;

function branch(leaves: readonly (readonly [key: string, schema: Schema])[]): Schema {
  const below = new Map<string, [string, Schema][]>();
  const here = new Map<string, Schema>();
  for (const [key, schema] of leaves) {
    here.set(key, schema);
    for (let dot = key.indexOf('.'); dot > 0; dot = key.indexOf('.', dot + 1)) {
      const head = key.slice(0, dot);
      below.set(head, [...(below.get(head) ?? []), [key.slice(dot + 1), schema]]);
    }
  }
  const branches = [...below].map(([head, rest]): [string, Schema] => {
    const own = here.get(head);
    return [head, own === undefined ? branch(rest) : { anyOf: [own, branch(rest)] }];
  });
  return { type: 'object', properties: fromPairs([...here, ...branches]), additionalProperties: false };
}

/** Names come from the template: one such as `__proto__` is a name like any other. */
const fromPairs = (pairs: Iterable<readonly [string, Schema]>): Schema => Object.fromEntries(pairs);
