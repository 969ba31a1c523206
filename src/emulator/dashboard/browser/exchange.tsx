import type { ComponentChildren, JSX } from 'preact';
import { shown } from '../../../core/platform/visible-text.js';
import type { ShownExchange } from '../shapes.js';
import { Copy } from './live.js';
import { Body, tookWords } from './text.js';

export interface ExchangeProps {
  readonly value: ShownExchange;
  /** More buttons. */
  readonly children?: ComponentChildren;
  readonly below?: ComponentChildren;
}

/** A request or a delivery with its response, as it went over the wire. */
export function Exchange({ value, children, below }: ExchangeProps): JSX.Element {
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
        <small>in {tookWords(answer.milliseconds)}</small>
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
export function Pairs({
  all,
}: {
  readonly all: readonly (readonly [ComponentChildren, ComponentChildren])[];
}): JSX.Element | null {
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
