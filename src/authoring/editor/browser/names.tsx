import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import { Button, colourOf, Quiet } from '../../../core/page/kit.js';
import { shown } from '../../../core/platform/visible-text.js';
import type { EditorField } from '../shapes.js';
import { Answer, atField, type Live, useAct, useTitle } from './act.js';
import { accepted } from './field-form.js';
import { count, isToName, nameOf } from './words.js';

/** The names: conflicts first, then what is suggested, what has no suggestion, and what is named. */
export function Names({ live }: { readonly live: Live }): JSX.Element {
  const { fields, conflicts, isProposed } = live.state;
  const act = useAct(live);
  const title = useTitle(act);
  const open = fields.filter(isToName);
  const suggested = open.filter((field) => field.suggested !== null);
  const sure = suggested.filter((field) => field.suggested?.isSure === true);
  const doubtful = suggested.filter((field) => field.suggested?.isSure === false);
  const bare = open.filter((field) => field.suggested === null);
  const named = fields.filter(({ names }) => names.data_key !== null);
  const byId = new Map(fields.map((field) => [field.id, field]));
  return (
    <section aria-labelledby="names-title">
      <h2 id="names-title" ref={title} tabIndex={-1}>
        Names
      </h2>
      {open.length === 0 && <p class="about">Every field that needs a name has one.</p>}
      {conflicts.map(({ address, fields: ids }) => (
        <div key={address} class="card double">
          <h3>
            <code>{shown(address)}</code>
          </h3>
          <p>One value fills {count(ids.length, 'field')}. Give the others a name of their own:</p>
          <Fields live={live} fields={ids.flatMap((id) => byId.get(id) ?? [])} />
        </div>
      ))}
      {!isProposed && open.length > 0 && (
        <Button disabled={act.isBusy} onClick={() => void act.send('propose', () => ({}))}>
          Suggest names
        </Button>
      )}
      {sure.length > 0 && (
        <>
          <h3>{count(sure.length, 'name')} looking right</h3>
          <Button disabled={act.isBusy} onClick={() => void act.send('accept', () => accepted(sure))}>
            Accept {sure.length === 1 ? 'it' : `these ${sure.length}`}
          </Button>
          <Answer act={act} again={() => void act.agree()} />
          <Fields live={live} fields={sure} />
        </>
      )}
      {sure.length === 0 && <Answer act={act} again={() => void act.agree()} />}
      {doubtful.length > 0 && <h3>{count(doubtful.length, 'name')} to check</h3>}
      <Fields live={live} fields={doubtful} />
      {bare.length > 0 && <h3>{count(bare.length, 'field')} without a name</h3>}
      <Fields live={live} fields={bare} />
      {named.length > 0 && <Named live={live} fields={named} />}
    </section>
  );
}

/** Closed at first: a long form has thousands. */
function Named({ live, fields }: FieldsProps): JSX.Element {
  const [isOpen, setOpen] = useState(false);
  const { target } = live;
  useEffect(() => {
    if (fields.some(({ id }) => id === target?.row)) setOpen(true);
  }, [target]);
  return (
    <details open={isOpen} onToggle={({ currentTarget: { open } }) => setOpen(open)}>
      <summary>{count(fields.length, 'field')} with a name</summary>
      {isOpen && <Fields live={live} fields={fields} />}
    </details>
  );
}

interface FieldsProps {
  readonly live: Live;
  readonly fields: readonly EditorField[];
}

/** A long form has thousands. */
const rowsAtFirst = 100;
const moreRows = 500;

function Fields({ live, fields }: FieldsProps): JSX.Element | null {
  const [max, setMax] = useState(rowsAtFirst);
  const { target } = live;
  const found = fields.findIndex(({ id }) => id === target?.row);
  useLayoutEffect(() => {
    if (found < 0) return;
    if (found >= max) setMax(found + 1);
    else live.reached(document.querySelector(`.rows ${atField(target?.row ?? '')}`));
  }, [target, found, max]);
  if (fields.length === 0) return null;
  const more = fields.length - max;
  return (
    <ul class="rows">
      {fields.slice(0, max).map((field) => (
        <li key={field.id}>
          <Button
            data-field={field.id}
            class={`row flat swatch ${colourOf(field.person)}`}
            onClick={() => live.openField(field.id)}
          >
            <span>
              {shown(field.called, 120)}
              <code>{nameOf(field.suggested ?? field.names)}</code>
            </span>
          </Button>
          <Quiet onClick={() => live.showField(field.id)}>
            Show<span class="unseen"> “{shown(field.called, 120)}” on its page</span>
          </Quiet>
        </li>
      ))}
      {more > 0 && (
        <li>
          <Quiet onClick={() => setMax(max + moreRows)}>Show {Math.min(more, moreRows)} more</Quiet>
        </li>
      )}
    </ul>
  );
}
