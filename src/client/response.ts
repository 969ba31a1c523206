import { problems, type Schema } from '../contract/schema.js';
import { brokenStructure, misreadDescribed, propertyPaths } from '../contract/structure.js';
import type { Operation } from '../contract/operation.js';
import type { HeaderList } from '../core/http/headers.js';
import type { Deviation } from './call.js';
import type { UnexpectedReason } from './failure.js';
import { isObject, type JsonObject, parseJsonBytes } from '../core/platform/json.js';

/** A response: a result, an error of the service, or something outside the API description. */
export type Reading =
  | { readonly kind: 'result'; readonly body: unknown; readonly deviations: readonly Deviation[] }
  | { readonly kind: 'refused'; readonly code: string; readonly message: string; readonly body: unknown }
  | { readonly kind: 'unexpected'; readonly reason: UnexpectedReason; readonly message: string };

export interface ReadOptions {
  readonly whole?: boolean;
  readonly inOurWords?: ((body: unknown) => unknown) | undefined;
}

const maxDeviations = 20;

/**
 * Reads a complete response (Errors: a failure if and only if it has an `error` key, at every status; a 5xx without one
 * is `internal_error`). To a write, only a whole error object is one: another error may come from a gateway, which does
 * not know what became of the write. Shapes are checked leniently: differences are noted, and unknown properties pass.
 * With `whole`, a missing array or object makes the response unreadable, and that of a read also a described number or
 * flag that is something else; a write has happened, and its response may hold a secret that is shown once. It must
 * only name what was changed, with and without `whole`. `inOurWords` translates what a contract file says that the
 * service writes otherwise.
 */
export function readAnswer(
  row: Operation,
  status: number,
  headers: HeaderList,
  bytes: Buffer,
  { whole = false, inOurWords }: ReadOptions = {},
): Reading {
  if (status >= 300 && status < 400) {
    return unexpected('redirect', `the service responded with a redirect (${status}), which is not followed`);
  }
  const given = parseJsonBytes(bytes);
  const value = given === undefined || inOurWords === undefined ? given : inOurWords(given);
  const isRead = row.method === 'GET';
  const isError = carriesError(value);
  if (isError && (isRead || isErrorObject(value.error))) return readRefusal(value, status);
  if (status >= 500) {
    const message = `The service failed with status ${status} and gave no reason.`;
    return { kind: 'refused', code: 'internal_error', message, body: value };
  }
  if (status >= 400 || isError) {
    return unexpected('status', `the response has status ${status} but no error object of the service`);
  }
  if (row.answer.kind === 'pdf')
    return unexpected(
      'not_pdf',
      `the response is not a PDF but ${value === undefined ? describe(headers, bytes) : 'JSON'}`,
    );
  if (row.answer.kind === 'none' && bytes.length === 0 && status === row.answer.status) {
    return { kind: 'result', body: undefined, deviations: [] };
  }
  if (value === undefined || !isJsonType(headers)) {
    return unexpected('not_json', `the response is not valid JSON: it is ${describe(headers, bytes)}`);
  }
  if (row.answer.kind === 'none') {
    return { kind: 'result', body: value, deviations: statusNote(row, status) };
  }
  if (!isObject(value)) {
    return unexpected('not_json', 'the response is JSON but not an object');
  }
  const shape = row.answer.body;
  const inWhole = isRead ? misreadDescribed(shape, value, row.basis) : brokenStructure(shape, value);
  const broken = (whole ? inWhole : null) ?? (isRead ? null : unnamed(shape, value));
  if (broken !== null) {
    return unexpected('shape', `the service responded with ${status}, but \`${broken}\` in the response is invalid`);
  }
  const notes = problems(shape, value).slice(0, maxDeviations);
  return { kind: 'result', body: value, deviations: [...statusNote(row, status), ...notes] };
}

/** What every success of a write shows, and the answer of another server does not: null when it is there. */
function unnamed(shape: Schema, body: JsonObject): string | null {
  const paths = propertyPaths(shape);
  const name = ['id', 'url', 'rows'].find((each) => paths.includes(each)) ?? null;
  return name === null || typeof body[name] === 'string' || Array.isArray(body[name]) ? null : name;
}

const unexpected = (reason: UnexpectedReason, message: string): Reading => ({ kind: 'unexpected', reason, message });

function statusNote(row: Operation, status: number): Deviation[] {
  if (status === row.answer.status) return [];
  return [{ path: '', message: `has status ${status} instead of ${row.answer.status}` }];
}

function carriesError(value: unknown): value is { readonly error: unknown } {
  return isObject(value) && Object.hasOwn(value, 'error');
}

/** Whether it has the shape of the service's error object. */
const isErrorObject = (error: unknown): boolean =>
  isObject(error) &&
  typeof error['code'] === 'string' &&
  codeShape.test(error['code']) &&
  typeof error['message'] === 'string';

/**
 * An error whose `error` has another shape still is one: it gets the code of its status. Codes go into the journal, so
 * a value that does not look like a code is not used.
 */
function readRefusal(body: { readonly error: unknown }, status: number): Reading {
  const error = isObject(body.error) ? body.error : { message: body.error };
  const named = 'code' in error && typeof error.code === 'string' && codeShape.test(error.code);
  const code = named ? String(error.code) : codeOf(status);
  const message =
    'message' in error && typeof error.message === 'string' && error.message !== ''
      ? shortened(error.message)
      : `The service refused the request with status ${status} and gave no reason.`;
  return { kind: 'refused', code, message, body };
}

const codeShape = /^[a-z][a-z0-9_]{0,63}$/;
const maxMessageLength = 4_000;

const shortened = (message: string): string =>
  message.length <= maxMessageLength
    ? message
    : `${message.slice(0, maxMessageLength)}… (${message.length} characters)`;

function codeOf(status: number): string {
  const byStatus: Readonly<Record<number, string>> = {
    400: 'invalid_request',
    401: 'unauthenticated',
    403: 'forbidden',
    404: 'not_found',
    429: 'rate_limited',
    503: 'service_unavailable',
  };
  return byStatus[status] ?? (status >= 500 ? 'internal_error' : 'unknown_error');
}

function isJsonType(headers: HeaderList): boolean {
  const type = mediaType(headers);
  return type === 'application/json' || type.endsWith('+json');
}

/** The media type of a body in lower case, without parameters; empty without one. */
export function mediaType(headers: HeaderList): string {
  return (headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
}

/** The form of a response, without quoting it. */
function describe(headers: HeaderList, bytes: Buffer): string {
  if (bytes.length === 0) return 'empty';
  if (!['', 'identity'].includes(headers.get('content-encoding') ?? ''))
    return 'compressed, which esign does not support';
  const type = mediaType(headers);
  if (isJsonType(headers)) return 'malformed JSON';
  return /^[a-z0-9.+-]+\/[a-z0-9.+-]+$/.test(type) ? `of type ${type}` : 'of no declared type';
}
