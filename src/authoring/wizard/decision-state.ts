import type { Person, Template } from '../../contract/resources/template.js';
import { fillersOf } from './person-words.js';
import type { Answers } from './questions.js';

/** What a template read again tells of a decision whose response was lost. */
export type DecisionState = 'saved' | 'not_saved' | 'unknown';

/** A person, and the form that they were read with. */
export interface PersonOnForm {
  readonly person: Person | undefined;
  readonly form: Pick<Template, 'fields' | 'subjects'>;
}

/**
 * Whether a decision about a person was saved, by how they are `now`. `before`: how they were when it was sent. What was
 * so before shows nothing: the text tags of a form may give an undecided person the same role and subject.
 */
export function decisionState(answers: Answers, now: PersonOnForm, before?: PersonOnForm): DecisionState {
  const state = matches(answers, now);
  if (state !== 'saved' || before === undefined) return state;
  return matches(answers, before) === 'saved' ? 'unknown' : 'saved';
}

function matches(answers: Answers, { person, form }: PersonOnForm): DecisionState {
  if (person === undefined) return 'not_saved';
  const { role_name: role = null, subject_key: subject = null, subject_label: label, filled_by: filler } = answers;
  const { current, proposed } = person;
  const fillers = fillersOf(person, form);
  const saved = [
    current.role_name === role && current.subject_key === subject,
    label === undefined || form.subjects.find(({ key }) => key === subject)?.label === label,
    filler !== 'own' || fillers.every((each) => each === role),
  ].every(Boolean);
  if (!saved) return 'not_saved';
  // A saved decision is what the service proposes from then on. What one of the two leaves out shows nothing.
  const shown = [
    [proposed.decision, answers.decision],
    [proposed.presence, answers.presence],
  ].map(([is = null, wanted = null]) =>
    is === wanted ? 'saved' : is === null || wanted === null ? 'unknown' : 'not_saved',
  );
  if (shown.includes('not_saved')) return 'not_saved';
  // The details may be with this person because somebody else gave them.
  const isOwn = filler === 'current' && fillers.length > 0 && fillers.every((each) => each === role);
  return shown.includes('unknown') || isOwn ? 'unknown' : 'saved';
}
