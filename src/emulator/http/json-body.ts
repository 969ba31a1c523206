import type { HeaderList } from '../../core/http/headers.js';
import { jsonBodyRule } from '../../contract/rules.js';
import { writePath } from '../../contract/schema.js';
import { Refusal } from '../domain/refusal.js';

const conventions = { 'Esign-Rule': jsonBodyRule };

/** No body of the service is nested deeper than a few levels. */
const deepest = 32;

/**
 * Parses a request body as JSON: UTF-8, at most 32 levels, without property names that every object inherits. Returns
 * undefined for an empty body. Throws invalid_request.
 */
export function readJsonBody(headers: HeaderList, body: Buffer): unknown {
  if (body.length === 0) return undefined;
  checkJsonType(headers);
  const parsed = parse(body);
  refuseOdd(parsed);
  return parsed;
}

/** Throws invalid_request for a body of another type. */
export function checkJsonType(headers: HeaderList): void {
  const type = headers.get('content-type');
  if (type !== undefined && !/^application\/([a-z0-9.+-]+\+)?json\s*(;|$)/i.test(type.trim())) {
    throw new Refusal('invalid_request', 'The Content-Type must be application/json.', conventions);
  }
}

function parse(body: Buffer): unknown {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    throw new Refusal('invalid_request', 'The body is not UTF-8.', conventions);
  }
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new Refusal('invalid_request', 'The body is not valid JSON.', conventions);
  }
}

/** Without recursion, so that no body can overflow the stack. `at` is the path of a part of a body. */
export function refuseOdd(value: unknown, at: readonly (string | number)[] = []): void {
  const waiting: { readonly value: unknown; readonly path: readonly (string | number)[] }[] = [{ value, path: at }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { value: each, path } = next;
    if (typeof each === 'string' && /\p{Surrogate}/u.test(each)) refuse(path, 'contains an incomplete character');
    if (typeof each !== 'object' || each === null) continue;
    if (path.length >= deepest)
      throw new Refusal('invalid_request', `The body is nested deeper than ${deepest} levels.`);
    if (Array.isArray(each)) {
      for (const [index, item] of each.entries()) waiting.push({ value: item, path: [...path, index] });
      continue;
    }
    for (const [name, item] of Object.entries(each)) {
      if (name in Object.prototype) refuse([...path, name], 'is not a property of this request');
      waiting.push({ value: item, path: [...path, name] });
    }
  }
}

function refuse(path: readonly (string | number)[], problem: string): never {
  throw new Refusal('invalid_request', `${path.length === 0 ? 'The body' : writePath(path)} ${problem}.`);
}
