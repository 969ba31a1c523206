import type { ComponentChildren, JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Select } from '../../../core/page/kit.js';
import { shown } from '../../../core/platform/visible-text.js';
import type { DeliveryState, EndpointDelivery, EndpointDetail, EndpointRow, EndpointState } from '../shapes.js';
import { Pairs } from './exchange.js';
import { Chosen, List, usePages } from './list.js';
import { Act, Id } from './live.js';
import { Redeliver } from './opened.js';
import { AtSlashes, durationOf, Foot, numbered, Time } from './text.js';
import { Entries } from './timeline.js';

const choices = [
  ['', 'All endpoints'],
  ['true', 'Active'],
  ['false', 'Disabled'],
] as const;

/** The webhook endpoints, and the chosen one with its deliveries. */
export const Endpoints = ({ chosen }: { readonly chosen: string | null }): JSX.Element => (
  <List
    name="Endpoints"
    searched="URLs, IDs"
    narrow={{ name: 'active', label: 'Show', options: choices }}
    count={(total) => numbered(total, 'endpoint')}
    none="No webhook endpoints yet. They appear here when your app registers them."
    row={(row: EndpointRow, now) => (
      <>
        <span class="title whole">
          <AtSlashes text={row.url} />
        </span>
        <Badge look={endpointLooks[row.state]} />
        <span class={row.failed > 0 ? 'people bad' : 'people'}>{deliveriesWords(row)}</span>
        <span />
        <Foot at={row.created_at} now={now} id={row.id} />
      </>
    )}
    chosen={chosen}
    hint="Choose a webhook endpoint to see its deliveries and what your app answered."
  >
    {(id) => (
      <Chosen key={id} name="Endpoints" path={`/_emulator/dashboard/endpoints/${id}`}>
        {(endpoint: EndpointDetail) => <Endpoint endpoint={endpoint} />}
      </Chosen>
    )}
  </List>
);

const deliveriesWords = ({ failed, queued }: EndpointRow): string =>
  [
    ...(failed > 0 ? [`${numbered(failed, 'delivery', 'deliveries')} failed`] : []),
    ...(queued > 0 ? [`${queued.toLocaleString('en')} waiting`] : []),
  ].join(', ');

/** The words of a state, and its class. */
type Look = readonly [words: string, look: string];

const Badge = ({ look: [words, look] }: { readonly look: Look }): JSX.Element => (
  <span class={`state ${look}`}>{words}</span>
);

const endpointLooks: Readonly<Record<EndpointState, Look>> = {
  active: ['Active', 'completed'],
  failing: ['Failing', ''],
  disabled: ['Disabled', 'failed'],
};

function Endpoint({ endpoint }: { readonly endpoint: EndpointDetail }): JSX.Element {
  const { id, url, state, events, brand_id: brand, last_success_at: success, failing_since: failing } = endpoint;
  const { previous_secret_until: previous, disabled_reason: reason } = endpoint;
  const facts: readonly (readonly [string, ComponentChildren] | null)[] = [
    ['Endpoint ID', <Id key="id" of="endpoint" id={id} />],
    ['Registered', <Time key="registered" at={endpoint.created_at} />],
    ['Events', events.join(', ')],
    brand === null ? null : ['Brand', <Id key="brand" of="brand" id={brand} />],
    ['Signing secret', ['valid since ', <Time key="since" at={endpoint.secret_since} />]],
    previous === null ? null : ['Previous secret', ['also signs until ', <Time key="until" at={previous} />]],
    ['Last success', success === null ? 'None yet' : <Time key="success" at={success} />],
    failing === null ? null : ['Failing since', <Time key="failing" at={failing} />],
  ];
  return (
    <>
      <div class="head">
        <h1>
          <AtSlashes text={url} />
        </h1>
        <Badge look={endpointLooks[state]} />
      </div>
      {state === 'disabled' && (
        <p class="tinted wrong">
          {reason === null ? 'Your app disabled it.' : shown(reason)} It gets no deliveries until your app sets “active”
          to true.
        </p>
      )}
      <Pairs all={facts.filter((fact) => fact !== null)} />
      <Deliveries id={id} isActive={state !== 'disabled'} />
    </>
  );
}

const filters = [
  ['', 'All deliveries'],
  ['true', 'Failed'],
] as const;

function Deliveries({ id, isActive }: { readonly id: string; readonly isActive: boolean }): JSX.Element {
  const [failed, setFailed] = useState('');
  const path = `/_emulator/dashboard/endpoints/${id}/deliveries`;
  const { page, problem, first, pager } = usePages<EndpointDelivery>(path, { failed });
  const rows = page?.data ?? [];
  const hasFailed = rows.some(({ state }) => state !== 'delivered' && state !== 'queued');
  return (
    <>
      <div class="head">
        <h2>Deliveries</h2>
        <span class="acts">
          {isActive && hasFailed && (
            <Act
              class="quiet"
              done="The failed deliveries are sent again."
              path="/_emulator/deliveries/redeliver"
              body={{ failed: true, webhook_id: id }}
            >
              Send all failed ones again
            </Act>
          )}
          <Select
            aria-label="Show deliveries"
            value={failed}
            options={filters}
            onChange={(value) => {
              first();
              setFailed(value);
            }}
          />
        </span>
      </div>
      {page === null && <p class="none">{problem ?? 'Loading…'}</p>}
      {page !== null && rows.length === 0 && (
        <p class="none">{failed === '' ? 'No event was sent to it yet.' : 'No delivery has failed.'}</p>
      )}
      <ul class="deliveries">
        {rows.map((delivery) => (
          <Delivery key={delivery.id} delivery={delivery} now={page?.now ?? ''} isActive={isActive} />
        ))}
      </ul>
      {pager}
    </>
  );
}

const deliveryLooks: Readonly<Record<DeliveryState, Look>> = {
  queued: ['Queued', 'draft'],
  retrying: ['Retrying', ''],
  delivered: ['Delivered', 'completed'],
  failed: ['Failed', 'failed'],
  cancelled: ['Cancelled', 'failed'],
};

interface DeliveryProps {
  readonly delivery: EndpointDelivery;
  readonly now: string;
  readonly isActive: boolean;
}

/** A delivery with its attempts, and the next one. */
function Delivery({ delivery, now, isActive }: DeliveryProps): JSX.Element {
  const { id, event, state, next_attempt_at: next, envelope_id: envelope, envelope_title: title, attempts } = delivery;
  const wait = next === null ? 0 : Date.parse(next) - Date.parse(now);
  const distance = durationOf(wait);
  return (
    <li class="cards">
      <div class="card">
        <span class="what">
          {event}
          <small>
            {title === null ? 'A deleted envelope' : <a href={`#/envelopes/${envelope}`}>{shown(title, 120)}</a>}{' '}
            <code>{envelope.slice(0, 8)}</code>
          </small>
          <small>
            Delivery <Id of="delivery" id={id} />
          </small>
          {next !== null && wait > 0 && (
            <small>
              Attempt {attempts.length + 1} is due on <Time at={next} />
              {distance === '' ? '' : `, in ${distance}`}
            </small>
          )}
        </span>
        <Badge look={deliveryLooks[state]} />
        {isActive && <Redeliver delivery={id}>{wait > 0 ? 'Send now' : 'Send again'}</Redeliver>}
      </div>
      <Entries entries={attempts} />
    </li>
  );
}
