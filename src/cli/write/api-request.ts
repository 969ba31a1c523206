import { isOperationId, type OperationId, operationIds, operations } from '../../contract/operations.js';
import { nearest } from '../../core/platform/nearest.js';
import { UsageFailure } from '../failure/failure.js';
import type { Contract } from '../../contract/overlay/contract.js';
import type { Operation } from '../../contract/operation.js';
import { maxDepth, nestsTooDeeply, parseJson } from '../../core/platform/json.js';

/** The operation that the arguments of `esign api` name, with its path and query parameters. */
export interface NamedOperation {
  readonly id: OperationId;
  readonly parameters: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/**
 * Parses `METHOD PATH`, or `OPERATION PARAMETER…` with the parameters in path order. A path from an override is also
 * accepted. Throws UsageFailure.
 */
export function nameOperation(words: readonly string[], contract?: Contract): NamedOperation {
  const [first = '', ...rest] = words;
  return methods.includes(first.toUpperCase()) ? byPath(first.toUpperCase(), rest, contract) : byId(first, rest);
}

function byId(name: string, values: readonly string[]): NamedOperation {
  if (!isOperationId(name)) {
    const close = nearest(name, operationIds);
    throw new UsageFailure(`Unknown operation "${name}".`, {
      code: 'unknown_operation',
      hint: close === null ? 'List them with `esign api --list`.' : `Did you mean "${close}"?`,
    });
  }
  const names = Object.keys(operations[name].parameters);
  if (values.length !== names.length) {
    const wanted = names.length === 0 ? 'takes no parameters' : `needs ${names.join(' and ')}`;
    throw new UsageFailure(`${name} ${wanted}, but got ${values.length}.`, {
      code: values.length < names.length ? 'missing_argument' : 'too_many_arguments',
      hint: `Example: esign api ${[name, ...names.map((parameter) => parameter.toUpperCase())].join(' ')}`,
    });
  }
  return {
    id: name,
    parameters: Object.fromEntries(names.map((parameter, at) => [parameter, values[at] ?? ''])),
    query: {},
  };
}

function byPath(method: string, rest: readonly string[], contract: Contract | undefined): NamedOperation {
  const [target, ...more] = rest;
  if (target === undefined || more.length > 0) {
    throw new UsageFailure(`${method} requires exactly one path.`, {
      code: target === undefined ? 'missing_argument' : 'too_many_arguments',
      hint: 'Example: esign api GET /api/v1/templates',
    });
  }
  const [path = '', search = ''] = target.split('?', 2);
  const whole =
    path.startsWith('/api/') ||
    (contract !== undefined && operationIds.some((id) => sharesRoot(path, contract.row(id).path)));
  const full = whole ? path : `/api/v1/${path.replace(/^\//, '')}`;
  // A literal part wins over a parameter: `batches` in `/envelopes/batches` is not an envelope ID.
  const found = operationIds
    .flatMap((id) => {
      const row: Operation = operations[id];
      const rows = contract === undefined ? [row] : [contract.row(id), row];
      const patterns = rows.filter((one) => one.method === method).map((one) => one.path);
      return [...patterns, ...(row.method === method ? (row.aliases ?? []) : [])].flatMap((pattern) => {
        const parameters = match(pattern, full);
        return parameters === null ? [] : [{ id, parameters, literals: pattern.split('{').length }];
      });
    })
    .sort((a, b) => a.literals - b.literals)[0];
  if (found === undefined) {
    throw new UsageFailure(`Unknown operation: ${method} ${full}.`, {
      code: 'unknown_operation',
      hint: 'List the operations with `esign api --list`.',
    });
  }
  return { id: found.id, parameters: found.parameters, query: Object.fromEntries(new URLSearchParams(search)) };
}

/** For a service whose paths start differently: `/v2/envelopes` is then a full path. */
const sharesRoot = (path: string, value: string): boolean => path.startsWith(`/${value.split('/')[1] ?? ''}/`);

function match(pattern: string, path: string): Readonly<Record<string, string>> | null {
  const wanted = pattern.split('/');
  const given = path.split('/');
  if (wanted.length !== given.length) return null;
  const parameters: Record<string, string> = {};
  for (const [at, part] of wanted.entries()) {
    const word = given[at] ?? '';
    const name = /^\{(\w+)\}$/.exec(part)?.[1];
    if (name === undefined ? part !== word : word === '') return null;
    if (name !== undefined) parameters[name] = decode(word);
  }
  return parameters;
}

function decode(word: string): string {
  try {
    return decodeURIComponent(word);
  } catch {
    // A lone % is taken as it is written.
    return word;
  }
}

/** Parses `name=text` and `name:=JSON` into the properties of a body. Throws UsageFailure. */
export function readFields(fields: readonly string[], flag: string): Record<string, unknown> {
  const members: Record<string, unknown> = {};
  for (const field of fields) {
    const equals = field.indexOf('=');
    const typed = equals > 0 && field[equals - 1] === ':';
    const name = field.slice(0, typed ? equals - 1 : equals);
    if (equals < 1 || name === '' || name === '__proto__') {
      throw new UsageFailure(`Invalid ${flag} value "${field}". Use name=value.`, {
        code: 'invalid_value',
        hint: `Example: ${flag} reason="Wrong tenant", or ${flag} send:=true for JSON`,
      });
    }
    members[name] = typed ? readJson(field.slice(equals + 1), `${flag} ${name}`) : field.slice(equals + 1);
  }
  return members;
}

/** Parses JSON from the command line or a file. Throws UsageFailure that names the source. */
export function readJson(text: string, from: string): unknown {
  const value = parseJson(text);
  if (value !== undefined) return value;
  const problem = nestsTooDeeply(text) ? `is nested deeper than ${maxDepth} levels` : 'is not valid JSON';
  throw new UsageFailure(`${from} ${problem}.`, { code: 'invalid_value', hint: 'Correct the JSON and try again.' });
}
