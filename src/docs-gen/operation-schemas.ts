import { componentName, type Components, createComponents } from '../contract/json-schema.js';
import { errorsOf, type Operation } from '../contract/operation.js';
import { type OperationId, operationIds, operations } from '../contract/operations.js';
import { parameterSchemas } from '../contract/parameter-schemas.js';
import type { Schema } from '../contract/schema.js';

type Json = Readonly<Record<string, unknown>>;

/** The location of the referenced schemas. */
const place = '#/schemas/';

export interface OperationSchemas {
  /** By operation ID; each schema is a reference into `schemas`. */
  readonly operations: Readonly<Record<string, Json>>;
  /** JSON Schema 2020-12, each once; those of resources refer to one another. */
  readonly schemas: Readonly<Record<string, Json>>;
}

/** The input, output and errors of every operation, as JSON Schema. */
export function operationSchemas(): OperationSchemas {
  const components = createComponents(place);
  const described = operationIds.map((id) => [id, describe(id, components)] as const);
  return { operations: Object.fromEntries(described), schemas: components.schemas };
}

function describe(id: OperationId, components: Components): Json {
  const refer = (kind: 'Request' | 'Query' | 'Response', schema: Schema): Json =>
    components.refer(schema, { name: componentName(id, kind), basis: null });
  const row: Operation = operations[id];
  const { answer } = row;
  return {
    method: row.method,
    path: row.path,
    summary: row.summary,
    basis: row.basis,
    scope: row.scope,
    idempotency_key: row.idempotencyKey,
    if_match: row.ifMatch,
    parameters: Object.fromEntries(
      Object.entries(row.parameters).map(([name, kind]) => [name, parameterSchemas[kind]]),
    ),
    query: row.query === null ? null : refer('Query', row.query),
    body: row.body === null ? null : refer('Request', row.body),
    answer: {
      status: answer.status,
      kind: answer.kind,
      body: answer.kind === 'json' ? refer('Response', answer.body) : null,
    },
    errors: errorsOf(row),
  };
}
