import { isObject } from '../../core/platform/json.js';
import { DescriptionUnreadable, type Json, type PublishedDocument } from './document.js';
import { anything, either, readShape, type Shape } from './shape.js';

/** One operation as an OpenAPI document describes it. */
export interface DescribedOperation {
  /** `operationId`; null when it has none. */
  readonly id: string | null;
  readonly method: string;
  /** With the path of the first server before it. */
  readonly path: string;
  readonly query: ReadonlyMap<string, DescribedParameter>;
  /** Of the request, by their names in small letters. */
  readonly headers: ReadonlyMap<string, DescribedParameter>;
  readonly body: { readonly required: boolean; readonly shape: Shape } | null;
  readonly success: DescribedAnswer | null;
  /** `404`, `4XX`, `default`: every answer that is not a success. */
  readonly others: readonly string[];
  /** The one scope that a key needs for it; null where none is told, or more than one. */
  readonly scope: string | null;
  /** The error codes that each of them lists. */
  readonly codes: readonly ListedCodes[];
}

interface ListedCodes {
  readonly status: string;
  readonly codes: readonly string[];
}

interface DescribedParameter {
  readonly name: string;
  readonly required: boolean;
  readonly shape: Shape;
}

export interface DescribedAnswer {
  readonly status: string;
  /** In small letters; null when it has no content. */
  readonly mediaType: string | null;
  readonly shape: Shape;
  /** By their names in small letters. */
  readonly headers: ReadonlyMap<string, string>;
}

const methods = ['get', 'put', 'post', 'delete', 'patch', 'head', 'options'];
const maxOperations = 2000;
const maxUrlLength = 2048;

/** The operations of a document, in its order. Throws DescriptionUnreadable. */
export function readOperations(document: PublishedDocument): readonly DescribedOperation[] {
  const { paths } = document.root;
  if (!isObject(paths)) throw new DescriptionUnreadable('it has no `paths`');
  const found = Object.entries(paths).flatMap(([path, given]) => {
    const item = document.resolve(given) ?? {};
    return methods.flatMap((method) => {
      const operation = document.resolve(item[method]);
      return operation === null ? [] : [{ path, method, operation, shared: item['parameters'] }];
    });
  });
  if (found.length > maxOperations) throw new DescriptionUnreadable(`it has more than ${maxOperations} operations`);
  const before = serverPath(document.root);
  return found.map(({ path, method, operation, shared }) => {
    const parameters = readParameters(document, [shared, operation['parameters']]);
    const responses = isObject(operation['responses']) ? operation['responses'] : {};
    const statuses = Object.keys(responses);
    const success = statuses.filter((status) => /^2(\d\d|XX)$/i.test(status)).toSorted()[0];
    const others = statuses.filter((status) => !/^[12]/.test(status));
    return {
      id: typeof operation['operationId'] === 'string' ? operation['operationId'] : null,
      method: method.toUpperCase(),
      path: `${before}${path}`,
      query: parameters('query', (name) => name),
      headers: parameters('header', (name) => name.toLowerCase()),
      body: readBody(document, operation['requestBody']),
      success: success === undefined ? null : readAnswer(document, success, responses[success]),
      others,
      scope: readScope(operation),
      codes: others.map((status) => ({ status, codes: codesOf(document, responses[status]) })),
    };
  });
}

/** `x-scope`, or what the security of the operation names (OpenAPI: Security Requirement Object). */
function readScope({ 'x-scope': own, security }: Json): string | null {
  const named = typeof own === 'string' ? [own] : Array.isArray(security) ? security.flatMap(scopesIn) : [];
  const [one, ...others] = [...new Set(named)];
  return one !== undefined && others.length === 0 ? one : null;
}

const scopesIn = (requirement: unknown): readonly string[] =>
  isObject(requirement)
    ? Object.values(requirement)
        .flat()
        .filter((scope): scope is string => typeof scope === 'string')
    : [];

/** `servers: [{ url: https://api.example.com/base }]` puts `/base` before every path. */
function serverPath(root: Json): string {
  const servers: unknown = root['servers'];
  const first: unknown = Array.isArray(servers) ? servers[0] : undefined;
  const url = isObject(first) && typeof first['url'] === 'string' ? first['url'] : '/';
  if (url.length > maxUrlLength) throw new DescriptionUnreadable('the address of its server is too long');
  const here = 'https://service.invalid';
  const path = URL.canParse(url, here) ? new URL(url, here).pathname : '/';
  let end = path.length;
  while (end > 0 && path[end - 1] === '/') end -= 1;
  return path.slice(0, end);
}

type Parameters = (place: string, keyOf: (name: string) => string) => ReadonlyMap<string, DescribedParameter>;

function readParameters(document: PublishedDocument, lists: readonly unknown[]): Parameters {
  const all = lists
    .flatMap((given): readonly unknown[] => (Array.isArray(given) ? given : []))
    .flatMap((given): readonly Json[] => {
      const found = document.resolve(given);
      return found === null ? [] : [found];
    });
  return (place, keyOf) =>
    new Map(
      all.flatMap((parameter): [string, DescribedParameter][] => {
        const { name } = parameter;
        if (parameter['in'] !== place || typeof name !== 'string') return [];
        const shape = readShape(document, parameter['schema']);
        return [[keyOf(name), { name, required: parameter['required'] === true, shape }]];
      }),
    );
}

function readBody(document: PublishedDocument, given: unknown): DescribedOperation['body'] {
  const body = document.resolve(given);
  if (body === null) return null;
  return { required: body['required'] === true, shape: jsonShape(document, body) };
}

function readAnswer(document: PublishedDocument, status: string, given: unknown): DescribedAnswer {
  const answer = document.resolve(given) ?? {};
  const types = isObject(answer['content']) ? Object.keys(answer['content']) : [];
  const mediaType = types.find(isJson) ?? types[0] ?? null;
  const headers = isObject(answer['headers']) ? Object.keys(answer['headers']) : [];
  return {
    status,
    mediaType: mediaType?.split(';')[0]?.trim().toLowerCase() ?? null,
    shape: jsonShape(document, answer),
    headers: new Map(headers.map((name) => [name.toLowerCase(), name])),
  };
}

/** By the enumeration of `error.code`, or by the extension that our own description has. */
function codesOf(document: PublishedDocument, given: unknown): readonly string[] {
  const answer = document.resolve(given) ?? {};
  const error = jsonShape(document, answer).properties.get('error');
  const values = error?.shape().properties.get('code')?.shape().values;
  if (values !== null && values !== undefined) return [...values];
  const listed = answer['x-error-codes'];
  return Array.isArray(listed) ? listed.filter((code): code is string => typeof code === 'string') : [];
}

/** The webhook deliveries of a document, as one body; null when it describes none. */
export function readDeliveries(document: PublishedDocument): DescribedDelivery | null {
  const { webhooks } = document.root;
  if (!isObject(webhooks)) return null;
  const found = Object.values(webhooks)
    .slice(0, maxOperations)
    .flatMap((given) => {
      const operation = document.resolve(document.resolve(given)?.['post']);
      if (operation === null) return [];
      const body = readBody(document, operation['requestBody']);
      const headers = readParameters(document, [operation['parameters']])('header', (name) => name.toLowerCase());
      return body === null ? [] : [{ shape: body.shape, headers: [...headers.values()].map(({ name }) => name) }];
    });
  const [first] = found;
  if (first === undefined) return null;
  return {
    shape: found.map(({ shape }) => shape).reduce(either),
    headers: [...new Set(found.flatMap(({ headers }) => headers))],
  };
}

export interface DescribedDelivery {
  readonly shape: Shape;
  /** The names of its headers. */
  readonly headers: readonly string[];
}

function jsonShape(document: PublishedDocument, { content }: Json): Shape {
  if (!isObject(content)) return anything;
  const type = Object.keys(content).find(isJson);
  const media = type === undefined ? null : document.resolve(content[type]);
  return media === null ? anything : readShape(document, media['schema']);
}

const isJson = (type: string): boolean => /^application\/(?:[\w.+-]+\+)?json\b/i.test(type);
