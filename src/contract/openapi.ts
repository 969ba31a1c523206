import { toJsonSchema } from '@valibot/to-json-schema';
import type { Schema } from './schema.js';
import { errorCodes, type ErrorCode, type ErrorCodeRow } from './error-codes.js';
import { limits } from './limits.js';
import { errorsOf, type Operation } from './operation.js';
import { operationIds } from './operations.js';
import type { Contract } from './overlay/contract.js';
import { plainContract } from './overlay/plain-contract.js';
import { translatedSchema } from './overlay/translated-schema.js';
import { parameterSchemas } from './parameter-schemas.js';
import type { Part } from './property-paths.js';
import { errorBody } from './resources/error.js';

/** The version that the machine-readable description carries (Versioning). */
const specificationVersion = '0.2.0';

type Json = Readonly<Record<string, unknown>>;

const rateHeaders = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'] as const;

/** OpenAPI 3.1 of every row of a service; each one says in `x-basis` whether it is described or assumed. */
export function openApi(contract: Contract = plainContract): Json {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const id of operationIds) {
    const row = contract.row(id);
    const path = (paths[row.path] ??= {});
    path[row.method.toLowerCase()] = describeOperation(row, contract);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Electronic Signature Service API',
      version: specificationVersion,
      description: 'Every operation says in x-basis whether the service describes it or we assume its shape.',
    },
    paths,
    components: {
      securitySchemes: { key: { type: 'http', scheme: 'bearer', description: 'An API key, live or test.' } },
      schemas: { Error: schemaOf(errorBody()) },
      headers: Object.fromEntries(rateHeaders.map((name) => [name, { schema: { type: 'integer' } }])),
    },
    'x-error-codes': Object.fromEntries(
      Object.entries<ErrorCodeRow>(errorCodes).map(([code, row]) => {
        const { name, ...words } = contract.code(code as ErrorCode);
        return [name, { ...row, ...words }];
      }),
    ),
  };
}

function describeOperation(row: Operation, contract: Contract): Json {
  return {
    operationId: row.id,
    summary: row.summary,
    description: `Section: ${row.section}.`,
    'x-basis': row.basis,
    ...(row.assumption === undefined ? {} : { 'x-assumption': row.assumption }),
    ...(row.scope === null ? {} : { 'x-scope': row.scope }),
    security: row.credential ? [{ key: [] }] : [],
    parameters: parametersOf(row, contract),
    ...(row.body === null ? {} : { requestBody: requestBody(row, row.body, contract) }),
    responses: { [row.answer.status]: success(row, contract), ...failures(row, contract) },
  };
}

function parametersOf(row: Operation, contract: Contract): readonly Json[] {
  const inPath = Object.entries(row.parameters).map(([name, kind]) => ({
    name,
    in: 'path',
    required: true,
    schema: parameterSchemas[kind],
  }));
  const key = { type: 'string', minLength: 1, maxLength: limits.idempotencyKeyLength };
  return [
    ...inPath,
    ...queryParameters(row, contract),
    ...(row.idempotencyKey === 'none'
      ? []
      : [header(contract.header('Idempotency-Key'), row.idempotencyKey === 'required', key)]),
    ...(row.ifMatch === 'none' ? [] : [header('If-Match', row.ifMatch === 'required', { type: 'string' })]),
  ];
}

const header = (name: string, required: boolean, schema: Json): Json => ({ name, in: 'header', required, schema });

function queryParameters(row: Operation, contract: Contract): readonly Json[] {
  if (row.query === null) return [];
  const properties = inWords(schemaOf(row.query), row, 'query', contract)['properties'] as Readonly<
    Record<string, Json>
  >;
  return Object.entries(properties).map(([name, schema]) => ({ name, in: 'query', required: false, schema }));
}

function requestBody(row: Operation, body: Schema, contract: Contract): Json {
  const schema = inWords(schemaOf(body), row, 'body', contract);
  return { required: row.bodyOptional !== true, content: { 'application/json': { schema } } };
}

const inWords = (schema: Json, { id }: Operation, part: Part, contract: Contract): Json =>
  translatedSchema(schema, contract.translation(id, part));

function success(row: Operation, contract: Contract): Json {
  const references = row.credential
    ? rateHeaders.map((name) => [contract.header(name), { $ref: `#/components/headers/${name}` }] as const)
    : [];
  const replayed = { schema: { type: 'string', enum: ['true', 'false'] } };
  const headers = {
    ...Object.fromEntries(references),
    ...(row.etag === true ? { ETag: { schema: { type: 'string' } } } : {}),
    ...(row.idempotencyKey === 'none' ? {} : { [contract.header('Idempotency-Replayed')]: replayed }),
  };
  const { answer } = row;
  switch (answer.kind) {
    case 'json': {
      const schema = inWords(schemaOf(answer.body), row, 'answer', contract);
      return { description: row.summary, headers, content: { 'application/json': { schema } } };
    }
    case 'pdf':
      return { description: row.summary, headers, content: { 'application/pdf': {} } };
    case 'none':
      return { description: 'Done; there is no body.', headers };
  }
}

/** One entry a status, since OpenAPI has no other place for several codes. */
function failures(row: Operation, contract: Contract): Json {
  const byStatus = new Map<number, string[]>();
  for (const code of errorsOf(row)) {
    const { status, name } = contract.code(code);
    byStatus.set(status, [...(byStatus.get(status) ?? []), name]);
  }
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } };
  return Object.fromEntries(
    [...byStatus]
      .sort(([a], [b]) => a - b)
      .map(([status, codes]) => [status, { description: codes.join(', '), 'x-error-codes': codes, content }]),
  );
}

/** What a caller may write, or reads; checks that JSON Schema cannot say are left to their messages. */
export function schemaOf(schema: Schema): Json {
  const { $schema: _dialect, ...rest } = toJsonSchema(schema, { errorMode: 'ignore', typeMode: 'input' });
  return rest;
}
