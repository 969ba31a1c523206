import type { ComponentChildren, JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Select } from '../../../core/page/kit.js';
import { deliveryFaults } from './fault-words.js';
import { useLive } from './live.js';

export interface Choices {
  readonly operations: readonly string[];
  readonly codes: readonly string[];
}

interface FormProps {
  readonly title: string;
  readonly children: ComponentChildren;
  /** The path and the body that the form stands for. */
  readonly path: string;
  readonly bodyOf: (form: FormData) => object;
}

/** A form that sets one fault. */
function FaultForm({ title, children, path, bodyOf }: FormProps): JSX.Element {
  const { api, act } = useLive();
  return (
    <section>
      <h2>{title}</h2>
      <form
        class="fault"
        aria-label={title}
        onSubmit={(event) => {
          event.preventDefault();
          const body = bodyOf(new FormData(event.currentTarget));
          void act('The fault is set.', () => api.call('POST', path, body));
        }}
      >
        {children}
        <button type="submit">Set</button>
      </form>
    </section>
  );
}

const kinds = [
  ['code', 'Reject with an error code'],
  ['delay', 'Answer late'],
  ['reset', 'Reset the connection'],
  ['drop_after_commit', 'Do it, and lose the response'],
  ['stuck', 'Leave it stuck in progress'],
] as const;

type Kind = (typeof kinds)[number][0];

/** A fault of requests to the service. */
export function RequestFaultForm({ choices }: { readonly choices: Choices }): JSX.Element {
  const [kind, setKind] = useState<Kind>('code');
  const bodyOf = (form: FormData): object => {
    const operation = textOf(form, 'operation');
    return {
      ...(operation === '' ? {} : { operation }),
      ...(kind === 'code' ? { code: textOf(form, 'code') } : {}),
      ...(kind === 'delay' ? { delay_seconds: Number(textOf(form, 'seconds')) } : {}),
      ...(kind === 'code' || kind === 'delay' ? {} : { [kind]: true }),
      ...limitsOf(form),
    };
  };
  return (
    <FaultForm title="Requests of your app" path="/_emulator/faults/operations" bodyOf={bodyOf}>
      <label>
        Operation
        <Select name="operation" options={[['', 'Every operation'], ...named(choices.operations)]} />
      </label>
      <label>
        What happens
        <Select name="kind" value={kind} options={kinds} onChange={(value) => setKind(value as Kind)} />
      </label>
      {kind === 'code' && (
        <label>
          Error code
          <Select name="code" options={named(choices.codes)} start="service_unavailable" />
        </label>
      )}
      {kind === 'delay' && <Amount name="seconds" words="Seconds" value="5" max={3600} />}
      <Limits />
    </FaultForm>
  );
}

/** Faults of deliveries; they replace those that were set before. */
export function DeliveryFaultForm(): JSX.Element {
  const bodyOf = (form: FormData): object => {
    const { probability, count } = limitsOf(form);
    const chosen = Object.keys(deliveryFaults).filter((name) => form.get(name) !== null);
    return {
      ...Object.fromEntries(chosen.map((name) => [name, probability])),
      ...(chosen.includes('delay') ? { delay_seconds: Number(textOf(form, 'seconds')) } : {}),
      ...(chosen.includes('clock_skew') ? { clock_skew_seconds: Number(textOf(form, 'seconds')) } : {}),
      ...(count === undefined ? {} : { count }),
    };
  };
  return (
    <FaultForm title="Deliveries to your app" path="/_emulator/faults/deliveries" bodyOf={bodyOf}>
      <fieldset>
        <legend>Each attempt is</legend>
        {Object.entries(deliveryFaults).map(([name, words]) => (
          <label key={name} class="tick">
            <input type="checkbox" name={name} />
            {words}
          </label>
        ))}
      </fieldset>
      <Amount name="seconds" words="Seconds, if late or with a wrong time" value="600" max={316_224_000} />
      <Limits />
    </FaultForm>
  );
}

const points = [
  ['seal', 'The next sealing fails'],
  ['renderer', 'The next draft cannot be rendered'],
  ['mail', 'The next mail never arrives'],
] as const;

/** Failures inside the service. */
export function PointFaultForm(): JSX.Element {
  const bodyOf = (form: FormData): object => ({
    point: textOf(form, 'point'),
    code: textOf(form, 'point') === 'renderer' ? 'service_unavailable' : 'internal_error',
    count: Number(textOf(form, 'count')),
  });
  return (
    <FaultForm title="Sealing, drafts and mail" path="/_emulator/faults" bodyOf={bodyOf}>
      <label>
        What fails
        <Select name="point" options={points} />
      </label>
      <Amount name="count" words="Times" value="1" max={1000} />
    </FaultForm>
  );
}

/** Choices that are called as they are sent. */
const named = (all: readonly string[]): readonly (readonly [string, string])[] => all.map((each) => [each, each]);

function Limits(): JSX.Element {
  return (
    <>
      <Amount name="percent" words="Probability in percent" value="100" max={100} />
      <Amount name="count" words="Number of times (empty: no limit)" value="" max={1_000_000} />
    </>
  );
}

interface AmountProps {
  readonly name: string;
  readonly words: string;
  readonly value: string;
  readonly max: number;
}

const Amount = ({ name, words, value, max }: AmountProps): JSX.Element => (
  <label>
    {words}
    <input type="number" name={name} min="1" max={max} defaultValue={value} required={value !== ''} />
  </label>
);

function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}

function limitsOf(form: FormData): { readonly probability: number; readonly count?: number } {
  const count = textOf(form, 'count');
  return {
    probability: Number(textOf(form, 'percent')) / 100,
    ...(count === '' ? {} : { count: Number(count) }),
  };
}
