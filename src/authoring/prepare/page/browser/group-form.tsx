import type { JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { PreparedGroup } from '../../../../document/prepare/prepared-field.js';
import { Quiet, Select } from '../../../../core/page/kit.js';
import { shown } from '../../../../core/platform/visible-text.js';
import { type DrawnField, type DrawnForm, grouped, joined, mapped, withGroup } from './drawn-form.js';
import type { Acts } from './field-panel.js';

interface GroupFormProps {
  readonly form: DrawnForm;
  readonly field: DrawnField;
  readonly acts: Acts;
}

const [alone, more] = ['', ' new'] as const;

/** The question that a tickbox answers, and whether it answers one. */
export function GroupForm({ form, field, acts }: GroupFormProps): JSX.Element {
  const { groups } = form;
  const group = groups.find(({ name }) => name === field.group);
  const ids = new Set([field.id]);
  return (
    <fieldset class="group">
      <legend>Question</legend>
      <label>
        This tickbox
        <Select
          value={field.group ?? alone}
          options={[
            [alone, 'stands alone'],
            ...groups.map(({ name, label }) => [name, `answers “${shown(label ?? name, 60)}”`] as const),
            [more, 'answers another question…'],
          ]}
          onChange={(chosen) =>
            acts.redraw(chosen === more ? grouped(form, ids) : joined(form, ids, chosen === alone ? null : chosen))
          }
        />
      </label>
      {group !== undefined && <Question form={form} group={group} acts={acts} />}
    </fieldset>
  );
}

interface QuestionProps extends Pick<GroupFormProps, 'form' | 'acts'> {
  readonly group: PreparedGroup;
  /** Whether the words of the question get the focus. */
  readonly isNew?: boolean;
}

/** What is asked, how many answers may be ticked, and what they are. */
export function Question({ form, group, acts, isNew = false }: QuestionProps): JSX.Element {
  const { fields } = form;
  const asked = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    if (isNew) asked.current?.focus();
  }, [group.name]);
  const members = fields.filter((each) => each.group === group.name);
  return (
    <>
      <label>
        The question, as the signer reads it
        <input
          ref={asked}
          class="asked"
          value={group.label ?? ''}
          maxLength={500}
          autocomplete="off"
          onInput={({ currentTarget: { value } }) =>
            acts.redraw(withGroup(form, group.name, { label: value === '' ? null : value }), `asked ${group.name}`)
          }
        />
      </label>
      <label>
        The signer chooses
        <Select
          value={choiceOf(group.min_selected, group.max_selected)}
          options={choices}
          onChange={(chosen) => acts.redraw(withGroup(form, group.name, boundsOf(chosen, members.length)))}
        />
      </label>
      <p class="about">Its answers:</p>
      <ol class="answers">
        {members.map((member, index) => (
          <li key={member.id}>
            <input
              aria-label={`Answer ${index + 1}`}
              value={member.label}
              maxLength={500}
              autocomplete="off"
              onInput={({ currentTarget: { value } }) =>
                acts.redraw(
                  mapped(form, new Set([member.id]), (each) => ({ ...each, label: value, option: value })),
                  `answer ${member.id}`,
                )
              }
            />
            <Quiet onClick={() => acts.redraw(joined(form, new Set([member.id]), null))}>
              Remove<span class="unseen"> “{shown(member.label, 80)}” from the question</span>
            </Quiet>
          </li>
        ))}
      </ol>
    </>
  );
}

const choices = [
  ['one', 'exactly one'],
  ['one or none', 'one, or none'],
  ['some', 'at least one'],
  ['any', 'any number'],
] as const;
type Choice = (typeof choices)[number][0];

function choiceOf(min: number, max: number): Choice {
  if (max === 1) return min === 0 ? 'one or none' : 'one';
  return min === 0 ? 'any' : 'some';
}

const boundsOf = (choice: string, members: number) => ({
  min_selected: choice === 'one' || choice === 'some' ? 1 : 0,
  max_selected: choice === 'one' || choice === 'one or none' ? 1 : Math.max(2, members),
});
