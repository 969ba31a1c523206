import { schemaOf } from '../contract/openapi.js';
import { errorsOf, type Operation } from '../contract/operation.js';
import { type OperationId, operationIds, operations } from '../contract/operations.js';
import { parameterSchemas } from '../contract/parameter-schemas.js';

type Json = Readonly<Record<string, unknown>>;

/** The location of the referenced schemas. */
const place = '#/schemas/';

export interface OperationSchemas {
  /** By operation ID; the schema of a body is a reference into `schemas`. */
  readonly operations: Readonly<Record<string, Json>>;
  /** JSON Schema 2020-12, each once: equal responses share one. */
  readonly schemas: Readonly<Record<string, Json>>;
}

/** The input, output and errors of every operation, as JSON Schema. */
export function operationSchemas(): OperationSchemas {
  const schemas = new Map<string, { readonly name: string; readonly schema: Json }>();
  const refer = (name: string, schema: Json): Json => {
    const text = JSON.stringify(schema);
    const known = schemas.get(text);
    if (known === undefined) schemas.set(text, { name, schema });
    return { $ref: `${place}${known?.name ?? name}` };
  };
  const described = operationIds.map((id) => [id, describe(id, refer)] as const);
  return {
    operations: Object.fromEntries(described),
    schemas: Object.fromEntries([...schemas.values()].map(({ name, schema }) => [name, schema])),
  };
}

function describe(id: OperationId, refer: (name: string, schema: Json) => Json): Json {
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
    query: row.query === null ? null : refer(`${id}.query`, schemaOf(row.query)),
    body: row.body === null ? null : refer(`${id}.body`, schemaOf(row.body)),
    answer: {
      status: answer.status,
      kind: answer.kind,
      body: answer.kind === 'json' ? refer(`${id}.answer`, schemaOf(answer.body)) : null,
    },
    errors: errorsOf(row),
  };
}
