import type { Contract } from '../../contract/overlay/contract.js';
import { type Decision, isDecided } from '../../contract/decision.js';
import type { Person, Template } from '../../contract/resources/template.js';
import { actScreen, type Line, type ScreenView, type TableRow } from '../../core/terminal/screen.js';
import { consequence, detailsOf, fieldsOf, fillersOf, meanings } from './person-words.js';
import { type Answers, proposedAnswers, questionOf, questionsFor } from './questions.js';
import { aboutPerson, reasonOf } from './screens.js';

type Typed = Partial<Omit<Answers, 'decision'>>;

/** What was chosen for a person so far; everything else has the defaults of the questions. */
export interface Chosen {
  readonly decision: Decision;
  readonly typed: Typed;
}

interface ScreenState extends Chosen {
  readonly active: number;
  readonly isHelp: boolean;
}

type PersonAct = 'save' | 'called' | 'short name' | 'browser' | 'page' | 'back' | 'leave';

/** What the screen of a person shows besides its toggles. */
export interface PersonFacts {
  readonly person: Person;
  readonly form: Template;
  readonly number: number;
  readonly of: number;
  readonly contract?: Contract | undefined;
  readonly columns: number;
  readonly hasPictures: boolean;
}

/** What a decision follows from. */
type DecidedOn = Pick<PersonFacts, 'person' | 'form' | 'contract'>;

export function personStart(person: Person): ScreenState {
  const { role_name: role, subject_key: subject } = person.current;
  return {
    decision: person.proposed.decision ?? person.offered[0] ?? 'signer',
    typed: { ...(role === null ? {} : { role_name: role }), ...(subject === null ? {} : { subject_key: subject }) },
    active: 0,
    isHelp: false,
  };
}

/** A whole decision: what was chosen, then the service's proposal, then the defaults of the questions. */
export function answersOf({ decision, typed }: Chosen, { person, form, contract }: DecidedOn): Answers {
  const proposed = proposedAnswers(person);
  let answers: Answers = proposed?.decision === decision ? proposed : { decision };
  for (const id of questionsFor(decision, person)) {
    // Who fills in the details of somebody who is saved is read from the fields.
    const isKept = answers[id] !== undefined && !(id === 'filled_by' && isDecided(person));
    const answer = typed[id] ?? (isKept ? answers[id] : questionOf(id, person, form, answers, contract).otherwise);
    answers = { ...answers, [id]: answer };
  }
  return answers;
}

/** What is saved of a person, under another role. */
export function answersInRole(facts: DecidedOn, role: string): Answers {
  const start = personStart(facts.person);
  return answersOf({ ...start, typed: { ...start.typed, role_name: role } }, facts);
}

/** One screen of four toggles, with what they do in one line. */
export const personScreen = (facts: PersonFacts, start: ScreenState) =>
  actScreen<ScreenState, PersonAct>({
    start,
    view: (state) => view(facts, state),
    count: () => help.length,
    acts,
    isPossible: (act, state) =>
      (act !== 'page' || facts.hasPictures) &&
      (act !== 'short name' || answersOf(state, facts).subject_key !== undefined),
    press: (state, { name }) => {
      if (name !== 'space' && name !== 'right' && name !== 'left') return null;
      if (state.active === 1) return { result: { act: 'called', state } };
      return { state: toggled(facts, state, name === 'left' ? -1 : 1) };
    },
  });

const columns = [
  { title: '', need: 20 },
  { title: '', need: 30, share: 1 },
];

function view(facts: PersonFacts, state: ScreenState): ScreenView {
  const { person, form, number, of, hasPictures } = facts;
  const answers = answersOf(state, facts);
  const rows = toggles(facts, answers);
  const said: readonly Line[] = state.isHelp
    ? [{ text: help[state.active] ?? '' }, ...aboutPerson(person, form, facts.columns)]
    : [
        ...(answers.subject_key === undefined
          ? []
          : [{ text: `Short name for spreadsheets: ${answers.subject_key}`, style: 'quiet' as const }]),
        { text: reasonOf(person), style: 'quiet' },
      ];
  return {
    title: `${person.heading} (person ${number} of ${of})`,
    columns,
    count: rows.length,
    row: (index) => rows[index] ?? { cells: [] },
    active: state.active,
    below: [{ text: consequence(answers, person, form), style: 'heading' }, ...said],
    keys: [
      ['Enter', 'save'],
      ['↑↓', 'move'],
      ['Space', 'change'],
      ...(answers.subject_key === undefined ? [] : [['k', 'short name'] as const]),
      ['o', 'open the page'],
      ...(hasPictures ? [['v', 'view the page here'] as const] : []),
      ['?', 'help'],
      ['b', 'back'],
      ['q', 'save and quit'],
    ],
  };
}

const help = [
  'What this person does on the form. Each person who signs gets an invitation.',
  'The name of the role, which every envelope uses for this person.',
  'Whether this person fills in their own details when signing. Otherwise another role does, or you send the values.',
  'A note for the sender: every envelope must still name each person who signs.',
];

function toggles({ person, form }: PersonFacts, answers: Answers): readonly TableRow[] {
  const mark = isDecided(person) ? ' (saved)' : ' (suggested)';
  return [
    {
      cells: ['Does what', `${meanings[answers.decision]}${answers.decision === person.proposed.decision ? mark : ''}`],
    },
    { cells: ['Called', answers.role_name ?? answers.subject_label ?? ''] },
    ownFields(person, form, answers),
    { cells: ['Always there', answers.presence === 'conditional' ? 'No, only on some forms' : 'Yes'] },
  ];
}

function ownFields(person: Person, form: Template, answers: Answers): TableRow {
  const count = detailsOf(person);
  const title = 'Fills in own fields';
  if (count === 0) return { cells: [title, 'Has none'], style: 'quiet' };
  const others = othersWhoFill(person, form, answers).map((role) => `“${role}”`);
  if (others.length === 0) return { cells: [title, `Yes, ${fieldsOf(count)}`] };
  const elsewhere = `No, ${others.join(' and ')} ${others.length === 1 ? 'fills' : 'fill'} in ${fieldsOf(count)}`;
  return { cells: [title, elsewhere], ...(answers.filled_by === undefined ? { style: 'quiet' as const } : {}) };
}

/** The roles, other than the person's own, that fill in their details once this is saved. */
export function othersWhoFill(person: Person, form: Pick<Template, 'fields'>, answers: Answers): readonly string[] {
  if (answers.decision === 'witness' || answers.filled_by === 'own') return [];
  return fillersOf(person, form).filter((role) => role !== answers.role_name);
}

const acts: Readonly<Record<string, PersonAct>> = {
  enter: 'save',
  k: 'short name',
  o: 'browser',
  v: 'page',
  b: 'back',
  escape: 'back',
  q: 'leave',
};

function toggled(facts: PersonFacts, state: ScreenState, step: number): ScreenState {
  const { person, form, contract } = facts;
  const answers = answersOf(state, facts);
  if (state.active === 0) return { ...state, decision: next(person.offered, state.decision, step) };
  const id = state.active === 2 ? 'filled_by' : 'presence';
  const choices = questionOf(id, person, form, answers, contract).choices?.map(({ value }) => value) ?? [];
  const current = answers[id];
  if (current === undefined) return state;
  return { ...state, typed: { ...state.typed, [id]: next(choices, current, step) } };
}

function next<T>(all: readonly T[], current: T, step: number): T {
  const at = all.indexOf(current);
  return all[(at + step + all.length) % all.length] ?? current;
}
