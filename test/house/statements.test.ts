import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { errorCodes, isErrorCode } from '../../src/contract/error-codes.js';
import { eventNames } from '../../src/contract/events.js';
import { type RuleEntry, ruleSubjects, statements } from '../../src/contract/statements.js';
import { limits } from '../../src/contract/limits.js';
import { openApi } from '../../src/contract/openapi.js';
import { operationIds } from '../../src/contract/operations.js';
import { probes } from '../../src/contract/prove/probes.js';
import { scopes } from '../../src/contract/scopes.js';
import { testsIn } from '../support/project/test-titles.js';
import { isObject } from '../../src/core/platform/json.js';

type Json = Readonly<Record<string, unknown>>;

const at = (value: unknown, ...path: readonly string[]): unknown =>
  path.reduce<unknown>((inner, name) => (isObject(inner) ? inner[name] : undefined), value);

/** Whether a place that a statement names, such as `createEnvelope.body.recipients[].role`, exists in an OpenAPI document. */
function isInOpenApi(document: Json, place: string): boolean {
  const [, id = '', part = '', rest = ''] = /^(\w+)(?:\.(\w+)(?:\.(.+))?)?$/.exec(place) ?? [];
  const operation = Object.values(at(document, 'paths') as Json)
    .flatMap((path) => Object.values(path as Json))
    .find((each) => at(each, 'operationId') === id);
  if (operation === undefined) return false;
  const success = at(operation, 'responses', Object.keys(at(operation, 'responses') as Json)[0] ?? '');
  const parameters = (at(operation, 'parameters') ?? []) as readonly Json[];
  const named = (kind: string): boolean => parameters.some((one) => one['in'] === kind && one['name'] === rest);
  switch (part) {
    case '':
      return true;
    case 'body':
      return hasProperty(document, at(operation, 'requestBody', 'content', 'application/json', 'schema'), rest);
    case 'answer':
      return rest === ''
        ? at(success, 'content') !== undefined
        : hasProperty(document, at(success, 'content', 'application/json', 'schema'), rest);
    case 'query':
    case 'path':
      return named(part);
    case 'header':
      return named('header') || at(success, 'headers', rest) !== undefined;
    default:
      return /^4\d\d$/.test(part) && at(operation, 'responses', part) !== undefined;
  }
}

/** Looks through every alternative of a schema, and through what it refers to. */
function hasProperty(document: Json, given: unknown, path: string): boolean {
  const schema = resolved(document, given);
  if (path === '') return schema !== undefined;
  const choices = [schema, ...['anyOf', 'oneOf', 'allOf'].flatMap((name) => (at(schema, name) as Json[]) ?? [])];
  const [first = '', ...more] = path.split(/\.|(?=\[\])/);
  const step = (choice: unknown): unknown => (first === '[]' ? at(choice, 'items') : at(choice, 'properties', first));
  const rest = more.join('.').replaceAll('.[]', '[]');
  return choices.some((choice) =>
    choice !== schema && hasProperty(document, choice, path)
      ? true
      : step(choice) !== undefined && hasProperty(document, step(choice), rest),
  );
}

function resolved(document: Json, schema: unknown): unknown {
  const reference = at(schema, '$ref');
  return typeof reference === 'string' ? resolved(document, at(document, ...reference.slice(2).split('/'))) : schema;
}

const folder = 'test/conformance';
const entries = statements();
const ids = entries.map(({ id }) => id);
const about = new Set(entries.flatMap((entry) => entry.about));

/** `error.*` names the rules of this beginning whose first subject is an error code that the file spells out. */
const namedBy = (name: string, text: string): readonly string[] => {
  if (!name.endsWith('.*')) return [name];
  const spelt = ({ id, about: [first = ''] }: RuleEntry): boolean =>
    id.startsWith(name.slice(0, -1)) && isErrorCode(first) && new RegExp(`\\b${first}\\b`).test(text);
  return entries.filter(spelt).map(({ id }) => id);
};

const tests = readdirSync(folder).flatMap((file) => {
  const text = readFileSync(join(folder, file), 'utf8');
  return testsIn(text).map(({ title, rules }) => ({
    file,
    title,
    rules: rules.flatMap((name) => namedBy(name, text)),
  }));
});

/** `webhook.endpoints`; a bound of two numbers, such as `expiry`, is one limit. */
const limitNames = Object.entries(limits).flatMap(([name, value]) =>
  name === 'webhook' ? Object.keys(value).map((inner) => `webhook.${inner}`) : [name],
);

describe('the statements', () => {
  it('have ids of their own, the part or operation first', () => {
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
    expect(ids.filter((id) => !/^[a-z\d-]+\.[a-z\d_-]+$/.test(id))).toEqual([]);
  });

  it('are plain sentences', () => {
    expect(entries.filter(({ says }) => !/^\S.{8,200}\.$/.test(says)).map(({ id }) => id)).toEqual([]);
  });

  it('are each named by the title of a test in their file, or say why none can show them', () => {
    const shown = new Set(tests.flatMap(({ file, rules }) => rules.map((id) => `${file} ${id}`)));
    const without = entries.filter(({ id, test }) => test !== null && !shown.has(`${test} ${id}`));
    expect(without.map(({ id, test }) => `${id} in ${test}`)).toEqual([]);
    expect(entries.filter(({ test, reason }) => (test === null) === (reason === null))).toEqual([]);
  });

  it('have no reason for a missing test when there is one', () => {
    const named = new Set(tests.flatMap(({ rules }) => rules));
    expect(entries.filter(({ id, reason }) => reason !== null && named.has(id)).map(({ id }) => id)).toEqual([]);
  });

  it('name the questions of `spec prove` that try them on the service, or say why none does', () => {
    const asked = new Map(probes.map((probe) => [probe.id, probe]));
    const named = entries.flatMap((entry) => entry.probes.map((name) => ({ entry, name })));
    expect(entries.filter(({ probe, probes: names }) => (probe === 'no') !== (names.length === 0))).toEqual([]);
    expect(entries.filter(({ probe, probe_reason: reason }) => (probe === 'no') !== (reason ?? '').length > 2)).toEqual(
      [],
    );
    expect(named.filter(({ name }) => !asked.has(name)).map(({ entry, name }) => `${entry.id}: ${name}`)).toEqual([]);
    const changing = named.filter(
      ({ entry, name }) => entry.probe === 'harmless' && asked.get(name)?.changes !== undefined,
    );
    expect(changing.map(({ entry, name }) => `${entry.id}: ${name}`)).toEqual([]);
  });

  it('are tried by every question of `spec prove` but those of --allow send', () => {
    const named = new Set(entries.flatMap((entry) => entry.probes));
    expect(probes.filter(({ id, changes }) => changes !== 'send' && !named.has(id)).map(({ id }) => id)).toEqual([]);
  });

  it('that say there is a test elsewhere name files that exist', () => {
    const named = entries.flatMap(({ reason }) =>
      [...(reason ?? '').matchAll(/test\/[\w./-]*\w/g)].map(([path]) => path),
    );
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((path) => !existsSync(path))).toEqual([]);
  });
});

describe('the subjects of the rules', () => {
  const known: readonly string[] = [
    ...operationIds,
    ...Object.keys(errorCodes),
    ...eventNames,
    ...limitNames,
    ...ruleSubjects,
  ];

  it('are operations, error codes, events, limits or resources', () => {
    expect([...about].filter((word) => !known.includes(word))).toEqual([]);
  });

  it.each([
    ['operation', operationIds],
    ['error code', Object.keys(errorCodes)],
    ['event', eventNames],
    ['limit', limitNames],
    ['resource', ruleSubjects],
  ] as const)('include every %s', (_kind, words) => {
    expect(words.filter((word) => !about.has(word))).toEqual([]);
  });

  it('include every assumption, A0 to A19', () => {
    const all = Array.from({ length: 20 }, (_, at) => `A${at}`);
    expect([...new Set(entries.flatMap(({ assumption }) => assumption ?? []))].toSorted()).toEqual(all.toSorted());
  });

  it('that a rule covers as a whole are operations, codes and scopes, each covered once', () => {
    const covered = entries.flatMap(({ covers }) => covers);
    expect(covered.filter((word) => !known.includes(word) && !Object.hasOwn(scopes, word))).toEqual([]);
    expect(covered.filter((word, at) => covered.indexOf(word) !== at)).toEqual([]);
  });
});

describe('the places of the rules in OpenAPI', () => {
  const document = openApi();

  it('exist', () => {
    const places = entries.flatMap(({ openapi }) => openapi ?? []);
    expect(places.filter((place) => !isInOpenApi(document, place))).toEqual([]);
  });

  it.each([
    'voidEnvelop',
    'voidEnvelope.body.because',
    'voidEnvelope.body.reason[]',
    'voidEnvelope.418',
    'voidEnvelope.header.If-Match',
    'voidEnvelope.somewhere.else',
  ])('%s does not', (place) => {
    expect(isInOpenApi(document, place)).toBe(false);
  });
});

describe('every conformance test', () => {
  it('is found', () => {
    expect(tests.length).toBeGreaterThan(600);
    expect(tests.filter(({ title }) => title === '')).toEqual([]);
  });

  it('names at least one rule, and only rules that exist', () => {
    expect(tests.filter(({ rules }) => rules.length === 0).map(({ file, title }) => `${file}: ${title}`)).toEqual([]);
    const unknown = tests.flatMap(({ file, rules }) => rules.filter((id) => !ids.includes(id)).map((id) => [file, id]));
    expect(unknown).toEqual([]);
  });

  it('is read with its table, and with the names of what is around it', () => {
    const text = [
      "describe('a key [key.life]', () => {",
      '  it.each([',
      "    ['a', (one) => [one]],",
      "  ])('%s is kept [key.scope, key.format]', (it) => it);",
      '});',
      "it('is alone', async () => {",
    ].join('\n');
    expect(testsIn(text)).toEqual([
      { title: '%s is kept [key.scope, key.format]', rules: ['key.life', 'key.scope', 'key.format'] },
      { title: 'is alone', rules: [] },
    ]);
  });
});
