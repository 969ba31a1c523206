import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Panel, Quiet } from '../../../../core/page/kit.js';
import { aligned, asLines, type DrawnField, type DrawnForm, grouped } from './drawn-form.js';
import { type Acts, KindChoice } from './field-panel.js';
import { Question } from './group-form.js';
import { PersonChoice } from './person-choice.js';
import { count } from './words.js';

interface FieldsPanelProps {
  readonly form: DrawnForm;
  readonly fields: readonly DrawnField[];
  readonly roles: readonly string[];
  readonly acts: Acts;
  readonly onClose: () => void;
}

/** Several fields at once, with the question where they answer one. */
export function FieldsPanel({ form, fields, roles, acts, onClose }: FieldsPanelProps): JSX.Element {
  const ids = new Set(fields.map(({ id }) => id));
  /** Whether the question was made here. */
  const [isAsked, setAsked] = useState(false);
  const name = shared(fields, (field) => field.group);
  const group = form.groups.find((each) => each.name === name);
  return (
    <Panel title={`${count(fields.length, 'field')} chosen`} leavesFocus onClose={onClose}>
      <KindChoice value={shared(fields, ({ type }) => type)} onChange={(type) => acts.change({ type })} />
      <PersonChoice
        roles={roles}
        value={shared(fields, ({ role }) => role)}
        onChange={(role) => acts.change({ role })}
      />
      <div class="acts">
        <Quiet onClick={() => acts.change({ required: true })}>Required</Quiet>
        <Quiet onClick={() => acts.change({ required: false })}>Optional</Quiet>
        {group === undefined && fields.every(({ type }) => type === 'tickbox') && (
          <Quiet onClick={() => (acts.redraw(grouped(form, ids)), setAsked(true))}>Make them one question</Quiet>
        )}
        {fields.every(({ type, comb, page }) => type === 'text' && !comb && page === fields[0]?.page) && (
          <Quiet onClick={() => acts.redraw(asLines(form, ids))}>Make them lines of one answer</Quiet>
        )}
      </div>
      {group !== undefined && (
        <fieldset class="group">
          <legend>Question</legend>
          <Question form={form} group={group} acts={acts} isNew={isAsked} />
        </fieldset>
      )}
      <div class="acts">
        <Quiet onClick={() => acts.redraw(aligned(form, ids, 'left'))}>Align left</Quiet>
        <Quiet onClick={() => acts.redraw(aligned(form, ids, 'top'))}>Align top</Quiet>
        <Quiet onClick={() => acts.redraw(aligned(form, ids, 'size'))}>Same size</Quiet>
      </div>
      <div class="acts">
        <Quiet onClick={acts.duplicate}>Duplicate</Quiet>
        <Quiet onClick={acts.remove}>Delete</Quiet>
      </div>
    </Panel>
  );
}

/** What all of them have; undefined where they differ. */
function shared<T>(fields: readonly DrawnField[], of: (field: DrawnField) => T): T | undefined {
  const [first, ...rest] = fields.map(of);
  return rest.every((each) => each === first) ? first : undefined;
}
