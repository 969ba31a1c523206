import type { Catalogue } from './catalogue-part.js';
import { componentName, type Components, createComponents, parameterSchemas } from '../../contract/json-schema.js';
import { errorsOf, type Operation } from '../../contract/operation.js';
import { type OperationId, operationIds, operations } from '../../contract/operations.js';
import type { Schema } from '../../contract/schema.js';

type Json = Readonly<Record<string, unknown>>;

/** The location of the referenced schemas. */
const place = '#/schemas/';

/** The schemas that a catalogue holds once and refers to. */
export const catalogueComponents = (isOtherwise = false): Components => createComponents(place, isOtherwise);

/** The input, output and errors of every operation, as JSON Schema; `rowOf` are the rows of a contract file. */
export function operationSchemas(
  components: Components,
  rowOf: (id: OperationId) => Operation = (id) => operations[id],
): Catalogue['operations'] {
  return Object.fromEntries(operationIds.map((id) => [id, describe(id, rowOf(id), components)]));
}

/** A catalogue with the operations of a contract file in place of its own. */
export function withRows(catalogue: Catalogue, rowOf: (id: OperationId) => Operation): Catalogue {
  const components = catalogueComponents(true);
  const described = operationSchemas(components, rowOf);
  return { ...catalogue, operations: described, schemas: { ...catalogue.schemas, ...components.schemas } };
}

/** The JSON that an operation answers with; null for one without. */
export function answerSchema(id: OperationId, { answer }: Operation, components: Components): Json | null {
  if (answer.kind !== 'json') return null;
  return components.refer(answer.body, { name: componentName(id, 'Response'), basis: null });
}

function describe(id: OperationId, row: Operation, components: Components): Catalogue['operations'][string] {
  const refer = (kind: 'Request' | 'Query', schema: Schema): Json =>
    components.refer(schema, { name: componentName(id, kind), basis: null });
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
      body: answerSchema(id, row, components),
    },
    errors: errorsOf(row),
  };
}
