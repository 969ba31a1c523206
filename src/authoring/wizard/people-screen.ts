import type { Person, Template } from '../../contract/resources/template.js';
import { actScreen, type Line, type ScreenView, type TableRow } from '../../core/terminal/screen.js';
import { othersInWords, type Others } from './others.js';
import { calledAtStart, consequence, detailsOf, fieldsOf, plainHeading } from './person-words.js';
import { othersWhoFill } from './person-screen.js';
import { type Answers, proposedAnswers } from './questions.js';
import { aboutPerson, reasonOf } from './screens.js';
import { type Decision, decisionOf, isDecided, isSavedWitness } from '../../contract/decision.js';

/** The people of a form at one time. */
export interface PeopleFacts {
  readonly people: readonly Person[];
  readonly form: Template;
  /** Fields in nobody's part, and who fills them in once somebody is assigned. */
  readonly loose: number;
  readonly others: Others | null;
  readonly isSettled: boolean;
  readonly afterPeople: string;
  readonly columns: number;
  readonly hasPictures: boolean;
}

interface PeopleState {
  readonly active: number;
  readonly isHelp: boolean;
}

type PeopleAct = 'accept' | 'change' | 'others' | 'browser' | 'page' | 'on' | 'leave';

/** The people with what each does; the last line has the fields of nobody. */
export function peopleScreen(facts: PeopleFacts, active: number) {
  const { people, others, hasPictures } = facts;
  const count = rowsOf(facts);
  return actScreen<PeopleState, PeopleAct>({
    start: { active: Math.max(0, Math.min(active, count - 1)), isHelp: false },
    view: (state) => view(facts, state),
    count: () => count,
    acts,
    isPossible: (act, state) => {
      if (act === 'accept') return suggestedOf(people).length > 0;
      const isPerson = people[state.active] !== undefined;
      if (act === 'change') return isPerson;
      return act === 'page' ? isPerson && hasPictures : act !== 'browser' || isPerson;
    },
    press: (state, { name }) => {
      if (name !== 'enter') return null;
      const person = people[state.active];
      if (person === undefined) return others === null ? null : { result: { act: 'others', state } };
      return isSavedWitness(person) ? { state: { ...state, isHelp: true } } : null;
    },
  });
}

/** The people whose suggestion can be saved as it is. */
export const suggestedOf = (people: readonly Person[]): readonly { person: Person; answers: Answers }[] =>
  people.flatMap((person) => {
    const answers = isDecided(person) ? null : proposedAnswers(person);
    return answers === null ? [] : [{ person, answers }];
  });

/** The row to look at next: somebody who is not decided, then the fields of nobody. */
export function nextRow({ people, others, isSettled }: PeopleFacts): number {
  const open = people.findIndex((person) => !isDecided(person));
  return open === -1 ? (others === null || isSettled ? 0 : people.length) : open;
}

const hasOthers = ({ loose, others }: PeopleFacts): boolean => others !== null || loose > 0;
const rowsOf = (facts: PeopleFacts): number => facts.people.length + (hasOthers(facts) ? 1 : 0);

const columns = [
  { title: 'Person', need: 12, share: 3 },
  { title: 'Does what', need: 18 },
  { title: 'Called', need: 10, share: 2 },
  { title: 'Own fields', need: 11, share: 1 },
  { title: 'Always', need: 6 },
  { title: '', need: 9 },
];

export const shortMeanings: Readonly<Record<Decision, string>> = {
  subject: 'Gives details',
  signer: 'Signs',
  both: 'Fills in and signs',
  mandate_signed: 'We sign for them',
  witness: 'Signs as witness',
};

function view(facts: PeopleFacts, { active, isHelp }: PeopleState): ScreenView {
  const { people, form, hasPictures } = facts;
  const person = people[active];
  const saved = people.filter(isDecided).length;
  const suggested = suggestedOf(people).length;
  const count = rowsOf(facts);
  return {
    title:
      people.length === 0
        ? `No people were found on ${form.name}.`
        : `Who does what on ${form.name}? ${saved} of ${people.length} people ${saved === 1 ? 'is' : 'are'} saved.`,
    columns,
    count,
    row: (index) => (people[index] === undefined ? othersRow(facts) : personRow(people[index], form)),
    active,
    below: person === undefined ? othersHelp(facts, isHelp) : personBelow(facts, person, isHelp),
    keys: [
      ...(suggested === 0
        ? []
        : [['a', `accept ${suggested === 1 ? 'the suggestion' : `all ${suggested} suggestions`}`] as const]),
      ...(count === 0 ? [] : [['↑↓', 'move'] as const]),
      ...(person === undefined && facts.others === null ? [] : [['Enter', 'change'] as const]),
      ['n', facts.others !== null && !facts.isSettled ? 'next: fields of nobody' : `next: ${facts.afterPeople}`],
      ...(person === undefined ? [] : [['o', 'open the page'] as const]),
      ...(person === undefined || !hasPictures ? [] : [['v', 'view the page here'] as const]),
      ['?', 'help'],
      ['q', 'save and quit'],
    ],
  };
}

function personRow(person: Person, form: Template): TableRow {
  const answers = shownAnswers(person);
  if (answers === null) return { cells: [plainHeading(person.heading), '', '', '', '', 'to decide'], style: 'warning' };
  const fields = detailsOf(person);
  const others = isDecided(person)
    ? othersWhoFill(person, form, { decision: answers.decision, role_name: answers.role_name ?? '' })
    : othersWhoFill(person, form, answers);
  return {
    cells: [
      plainHeading(person.heading),
      shortMeanings[answers.decision],
      answers.role_name ?? answers.subject_label ?? answers.subject_key ?? '',
      fields === 0 ? 'none' : others.length === 0 ? `fills in ${fields}` : `${fields} by ${others.join(', ')}`,
      answers.presence === 'conditional' ? 'no' : 'yes',
      isDecided(person) ? 'saved' : 'suggested',
    ],
  };
}

/** What is saved, or suggested; null where there is neither. */
export function shownAnswers(person: Person): Answers | null {
  const { role_name: role, subject_key: subject } = person.current;
  const proposed = proposedAnswers(person);
  if (!isDecided(person)) return proposed;
  const decision = person.proposed.decision ?? decisionOf(person.current) ?? 'signer';
  const { filled_by: _own, ...rest } = proposed ?? { decision };
  return {
    ...rest,
    decision,
    ...(role === null ? {} : { role_name: role }),
    ...(subject === null ? {} : { subject_key: subject }),
  };
}

function othersRow({ people, loose, others, isSettled }: PeopleFacts): TableRow {
  // The fields of somebody who is not decided have an extra person's role still.
  if (others === null || !people.every(isDecided)) {
    return { cells: ['Nobody', fieldsOf(loose), '', '', '', ''], style: 'quiet' };
  }
  const count = fieldsOf(others.fields.length);
  const { role, holder } = others;
  return {
    cells: [
      'Nobody',
      holder === null ? 'An extra person' : plainHeading(holder.heading),
      role,
      count,
      '',
      isSettled ? 'confirmed' : 'to check',
    ],
    style: isSettled ? 'quiet' : 'warning',
  };
}

function personBelow(facts: PeopleFacts, person: Person, isHelp: boolean): readonly Line[] {
  const { form } = facts;
  const answers = shownAnswers(person);
  const does =
    answers === null
      ? `Nothing is suggested for ${calledAtStart(person).replace(/^The/, 'the')}. Press Enter to decide.`
      : consequence(answers, person, form);
  return [
    { text: does },
    ...(isHelp ? aboutPerson(person, form, facts.columns) : [{ text: reasonOf(person), style: 'quiet' as const }]),
    ...(isSavedWitness(person) ? [{ text: 'A saved witness cannot be changed.', style: 'quiet' as const }] : []),
  ];
}

function othersHelp(facts: PeopleFacts, isHelp: boolean): readonly Line[] {
  if (rowsOf(facts) === 0) return [];
  const { others, people } = facts;
  if (people.length === 0) return [{ text: 'Names are next. Values for the fields can be sent with each envelope.' }];
  if (others === null || !people.every(isDecided))
    return [{ text: 'Decide about the people first. Then say who fills in these fields.' }];
  return [
    { text: othersInWords(others) },
    ...(isHelp ? [{ text: 'Press Enter to see them by section of the form, and to change who fills them in.' }] : []),
  ];
}

const acts: Readonly<Record<string, PeopleAct>> = {
  a: 'accept',
  enter: 'change',
  o: 'browser',
  v: 'page',
  n: 'on',
  q: 'leave',
};
