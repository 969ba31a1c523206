import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { shown } from '../../../core/platform/visible-text.js';
import type { EditorPerson, PersonChoice, PersonNow, Weighed } from '../shapes.js';
import { Answer, Choice, type Live, useAct, useKept } from './act.js';
import { post } from '../../page/browser/api.js';
import { Panel } from '../../../core/page/kit.js';
import { BeforeUpload } from './field-form.js';

interface PersonFormProps {
  readonly live: Live;
  readonly person: EditorPerson;
  readonly onClose: () => void;
}

type Chosen = Omit<PersonChoice, 'person'>;

/** One person: what they do, what they are called, who fills in their fields, and whether they are always there. */
export function PersonForm({ live, person, onClose }: PersonFormProps): JSX.Element {
  const [was, setWas] = useState<PersonNow>(person.now);
  const [chosen, setChosen] = useKept<Chosen>(live.kept, person.id, { typed: {} });
  const { weighed, problem } = useWeighed(person.id, chosen);
  const act = useAct(live, ({ people }) => setWas(people.find(({ id }) => id === person.id)?.now ?? was));
  const decision = chosen.decision ?? weighed?.decision;
  // With the defaults as they are shown: by the time it is saved somebody else may have changed them.
  const seen = weighed?.decision === decision ? (weighed?.questions ?? []).map(({ id, value }) => [id, value]) : [];
  const typed = { ...(Object.fromEntries(seen) as Chosen['typed']), ...chosen.typed };
  const latest = { person: person.id, decision, typed, was };
  const [sent] = useState<{ body: object }>({ body: latest });
  sent.body = latest;
  const close = (isSaved: boolean): void => {
    if (!isSaved) return;
    live.kept.delete(person.id);
    onClose();
  };
  if (weighed === null) {
    return (
      <Panel title={person.heading} onClose={onClose}>
        <p role={problem === null ? undefined : 'alert'}>{problem ?? 'Loading…'}</p>
      </Panel>
    );
  }
  const type = (id: string, value: string): void => setChosen({ ...chosen, typed: { ...chosen.typed, [id]: value } });
  return (
    <Panel title={person.heading} onClose={onClose}>
      <p class="about">{shown(person.reason, 600)}</p>
      {person.isPermanent && <p>A saved witness cannot be changed.</p>}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void act.send('decide', () => sent.body).then(close);
        }}
      >
        <Choice
          name="decision"
          legend="What does this person do on the form?"
          value={chosen.decision ?? weighed.decision}
          choices={weighed.decisions.map(({ value, meaning }) => ({ value, meaning }))}
          onChange={(value) => setChosen({ ...chosen, decision: value as Weighed['decision'] })}
        />
        {weighed.questions.map(({ id, words, choices, value, limit }) =>
          choices === null ? (
            <label key={id}>
              {shown(words)}
              <input
                value={chosen.typed[id] ?? value}
                maxLength={limit}
                autocomplete="off"
                onInput={({ currentTarget: { value: typed } }) => type(id, typed)}
              />
            </label>
          ) : (
            <Choice
              key={id}
              name={id}
              legend={words}
              value={chosen.typed[id] ?? value}
              choices={choices}
              onChange={(picked) => type(id, picked)}
            />
          ),
        )}
        <p class="consequence" aria-live="polite">
          {shown(problem ?? weighed.consequence, 600)}
        </p>
        <button type="submit" disabled={act.isBusy || person.isPermanent}>
          Save
        </button>
      </form>
      <Answer act={act} again={() => void act.agree().then(close)} />
      <BeforeUpload>A person who was found cannot be removed here.</BeforeUpload>
    </Panel>
  );
}

/** What the choices mean by now. An answer to an earlier choice that comes late is passed over. */
function useWeighed(
  person: string,
  chosen: Chosen,
): { readonly weighed: Weighed | null; readonly problem: string | null } {
  const [weighed, setWeighed] = useState<Weighed | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    let isOver = false;
    post<Weighed>('weigh', { ...chosen, person }).then(
      (answer) => {
        if (isOver) return;
        setWeighed(answer);
        setProblem(null);
      },
      (error: unknown) => setProblem((error as Error).message),
    );
    return () => {
      isOver = true;
    };
  }, [person, chosen]);
  return { weighed, problem };
}
