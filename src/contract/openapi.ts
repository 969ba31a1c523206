import type { Schema } from './schema.js';
import { type ErrorCode, errorCodes, type ErrorCodeRow } from './error-codes.js';
import { createErrorResponses, type ErrorResponses } from './error-responses.js';
import { eventMeanings, eventNames } from './events.js';
import { componentName, type Components, createComponents, parameterSchemas, type SchemaBasis } from './json-schema.js';
import type { Operation } from './operation.js';
import { operationIds } from './operations.js';
import { type Contract, ownHeaders } from './overlay/contract.js';
import { plainContract } from './overlay/plain-contract.js';
import { event } from './resources/event.js';

/** The version that the machine-readable description carries (Versioning). */
const specificationVersion = '0.2.0';

type Json = Readonly<Record<string, unknown>>;

/** What the parts of the document share while it is made. */
interface Parts {
  readonly contract: Contract;
  readonly components: Components;
  readonly errors: ErrorResponses;
}

const rateHeaders = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'];

const text = { type: 'string' };
const headers: Readonly<Record<string, Json>> = {
  'RateLimit-Limit': {
    description: 'Requests that the key has in each minute.',
    schema: { type: 'integer', minimum: 1 },
  },
  'RateLimit-Remaining': { description: 'Requests left in this minute.', schema: { type: 'integer', minimum: 0 } },
  'RateLimit-Reset': {
    description: 'Seconds until the next minute begins.',
    schema: { type: 'integer', minimum: 0, maximum: 60 },
  },
  'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer', minimum: 0, maximum: 60 } },
  'WWW-Authenticate': { description: 'The scheme, and the scope that the key lacks (RFC 6750).', schema: text },
  ETag: { description: 'The strong validator to send as If-Match.', schema: { ...text, pattern: '^"[^"]*"$' } },
  'Idempotency-Replayed': {
    description: '`true`: the answer to an earlier request with this Idempotency-Key.',
    schema: { ...text, enum: ['true', 'false'] },
  },
  'Content-Disposition': { description: 'The name of the file.', schema: text },
  'Cache-Control': { description: 'A PDF must not be stored.', schema: { ...text, enum: ['no-store'] } },
};
/** What a service calls a header; one whose name is not its own to decide keeps it. */
function headerIn(contract: Contract, name: string): string {
  const own = ownHeaders.find((one) => one === name);
  return own === undefined ? name : contract.header(own);
}

const headerReferences =
  (contract: Contract) =>
  (names: readonly string[]): Json =>
    Object.fromEntries(
      names.map((name) => headerIn(contract, name)).map((name) => [name, { $ref: `#/components/headers/${name}` }]),
    );

const nameIn = (contract: Contract, event: string): string =>
  contract.translation('delivery', 'body')['event']?.values[event] ?? event;

/** The tag of the operations below a path, with what it says of itself. */
const tags: readonly (readonly [prefix: string, name: string, description: string])[] = [
  ['templates', 'Templates', 'Documents with their signing roles and fields, authored once.'],
  ['envelopes', 'Envelopes', 'One sending of a document to named people.'],
  ['documents', 'Documents', 'Pages of templates and envelopes.'],
  ['webhooks', 'Webhooks', 'Endpoints that receive the events of envelopes.'],
  ['standing-authorisations', 'Standing authorisations', 'Authority to apply the signature of a grantor.'],
  ['openapi.json', 'Specification', 'The description of the service itself.'],
  ['', 'Events', 'What the service posts to the webhook endpoints.'],
];
const tagOf = ({ path }: Operation): string => tags.find(([prefix]) => path.split('/')[3] === prefix)?.[1] ?? 'Events';

/**
 * OpenAPI 3.1 of every row and event of a service, in its own words. In `x-basis` each operation and each property says whether the service describes
 * it (`described`) or we assume it (`assumed`, and `x-assumption` names the reason).
 */
export function openApi(contract: Contract = plainContract): Json {
  const components = createComponents('#/components/schemas/', contract.lines.length > 0);
  const rows = operationIds.map((id) => contract.row(id));
  const named = { headerReferences: headerReferences(contract), rateHeaders };
  const parts: Parts = { contract, components, errors: createErrorResponses(rows, named, contract) };
  const paths: Record<string, Record<string, unknown>> = {};
  for (const row of rows) {
    const path = (paths[row.path] ??= {});
    path[row.method.toLowerCase()] = describeOperation(row, parts);
  }
  const events = Object.fromEntries(
    eventNames.map((name) => [nameIn(contract, name), { post: describeEvent(name, parts) }]),
  );
  return {
    openapi: '3.1.0',
    info: {
      title: 'Electronic Signature Service API',
      version: specificationVersion,
      description:
        'Every operation and property says in x-basis whether the service describes it, or whether esign assumes it.',
      contact: { name: 'esign' },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'The host that serves this document: the service, or an emulator.' }],
    tags: tags.map(([, name, description]) => ({ name, description })),
    security: [{ key: [] }],
    paths,
    webhooks: events,
    components: {
      securitySchemes: { key: { type: 'http', scheme: 'bearer', description: 'An API key, live or test.' } },
      schemas: { ...components.schemas, ...parts.errors.schemas },
      responses: parts.errors.responses,
      headers: Object.fromEntries(Object.entries(headers).map(([name, one]) => [headerIn(contract, name), one])),
    },
    'x-error-codes': Object.fromEntries(
      Object.entries<ErrorCodeRow>(errorCodes).map(([code, row]) => {
        const { name, ...words } = contract.code(code as ErrorCode);
        return [name, { ...row, ...words }];
      }),
    ),
  };
}

function describeOperation(row: Operation, parts: Parts): Json {
  const { components, errors } = parts;
  const made = {
    parameters: parametersOf(row, parts),
    ...(row.body === null ? {} : { requestBody: requestBody(row, row.body, parts) }),
    responses: { ...success(row, parts), ...errors.of(row) },
  };
  const assumptions = assumptionsIn(made, components);
  return {
    operationId: row.id,
    tags: [tagOf(row)],
    summary: row.summary,
    description: describe(row, assumptions),
    'x-basis': row.basis,
    ...(row.assumption === undefined ? {} : { 'x-assumption': row.assumption }),
    // A described operation may have properties that the description does not show.
    ...(assumptions.length === 0 ? {} : { 'x-assumptions': assumptions }),
    ...(row.scope === null ? {} : { 'x-scope': row.scope }),
    ...(row.credential ? {} : { security: [] }),
    ...made,
  };
}

function describe(row: Operation, assumptions: readonly string[]): string {
  const always = [row.mails, row.destructive].flatMap((effect) =>
    effect === null || effect.when !== undefined ? [] : [`${effect.says}.`],
  );
  const sentences = [
    row.basis === 'described'
      ? `The service describes it in the section "${row.section}".`
      : `The service does not show its shape: it is assumed (${row.assumption ?? ''}).`,
    row.basis === 'described' && assumptions.length > 0
      ? `Properties with x-basis "assumed" are not described (${assumptions.join(', ')}).`
      : '',
    row.scope === null ? '' : `Requires the scope ${row.scope}.`,
    row.idempotencyKey === 'none' ? '' : 'A repeat with the same Idempotency-Key has no second effect.',
    ...always,
    row.testKey === 'refused' ? 'A test key is refused.' : '',
  ];
  return sentences.filter((sentence) => sentence !== '').join(' ');
}

/** The assumptions of every property that a part of the document reaches. */
function assumptionsIn(part: unknown, { schemas }: Components): readonly string[] {
  const found = new Set<string>();
  const seen = new Set<string>();
  const look = (value: unknown): void => {
    const json = JSON.stringify(value);
    for (const [, assumption = ''] of json.matchAll(/"x-assumption":"(A\d+)"/g)) found.add(assumption);
    for (const [, name = ''] of json.matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (seen.has(name)) continue;
      seen.add(name);
      if (schemas[name] !== undefined) look(schemas[name]);
    }
  };
  look(part);
  return [...found].toSorted((a, b) => Number(a.slice(1)) - Number(b.slice(1)));
}

const basisOf = ({ basis, assumption }: Operation): SchemaBasis => ({ basis, assumption });

function parametersOf(row: Operation, parts: Parts): readonly Json[] {
  const inPath = Object.entries(row.parameters).map(([name, kind]) => ({
    name,
    in: 'path',
    required: true,
    schema: parameterSchemas[kind],
  }));
  const key = { type: 'string', minLength: 1, maxLength: parts.contract.limits.idempotencyKeyLength };
  return [
    ...inPath,
    ...queryParameters(row, parts),
    ...(row.idempotencyKey === 'none'
      ? []
      : [header(parts.contract.header('Idempotency-Key'), row.idempotencyKey === 'required', key)]),
    ...(row.ifMatch === 'none' ? [] : [header('If-Match', row.ifMatch === 'required', text)]),
    ...(readsUnlessKnown(row) ? [header('If-None-Match', false, text)] : []),
  ];
}

/** A read with an ETag answers 304 to a reader that knows it. */
const readsUnlessKnown = (row: Operation): boolean => row.method === 'GET' && row.etag === true;

const header = (name: string, required: boolean, schema: Json): Json => ({ name, in: 'header', required, schema });

function queryParameters(row: Operation, { components, contract }: Parts): readonly Json[] {
  if (row.query === null) return [];
  const words = contract.translation(row.id, 'query');
  const { properties } = components.refer(row.query, { basis: basisOf(row), words }) as {
    properties: Record<string, Json>;
  };
  return Object.entries(properties).map(([name, property]) => {
    const { 'x-basis': basis, 'x-assumption': assumption, ...schema } = property;
    return { name, in: 'query', required: false, 'x-basis': basis, 'x-assumption': assumption, schema };
  });
}

function requestBody(row: Operation, body: Schema, { components, contract }: Parts): Json {
  const isEmpty = Object.keys((body as { readonly entries?: object }).entries ?? {}).length === 0;
  const name = isEmpty ? 'EmptyRequest' : componentName(row.id, 'Request');
  const schema = components.refer(
    body,
    isEmpty ? { name } : { name, basis: basisOf(row), words: contract.translation(row.id, 'body') },
  );
  return { required: row.bodyOptional !== true, content: { 'application/json': { schema } } };
}

function success(row: Operation, { components, contract }: Parts): Json {
  const { answer } = row;
  const shared = [
    ...(row.credential ? rateHeaders : []),
    ...(row.etag === true ? ['ETag'] : []),
    ...(row.idempotencyKey === 'none' ? [] : ['Idempotency-Replayed']),
  ];
  const made = (content: Json | null, more: readonly string[] = []): Json => ({
    [answer.status]: {
      description: content === null ? 'Done, without a body.' : row.summary,
      headers: headerReferences(contract)([...shared, ...more]),
      ...(content === null ? {} : { content }),
    },
    ...(readsUnlessKnown(row)
      ? {
          304: {
            description: 'The template still has the ETag of If-None-Match.',
            headers: headerReferences(contract)(shared),
          },
        }
      : {}),
  });
  switch (answer.kind) {
    case 'json': {
      const schema = components.refer(answer.body, {
        name: componentName(row.id, 'Response'),
        basis: basisOf(row),
        words: contract.translation(row.id, 'answer'),
      });
      return made({ 'application/json': { schema } });
    }
    case 'pdf':
      return made({ 'application/pdf': { schema: { type: 'string', format: 'binary' } } }, [
        'Content-Disposition',
        'Cache-Control',
      ]);
    case 'none':
      return made(null);
  }
}

/** A delivery of one event: every event has the same body (Events, Delivery). */
function describeEvent(name: (typeof eventNames)[number], { components, contract }: Parts): Json {
  const { webhook } = contract.limits;
  const words = name.split(/[._]/).map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`);
  const signature = {
    name: contract.header('Service-Signature'),
    in: 'header',
    required: true,
    description:
      'HMAC-SHA256 in hex of `<t>.<raw body>`, keyed with the secret of the endpoint; v0 has the previous secret, ' +
      `for ${webhook.rotationGraceHours} hours after a rotation. Refuse a t more than ` +
      `${webhook.toleranceSeconds} seconds away.`,
    schema: { type: 'string', pattern: '^t=\\d+, v1=[0-9a-f]{64}(, v0=[0-9a-f]{64})?$' },
  };
  return {
    operationId: `on${words.join('')}`,
    tags: ['Events'],
    summary: `Receive ${nameIn(contract, name)}`,
    description: eventMeanings[name],
    'x-basis': 'described',
    security: [],
    parameters: [signature],
    requestBody: {
      required: true,
      content: {
        'application/json': { schema: components.refer(event(), { words: contract.translation('delivery', 'body') }) },
      },
    },
    responses: {
      '2XX': { description: `Received. Answer within ${webhook.timeoutSeconds} seconds.` },
      default: { description: 'Any other answer is a failure, and the delivery is repeated.' },
    },
  };
}
