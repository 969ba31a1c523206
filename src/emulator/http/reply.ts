import type { Readable } from 'node:stream';
import { errorCodes, type ErrorCode } from '../../contract/error-codes.js';
import type { Operation } from '../../contract/operation.js';
import { ruleOf } from '../../contract/rules.js';
import type { ServedReply } from '../../core/http/serve.js';
import type { Refusal } from '../domain/refusal.js';
import type { Reply } from './exchange.js';

/** Encodes the result or the error of a handler. */

export type Headers = Readonly<Record<string, string>>;

export interface Encoded {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Buffer;
}

/** The bytes of a reply and their headers. */
export function encode(reply: Reply): Encoded {
  const { status, headers = {}, body } = reply;
  if (body === undefined) return { status, headers, body: Buffer.alloc(0) };
  if ('json' in body) {
    const bytes = Buffer.from(JSON.stringify(body.json), 'utf8');
    return { status, headers: { 'Content-Type': 'application/json; charset=utf-8', ...headers }, body: bytes };
  }
  if ('pdf' in body) {
    return { status, headers: { 'Content-Type': 'application/pdf', ...headers }, body: Buffer.from(body.pdf) };
  }
  return { status, headers, body: body.bytes };
}

/** Headers of every response of the service: nothing may be cached. */
export function served(status: number, body: Buffer | Readable, headers: readonly Headers[]): ServedReply {
  return { status, headers: Object.entries<string>(Object.assign({ 'Cache-Control': 'no-store' }, ...headers)), body };
}

/** The Error shape (Errors). */
export const errorReply = (code: ErrorCode, message: string, headers: Headers = {}): Reply => ({
  status: errorCodes[code].status,
  headers,
  body: { json: { error: { code, message } } },
});

export const refusalReply = (refusal: Refusal): Reply => errorReply(refusal.code, refusal.message, refusal.headers);

/** Lists the assumptions of a response; one that rests only on the description has no such header. */
export function assumptions(row: Operation | null, code: ErrorCode | null, own: string | undefined): Headers {
  const found = [row?.assumption, code === null ? undefined : assumptionOf(code), ...(own?.split(/,\s*/) ?? [])];
  const named = [...new Set(found.filter((each): each is string => each !== undefined && each !== ''))];
  return named.length === 0 ? {} : { 'Esign-Assumption': named.join(', ') };
}

/** Adds the id of the rule of an error, unless the error has one or a fault injected it. */
export function rule(row: Operation | null, code: ErrorCode | null, headers: Headers): Headers {
  if (code === null || 'Esign-Rule' in headers || 'Esign-Fault' in headers) return {};
  return { 'Esign-Rule': ruleOf(code, row) };
}

function assumptionOf(code: ErrorCode): string | undefined {
  const row = errorCodes[code];
  return 'assumption' in row ? row.assumption : undefined;
}
