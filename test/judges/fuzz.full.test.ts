import Ajv2020 from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { agreementPdf, createEnvelope, createTemplate, landlord, tenant } from '../support/agreement.js';
import { times } from '../support/counts.js';
import { minute, startTestEmulator, type TestOrganisation } from '../support/emulator.js';
import { http } from '../support/http.js';
import { shared } from '../support/shared.js';

type Schema = Readonly<Record<string, unknown>>;

interface Known {
  /** Ids that there are. */
  readonly ids: readonly string[];
  /** A file that can be read. */
  readonly base64: string;
  /** What is there under a property of this name. */
  readonly named: Readonly<Record<string, readonly unknown[]>>;
}

/** Bodies for a JSON Schema: a third right, a third right but for one thing, a third absurd. */
function bodiesFor(schema: Schema, root: object, known: Known): fc.Arbitrary<unknown> {
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

/**
 * Every operation, as the emulator's own description tells it, with bodies that are right, nearly right and absurd. The
 * judge is a validator that knows nothing of ours: no answer is undeclared or outside its schema, nothing that the
 * description forbids is accepted, and nothing fails.
 */
interface Described {
  readonly operationId: string;
  readonly requestBody?: { readonly required: boolean; readonly content: Media };
  readonly responses: Readonly<Record<string, { readonly content?: Media }>>;
}
type Media = Readonly<Record<string, { readonly schema?: Schema }>>;
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
  readonly components: object;
}

const requests = times(14, 1500);
const emulator = shared(startTestEmulator);
let organisation: TestOrganisation;
let document: Document;
let ids: readonly string[] = [];
let parameterIds: Readonly<Record<string, readonly string[]>> = {};
let named: Known['named'] = {};
let etag = '';
let count = 0;
const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: false });

const operationsOf = (
  document: Document,
): readonly (Described & { readonly method: string; readonly path: string })[] =>
  Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([method]) => /^(?:get|post|put|patch|delete)$/.test(method))
      .map(([method, operation]) => ({ ...operation, method: method.toUpperCase(), path })),
  );

beforeAll(async () => {
  organisation = await emulator.organisation();
  document = (await http<Document>(emulator.url, 'GET', '/api/v1/openapi.json')).body;
  const { live, brandId } = organisation;
  const template = await createTemplate(live, agreementPdf());
  etag = (await live(`GET /api/v1/templates/${template.id}`)).headers['etag'] ?? '';
  const people = (await live<{ people: { id: string }[] }>(`GET /api/v1/templates/${template.id}/people`)).body.people;
  const run = (await live<{ id: string }>(`POST /api/v1/templates/${template.id}/naming-runs`, {})).body;
  const drafts = [await createEnvelope(live, template), await createEnvelope(live, template)];
  const embedded = [{ ...tenant, embedded: true }, landlord];
  const sent = await createEnvelope(live, template, { send: true, recipients: embedded });
  const documents = (await live<{ documents: { id: string }[] }>(`GET /api/v1/envelopes/${sent.id}/documents`)).body;
  const hook = { url: 'https://hooks.example.com/fuzz', events: ['envelope.sent'] };
  const webhook = (await live<{ id: string }>('POST /api/v1/webhooks', hook)).body;
  parameterIds = {
    templateId: [template.id],
    personId: people.map(({ id }) => id),
    fieldId: template.fields.map(({ id }) => id),
    runId: [run.id],
    envelopeId: [sent.id, ...drafts.map(({ id }) => id)],
    recipientId: sent.recipients.map(({ id }) => id),
    documentId: documents.documents.map(({ id }) => id),
    webhookId: [webhook.id],
  };
  ids = Object.values(parameterIds).flat();
  named = {
    template_id: [template.id],
    brand_id: [brandId, null],
    role: ['Tenant', 'Landlord'],
    recipients: [embedded, [tenant, landlord]],
    url: ['https://hooks.example.com/other'],
    standing_authorisation_id: [null],
    expires_at: [null, new Date(emulator.now() + 40 * minute * 60).toISOString()],
    valid_until: [new Date(emulator.now() + 90 * 24 * 60 * minute).toISOString()],
    email: ['thandi@example.test'],
    fields: [[{ id: template.fields[0]!.id, label: 'Rent' }]],
  };
});

/** Four times in five an id of the right kind, else any. */
function parameterOf(
  name: string,
  one: { readonly id: string; readonly pick: number; readonly number: string },
): string {
  const right = parameterIds[name];
  if (right === undefined && /^(?:position|page)$/.test(name)) return one.number;
  return right === undefined || one.pick % 5 === 0 ? one.id : (right[one.pick % right.length] ?? one.id);
}

/** What went wrong with so many requests of each operation, and how many there were. */
async function faultsOf(
  document: Document,
  requests: number,
): Promise<{ readonly faults: string[]; readonly count: number }> {
  const pdf = agreementPdf().toString('base64');
  const faults: string[] = [];
  // With the components of the document beside it, which it may refer to.
  const judge = (schema: Schema) => ajv.compile({ ...schema, components: document.components });
  let total = 0;
  for (const operation of operationsOf(document)) {
    const { operationId, requestBody, responses, method, path } = operation;
    const schema = requestBody?.content['application/json']?.schema;
    const accepts = schema === undefined ? null : judge(schema);
    const answers = Object.fromEntries(
      Object.entries(responses).map(([status, { content }]) => {
        const found = content?.['application/json']?.schema;
        return [status, found === undefined ? null : judge(found)];
      }),
    );
    const seed = 20_261_125 + Number(process.env['ESIGN_FUZZ_SEED'] ?? 0);
    const body =
      schema === undefined ? fc.constant(undefined) : bodiesFor(schema, document, { ids, base64: pdf, named });
    const place = fc.record({
      body,
      id: fc.constantFrom(...ids, 'no-uuid', '0', '%00', '..%2f'),
      pick: fc.nat(99),
      number: fc.constantFrom('1', '1', '1', '2', '0', '01', '-1', '99999999999', 'x'),
      key: fc.constantFrom('k', 'k', 'k', 'k', 'k', undefined, 'x'.repeat(255), 'x'.repeat(256)),
      ifMatch: fc.constantFrom(etag, etag, '"x"', '*', ''),
      limit: fc.constantFrom(undefined, '1', '100', '101', '0', 'x', '1e2', ''),
    });
    for (const one of fc.sample(place, { numRuns: requests, seed })) {
      if (count % 100 === 99) await emulator.advance(minute);
      total += 1;
      count += 1;
      const target = path.replace(/\{(\w+)\}/g, (_whole, name: string) => parameterOf(name, one));
      const query = one.limit === undefined ? '' : `?limit=${one.limit}&cursor=${one.id}`;
      const headers = { 'Idempotency-Key': one.key === 'k' ? `k${count}` : (one.key ?? []), 'If-Match': one.ifMatch };
      const answer = await organisation.live(`${method} ${target}${method === 'GET' ? query : ''}`, one.body, headers);
      const seen = `${operationId} ${JSON.stringify(one)?.slice(0, 600)}: ${answer.status}`;
      const check = answers[String(answer.status)];
      if (answer.status >= 500) faults.push(`${seen} fails`);
      else if (check === undefined) faults.push(`${seen} is not declared`);
      else if (check !== null && answer.body !== undefined && check(answer.body) !== true)
        faults.push(`${seen} is outside its schema: ${ajv.errorsText(check.errors)}`);
      if (accepts !== null && one.body !== undefined && answer.status < 300 && accepts(one.body) !== true)
        faults.push(`${seen} accepts what is forbidden: ${ajv.errorsText(accepts.errors)}`);
    }
  }
  return { faults, count: total };
}

describe('the emulator and its own description', () => {
  it('agree on every request, whatever it holds', async () => {
    const { faults, count } = await faultsOf(document, requests);
    expect(faults).toEqual([]);
    expect(count).toBe(operationsOf(document).length * requests);
  }, 1_200_000);

  it('would not, if either were otherwise', async () => {
    const other = structuredClone(document) as Document & {
      paths: Record<string, Record<string, { responses: Record<string, unknown> }>>;
    };
    const { get } = other.paths['/api/v1/webhooks']!;
    get!.responses = {
      200: { content: { 'application/json': { schema: { type: 'object', required: ['planted'] } } } },
    };
    const { delete: remove } = other.paths['/api/v1/webhooks/{webhookId}']!;
    remove!.responses = {};
    const { faults } = await faultsOf(other, 2);
    expect(faults.some((fault) => /^listWebhooks .* is outside its schema/.test(fault))).toBe(true);
    expect(faults.some((fault) => /^deleteWebhook .* is not declared/.test(fault))).toBe(true);
  });
});
