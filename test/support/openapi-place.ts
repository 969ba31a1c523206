import { isObject } from '../../src/core/platform/json.js';

type Json = Readonly<Record<string, unknown>>;

const at = (value: unknown, ...path: readonly string[]): unknown =>
  path.reduce<unknown>((inner, name) => (isObject(inner) ? inner[name] : undefined), value);

/** Whether a place that a statement names, such as `createEnvelope.body.recipients[].role`, exists in an OpenAPI document. */
export function isInOpenApi(document: Json, place: string): boolean {
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
