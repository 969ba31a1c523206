import type { OperationId } from '../../contract/operations.js';
import { isObject, parseJson } from '../../core/platform/json.js';
import { curlOf } from '../control/request-text.js';
import { missing, Refusal } from '../domain/refusal.js';
import type { LoggedRequest, RequestLog } from '../http/request-log.js';
import type { Service } from '../service.js';
import { pageOf, positionOf, readSize, searchOf } from './list-page.js';
import type { ListPage, RequestDetail, RequestRow, Subject } from './shapes.js';

const kinds: Readonly<Record<string, (request: LoggedRequest) => boolean>> = {
  writes: ({ method }) => method !== 'GET' && method !== 'HEAD',
  failed: ({ status, answered }) => !answered || status === null || status >= 400,
  faults: ({ fault }) => fault !== null,
};

/** One page of the requests in the log, newest first. Throws invalid_request. */
export function listRequests(service: Service, log: RequestLog, query: URLSearchParams): ListPage<RequestRow> {
  const kind = query.get('kind');
  const isOfKind = kind === null ? () => true : kinds[kind];
  if (isOfKind === undefined) {
    throw new Refusal('invalid_request', `kind must be one of ${Object.keys(kinds).join(', ')}.`);
  }
  const before = positionOf(query) ?? Number.POSITIVE_INFINITY;
  const text = searchOf(query)?.toLowerCase() ?? '';
  const all = log.list(() => null);
  const found: { readonly position: number; readonly row: RequestRow }[] = [];
  for (const request of all.toReversed()) {
    if (found.length === readSize) break;
    if (request.sequence >= before || !isOfKind(request)) continue;
    const row = rowOf(service, request);
    if (wordsOf(request, row).includes(text)) found.push({ position: request.sequence, row });
  }
  return pageOf(service, found, all.length, ({ row }) => row);
}

/** What a search finds a request by. */
const wordsOf = ({ method, path }: LoggedRequest, row: RequestRow): string =>
  [`${method} ${path}`, row.path, row.operation, row.status, row.code, row.request_id, row.key?.id, row.about?.id]
    .join('\n')
    .toLowerCase();

function rowOf(service: Service, request: LoggedRequest): RequestRow {
  const { sequence, at, method, path, operation, status, answered, answer, milliseconds, refusal, fault, key } =
    request;
  return {
    id: String(sequence),
    at,
    method,
    path: operation === null ? path : service.contract.row(operation).path,
    operation,
    status: answered ? status : null,
    milliseconds: Math.round(milliseconds),
    code: refusal?.code ?? null,
    fault,
    key,
    request_id: answered ? (answer.headers['Request-Id'] ?? null) : null,
    about: subjectOf(service, request),
  };
}

const rooms: Readonly<Record<string, Subject['room']>> = {
  envelopeId: 'envelopes',
  templateId: 'templates',
  webhookId: 'endpoints',
};
const creating: Readonly<Partial<Record<OperationId, Subject['room']>>> = {
  createEnvelope: 'envelopes',
  createOneOffEnvelope: 'envelopes',
  createTemplate: 'templates',
  registerWebhook: 'endpoints',
};

/** What a request names in its path, or what it created. */
function subjectOf({ contract }: Service, { operation, path, answer, status }: LoggedRequest): Subject | null {
  if (operation === null || status === null || status >= 400) return null;
  const created = creating[operation];
  if (created !== undefined) {
    const body = answer.body === null ? undefined : parseJson(answer.body);
    return isObject(body) && typeof body['id'] === 'string' ? { room: created, id: body['id'] } : null;
  }
  const [, parameter = ''] = /\{(\w+)\}/.exec(contract.row(operation).path) ?? [];
  const room = rooms[parameter];
  const [id] = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i.exec(path) ?? [];
  return room === undefined || id === undefined ? null : { room, id: id.toLowerCase() };
}

/** A request to the service as the log keeps it: masked. Throws not_found when the log no longer has it. */
export async function requestDetail(service: Service, log: RequestLog, sequence: number): Promise<RequestDetail> {
  const { ruleNamed } = await import('../../contract/statements.js');
  const request = log.list((rule) => ruleNamed(rule)?.section ?? null).find((each) => each.sequence === sequence);
  if (request === undefined) throw missing('The log no longer has this request.');
  const { refusal, answer } = request;
  return {
    row: rowOf(service, request),
    line: `${request.method} ${request.path}`,
    headers: { ...request.headers, Authorization: 'Bearer $ESIGN_API_KEY' },
    body: request.body,
    size: request.size,
    answer: {
      status: request.answered ? request.status : null,
      milliseconds: Math.round(request.milliseconds),
      headers: answer.headers,
      body: answer.body,
      size: answer.size,
      error: request.answered ? null : 'A fault closed the connection.',
    },
    notes: refusal === null ? [] : [`${refusal.code}: ${refusal.rule}`, ruleWords(refusal)],
    curl: curlOf(service.settings.baseUrl, request),
  };
}

function ruleWords({ rule_id: id, section, basis }: NonNullable<LoggedRequest['refusal']>): string {
  if (basis === 'injected') return 'A fault of the emulator answered in place of the service.';
  return `Rule ${id ?? 'unknown'}${section === null ? '' : `, section ${section}`}, ${basis}.`;
}
