import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { shown } from '../../../core/platform/visible-text.js';
import type { FieldNames } from '../../names-file/names.js';
import type { EditorField } from '../shapes.js';
import { type Act, Answer, Lines, type Live, useAct, useKept } from './act.js';
import { Panel, Quiet, Select } from '../../../core/page/kit.js';
import { isListed, nameOf, typeOf } from './words.js';

interface FieldFormProps {
  readonly live: Live;
  readonly field: EditorField;
  readonly onClose: () => void;
}

/** One field: its name, whom it is about, and who fills it in. */
export function FieldForm({ live, field, onClose }: FieldFormProps): JSX.Element {
  const { state } = live;
  const [was, setWas] = useState<FieldNames>(field.names);
  const act = useAct(live, ({ fields }) => {
    setWas(fields.find(({ id }) => id === field.id)?.names ?? field.names);
  });
  const { suggested } = field;
  const place = state.pages[field.places[0]?.at ?? 0];
  const close = (isSaved: boolean): void => {
    if (!isSaved) return;
    live.kept.delete(field.id);
    onClose();
  };
  return (
    <Panel title={field.called} onClose={onClose}>
      <p class="about">
        Page {place?.page ?? 1}, {typeOf(field.type)}, filled in by “{shown(field.role)}”.
      </p>
      {field.reads !== null && <p>{shown(field.reads, 400)}</p>}
      <div class="acts">
        <Quiet onClick={() => live.showField(field.id)}>Show on its page</Quiet>
        {isListed(field) && <Quiet onClick={() => live.showRow(field.id)}>Show among the names</Quiet>}
      </div>
      {suggested !== null && (
        <div class="suggested tinted good">
          <p>
            Suggested: <code>{nameOf(suggested)}</code>
            <small>
              {suggested.isSure ? 'Looks right. ' : 'Please check. '}
              {shown(suggested.reason)}
            </small>
          </p>
          <Quiet disabled={act.isBusy} onClick={() => void act.send('accept', () => accepted([field])).then(close)}>
            Accept the suggestion
          </Quiet>
        </div>
      )}
      {field.whyNot === null ? (
        <NameForm live={live} field={field} was={was} act={act} onSaved={() => close(true)} />
      ) : (
        <p>{shown(field.whyNot, 600)}</p>
      )}
      <Answer act={act} again={() => void act.agree().then(close)} />
      <details>
        <summary>Give this field to another person</summary>
        <Lines lines={state.roles.find(({ name }) => name === field.role)?.otherWays ?? []} />
      </details>
      <BeforeUpload>A field cannot be moved, removed or required here.</BeforeUpload>
    </Panel>
  );
}

/** What the service cannot change, and the way to it. */
export const BeforeUpload = ({ children }: { readonly children: string }): JSX.Element => (
  <p class="about">
    {children} Draw the fields with <code>esign template prepare FILE</code>, and upload the file again.
  </p>
);

/** What `accept` takes: the suggestions as they are shown. */
export const accepted = (fields: readonly EditorField[]): object => ({
  names: fields.flatMap(({ id, suggested }) =>
    suggested === null ? [] : [{ field: id, data_key: suggested.data_key, subject: suggested.subject }],
  ),
});

interface NameFormProps {
  readonly live: Live;
  readonly field: EditorField;
  readonly was: FieldNames;
  readonly act: Act;
  readonly onSaved: () => void;
}

function NameForm({ live, field, was, act, onSaved }: NameFormProps): JSX.Element {
  const { suggested } = field;
  const subjects = subjectsFor(field, live);
  const [typed, setTyped] = useKept(live.kept, field.id, {
    key: field.names.data_key ?? suggested?.data_key ?? '',
    subject: (field.names.data_key === null ? suggested : null)?.subject ?? field.names.subject ?? '',
    label: field.names.label ?? '',
  });
  const { key, subject, label } = typed;
  const other = live.state.fields.find(
    ({ id, names }) =>
      id !== field.id && key !== '' && names.data_key === key.trim() && (names.subject ?? '') === subject,
  );
  // A body that is made when it is sent: after somebody else's change it is against what the form knows by then.
  const latest = { field: field.id, names: { data_key: key, subject: subject === '' ? null : subject, label }, was };
  const [sent] = useState<{ body: object }>({ body: latest });
  sent.body = latest;
  const save = async (event: Event): Promise<void> => {
    event.preventDefault();
    const isSaved = await act.send('name', () => sent.body);
    if (isSaved) onSaved();
  };
  return (
    <form onSubmit={(event) => void save(event)}>
      <label>
        Column name
        <input
          value={key}
          autofocus
          spellcheck={false}
          autocomplete="off"
          autocapitalize="none"
          placeholder="person.full_name"
          aria-describedby="taken"
          onInput={({ currentTarget: { value } }) => setTyped({ ...typed, key: value })}
        />
        <small id="taken" aria-live="polite">
          {other === undefined ? '' : `Already used by “${shown(other.called)}”.`}
        </small>
      </label>
      <label>
        About
        <Select
          value={subject}
          options={[['', 'Nobody in particular'], ...subjects.map((each) => [each.key, shown(each.label)] as const)]}
          onChange={(value) => setTyped({ ...typed, subject: value })}
        />
      </label>
      <label>
        Label that the signer reads
        <input value={label} onInput={({ currentTarget: { value } }) => setTyped({ ...typed, label: value })} />
      </label>
      <button type="submit" disabled={act.isBusy}>
        Save
      </button>
    </form>
  );
}

/** Those of the template, and one that the service suggests with the name. */
function subjectsFor({ suggested }: EditorField, { state: { subjects } }: Live): Live['state']['subjects'] {
  const key = suggested?.subject;
  if (key == null || subjects.some((each) => each.key === key)) return subjects;
  return [...subjects, { key, label: `${key} (new)` }];
}
