import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, it } from 'vitest';
import { openApi } from '../../src/contract/openapi.js';
import { operationIds, operations } from '../../src/contract/operations.js';

interface Described {
  readonly openapi: string;
  readonly info: { readonly version: string };
  readonly paths: Record<
    string,
    Record<string, { operationId: string; responses: Record<string, unknown> } & Record<string, unknown>>
  >;
}

const document = JSON.parse(JSON.stringify(openApi())) as Described;

it('is OpenAPI 3.1 and carries the version of the description', () => {
  expect(document.openapi).toBe('3.1.0');
  expect(document.info.version).toBe('0.2.0');
});

it('holds every operation with its basis and its success answer', () => {
  for (const id of operationIds) {
    const row = operations[id];
    const entry = document.paths[row.path]?.[row.method.toLowerCase()];
    expect(entry?.operationId).toBe(id);
    expect(entry?.['x-basis']).toBe(row.basis);
    expect(entry?.responses).toHaveProperty(String(row.answer.status));
  }
  expect(Object.values(document.paths).flatMap((path) => Object.keys(path))).toHaveLength(operationIds.length);
});

it('describes the body of a creation with its limits, its defaults and what is required', () => {
  const operation = document.paths['/api/v1/envelopes']?.['post'] as unknown as {
    requestBody: {
      content: Record<
        string,
        { schema: { required: string[]; additionalProperties: boolean; properties: Record<string, unknown> } }
      >;
    };
    parameters: unknown[];
  };
  const schema = operation.requestBody.content['application/json']?.schema;
  expect(schema?.required).toEqual(['template_id', 'recipients']);
  expect(schema?.additionalProperties).toBe(false);
  expect(schema?.properties['send']).toEqual({ type: 'boolean', default: false });
  expect(operation.parameters).toContainEqual({
    name: 'Idempotency-Key',
    in: 'header',
    required: true,
    schema: { type: 'string', minLength: 1, maxLength: 255 },
  });
});

it('needs no credential for the specification, and one for all else', () => {
  expect(document.paths['/api/v1/openapi.json']?.['get']?.['security']).toEqual([]);
  expect(document.paths['/api/v1/webhooks']?.['get']?.['security']).toEqual([{ key: [] }]);
});

it('is accepted by a validator that no one here wrote', async () => {
  const result = await new Validator().validate(structuredClone(document) as unknown as Record<string, unknown>);
  expect(result).toMatchObject({ valid: true });
});
