import { errorCodes, type ErrorCode } from './error-codes.js';
import type { Contract } from './overlay/contract.js';
import { errorsOf, type Operation } from './operation.js';

/** The refusals of the operations as shared OpenAPI responses: each lists its codes, so that clients get a closed set. */

type Json = Readonly<Record<string, unknown>>;

export interface ErrorResponses {
  readonly schemas: Readonly<Record<string, Json>>;
  readonly responses: Readonly<Record<string, Json>>;
  /** The refusals of an operation by their status, as references. */
  of(row: Operation): Json;
}

interface Headers {
  readonly headerReferences: (names: readonly string[]) => Json;
  readonly rateHeaders: readonly string[];
}

const statusNames: Readonly<Record<number, string>> = {
  400: 'BadRequest',
  401: 'Unauthorized',
  402: 'PaymentRequired',
  403: 'Forbidden',
  404: 'NotFound',
  409: 'Conflict',
  412: 'PreconditionFailed',
  422: 'UnprocessableContent',
  428: 'PreconditionRequired',
  429: 'TooManyRequests',
  500: 'InternalServerError',
  503: 'ServiceUnavailable',
};

interface Group {
  readonly status: number;
  readonly codes: readonly ErrorCode[];
  readonly rows: Operation[];
}

export function createErrorResponses(
  rows: readonly Operation[],
  headers: Headers,
  { code: wordsOf }: Pick<Contract, 'code'>,
): ErrorResponses {
  const groups = new Map<string, Group>();
  for (const row of rows) {
    for (const [status, codes] of byStatus(row, wordsOf)) {
      const key = codes.join();
      const group = groups.get(key) ?? { status, codes, rows: [] };
      groups.set(key, group);
      group.rows.push(row);
    }
  }
  const names = new Map([...groups].map(([key, group]) => [key, nameOf(group, [...groups.values()])]));
  const nameOfCodes = (codes: readonly ErrorCode[]): string => names.get(codes.join()) ?? '';
  const all = [...groups.values()].map((group) => ({ ...group, name: nameOfCodes(group.codes) }));
  return {
    schemas: Object.fromEntries(
      all.map(({ name, codes }) => [schemaName(name), errorSchema(codes.map((code) => wordsOf(code).name))]),
    ),
    responses: Object.fromEntries(
      all.map(({ name, ...group }) => [name, response(group, name, { ...headers, wordsOf })]),
    ),
    of: (row) =>
      Object.fromEntries(
        [...byStatus(row, wordsOf)].map(([status, codes]) => [
          status,
          { $ref: `#/components/responses/${nameOfCodes(codes)}` },
        ]),
      ),
  };
}

function byStatus(row: Operation, wordsOf: Contract['code']): ReadonlyMap<number, readonly ErrorCode[]> {
  const found = new Map<number, ErrorCode[]>();
  for (const code of errorsOf(row).toSorted()) {
    const { status } = wordsOf(code);
    found.set(status, [...(found.get(status) ?? []), code]);
  }
  return new Map([...found].toSorted(([a], [b]) => a - b));
}

/**
 * The set that most operations have is named after its status, one with a single code more after that code too, a single
 * code after itself, and any other after its first operation.
 */
function nameOf(group: Group, all: readonly Group[]): string {
  const same = all.filter(({ status }) => status === group.status);
  const most = Math.max(...same.map(({ rows }) => rows.length));
  const usual = same.find(({ rows }) => rows.length === most) ?? group;
  const status = statusNames[group.status] ?? String(group.status);
  if (usual === group) return status;
  const more = group.codes.filter((code) => !usual.codes.includes(code));
  const [code = ''] = more;
  if (more.length === 1 && group.codes.length === usual.codes.length + 1)
    return `${status}Or${pascal(code.split('_'))}`;
  if (more.length === 1 && group.codes.length === 1) return pascal(code.split('_'));
  return `${pascal([group.rows[0]?.id ?? ''])}${status}`;
}

const pascal = (words: readonly string[]): string =>
  words.map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`).join('');

const schemaName = (name: string): string => (name.endsWith('Error') ? name : `${name}Error`);

/** The Error shape with its codes (Errors). */
const errorSchema = (codes: readonly string[]): Json => ({
  type: 'object',
  properties: {
    error: {
      type: 'object',
      properties: {
        code: { type: 'string', enum: codes, 'x-basis': 'described' },
        message: { type: 'string', 'x-basis': 'described' },
      },
      required: ['code', 'message'],
      'x-basis': 'described',
    },
  },
  required: ['error'],
});

function response(
  { status, codes }: Omit<Group, 'rows'>,
  name: string,
  { headerReferences, rateHeaders, wordsOf }: Headers & { readonly wordsOf: Contract['code'] },
): Json {
  // A request without a valid key is refused before it is counted (Authentication 4).
  const own = [
    ...(status === 401 ? [] : rateHeaders),
    ...(status === 401 || codes.includes('insufficient_scope') ? ['WWW-Authenticate'] : []),
    ...(codes.includes('template_changed') ? ['ETag'] : []),
    ...(status === 429 ? ['Retry-After'] : []),
  ];
  const guessed = codes.filter((code) => errorCodes[code].basis === 'assumed');
  return {
    description: codes.map((code) => `${wordsOf(code).name}: ${errorCodes[code].meaning}`).join(' '),
    ...(guessed.length === 0 ? {} : { 'x-assumed-codes': guessed.map((code) => wordsOf(code).name) }),
    headers: headerReferences(own),
    content: { 'application/json': { schema: { $ref: `#/components/schemas/${schemaName(name)}` } } },
  };
}
