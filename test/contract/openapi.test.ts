import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, it } from 'vitest';
import { errorCodes, type ErrorCode } from '../../src/contract/error-codes.js';
import { eventMeanings, eventNames, type EventName } from '../../src/contract/events.js';
import { openApi } from '../../src/contract/openapi.js';
import { errorsOf, type Operation } from '../../src/contract/operation.js';
import { operationIds, operations } from '../../src/contract/operations.js';
import { isObject } from '../../src/core/platform/json.js';
import { eventFields } from '../../src/domain/webhook/event-body.js';

interface Marked {
  readonly $ref?: string;
  readonly 'x-basis'?: string;
  readonly 'x-assumption'?: string;
  readonly enum?: readonly ErrorCode[];
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean;
  readonly properties?: Readonly<Record<string, Marked>>;
}

interface Response extends Marked {
  readonly headers: object;
  readonly content: Readonly<Record<string, { readonly schema: Marked }>>;
}

interface Described {
  readonly openapi: string;
  readonly info: { readonly version: string };
  readonly security: unknown;
  readonly paths: Record<
    string,
    Record<string, { operationId: string; responses: Record<string, Response> } & Record<string, unknown>>
  >;
  readonly webhooks: Readonly<Record<string, { readonly post: unknown }>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Marked>>;
    readonly responses: Readonly<Record<string, Response>>;
    readonly headers: object;
  };
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
  const operation = document.paths['/api/v1/envelopes']?.['post'];
  expect(operation?.['requestBody']).toEqual({
    required: true,
    content: { 'application/json': { schema: { $ref: '#/components/schemas/CreateEnvelopeRequest' } } },
  });
  const schema = document.components.schemas['CreateEnvelopeRequest'];
  expect(schema?.required).toEqual(['template_id', 'recipients']);
  expect(schema?.additionalProperties).toBe(false);
  expect(schema?.properties?.['send']).toEqual({ type: 'boolean', default: false, 'x-basis': 'described' });
  expect(operation?.['parameters']).toContainEqual({
    name: 'Idempotency-Key',
    in: 'header',
    required: true,
    schema: { type: 'string', minLength: 1, maxLength: 255 },
  });
});

it('holds each named schema once, and every reference names one that is used', () => {
  const text = JSON.stringify(document);
  const named = new Set([...text.matchAll(/"\$ref":"#\/components\/(\w+)\/([\w-]+)"/g)].map(([, a, b]) => `${a}/${b}`));
  const { schemas, responses, headers } = document.components;
  const held = Object.entries({ schemas, responses, headers }).flatMap(([kind, parts]) =>
    Object.keys(parts).map((name) => `${kind}/${name}`),
  );
  expect([...named].toSorted()).toEqual(held.toSorted());
  // A request has a name of its own, also where another one takes the same.
  const resources = Object.entries(schemas).filter(([name]) => !name.endsWith('Request'));
  const shapes = resources.map(([, schema]) => JSON.stringify(schema));
  const twice = shapes.filter((shape, at) => shapes.indexOf(shape) !== at);
  expect(twice).toEqual([]);
});

it('every property and every query parameter says what it rests on', () => {
  const without: string[] = [];
  const look = (value: unknown, place: string): void => {
    if (Array.isArray(value)) for (const [at, part] of value.entries()) look(part, `${place}[${at}]`);
    if (!isObject(value)) return;
    if (isObject(value['properties']))
      for (const [name, property] of Object.entries(value['properties'] as Record<string, Marked>)) {
        const { 'x-basis': basis, 'x-assumption': assumption } = property;
        const isMarked = basis === 'assumed' ? /^A\d+$/.test(assumption ?? '') : basis === 'described' && !assumption;
        if (!isMarked) without.push(`${place}.${name}`);
      }
    if (value['in'] === 'query' && value['x-basis'] === undefined) without.push(`${place}.${String(value['name'])}`);
    for (const [key, part] of Object.entries(value)) look(part, `${place}/${key}`);
  };
  look(document.paths, 'paths');
  look(document.webhooks, 'webhooks');
  look(document.components.schemas, 'schemas');
  expect(without).toEqual([]);
});

it('a described operation names the assumptions that its properties rest on', () => {
  const decide = document.paths['/api/v1/templates/{templateId}/people/{personId}']?.['put'];
  expect([decide?.['x-basis'], decide?.['x-assumptions']]).toEqual(['described', ['A0', 'A14']]);
  const { properties } = document.components.schemas['DecideTemplatePersonRequest'] ?? {};
  expect(Object.entries(properties ?? {}).map(([name, property]) => [name, property['x-assumption'] ?? null])).toEqual([
    ['decision', null],
    ['role_name', null],
    ['subject_key', 'A14'],
    ['subject_label', 'A14'],
    ['subject_name', 'A14'],
    ['presence', 'A14'],
    ['filled_by', 'A14'],
  ]);
  expect(document.paths['/api/v1/webhooks']?.['get']).not.toHaveProperty('x-assumptions');
});

it('each refusal of an operation lists exactly its codes', () => {
  for (const id of operationIds) {
    const row: Operation = operations[id];
    const { responses = {} } = document.paths[row.path]?.[row.method.toLowerCase()] ?? {};
    const codes = Object.entries(responses).flatMap(([status, { $ref = '' }]) => {
      if (Number(status) < 400) return [];
      const name = $ref.replace('#/components/responses/', '');
      const { schema } = document.components.responses[name]?.content['application/json'] ?? {};
      const shape = document.components.schemas[(schema?.$ref ?? '').replace('#/components/schemas/', '')];
      const listed = shape?.properties?.['error']?.properties?.['code']?.enum ?? [];
      expect(listed.filter((code) => errorCodes[code].status !== Number(status))).toEqual([]);
      return listed;
    });
    expect(codes.toSorted()).toEqual(errorsOf(row).toSorted());
  }
});

it('tells the headers of refusals: none of the rate on 401, Retry-After on 429, the ETag on 412', () => {
  const headersOf = (name: string): readonly string[] =>
    Object.keys(document.components.responses[name]?.headers ?? {});
  const rate = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'];
  expect(headersOf('Unauthorized')).toEqual(['WWW-Authenticate']);
  expect(headersOf('Forbidden')).toEqual([...rate, 'WWW-Authenticate']);
  expect(headersOf('NotFound')).toEqual(rate);
  expect(headersOf('PreconditionFailed')).toEqual([...rate, 'ETag']);
  expect(headersOf('TooManyRequests')).toEqual([...rate, 'Retry-After']);
});

it('describes each event with one body and its signature', () => {
  expect(Object.keys(document.webhooks)).toEqual(eventNames);
  for (const [name, { post }] of Object.entries(document.webhooks)) {
    expect(post).toMatchObject({
      description: eventMeanings[name as EventName],
      parameters: [{ name: 'Service-Signature', in: 'header', required: true }],
      requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Event' } } } },
    });
  }
  const { properties = {} } = document.components.schemas['Event'] ?? {};
  expect(Object.keys(properties)).toEqual(eventFields);
  expect(properties['event']?.enum).toEqual(eventNames);
});

it('a PDF is binary, with its name, and not stored', () => {
  const draft = document.paths['/api/v1/envelopes/{envelopeId}/documents/{position}/draft']?.['get'];
  expect(draft?.responses['200']).toMatchObject({
    headers: { 'Content-Disposition': {}, 'Cache-Control': {} },
    content: { 'application/pdf': { schema: { type: 'string', format: 'binary' } } },
  });
});

it('needs no credential for the specification, and one for all else', () => {
  expect(document.paths['/api/v1/openapi.json']?.['get']?.['security']).toEqual([]);
  expect(document.security).toEqual([{ key: [] }]);
  expect(document.paths['/api/v1/webhooks']?.['get']).not.toHaveProperty('security');
});

it('is accepted by a validator that no one here wrote', async () => {
  const result = await new Validator().validate(structuredClone(document) as unknown as Record<string, unknown>);
  expect(result).toMatchObject({ valid: true });
});
