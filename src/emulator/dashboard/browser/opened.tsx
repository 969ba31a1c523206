import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Quiet } from '../../../core/page/kit.js';
import { shown, visible } from '../../../core/platform/visible-text.js';
import type { GivenAnswer, Opens, RestorePoint, ShownExchange, SignatureVerdict } from '../shapes.js';
import { Exchange, type ExchangeProps, Pairs } from './exchange.js';
import { Act, useData, useLive, wordsOf } from './live.js';
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
      return <ReadExchange path={`/_emulator/dashboard/requests/${opens.sequence}`} />;
    case 'attempt': {
      const path = `/_emulator/dashboard/deliveries/${opens.delivery}/attempts/${opens.sequence}`;
      return (
        <ReadExchange path={path} below={<Diagnosis path={`${path}/diagnosis`} />}>
          <Redeliver delivery={opens.delivery}>Send again</Redeliver>
        </ReadExchange>
      );
    }
    case 'delivery':
      return <Redeliver delivery={opens.delivery}>Send now</Redeliver>;
    case 'mail':
      return <MailFrame id={opens.id} />;
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

interface ReadExchangeProps extends Omit<ExchangeProps, 'value'> {
  readonly path: string;
}

function ReadExchange({ path, ...props }: ReadExchangeProps): JSX.Element {
  const { value, problem } = useData<ShownExchange>(path);
  return value === null ? <p>{problem ?? 'Loading…'}</p> : <Exchange value={value} {...props} />;
}

interface RedeliverProps {
  readonly delivery: string;
  readonly children: string;
}

export const Redeliver = ({ delivery, children }: RedeliverProps): JSX.Element => (
  <Act class="quiet" done="Sent again." path="/_emulator/deliveries/redeliver" body={{ id: delivery }}>
    {children}
  </Act>
);

/** A mail as a mail program shows it. */
export function MailFrame({ id }: { readonly id: string }): JSX.Element {
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
  const [isAsking, setAsking] = useState(false);
  const ask = async (): Promise<void> => {
    const body = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ''));
    setAsking(true);
    await act('', async () => setVerdict(await api.call<SignatureVerdict>('POST', path, body)));
    setAsking(false);
  };
  return (
    <details
      class="diagnosis"
      onToggle={(event) => {
        if (event.currentTarget.open && verdict === null) void ask();
      }}
    >
      <summary>Why would this signature fail?</summary>
      {isAsking && verdict === null && (
        <p class="about">
          Asking the app. If it failed, it gets this delivery again, and copies that are marked as tests.
        </p>
      )}
      {verdict?.app.map((words, at) => (
        <p key={words} class={at === 0 ? 'about' : 'verdict tinted wrong'}>
          {shown(words, 2000)}
        </p>
      ))}
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
