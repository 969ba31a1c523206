import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Button, colourOf, Quiet, Select } from '../../../core/page/kit.js';
import { shown } from '../../../core/platform/visible-text.js';
import type { EditorPerson, OtherFields } from '../shapes.js';
import { type Act, Answer, type Live, useAct, useTitle } from './act.js';

/** Who does what on the form, and the fields of nobody. */
export function People({ live }: { readonly live: Live }): JSX.Element {
  const { people, others } = live.state;
  const act = useAct(live);
  const title = useTitle(act);
  const suggested = people.filter(({ canAccept }) => canAccept).length;
  return (
    <section aria-labelledby="people-title">
      <h2 id="people-title" ref={title} tabIndex={-1}>
        People
      </h2>
      {people.length === 0 && <p class="about">No people were found on this form.</p>}
      {suggested > 1 && (
        <Button disabled={act.isBusy} onClick={() => void act.send('decide-suggested', () => ({}))}>
          Accept all {suggested} suggestions
        </Button>
      )}
      <Answer act={act} again={() => void act.agree()} />
      <ul class="cards">
        {people.map((person, index) => (
          <Person key={person.id} live={live} person={person} colour={colourOf(index)} />
        ))}
      </ul>
      {others !== null && <Others live={live} others={others} act={act} />}
    </section>
  );
}

interface PersonProps {
  readonly live: Live;
  readonly person: EditorPerson;
  readonly colour: string;
}

function Person({ live, person, colour }: PersonProps): JSX.Element {
  const { isDecided, does, called, consequence } = person;
  return (
    <li class={`card ${colour}`}>
      <h3 class="swatch">{shown(person.heading)}</h3>
      <p>
        {does === '' ? 'To decide' : shown(does)}
        {called === '' ? '' : `, called “${shown(called)}”`}
        <small>{isDecided ? ' saved' : does === '' ? '' : ' suggested'}</small>
      </p>
      <p class="about">{shown(consequence, 400)}</p>
      <Button class={isDecided ? 'quiet' : ''} onClick={() => live.openPerson(person.id)}>
        {isDecided ? 'Change' : 'Decide'}
        <span class="unseen"> {shown(person.heading)}</span>
      </Button>
    </li>
  );
}

function Others({ live, others, act }: { readonly live: Live; readonly others: OtherFields; readonly act: Act }) {
  const { words, takers, role, fields } = others;
  const [taker, setTaker] = useState('');
  const first = fields[0];
  return (
    <div class="card nobody">
      <h3 class="swatch">Fields of nobody</h3>
      <p>{shown(words, 400)}</p>
      <div class="acts">
        {first !== undefined && <Quiet onClick={() => live.openField(first)}>Open the first of them</Quiet>}
      </div>
      {takers.length > 0 && (
        <>
          <label>
            Give all of them to
            <Select
              value={taker}
              options={[
                ['', 'Choose a person'],
                ...takers.map(({ id, name }) => [id, `${shown(name)}, who is then called “${shown(role)}”`] as const),
              ]}
              onChange={setTaker}
            />
          </label>
          <Button
            disabled={taker === '' || act.isBusy}
            onClick={() => void act.send('give', () => ({ person: taker, role }))}
          >
            Give
          </Button>
        </>
      )}
    </div>
  );
}
