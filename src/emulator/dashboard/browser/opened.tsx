import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { GivenAnswer, Opens, RestorePoint, ShownExchange } from '../shapes.js';
import { useData, useLive, wordsOf } from './live.js';
import { Diagnosis } from './diagnosis.js';
import { BackFrom } from './points.js';
import { shown, visible } from '../../../core/platform/visible-text.js';
import { Body } from './text.js';

/** What an entry of the timeline opens with. */
export function Opened({ opens }: { readonly opens: Opens }): JSX.Element {
  switch (opens.what) {
    case 'request':
      return <Exchange path={`/_emulator/dashboard/requests/${opens.sequence}`} />;
    case 'attempt':
      return <Attempt delivery={opens.delivery} sequence={opens.sequence} />;
    case 'delivery':
      return (
        <div class="opened">
          <Redeliver delivery={opens.delivery} words="Send now" />
        </div>
      );
    case 'mail':
      return <Mail id={opens.id} />;
    case 'event':
      return <EventBody id={opens.id} back={opens.back} />;
    case 'answers':
      return <Answers given={opens.given} />;
  }
}

function Exchange({ path }: { readonly path: string }): JSX.Element {
  const { value, problem } = useData<ShownExchange>(path);
  return (
    <div class="opened">{value === null ? <p>{problem ?? 'Loading…'}</p> : <ExchangeParts exchange={value} />}</div>
  );
}

function Attempt({ delivery, sequence }: { readonly delivery: string; readonly sequence: number }): JSX.Element {
  const path = `/_emulator/dashboard/deliveries/${delivery}/attempts/${sequence}`;
  const { value, problem } = useData<ShownExchange>(path);
  if (value === null) return <div class="opened">{problem ?? 'Loading…'}</div>;
  return (
    <div class="opened">
      <ExchangeParts exchange={value}>
        <Redeliver delivery={delivery} words="Send again" />
      </ExchangeParts>
      <Diagnosis path={`${path}/diagnosis`} />
    </div>
  );
}

interface PartsProps {
  readonly exchange: ShownExchange;
  readonly children?: JSX.Element;
}

function ExchangeParts({ exchange, children }: PartsProps): JSX.Element {
  const { act } = useLive();
  const { answer } = exchange;
  return (
    <>
      {exchange.notes.map((note) => (
        <p key={note} class="about">
          {shown(note, 600)}
        </p>
      ))}
      <p class="acts">
        <button
          type="button"
          class="quiet"
          onClick={() => void act('Copied.', () => navigator.clipboard.writeText(exchange.curl))}
        >
          Copy as curl
        </button>
        {children}
      </p>
      <h3>{shown(exchange.line, 500)}</h3>
      <Headers headers={exchange.headers} />
      <BodyOf body={exchange.body} size={exchange.size} />
      <h3>
        {answer.status === null ? 'No response' : `Response ${answer.status}`}{' '}
        <small>in {answer.milliseconds} ms</small>
      </h3>
      {answer.error !== null && <p class="about bad">{shown(answer.error)}</p>}
      <Headers headers={answer.headers} />
      <BodyOf body={answer.body} size={answer.size} />
    </>
  );
}

function Headers({ headers }: { readonly headers: Readonly<Record<string, string>> }): JSX.Element | null {
  const all = Object.entries(headers);
  if (all.length === 0) return null;
  return (
    <dl class="headers">
      {all.map(([name, value]) => (
        <div key={name}>
          <dt>{shown(name)}</dt>
          <dd>{shown(value, 1000)}</dd>
        </div>
      ))}
    </dl>
  );
}

function BodyOf({ body, size }: { readonly body: string | null; readonly size: number }): JSX.Element | null {
  if (body !== null && body !== '') return <Body text={body} />;
  return size > 0 ? <p class="about">A body of {size.toLocaleString('en')} bytes, which was not kept.</p> : null;
}

function Redeliver({ delivery, words }: { readonly delivery: string; readonly words: string }): JSX.Element {
  const { api, act } = useLive();
  return (
    <button
      type="button"
      class="quiet"
      onClick={() =>
        void act('Sent again.', () => api.call('POST', '/_emulator/deliveries/redeliver', { id: delivery }))
      }
    >
      {words}
    </button>
  );
}

/** A mail as a mail program shows it. */
function Mail({ id }: { readonly id: string }): JSX.Element {
  const { api } = useLive();
  const [path, setPath] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    let ended = false;
    api
      .call<{ path: string }>('POST', '/_emulator/dashboard/views', { what: 'mail', id })
      .then((view) => !ended && setPath(view.path))
      .catch((error: unknown) => !ended && setProblem(wordsOf(error)));
    return () => {
      ended = true;
    };
  }, [api, id]);
  if (path === null) return <div class="opened">{problem ?? 'Loading…'}</div>;
  return (
    <div class="opened">
      <iframe class="mail" src={path} title="The mail" />
    </div>
  );
}

function EventBody({ id, back }: { readonly id: string; readonly back: RestorePoint | null }): JSX.Element {
  const { value, problem } = useData<{ readonly body: string }>(`/_emulator/dashboard/events/${id}`);
  return (
    <div class="opened">
      {value === null ? (problem ?? 'Loading…') : <Body text={value.body} />}
      <BackFrom point={back} />
    </div>
  );
}

function Answers({ given }: { readonly given: readonly GivenAnswer[] }): JSX.Element {
  return (
    <div class="opened">
      <dl class="headers">
        {given.map(({ label, value, by_app: byApp }, at) => (
          <div key={at}>
            <dt>
              {shown(label)}
              {byApp && <small> by the application</small>}
            </dt>
            <dd>{visible(value)}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
