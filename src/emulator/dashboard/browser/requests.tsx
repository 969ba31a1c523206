import type { ComponentChildren, JSX } from 'preact';
import { shown } from '../../../core/platform/visible-text.js';
import type { RequestDetail, RequestRow } from '../shapes.js';
import { Exchange, Pairs } from './exchange.js';
import { requestFaults } from './fault-words.js';
import { Chosen, List } from './list.js';
import { Id } from './live.js';
import { AtSlashes, Foot, numbered, Time, tookWords } from './text.js';

const kinds = [
  ['', 'All requests'],
  ['writes', 'Writes'],
  ['failed', 'Failed'],
  ['faults', 'With a fault'],
] as const;

/** The log of requests to the service, and the chosen one with its response. */
export const Requests = ({ chosen }: { readonly chosen: string | null }): JSX.Element => (
  <List
    name="Requests"
    searched="paths, codes, IDs"
    narrow={{ name: 'kind', label: 'Show', options: kinds }}
    count={(total) => (total < mostKept ? numbered(total, 'request') : `The last ${numbered(total, 'request')}`)}
    none="No requests yet. They appear here when your app calls the service."
    row={(row: RequestRow, now) => <Row row={row} now={now} />}
    chosen={chosen}
    hint="Choose a request to see what was sent and what was answered."
  >
    {(id) => (
      <Chosen key={id} name="Requests" path={`/_emulator/dashboard/requests/${id}`}>
        {(request: RequestDetail) => <Request request={request} />}
      </Chosen>
    )}
  </List>
);

/** As the log keeps them. */
const mostKept = 1000;

const Row = ({ row, now }: { readonly row: RequestRow; readonly now: string }): JSX.Element => (
  <>
    <Line row={row} />
    <Status status={row.status} />
    <span class={row.code === null ? 'people' : 'people bad'}>
      {[
        shown(row.code ?? row.operation ?? ''),
        ...(row.fault === null ? [] : [`fault: ${faultWords(row.fault)}`]),
      ].join(', ')}
    </span>
    <span class="since">{tookWords(row.milliseconds)}</span>
    <Foot at={row.at} now={now} id={row.request_id} more={keyWords(row)} />
  </>
);

const Line = ({ row }: { readonly row: RequestRow }): JSX.Element => (
  <span class="title whole">
    {row.method} <AtSlashes text={row.path} />
  </span>
);

const Status = ({ status }: { readonly status: number | null }): JSX.Element => (
  <span class={`state ${status === null || status >= 400 ? 'failed' : 'completed'}`}>{status ?? 'No response'}</span>
);

const keyWords = ({ key }: RequestRow): string => (key === null ? 'no valid key' : `${key.mode} key`);

const faultWords = (fault: string): string => requestFaults[fault] ?? shown(fault);

const roomWords = { envelopes: 'Envelope', templates: 'Template', endpoints: 'Endpoint' } as const;

function Request({ request }: { readonly request: RequestDetail }): JSX.Element {
  const { row } = request;
  const { operation, fault, key, request_id: id, about } = row;
  const facts: readonly (readonly [string, ComponentChildren] | null)[] = [
    ['Time', <Time key="time" at={row.at} />],
    ['Operation', operation ?? 'None: the service does not have this path'],
    ['API key', key === null ? 'Missing or invalid' : <Key key="key" mode={key.mode} id={key.id} />],
    id === null ? null : ['Request ID', <Id key="id" of="request" id={id} />],
    fault === null ? null : ['Fault', `The emulator applied a fault: ${faultWords(fault)}.`],
    about === null ? null : [roomWords[about.room], <a href={`#/${about.room}/${about.id}`}>{shown(about.id)}</a>],
  ];
  return (
    <>
      <div class="head">
        <h1>
          <Line row={row} />
        </h1>
        <Status status={row.status} />
      </div>
      <Pairs all={facts.filter((fact) => fact !== null)} />
      <h2>Sent and answered</h2>
      <div class="exchange">
        <Exchange value={request} />
      </div>
    </>
  );
}

const Key = ({ mode, id }: { readonly mode: string; readonly id: string }): JSX.Element => (
  <>
    {mode} key <Id of="key" id={id} />
  </>
);
