import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Quiet } from '../../../core/page/kit.js';
import { shown, visible } from '../../../core/platform/visible-text.js';
import type { GivenAnswer, Opens, RestorePoint, ShownExchange, SignatureVerdict } from '../shapes.js';
import { Act, Copy, useData, useLive, wordsOf } from './live.js';
import { BackFrom } from './points.js';
import { Body } from './text.js';

/** What an entry of the timeline opens with. */
export const Opened = ({ opens }: { readonly opens: Opens }): JSX.Element => (
  <div class="opened">
    <Inside opens={opens} />
  </div>
);

function Inside({ opens }: { readonly opens: Opens }): JSX.Element {
  switch (opens.what) {
    case 'request':
      return <Exchange path={`/_emulator/dashboard/requests/${opens.sequence}`} />;
    case 'attempt': {
      const path = `/_emulator/dashboard/deliveries/${opens.delivery}/attempts/${opens.sequence}`;
      return (
        <Exchange path={path} below={<Diagnosis path={`${path}/diagnosis`} />}>
          <Redeliver delivery={opens.delivery}>Send again</Redeliver>
        </Exchange>
      );
    }
    case 'delivery':
      return <Redeliver delivery={opens.delivery}>Send now</Redeliver>;
    case 'mail':
      return <Mail id={opens.id} />;
    case 'event':
      return <EventBody id={opens.id} back={opens.back} />;
    case 'answers':
      return (
        <Pairs
          all={opens.given.map(({ label, value, by_app: byApp }: GivenAnswer) => [
            <>
              {shown(label)}
              {byApp && <small> by the application</small>}
            </>,
            visible(value),
          ])}
        />
      );
  }
}

interface ExchangeProps {
  readonly path: string;
  /** More buttons. */
  readonly children?: ComponentChildren;
  readonly below?: ComponentChildren;
}

function Exchange({ path, children, below }: ExchangeProps): JSX.Element {
  const { value, problem } = useData<ShownExchange>(path);
  if (value === null) return <p>{problem ?? 'Loading…'}</p>;
  const { answer } = value;
  return (
    <>
      {value.notes.map((note) => (
        <p key={note} class="about">
          {shown(note, 600)}
        </p>
      ))}
      <p class="acts">
        <Copy text={value.curl}>Copy as curl</Copy>
        {children}
      </p>
      <h3>{shown(value.line, 500)}</h3>
      <Headers headers={value.headers} />
      <BodyOf body={value.body} size={value.size} />
      <h3>
        {answer.status === null ? 'No response' : `Response ${answer.status}`}{' '}
        <small>in {answer.milliseconds} ms</small>
      </h3>
      {answer.error !== null && <p class="about bad">{shown(answer.error)}</p>}
      <Headers headers={answer.headers} />
      <BodyOf body={answer.body} size={answer.size} />
      {below}
    </>
  );
}

const Headers = ({ headers }: { readonly headers: Readonly<Record<string, string>> }): JSX.Element => (
  <Pairs all={Object.entries(headers).map(([name, value]) => [shown(name), shown(value, 1000)])} />
);

/** Names with their values. */
function Pairs({ all }: { readonly all: readonly (readonly [ComponentChildren, string])[] }): JSX.Element | null {
  if (all.length === 0) return null;
  return (
    <dl class="headers">
      {all.map(([name, value], at) => (
        <div key={at}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function BodyOf({ body, size }: { readonly body: string | null; readonly size: number }): JSX.Element | null {
  if (body !== null && body !== '') return <Body text={body} />;
  return size > 0 ? <p class="about">A body of {size.toLocaleString('en')} bytes, which was not kept.</p> : null;
}

interface RedeliverProps {
  readonly delivery: string;
  readonly children: string;
}

const Redeliver = ({ delivery, children }: RedeliverProps): JSX.Element => (
  <Act class="quiet" done="Sent again." path="/_emulator/deliveries/redeliver" body={{ id: delivery }}>
    {children}
  </Act>
);

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
  if (path === null) return <p>{problem ?? 'Loading…'}</p>;
  return <iframe class="mail" src={path} title="The mail" />;
}

function EventBody({ id, back }: { readonly id: string; readonly back: RestorePoint | null }): JSX.Element {
  const { value, problem } = useData<{ readonly body: string }>(`/_emulator/dashboard/events/${id}`);
  return (
    <>
      {value === null ? <p>{problem ?? 'Loading…'}</p> : <Body text={value.body} />}
      <BackFrom point={back} />
    </>
  );
}

const receivedFields = [
  ['secret', 'Signing secret of your app'],
  ['header', 'Signature header as your app received it'],
  ['body', 'Body as your app received it'],
] as const;

/** Why would this signature fail? Judged with what was sent, or with what a receiver has. */
function Diagnosis({ path }: { readonly path: string }): JSX.Element {
  const { api, act } = useLive();
  const [given, setGiven] = useState<Readonly<Record<string, string>>>({});
  const [verdict, setVerdict] = useState<SignatureVerdict | null>(null);
  const ask = async (): Promise<void> => {
    const body = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ''));
    await act('', async () => setVerdict(await api.call<SignatureVerdict>('POST', path, body)));
  };
  return (
    <details
      class="diagnosis"
      onToggle={(event) => {
        if (event.currentTarget.open && verdict === null) void ask();
      }}
    >
      <summary>Why would this signature fail?</summary>
      {verdict !== null && (
        <p class={verdict.ok ? 'verdict tinted good' : 'verdict tinted wrong'}>
          <strong>By the clock of this machine, when it was sent</strong>
          {shown(verdict.sentence, 1000)} {verdict.hint === null ? '' : shown(verdict.hint, 1000)}
        </p>
      )}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void ask();
        }}
      >
        <p class="about">Leave a field empty to use what the emulator sent.</p>
        {receivedFields.map(([name, words]) => (
          <label key={name}>
            {words}
            <textarea
              rows={name === 'body' ? 3 : 1}
              name={name}
              spellcheck={false}
              autocomplete="off"
              value={given[name] ?? ''}
              onInput={(event) => setGiven({ ...given, [name]: event.currentTarget.value })}
            />
          </label>
        ))}
        <Quiet type="submit">Check again</Quiet>
      </form>
    </details>
  );
}
