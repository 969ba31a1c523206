import { isOperationId, operations } from '../contract/operations.js';
import type { Operation } from '../contract/operation.js';
import type { WriteFacts } from '../contract/recorded-write.js';
import { oneHost, serviceHost } from '../contract/service-host.js';
import { ResendRefused } from './failure.js';
import { credentialMark, fingerprintOf } from './recording.js';
import { aboutOf, costOf, type PreparedRequest, readBase, type Service, writeHeaders } from './request.js';

/** A recorded request with its stored body. */
export interface RecordedWrite extends Omit<WriteFacts, 'profile' | 'chosen' | 'twin' | 'serviceAt'> {
  readonly body: string | undefined;
  /** When it was sent: ISO 8601 UTC. */
  readonly at?: string;
}

/**
 * The exact recorded request; `host` is under which records know the service. Throws ResendRefused; the record is
 * checked, not trusted.
 */
export function prepareResend(
  write: RecordedWrite,
  service: Service,
  host: string = serviceHost(readBase(service.baseUrl)),
): PreparedRequest {
  const base = readBase(service.baseUrl);
  if (oneHost(write.host) !== host) {
    const other = host === serviceHost(base) ? base.host : host;
    throw new ResendRefused('other_host', write, `it was sent to ${write.host}, but the current service is ${other}`);
  }
  const rows = rowsOf(write, service);
  if (rows[0].credential && write.credential !== credentialMark(service.apiKey)) {
    throw new ResendRefused('other_key', write, 'it was sent with another API key');
  }
  const url = new URL(base.href);
  const [pathname = '', ...query] = write.path.split('?');
  url.pathname = pathname;
  url.search = query.join('?');
  const json = parse(write);
  const row = rows.find(
    (one) =>
      one.method === write.method &&
      `${url.pathname}${url.search}` === write.path &&
      patternOf(base, one).test(pathname) &&
      fingerprintOf(one, write.path, json) === write.fingerprint,
  );
  if (row === undefined) throw new ResendRefused('damaged', write, 'its record is damaged');
  const { body, key: idempotencyKey, ifMatch } = write;
  const headers = writeHeaders(row, service, body !== undefined, { idempotencyKey, ifMatch });
  const about = aboutOf(row, url, json);
  return { row, method: row.method, url, headers, json, body, idempotencyKey, ifMatch, cost: costOf(row, json), about };
}

/** With and without overrides: one may have been added after the request. */
function rowsOf(write: RecordedWrite, { contract }: Service): readonly [Operation, ...Operation[]] {
  const { operation } = write;
  if (isOperationId(operation)) {
    const row = operations[operation];
    return contract === undefined ? [row] : [contract.row(operation), row];
  }
  throw new ResendRefused('damaged', write, 'this version does not know its operation');
}

/** The path of the row below the base address; one segment for each parameter. */
function patternOf(base: URL, row: Operation): RegExp {
  const quoted = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const parts = row.path.split(/\{\w+\}/).map(quoted);
  return new RegExp(`^${quoted(base.pathname.replace(/(?<!\/)\/+$/, ''))}${parts.join('[^/?#]+')}$`);
}

function parse(write: RecordedWrite): unknown {
  const { body } = write;
  if (body === undefined) return undefined;
  try {
    return JSON.parse(body) as unknown;
  } catch {
    // What the parser says may quote the body.
    throw new ResendRefused('damaged', write, 'its stored body is damaged');
  }
}
