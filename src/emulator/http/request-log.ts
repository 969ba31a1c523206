import { errorCodes, isErrorCode } from '../../contract/error-codes.js';
import type { Operation } from '../../contract/operation.js';
import { operationIds, operations, type OperationId } from '../../contract/operations.js';
import type { ServedReply, ServedRequest } from '../../http/serve.js';
import { createRouter, readTarget } from './path.js';

/** A request to the service as it came, without its credential, and why it was refused. */
export interface LoggedRequest {
  readonly sequence: number;
  /** ISO 8601 UTC on the emulator's clock. */
  readonly at: string;
  readonly operation: OperationId | null;
  readonly method: string;
  /** Path and query as received. */
  readonly path: string;
  /** The headers that decide something; never Authorization. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body as text; null when there is none, and when it is long or no text. */
  readonly body: string | null;
  /** Null: a fault ended the connection before there was an answer. */
  readonly status: number | null;
  /** The fault of its operation that it met, or null. */
  readonly fault: string | null;
  /** False: whoever asked was not told, since a fault ended the connection. */
  readonly answered: boolean;
  readonly refusal: Refused | null;
}

export interface Refused {
  readonly code: string;
  readonly message: string;
  /** What the code stands for in the description (Errors). */
  readonly rule: string;
  /** Whether the description says so, or which assumption fills its gap. */
  readonly basis: string;
}

export interface RequestLog {
  record(request: ServedRequest, reply: ServedReply, at: string): void;
  list(): readonly LoggedRequest[];
  clear(): void;
}

const most = 1000;
const longestBody = 16 * 1024;
const longestPath = 2048;
const shownHeaders = ['Content-Type', 'Idempotency-Key', 'If-Match', 'If-None-Match'] as const;

/** The last thousand requests, in memory only. */
export function createRequestLog(): RequestLog {
  const entries: LoggedRequest[] = [];
  let sequence = 0;
  const router = createRouter(
    operationIds.flatMap((id) => {
      const row: Operation = operations[id];
      return [row.path, ...(row.aliases ?? [])].map((path) => ({ method: row.method, path, target: id }));
    }),
  );
  return {
    record(request, reply, at) {
      sequence += 1;
      entries.push({
        sequence,
        at,
        operation: router.match(request.method, readTarget(request.path).path)?.target ?? null,
        method: request.method,
        path: request.path.slice(0, longestPath),
        headers: headersOf(request),
        body: textOf(request.body),
        status: reply.status === 0 ? null : reply.status,
        fault: reply.headers?.find(([name]) => name === 'Esign-Fault')?.[1] ?? null,
        answered: reply.hangUp === undefined,
        refusal: refusalOf(reply),
      });
      if (entries.length > most) entries.shift();
    },
    list: () => [...entries],
    clear: () => void entries.splice(0),
  };
}

function headersOf({ headers }: ServedRequest): Readonly<Record<string, string>> {
  return Object.fromEntries(
    shownHeaders.flatMap((name) => {
      const value = headers.get(name.toLowerCase());
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

function textOf(body: Buffer): string | null {
  if (body.length === 0 || body.length > longestBody) return null;
  const text = body.toString('utf8');
  return Buffer.from(text, 'utf8').equals(body) ? text : null;
}

function refusalOf({ status, headers = [], body }: ServedReply): Refused | null {
  if (status < 400 || !Buffer.isBuffer(body)) return null;
  try {
    const { error } = JSON.parse(body.toString('utf8')) as { error: { code: string; message: string } };
    const assumption = headers.find(([name]) => name === 'Esign-Assumption')?.[1];
    return {
      code: error.code,
      message: error.message,
      rule: isErrorCode(error.code) ? errorCodes[error.code].meaning : 'Not in the description.',
      basis: assumption === undefined ? 'described' : `assumed (${assumption})`,
    };
  } catch {
    return null;
  }
}
