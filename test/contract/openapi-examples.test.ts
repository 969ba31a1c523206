import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { isErrorCode } from '../../src/contract/error-codes.js';
import { eventNames } from '../../src/contract/events.js';
import { openApi } from '../../src/contract/openapi.js';
import { openApiWithExamples } from '../../src/contract/openapi-examples.js';
import { operationIds } from '../../src/contract/operations.js';
import { readContractFile } from '../../src/contract/overlay/contract-file.js';
import { plainContract } from '../../src/contract/overlay/plain-contract.js';
import { isBase64, isInstant, isUuid } from '../../src/contract/schema.js';
import { isObject } from '../../src/core/platform/json.js';

type Json = Readonly<Record<string, unknown>>;

/** A media type of the document with an example, or what has none. */
interface Place {
  readonly path: string;
  readonly schema: Json;
  readonly values: readonly unknown[];
}

function jsonBodies(document: unknown, path = ''): readonly Place[] {
  if (Array.isArray(document)) return document.flatMap((part, at) => jsonBodies(part, `${path}[${at}]`));
  if (!isObject(document)) return [];
  return Object.entries(document).flatMap(([name, part]): readonly Place[] => {
    // An example is not part of the description.
    if (name === 'example' || name === 'examples') return [];
    if (name !== 'application/json') return jsonBodies(part, `${path}/${name}`);
    const { schema, example, examples } = part as { schema: Json; example?: unknown; examples?: Json };
    const several = Object.values(examples ?? {}).map((one) => (one as Json)['value']);
    return [{ path, schema, values: example === undefined ? several : [example] }];
  });
}

/** Judges values as closed: a property that no schema names is a fault. */
function faults(document: Json): readonly string[] {
  // Under an address of its own, each shared schema is compiled once.
  const text = JSON.stringify(document).replaceAll('"#/components/', '"shared#/components/');
  const closed = JSON.parse(text, (_key, value: unknown) =>
    isObject(value) && isObject(value['properties']) ? { ...value, additionalProperties: false } : value,
  ) as Json;
  const ajv = new Ajv2020({ strict: false, inlineRefs: false });
  for (const [name, fits] of Object.entries({
    uuid: isUuid,
    'date-time': isInstant,
    email: (text: string) => /^[^@\s]+@[^@\s]+$/.test(text),
    uri: (text: string) => URL.canParse(text),
    'uri-reference': (text: string) => URL.canParse(text, 'https://esign.example.com'),
  })) {
    ajv.addFormat(name, fits);
  }
  for (const name of ['unix_seconds', 'unix_milliseconds']) ajv.addFormat(name, true);
  ajv.removeKeyword('contentEncoding');
  ajv.addKeyword({ keyword: 'contentEncoding', validate: (_kind: unknown, text: string) => isBase64(text) });
  ajv.addSchema({ components: closed['components'] }, 'shared');
  return jsonBodies(closed).flatMap(({ path, schema, values }) => {
    const check = ajv.compile(schema);
    return values.flatMap((value) => (check(value) ? [] : [`${path}: ${ajv.errorsText(check.errors)}`]));
  });
}

const otherService = readContractFile(`
sendEnvelope.path: /api/v1/envelopes/{envelopeId}/dispatch
createEnvelope.status: 200
createEnvelope.body.recipients: signers
createEnvelope.body.recipients[].embedded: in_app
createEnvelope.answer.recipients: signers
"*.status=sent": out
"*.data_key": address
codes.envelope_not_sent: not_out_for_signature
codes.envelope_not_sent.status: 409
events.envelope.sent: envelope.dispatched
format.instants: unix_seconds
getEnvelope.path: /api/v2/envelopes/{envelopeId}
headers.Idempotency-Key: X-Request-Key
`);

const documents = { plain: openApiWithExamples(), 'of another service': openApiWithExamples(otherService) };

describe.each(Object.entries(documents))('the document: %s', (_name, document) => {
  it('has an example of each JSON body, also of each event', () => {
    const without = jsonBodies(document).filter(({ values }) => values.length === 0);
    // What shows a failure of the service itself is not recorded.
    expect(without.filter(({ path }) => !path.includes('InternalServerError'))).toEqual([]);
  });

  it('has examples that satisfy their own schemas, without a property that the schema does not name', () => {
    expect(faults(document)).toEqual([]);
  });
});

it('finds an example that does not satisfy its schema', () => {
  const broken = JSON.parse(JSON.stringify(documents.plain).replaceAll('"page_count":1', '"page_count":"one"')) as Json;
  expect(faults(broken).length).toBeGreaterThan(5);
});

it('is the document without examples but for them', () => {
  const without = JSON.parse(JSON.stringify(documents.plain), (key, value: unknown) =>
    key === 'example' || key === 'examples' ? undefined : value,
  ) as Json;
  expect(without).toEqual(JSON.parse(JSON.stringify(openApi())));
});

it('speaks the words of the other service in its examples', () => {
  const { paths, components, webhooks } = documents['of another service'] as unknown as Record<string, Json>;
  const text = JSON.stringify(paths);
  expect(text).toContain('"signers":[{"role":"Tenant"');
  expect(text).toContain('"in_app":true');
  expect(text).toContain('"status":"out"');
  expect(text).not.toMatch(/"(?:created|sent)_at":"/);
  expect(JSON.stringify(components)).toContain('"not_out_for_signature":{"value":{"error":{"code":"not_out');
  expect(JSON.stringify(webhooks?.['envelope.dispatched'])).toMatch(
    /"event":"envelope.dispatched","created_at":\d+,.*"uri":"\/api\/v2\/envelopes\/[0-9a-f-]{36}"/,
  );
});

it('has the recorded refusal with each code of a response', () => {
  const { responses } = documents.plain['components'] as Json;
  const refusal = { error: { code: 'not_found', message: expect.any(String) } };
  expect(responses).toMatchObject({
    NotFound: { content: { 'application/json': { examples: { not_found: { value: refusal } } } } },
  });
  const names = jsonBodies(documents.plain).flatMap(({ path, values }) =>
    path.startsWith('/components/responses')
      ? values.map((value) => (value as { error: { code: string } }).error.code)
      : [],
  );
  expect(new Set(names).size).toBeGreaterThan(30);
  expect(names.filter((name) => !isErrorCode(name))).toEqual([]);
});

it('is recorded for every operation and event', () => {
  const plain = documents.plain as unknown as { paths: Record<string, Json>; webhooks: Json };
  expect(Object.keys(plain.webhooks)).toEqual(eventNames);
  expect(operationIds.map((id) => plainContract.row(id).path).every((path) => path in plain.paths)).toBe(true);
});
