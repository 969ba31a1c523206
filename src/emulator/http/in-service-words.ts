import { errorCodes, isErrorCode } from '../../contract/error-codes.js';
import type { Operation } from '../../contract/operation.js';
import { operationIds, operations, type OperationId } from '../../contract/operations.js';
import type { Contract } from '../../contract/overlay/contract.js';
import { headersIn, writeAnswerBody } from '../../contract/overlay/edge.js';
import { HeaderList, type HeaderPair } from '../../core/http/headers.js';
import type { RequestHead, ServedReply, ServedRequest } from '../../core/http/serve.js';
import { isObject, parseJson } from '../../core/platform/json.js';
import { createRouter, readTarget, type Match, type Router } from './path.js';
import type { Pipeline } from './pipeline.js';

/** No operation has it: a request for a path that this service does not have gets the answer of any such path. */
const noPath = '/api/v1/-';

/**
 * The same service in the words of a contract file: its paths, names, values, codes, statuses and headers. Inside,
 * everything speaks ours.
 */
export function inServiceWords(api: Pipeline, contract: Contract): Pipeline {
  const router = createRouter(contractRoutes(contract));
  const matchOf = ({ method, path }: RequestHead): Match<OperationId> | null =>
    router.match(method === 'HEAD' ? 'GET' : method, readTarget(path).path);
  const asOurs = <Head extends RequestHead>(head: Head, match: Match<OperationId> | null): Head =>
    match === null ? withUnknownPath(head) : translatedHead(contract, head, match);
  return {
    ...api,
    async handle(request) {
      if (request.method === 'OPTIONS') return allowed(router, request) ?? (await api.handle(withUnknownPath(request)));
      const match = matchOf(request);
      const reply = await api.handle(withOurBody(contract, asOurs(request, match), match?.target));
      return asTheirs(contract, match?.target, reply);
    },
    needsNoBody: (head) =>
      head.method === 'OPTIONS' ? allowed(router, head) !== null : api.needsNoBody(asOurs(head, matchOf(head))),
    tooLarge: (head, megabytes) => asTheirs(contract, undefined, api.tooLarge(asOurs(head, matchOf(head)), megabytes)),
    unreadable: (status) => asTheirs(contract, undefined, api.unreadable(status)),
  };
}

/** Every path of the service; other spellings that we accept count only where the path is ours. */
export function contractRoutes(contract: Contract) {
  return operationIds.flatMap((id) => {
    const { method, path } = contract.row(id);
    const own: Operation = operations[id];
    const aliases = path === own.path ? (own.aliases ?? []) : [];
    return [path, ...aliases].map((one) => ({ method, path: one, target: id }));
  });
}

function allowed(router: Router<OperationId>, { path }: RequestHead): ServedReply | null {
  const methods = router.methods(readTarget(path).path);
  if (methods.length === 0) return null;
  return { status: 204, headers: [['Allow', ['OPTIONS', ...methods].join(', ')]] };
}

const withUnknownPath = <Head extends RequestHead>(head: Head): Head => ({ ...head, path: noPath });

function translatedHead<Head extends RequestHead>(
  contract: Contract,
  head: Head,
  { target, parameters }: Match<OperationId>,
): Head {
  const { method, path } = operations[target];
  const own = path.replace(/\{(\w+)\}/g, (_whole, name: string) => encodeURIComponent(parameters[name] ?? ''));
  const query = ourQuery(contract, target, readTarget(head.path).query);
  return {
    ...head,
    method: head.method === 'HEAD' ? 'HEAD' : method,
    path: query === '' ? own : `${own}?${query}`,
    headers: new HeaderList(headersIn(contract, head.headers.pairs, 'from')),
  };
}

/** A name that came twice is refused inside, so each pair is kept. */
function ourQuery(contract: Contract, id: OperationId, query: URLSearchParams): string {
  const pairs = [...query].flatMap(([name, value]) => {
    const numeric = /^\d{1,15}$/.test(value) ? Number(value) : value;
    const read = contract.read(id, 'query', { [name]: numeric });
    return isObject(read)
      ? Object.entries(read).map(([own, one]): [string, string] => [own, one === numeric ? value : String(one)])
      : [];
  });
  return new URLSearchParams(pairs).toString();
}

function withOurBody(contract: Contract, request: ServedRequest, id: OperationId | undefined): ServedRequest {
  if (id === undefined || request.body.length === 0) return request;
  if (Object.keys(contract.translation(id, 'body')).length === 0) return request;
  const value = parseJson(request.body.toString('utf8'));
  // What cannot be read is refused as it stands.
  if (value === undefined) return request;
  return { ...request, body: Buffer.from(JSON.stringify(contract.read(id, 'body', value)), 'utf8') };
}

function asTheirs(contract: Contract, id: OperationId | undefined, reply: ServedReply): ServedReply {
  const headers = headersIn(contract, reply.headers ?? [], 'to') as readonly HeaderPair[];
  const type = headers.find(([name]) => name === 'Content-Type')?.[1] ?? '';
  const value =
    Buffer.isBuffer(reply.body) && id !== 'getSpecification' && type.startsWith('application/json')
      ? parseJson(reply.body.toString('utf8'))
      : undefined;
  return {
    ...reply,
    status: statusOf(contract, id, reply.status, value),
    headers,
    ...(value === undefined
      ? {}
      : { body: Buffer.from(JSON.stringify(writeAnswerBody(contract, id ?? '', value)), 'utf8') }),
  };
}

function statusOf(contract: Contract, id: OperationId | undefined, status: number, value: unknown): number {
  if (status < 400)
    return id !== undefined && status === operations[id].answer.status ? contract.row(id).answer.status : status;
  const error = isObject(value) && isObject(value['error']) ? value['error'] : {};
  const { code } = error;
  if (typeof code !== 'string' || !isErrorCode(code) || status !== errorCodes[code].status) return status;
  return contract.code(code).status;
}
