import type { Shaped, ShapeBlocks } from '../../contract/shape.js';
import type { RecordedRequest } from '../../store/entry.js';
import type { ListedRequest } from '../../store/requests.js';
import type { Details, Table } from '../../core/terminal/table.js';
import { stateOf } from './record.js';

/** Recorded requests as tables, details and JSON. */

/** A recorded request as JSON. */
export const requestFacts = (s: ShapeBlocks) => ({
  id: s.text,
  sent_at: s.instant,
  operation: s.text,
  method: s.text,
  path: s.text,
  idempotency_key: s.nullable(s.text),
  host: s.text,
  profile: s.nullable(s.text),
  state: s.text,
  settled_at: s.nullable(s.instant),
  status: s.nullable(s.count),
  code: s.nullable(s.text),
  resource: s.nullable(s.text),
  resources: s.optional(s.list(s.text)),
  attempts: s.nullable(s.count),
});
const requestShape = (s: ShapeBlocks) => s.object(requestFacts(s));

/** As JSON. */
export const requestJson = (request: ListedRequest): Shaped<typeof requestShape> => ({
  id: request.id,
  sent_at: request.at,
  operation: request.operation,
  method: request.method,
  path: request.path,
  idempotency_key: request.key ?? null,
  host: request.host,
  profile: request.profile ?? null,
  state: stateOf(request),
  settled_at: request.settled?.at ?? null,
  status: request.settled?.status ?? null,
  code: request.settled?.code ?? null,
  resource: request.settled?.resource ?? null,
  ...(request.settled?.resources === undefined ? {} : { resources: request.settled.resources }),
  attempts: request.settled?.attempts ?? null,
});

export function requestTable(requests: readonly ListedRequest[]): Table {
  return {
    columns: ['REQUEST', 'SENT', 'OPERATION', 'STATE', 'CODE', 'RESOURCE', 'HOST'],
    rows: requests.map((request) => [
      { id: request.id },
      { instant: request.at },
      request.operation,
      { state: stateOf(request) },
      request.settled?.code ?? request.settled?.status ?? null,
      resourceOf(request),
      request.host,
    ]),
    empty: 'No requests found. Requests that create or change something are recorded before they are sent.',
  };
}

export function requestDetails(request: ListedRequest): Details {
  const { settled } = request;
  return [
    ['Request', { id: request.id }],
    ['Sent', { instant: request.at }],
    ['Operation', request.operation],
    ['To', `${request.method} ${request.path}`],
    ['Host', request.host],
    ['Profile', request.profile ?? null],
    ['Idempotency-Key', request.key ?? null],
    ...(request.ifMatch === undefined ? [] : [['If-Match', request.ifMatch] as const]),
    ['State', { state: stateOf(request) }],
    ...(settled === undefined
      ? []
      : ([
          ['Settled', { instant: settled.at }],
          ['Status', settled.status ?? null],
          ['Code', settled.code ?? null],
          ['Resource', resourceOf(request)],
          ['Attempts', settled.attempts],
        ] as const)),
  ];
}

function resourceOf({ settled }: RecordedRequest): { readonly id: string } | string | null {
  if (settled?.resource !== undefined) return { id: settled.resource };
  const several = settled?.resources?.length ?? 0;
  return several === 0 ? null : `${several} rows`;
}
