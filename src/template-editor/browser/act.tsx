import type { ComponentChildren, JSX } from 'preact';
import { useState } from 'preact/hooks';
import { shown } from '../../platform/shown-text.js';
import type { Agreement, EditorState, Outcome } from '../shapes.js';
import { change } from './api.js';

/** What the parts of the page share. */
export interface Live {
  readonly state: EditorState;
  /** Takes the state of an outcome, and says that it was saved. */
  take(outcome: Outcome): void;
  openField(id: string): void;
  openPerson(id: string): void;
}

/** A change under way, and what came of it. */
export interface Act {
  readonly isBusy: boolean;
  /** What has to be shown beside the form: everything but success. */
  readonly outcome: Exclude<Outcome, { readonly kind: 'saved' }> | null;
  /** Sends it, again with its new body when a question was agreed to; answers whether it was saved. */
  send(path: string, body: () => object): Promise<boolean>;
  agree(): Promise<boolean>;
  clear(): void;
}

/** `changed` is called with the state after somebody else's change. */
export function useAct(live: Pick<Live, 'take'>, changed: (state: EditorState) => void = () => undefined): Act {
  const [isBusy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<Act['outcome']>(null);
  const [asked, setAsked] = useState<Asked | null>(null);
  const run = async (next: Asked): Promise<boolean> => {
    setBusy(true);
    setAsked(next);
    const answer = await change(next.path, { ...next.body(), agreed: next.agreed });
    setBusy(false);
    setOutcome(answer.kind === 'saved' ? null : answer);
    if (answer.kind === 'changed') changed(answer.state);
    if (answer.kind === 'saved' || answer.kind === 'changed') live.take(answer);
    return answer.kind === 'saved';
  };
  return {
    isBusy,
    outcome,
    send: (path, body) => run({ path, body, agreed: [] }),
    agree: async () => {
      if (asked === null || outcome === null) return false;
      return await run(outcome.kind === 'ask' ? { ...asked, agreed: [...asked.agreed, outcome.id] } : asked);
    },
    clear: () => setOutcome(null),
  };
}

interface Asked {
  readonly path: string;
  readonly body: () => object;
  readonly agreed: readonly Agreement[];
}

interface AnswerProps {
  readonly act: Act;
  /** Sends the change again, over what somebody else changed. */
  readonly again: () => void;
}

/** What came of a change, with the ways to go on. */
export function Answer({ act, again }: AnswerProps): JSX.Element | null {
  const { outcome } = act;
  if (outcome === null) return null;
  if (outcome.kind === 'refused') {
    return (
      <p class="answer wrong" role="alert">
        {shown(outcome.message, 1000)}
      </p>
    );
  }
  const isChange = outcome.kind === 'changed';
  const lines = isChange ? outcome.changes : outcome.words;
  return (
    <div class="answer" role="alert">
      {isChange && <p>Someone else changed the template. Nothing was saved:</p>}
      <Lines lines={lines} />
      <p>
        <strong>{isChange ? 'Save your change anyway?' : shown(outcome.question)}</strong>
      </p>
      <div class="acts">
        <button type="button" disabled={act.isBusy} onClick={again}>
          {isChange ? 'Save anyway' : 'Yes, save'}
        </button>
        <button type="button" class="quiet" onClick={act.clear}>
          {isChange ? 'Keep theirs' : 'No'}
        </button>
      </div>
    </div>
  );
}

export function Lines({ lines }: { readonly lines: readonly string[] }): JSX.Element {
  return (
    <ul class="lines">
      {lines.map((line) => (
        <li key={line}>{shown(line, 400)}</li>
      ))}
    </ul>
  );
}

interface ChoiceProps {
  readonly name: string;
  readonly legend: string;
  readonly value: string;
  readonly choices: readonly { readonly value: string; readonly meaning: string }[];
  readonly onChange: (value: string) => void;
  readonly children?: ComponentChildren;
}

/** One of a few. */
export function Choice({ name, legend, value, choices, onChange }: ChoiceProps): JSX.Element {
  return (
    <fieldset>
      <legend>{shown(legend)}</legend>
      {choices.map((choice) => (
        <label key={choice.value} class="choice">
          <input
            type="radio"
            name={name}
            value={choice.value}
            checked={choice.value === value}
            onChange={() => onChange(choice.value)}
          />
          <span>{shown(choice.meaning)}</span>
        </label>
      ))}
    </fieldset>
  );
}
