import type { JSX } from 'preact';
import type { BoxType } from '../../../../document/read-document.js';
import { Panel, Quiet, Select } from '../../../../core/page/kit.js';
import { shown } from '../../../../core/platform/visible-text.js';
import type { Doubt } from '../shapes.js';
import { asFields, type Change, type DrawnField, type DrawnForm, hasKey } from './drawn-form.js';
import { GroupForm } from './group-form.js';
import { PersonChoice } from './person-choice.js';
import { ItIsRight } from './side.js';
import { calledOf, kinds } from './words.js';

/** What the forms of fields do. */
export interface Acts {
  /** Changes what is chosen; `part` names what is typed, whose letters are undone together. */
  change(change: Change, part?: string): void;
  /** Any other change of the form. */
  redraw(form: DrawnForm, part?: string): void;
  duplicate(): void;
  remove(): void;
  /** Says of a doubt that it is right as it is, or that it is not. */
  judge(doubt: Doubt, isRight: boolean): void;
  /** Gives the focus back to the field on its page. */
  back(): void;
}

interface FieldPanelProps {
  readonly form: DrawnForm;
  readonly field: DrawnField;
  readonly roles: readonly string[];
  /** How many pages there are. */
  readonly pages: number;
  readonly problems: readonly Doubt[];
  readonly doubts: readonly Doubt[];
  /** The data key that its words make; null where they make none. */
  readonly keyOfWords: string | null;
  readonly leavesFocus: boolean;
  readonly acts: Acts;
  readonly onClose: () => void;
}

/** One field: what it is, what the signer reads, and who fills it in. */
export function FieldPanel(props: FieldPanelProps): JSX.Element {
  const { form, field, roles, pages, problems, doubts, keyOfWords, leavesFocus, acts, onClose } = props;
  const { type } = field;
  const isAnswer = type === 'tickbox' && field.group !== null;
  return (
    <Panel title={calledOf(field)} leavesFocus={leavesFocus} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          acts.back();
        }}
      >
        <label>
          {isAnswer ? 'This answer, as the signer reads it' : 'What the signer reads'}
          <input
            value={field.label}
            autofocus
            maxLength={500}
            autocomplete="off"
            onInput={({ currentTarget: { value } }) =>
              acts.change(isAnswer ? { label: value, option: value } : { label: value }, 'label')
            }
          />
        </label>
        <KindChoice value={type} onChange={(kind) => acts.change({ type: kind })} />
        <PersonChoice roles={roles} value={field.role} onChange={(role) => acts.change({ role })} />
        {!isAnswer && (
          <label class="tick">
            <input
              type="checkbox"
              checked={field.required}
              onChange={({ currentTarget: { checked } }) => acts.change({ required: checked })}
            />
            <span>Required</span>
          </label>
        )}
        {type === 'text' && <TextForm field={field} acts={acts} />}
        {field.more !== undefined && (
          <Quiet onClick={() => acts.redraw(asFields(form, field))}>
            Make a field of each of its {field.more.length + 1} lines
          </Quiet>
        )}
        {type === 'dropdown' && <OptionsForm field={field} acts={acts} />}
        {type === 'tickbox' && <GroupForm form={form} field={field} acts={acts} />}
        {hasKey(type) && !isAnswer && (
          <label>
            Column name in spreadsheets
            <input
              value={(field.key_from === 'words' ? keyOfWords : field.key) ?? ''}
              maxLength={200}
              spellcheck={false}
              autocomplete="off"
              autocapitalize="none"
              placeholder="for example person.full_name"
              onInput={({ currentTarget: { value } }) => acts.change({ key: value === '' ? null : value }, 'key')}
              // Left empty, it is that of the words again.
              onBlur={({ currentTarget: { value } }) => value === '' && acts.change({ key_from: 'words' }, 'key')}
            />
          </label>
        )}
        {pages > 1 && (
          <label>
            Page
            <Select
              value={String(field.page)}
              options={Array.from({ length: pages }, (_, index) => [String(index + 1), String(index + 1)] as const)}
              onChange={(page) => acts.change({ page: Number(page) })}
            />
          </label>
        )}
        <button type="submit" class="unseen" tabIndex={-1}>
          Back to the page
        </button>
      </form>
      <div class="acts">
        <Quiet onClick={acts.duplicate}>Duplicate</Quiet>
        <Quiet onClick={acts.remove}>Delete</Quiet>
      </div>
      {/* At the end: what is said or put right while somebody types moves nothing. */}
      {[...problems, ...doubts].map((doubt) => (
        <div key={doubt.words} class="tinted">
          <p>{shown(doubt.words, 400)}</p>
          {doubts.includes(doubt) && <ItIsRight doubt={doubt} judge={acts.judge} />}
        </div>
      ))}
    </Panel>
  );
}

interface KindChoiceProps {
  /** Undefined: of several kinds. */
  readonly value: BoxType | undefined;
  readonly onChange: (kind: BoxType) => void;
}

export const KindChoice = ({ value, onChange }: KindChoiceProps): JSX.Element => (
  <label>
    Kind
    <Select
      value={value ?? ''}
      options={[
        ...(value === undefined ? ([['', 'Several kinds']] as const) : []),
        ...kinds.map(([kind, words]) => [kind, words] as const),
      ]}
      onChange={(kind) => kind !== '' && onChange(kind as BoxType)}
    />
  </label>
);

interface PartProps {
  readonly field: DrawnField;
  readonly acts: Acts;
}

function TextForm({ field, acts }: PartProps): JSX.Element {
  return (
    <>
      <label class="tick">
        <input
          type="checkbox"
          checked={field.multiline}
          onChange={({ currentTarget: { checked } }) => acts.change({ multiline: checked, comb: false })}
        />
        <span>Several lines</span>
      </label>
      <label>
        At most this many characters
        <input
          type="number"
          min={1}
          max={10_000}
          value={field.max_length ?? ''}
          placeholder="Any number"
          onInput={({ currentTarget: { valueAsNumber: value } }) =>
            acts.change({ max_length: Number.isInteger(value) && value > 0 ? value : null }, 'length')
          }
        />
        <small>Programs that fill in the PDF keep to it; the service may take longer answers.</small>
      </label>
      <label class="tick">
        <input
          type="checkbox"
          checked={field.comb}
          disabled={field.max_length === null}
          onChange={({ currentTarget: { checked } }) => acts.change({ comb: checked, multiline: false })}
        />
        <span>
          A compartment for each character
          {field.max_length === null && <small> (enter how many first)</small>}
        </span>
      </label>
    </>
  );
}

const OptionsForm = ({ field, acts }: PartProps): JSX.Element => (
  <label>
    Choices, one on each line
    <textarea
      rows={4}
      value={(field.options ?? []).join('\n')}
      onInput={({ currentTarget: { value } }) => acts.change({ options: value.split('\n') }, 'options')}
    />
  </label>
);
