import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readContract } from '../../../src/contract/overlay/read-contract.js';
import { openApi } from '../../../src/contract/openapi.js';
import { compareDescriptions } from '../../../src/contract/published/compare.js';
import type { Difference } from '../../../src/contract/published/difference.js';
import { inFewLines } from '../../../src/contract/published/few-lines.js';
import type { Json } from '../../../src/contract/published/document.js';
import { times } from '../../support/counts.js';

/** Whatever stands in a description: a test changes it at will. */
// oxlint-disable-next-line typescript/no-explicit-any
type Open = { [name: string]: any };
const text = JSON.stringify(openApi());
const ours = JSON.parse(text) as Open;
/** With no reference in it but to refusals, so that a change at one place is one change. */
const fresh = (): Open => inlined(ours) as Open;

function inlined(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inlined);
  if (typeof value !== 'object' || value === null) return value;
  const { $ref, ...rest } = value as Open;
  if (typeof $ref !== 'string')
    return Object.fromEntries(Object.entries(rest).map(([key, part]) => [key, inlined(part)]));
  if ($ref.startsWith('#/components/responses/')) return value;
  const [kind = '', name = ''] = $ref.split('/').slice(2);
  return { ...(inlined(ours['components'][kind][name]) as Open), ...rest };
}

const compare = (theirs: unknown, lines = {}): readonly Difference[] =>
  compareDescriptions(ours, theirs, readContract(lines)).differences;

/** What is told of a description that was changed, without what follows from nothing but the change. */
function planted(change: (paths: Open, all: Open) => void): readonly (readonly unknown[])[] {
  const theirs = fresh();
  change(theirs['paths'] as Open, theirs);
  return compare(theirs).map(({ operation, kind, where, ours: our, theirs: other, breaks }) => [
    operation,
    kind,
    where,
    our,
    other,
    breaks ? 'breaks' : 'fine',
  ]);
}

const send = '/api/v1/envelopes/{envelopeId}/send';
const one = '/api/v1/envelopes/{envelopeId}';
const answerOf = (operation: Open, status = '200'): Open =>
  operation['responses'][status]['content']['application/json']['schema'] as Open;
const bodyOf = (operation: Open): Open => operation['requestBody']['content']['application/json']['schema'] as Open;

describe('a description that says the same', () => {
  it('differs in nothing, also when it is written in another way', () => {
    expect(compare(fresh())).toEqual([]);
    const theirs = fresh();
    const { paths } = theirs as { paths: Open };
    // References, other names of parameters, a server with a path, allOf, `nullable` of OpenAPI 3.0, header case.
    theirs['components']['schemas']['Envelope'] = answerOf(paths[one]['get'] as Open);
    theirs['components']['responses'] = { Read: paths[one]['get']['responses']['200'] };
    theirs['components']['responses']['Read']['content'] = {
      'application/json; charset=utf-8': { schema: { allOf: [{ $ref: '#/components/schemas/Envelope' }, {}] } },
    };
    paths[one]['get']['responses']['200'] = { $ref: '#/components/responses/Read' };
    const title = theirs['components']['schemas']['Envelope']['properties'];
    title['template_id'] = { type: 'string', nullable: true, format: 'uuid' };
    title['sent_at'] = { type: ['string', 'null'] };
    paths['/api/v1/envelopes/{id}'] = { parameters: paths[one]['get']['parameters'], get: paths[one]['get'] };
    paths['/api/v1/envelopes/{id}']['get']['parameters'] = [];
    delete paths[one];
    theirs['servers'] = [{ url: 'https://api.example.test/api' }];
    theirs['paths'] = Object.fromEntries(
      Object.entries(paths).map(([path, item]) => [path.replace(/^\/api/, ''), item]),
    );
    expect(compare(theirs)).toEqual([]);
  });
});

describe('a difference of each kind', () => {
  it.each<[string, (paths: Open, all: Open) => void, readonly (readonly unknown[])[]]>([
    [
      'the version',
      (_, all) => void (all['info']['version'] = '0.3.0'),
      [[null, 'version', '', '0.2.0', '0.3.0', 'fine']],
    ],
    [
      'an operation that is gone',
      (paths) => void delete paths[send],
      [['sendEnvelope', 'operation', '', `POST ${send}`, null, 'breaks']],
    ],
    [
      'an operation that we do not know',
      (paths) => void (paths['/api/v1/brands'] = { get: { operationId: 'listBrands', responses: {} } }),
      [['listBrands', 'operation', '', null, 'GET /api/v1/brands', 'fine']],
    ],
    [
      'another path',
      (paths) => {
        paths['/api/v1/envelopes/{id}/dispatch'] = paths[send];
        delete paths[send];
      },
      [['sendEnvelope', 'path', '', send, '/api/v1/envelopes/{id}/dispatch', 'breaks']],
    ],
    [
      'another method',
      (paths) => {
        const path = paths['/api/v1/templates/{templateId}/fields'] as Open;
        path['put'] = path['patch'];
        delete path['patch'];
      },
      [['renameTemplateFields', 'method', '', 'PATCH', 'PUT', 'breaks']],
    ],
    [
      'a parameter that is gone, and one more that is required',
      (paths) => {
        const { get } = paths['/api/v1/templates'] as { get: Open };
        get['parameters'] = [{ name: 'page', in: 'query', required: true }, ...(get['parameters'] as Open[]).slice(1)];
      },
      [
        ['listTemplates', 'parameter', 'query.limit', 'limit', null, 'breaks'],
        ['listTemplates', 'parameter', 'query.page', null, 'page', 'breaks'],
      ],
    ],
    [
      'a property of a request under another name',
      (paths) => {
        const { properties } = bodyOf(paths['/api/v1/envelopes']['post'] as Open)['properties']['recipients']['items'];
        properties['job'] = properties['job_title'];
        delete properties['job_title'];
      },
      [
        ['createEnvelope', 'property', 'body.recipients[].job_title', 'job_title', null, 'breaks'],
        ['createEnvelope', 'property', 'body.recipients[].job', null, 'job', 'fine'],
      ],
    ],
    [
      'a property that an answer has besides',
      (paths) => void (answerOf(paths[one]['get'] as Open)['properties']['owner'] = { type: 'string' }),
      [['getEnvelope', 'property', 'answer.owner', null, 'owner', 'fine']],
    ],
    [
      'what is required of a request, and what is no longer sure of an answer',
      (paths) => {
        (bodyOf(paths['/api/v1/envelopes']['post'] as Open)['required'] as string[]).push('title');
        answerOf(paths[one]['get'] as Open)['required'] = ['id'];
      },
      [
        ['createEnvelope', 'required', 'body.title', 'optional', 'required', 'breaks'],
        ...['status', 'template_id', 'title', 'created_at', 'sent_at', 'expires_at', 'recipients'].map((name) => [
          'getEnvelope',
          'required',
          `answer.${name}`,
          'required',
          'optional',
          'breaks',
        ]),
      ],
    ],
    [
      'another type, and a null where none was',
      (paths) => {
        const { properties } = answerOf(paths[one]['get'] as Open);
        properties['title'] = { type: ['string', 'null'] };
        properties['recipients'] = { type: 'object', properties: {} };
      },
      [
        ['getEnvelope', 'type', 'answer.title', 'string', 'null or string', 'breaks'],
        ['getEnvelope', 'type', 'answer.recipients', 'array', 'object', 'breaks'],
      ],
    ],
    [
      'values of an enumeration',
      (paths) => {
        const { status } = answerOf(paths[one]['get'] as Open)['properties'] as Open;
        status['enum'] = (status['enum'] as string[]).map((value) => (value === 'voided' ? 'withdrawn' : value));
      },
      [['getEnvelope', 'enum', 'answer.status', 'voided', 'withdrawn', 'breaks']],
    ],
    [
      'another status of success, and of refusals',
      (paths) => {
        const { responses } = paths[send]['post'] as { responses: Open };
        responses['202'] = responses['200'];
        responses['418'] = responses['409'];
        delete responses['200'];
        delete responses['409'];
      },
      [
        ['sendEnvelope', 'status', 'answer', '200', '202', 'breaks'],
        ['sendEnvelope', 'status', 'errors', '409', null, 'fine'],
        ['sendEnvelope', 'status', 'errors', null, '418', 'fine'],
        [null, 'status', 'error.code=envelope_not_draft', '409', '418', 'breaks'],
      ],
    ],
    [
      'the answer to a reader who knows what it would get',
      (paths) => delete paths['/api/v1/templates/{templateId}']['get']['responses']['304'],
      [['getTemplate', 'status', 'errors', '304', null, 'fine']],
    ],
    [
      'headers, there and back',
      (paths) => {
        const { get, patch } = {
          ...paths['/api/v1/templates/{templateId}'],
          ...paths['/api/v1/templates/{templateId}/fields'],
        };
        delete (get as Open)['responses']['200']['headers']['ETag'];
        (get as Open)['responses']['200']['headers']['X-Trace'] = {};
        (patch as Open)['parameters'] = ((patch as Open)['parameters'] as Open[]).filter(
          ({ name }) => name !== 'If-Match',
        );
      },
      [
        ['getTemplate', 'header', 'answer.headers.ETag', 'ETag', null, 'breaks'],
        ['getTemplate', 'header', 'answer.headers.X-Trace', null, 'X-Trace', 'fine'],
        ['renameTemplateFields', 'header', 'headers.If-Match', 'If-Match', null, 'breaks'],
      ],
    ],
    [
      'a body that is none, and a PDF that is none',
      (paths) => {
        delete paths['/api/v1/webhooks']['post']['requestBody'];
        const { content } = paths['/api/v1/documents/{documentId}/pages/{page}']['get']['responses']['200'];
        content['image/png'] = content['application/pdf'];
        delete content['application/pdf'];
      },
      [
        ['getDocumentPage', 'body', 'answer', 'application/pdf', 'image/png', 'breaks'],
        ['registerWebhook', 'body', 'body', 'a JSON body', null, 'breaks'],
      ],
    ],
  ])('is found, by its operation: %s', (_, change, expected) => {
    expect(planted(change)).toEqual(expected);
  });

  it('error codes, where the service lists them', () => {
    const theirs = fresh();
    const { properties } = theirs['components']['responses']['FieldUnknown']['content']['application/json']['schema'][
      'properties'
    ]['error'] as Open;
    expect(properties['code'].enum).toEqual(['field_unknown']);
    properties['code'].enum = ['field_missing'];
    expect(compare(theirs).map(({ kind, ours: our, theirs: other }) => [kind, our, other])).toEqual([
      ['error_code', 'field_unknown', 'field_missing'],
    ]);
  });

  it('nothing at all can be taken out of a description unnoticed', () => {
    const places = partsOf(fresh());
    const every = Math.max(1, Math.floor(places.length / times(20, places.length)));
    const chosen = places.filter((_, at) => at % every === 0);
    const unnoticed = chosen.filter((path) => compare(without(fresh(), path)).length === 0);
    expect(unnoticed.map((path) => path.join(' '))).toEqual([]);
    expect(chosen.length).toBeGreaterThan(15);
  }, 300_000);
});

/** The path of each operation, parameter, property, required name, enumerated value, status and header. */
function partsOf(document: Open): string[][] {
  const found: string[][] = [];
  const visit = (value: unknown, path: readonly string[]): void => {
    if (typeof value !== 'object' || value === null) return;
    const holder = path.at(-1) ?? '';
    // One of the properties is called `required`.
    const keyword = path.at(-2) !== 'properties' || Array.isArray(value);
    const counted =
      keyword && ['properties', 'required', 'enum', 'responses', 'parameters', 'headers'].includes(holder);
    const operation = path[0] === 'paths' && path.length === 2;
    for (const [key, item] of Object.entries(value)) {
      // A path parameter stands in the path as well, and that is what is compared.
      const inPath = holder === 'parameters' && (item as Json)['in'] === 'path';
      // What a header may say is for people, and only those of a success are compared.
      const inHeader = path.at(-4) === 'headers' || (holder === 'headers' && path.at(-2)?.startsWith('2') !== true);
      if ((counted && !inPath && !inHeader) || operation) found.push([...path, key]);
      visit(item, [...path, key]);
    }
  };
  visit(document['paths'], ['paths']);
  return found;
}

function without(document: Open, path: readonly string[]): Open {
  const holder = path.slice(0, -1).reduce<Open>((value, key) => value[key] as Open, document);
  if (Array.isArray(holder)) holder.splice(Number(path.at(-1)), 1);
  else delete holder[path.at(-1) ?? ''];
  return document;
}

describe('contract', () => {
  const theirs = fresh();
  const { paths } = theirs as { paths: Open };
  paths['/v2/envelopes/{id}/dispatch'] = paths[send];
  delete paths[send];
  const operation = paths['/v2/envelopes/{id}/dispatch']['post'] as Open;
  operation['responses']['202'] = operation['responses']['200'];
  delete operation['responses']['200'];
  rename(answerOf(operation, '202'), 'recipients', 'envelope_recipients');
  rename(answerOf(operation, '202')['properties']['envelope_recipients']['items'] as Open, 'email', 'mail');
  rename(bodyOf(paths['/api/v1/envelopes/{envelopeId}/void']['post'] as Open), 'reason', 'void_reason');

  it('that are proposed settle all that they can, in as many rounds as it takes', () => {
    let lines: Record<string, unknown> = {};
    for (let round = 0; round < 3; round += 1) {
      const proposed = compare(theirs, lines).flatMap(({ correction }) => correction ?? []);
      lines = { ...lines, ...Object.fromEntries(proposed.map(({ name, value }) => [name, value])) };
    }
    expect(lines).toEqual({
      'sendEnvelope.path': '/v2/envelopes/{envelopeId}/dispatch',
      'sendEnvelope.status': 202,
      'sendEnvelope.answer.recipients': 'envelope_recipients',
      'sendEnvelope.answer.recipients[].email': 'mail',
      'voidEnvelope.body.reason': 'void_reason',
    });
    expect(compare(theirs, lines)).toEqual([]);
  });

  it('never send a value under a name that merely was left over', () => {
    const other = fresh();
    const body = bodyOf(other['paths']['/api/v1/envelopes/{envelopeId}/void']['post'] as Open);
    rename(body, 'reason', 'notify_address');
    body['properties']['notify_address'] = { type: 'string' };
    const found = compare(other).filter(({ operation: id }) => id === 'voidEnvelope');
    expect(
      found.map(({ ours: our, theirs: its, correction, candidates }) => [our, its, correction, candidates]),
    ).toEqual([
      ['reason', null, null, ['notify_address']],
      [null, 'notify_address', null, []],
    ]);
  });
});

function rename(schema: Open, from: string, to: string): void {
  const { [from]: property, ...rest } = schema['properties'] as Open;
  schema['properties'] = Object.fromEntries([...Object.entries(rest), [to, property]]);
  schema['required'] = (schema['required'] as string[]).map((name) => (name === from ? to : name));
}

describe('what is proposed', () => {
  it('is accepted by an override file unchanged, with any names', () => {
    const word = fc.string({ unit: 'grapheme', maxLength: 12 });
    const name = fc.oneof(word, fc.constantFrom('__proto__', 'a b', 'email', 'x', 'status', '../..', 'ok_name', 'a.b'));
    const changed = fc.record({
      path: fc.array(name, { minLength: 1, maxLength: 4 }),
      property: name,
      inside: name,
      reason: name,
      method: fc.constantFrom('post', 'put', 'delete', 'get', 'patch'),
    });
    fc.assert(
      fc.property(changed, ({ path, property, inside, reason, method }) => {
        const theirs = fresh();
        const { paths } = theirs as { paths: Open };
        const { post } = paths[send] as Open;
        delete paths[send];
        paths[`/${path.join('/')}/{id}`] = { [method]: post };
        rename(answerOf(post as Open), 'recipients', property);
        rename(bodyOf(paths['/api/v1/envelopes/{envelopeId}/void']['post'] as Open), 'reason', reason);
        rename(answerOf(paths[one]['get'] as Open)['properties']['recipients']['items'] as Open, 'email', inside);
        const proposed = compare(theirs).flatMap(({ correction }) => correction ?? []);
        const lines = Object.fromEntries(inFewLines(proposed).map((line) => [line.name, line.value]));
        const before = compare(theirs).filter(({ breaks }) => breaks).length;
        expect(compare(theirs, lines).filter(({ breaks }) => breaks).length).toBeLessThanOrEqual(before);
      }),
      { numRuns: times(8, 1000) },
    );
  }, 300_000);
});
