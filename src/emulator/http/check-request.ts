import { isObject } from '../../core/platform/json.js';
import { isPersonId, isUuid, readValue, type Problem, type Schema } from '../../contract/schema.js';
import type { Operation, Parameter } from '../../contract/operation.js';
import { propertyRule } from '../../contract/rules.js';
import type { HeaderList } from '../../core/http/headers.js';
import { notFound, Refusal } from '../domain/refusal.js';
import type { Target } from './path.js';

/** Validation of a request with its row; errors follow the API description. */

/**
 * The path parameters, an ID in lower case. A malformed ID and a non-canonical position are the uniform 404 (Endpoints);
 * that of a field is an error of its own, which its operation has (A19).
 */
export function checkParameters(
  row: Operation,
  parameters: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const read = Object.entries(row.parameters).map(([name, kind]): [string, string] => {
    const text = parameters[name] ?? '';
    if (!fits(kind, text)) throw notFound();
    return [name, text.toLowerCase()];
  });
  return Object.fromEntries(read);
}

function fits(kind: Parameter, text: string): boolean {
  switch (kind) {
    case 'uuid':
      return isUuid(text);
    case 'field_id':
    case 'id':
      return true;
    case 'person_id':
      return isPersonId(text);
    case 'position':
      return /^[1-9]\d{0,8}$/.test(text);
  }
}

/**
 * The Idempotency-Key, or null if the operation takes none or it is optional. Throws idempotency_key_required if it is
 * missing, or invalid_request for one that is empty, too long or not printable.
 */
export function readIdempotencyKey(row: Operation, headers: HeaderList, maxLength: number): string | null {
  if (row.idempotencyKey === 'none') return null;
  const [key, ...more] = headers.all('idempotency-key');
  if (key === undefined && row.idempotencyKey === 'optional') return null;
  if (key === undefined || (key === '' && row.idempotencyKey === 'required')) {
    throw new Refusal('idempotency_key_required', 'Missing header Idempotency-Key, which this operation requires.');
  }
  const header = 'Idempotency-Key';
  if (more.length > 0) throw new Refusal('invalid_request', `Duplicate header ${header}.`, ruleOf(header));
  if (key.length > maxLength || !/^[\x20-\x7e]+$/.test(key)) {
    throw new Refusal('invalid_request', `${header} must be 1 to ${maxLength} printable characters.`, ruleOf(header));
  }
  return key;
}

/** The validated body with defaults. Throws invalid_request with the property path. */
export function checkBody(row: Operation, body: unknown): unknown {
  if (row.body === null) return undefined;
  if (body === undefined && row.bodyOptional !== true) {
    throw new Refusal('invalid_request', 'Missing request body. Send a JSON object.');
  }
  return checked(row.body, body === undefined ? {} : body);
}

/** The validated query with defaults; unknown parameters are ignored. */
export function checkQuery(row: Operation, target: Target): unknown {
  if (row.query === null) return undefined;
  const known = knownNames(row.query);
  const given: Record<string, string> = {};
  for (const [name, value] of target.query) {
    if (Object.hasOwn(given, name)) throw new Refusal('invalid_request', `Duplicate query parameter ${name}.`);
    if (known === null || known.includes(name)) given[name] = value;
  }
  return checked(row.query, given);
}

function knownNames(schema: Schema): readonly string[] | null {
  return 'entries' in schema && isObject(schema.entries) ? Object.keys(schema.entries) : null;
}

/** The value with its defaults, or invalid_request with the first problem; `hint` adds to it, by the path. */
export function checked(schema: Schema, value: unknown, hint: (path: string) => string = () => ''): unknown {
  const read = readValue(schema, value);
  if ('value' in read) return read.value;
  const [problem = { path: '', message: 'is not valid' }] = read.problems;
  throw new Refusal('invalid_request', `${sentence(problem)}${hint(problem.path)}`, ruleOf(problem.path));
}

/** Adds the rule about a property; rules of the operation itself need no reference. */
function ruleOf(path: string): Readonly<Record<string, string>> {
  const rule = propertyRule(path);
  return rule === null ? {} : { 'Esign-Rule': rule };
}

const sentence = ({ path, message }: Problem): string => `${path === '' ? 'The body' : path} ${message}.`;
