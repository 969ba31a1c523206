import { type Decision, isDecided, isSavedWitness } from '../../contract/decision.js';
import type { Person } from '../../contract/resources/template.js';
import type { Choice } from '../../core/terminal/prompt.js';
import {
  answerProblem,
  type Answers,
  inWords,
  type Question,
  proposedAnswers,
  questionOf,
  questionsFor,
} from './questions.js';
import { calledInText, consequence, meanings } from './person-words.js';
import { saveDecision } from './save-decision.js';
import { personLines, saidOf } from './screens.js';
import { askText, backChoice, backWord, leaveChoice, type Move, type Session } from './session.js';

/** Where the people begin: with the first open one, with the last one, or with one of them. */
export type From = 'open' | 'last' | { readonly personId: string };

/**
 * Goes through the people in the order in which a reader meets them and saves each decision as it is taken. Begins with
 * the first one who is neither decided nor skipped, or with the last one after going back.
 */
export async function peopleStep(session: Session, from: From): Promise<Move> {
  const { prompt, template, memory } = session;
  const skipped = new Set(memory.kept.skipped);
  let people = await template.people();
  if (people.length === 0) prompt.say('No people were found on this form. Names are next.');
  const open = people.findIndex((person) => !isDecided(person) && !skipped.has(person.id));
  let index = open === -1 ? people.length : open;
  if (from === 'last') index = people.length - 1;
  else if (from !== 'open') index = people.findIndex(({ id }) => id === from.personId);
  if (from === 'open' && index > 0 && people.length > 0) {
    const done = people.filter(isDecided).length;
    prompt.say(`${done} of ${people.length} people are already assigned.`);
  }
  while (index < people.length) {
    const person = people[index];
    if (person === undefined) break;
    const move = await onePerson(session, person, people, index + 1);
    if (move === 'leave') return 'leave';
    if (move === 'back') index = Math.max(index - 1, 0);
    else if (move === 'on') index += 1;
    people = await template.people();
  }
  return 'on';
}

type Chosen = Decision | 'page' | 'browser' | 'keep' | 'skip' | 'back' | 'leave';

async function onePerson(
  session: Session,
  person: Person,
  people: readonly Person[],
  number: number,
): Promise<Move | 'again'> {
  const { prompt, pictures, template } = session;
  if (pictures.inTerminal === 'always') await showPerson(session, person);
  prompt.say(saidOf(personLines(person, template.body, { number, of: people.length }, prompt.room.columns)));
  for (;;) {
    const chosen = await prompt.select<Chosen>(
      `What does ${calledInText(person)} do on this form?`,
      choicesFor(session, person, number),
      first(person),
    );
    if (chosen === 'leave' || chosen === 'back') return chosen;
    if (chosen === 'keep') return 'on';
    if (chosen === 'skip') {
      session.memory.skip(person.id);
      return 'on';
    }
    if (chosen === 'page') await showPerson(session, person);
    else if (chosen === 'browser') prompt.say(await session.openPage());
    else {
      const answers = await answersFor(session, person, chosen);
      const saved = answers !== null && (await saveDecision(session, person, people, answers));
      // Somebody else may have decided about this very person: they are shown as they are now.
      return saved ? 'on' : 'again';
    }
  }
}

const first = (person: Person): Chosen =>
  isSavedWitness(person) || isDecided(person) ? 'keep' : (person.proposed.decision ?? person.offered[0] ?? 'skip');

function choicesFor({ pictures }: Session, person: Person, number: number): readonly Choice<Chosen>[] {
  const { proposed, offered } = person;
  const decisions = offered.toSorted((a, b) => Number(b === proposed.decision) - Number(a === proposed.decision));
  const decided = isDecided(person);
  const mark = decided ? ' (saved)' : ' (suggested)';
  return [
    ...(decided ? [{ value: 'keep', name: 'Keep the saved answer' } as const] : []),
    ...(isSavedWitness(person) ? [] : decisions).map((decision) => ({
      value: decision,
      name: `${meanings[decision]}${decision === proposed.decision ? mark : ''}`,
    })),
    ...(pictures.inTerminal === 'no' ? [] : [{ value: 'page', name: 'Show the page here' } as const]),
    { value: 'browser', name: 'Open the page in the browser' },
    ...(decided ? [] : [{ value: 'skip', name: 'Skip this person' } as const]),
    ...(number > 1 ? [backChoice] : []),
    leaveChoice,
  ];
}

/** Draws the page of a person with the fields of that part marked. */
export function showPerson({ pictures, template }: Session, person: Person): Promise<void> {
  const own = new Set(person.fields.map(({ id }) => id));
  const marked = template.body.fields.filter(({ id }) => own.has(id));
  return pictures.show(person.document_id, person.page, marked);
}

/** The proposal, or an answer to each question, once the person likes what it does; null to go back. */
async function answersFor(session: Session, person: Person, decision: Decision): Promise<Answers | null> {
  const { prompt, template } = session;
  const proposed = proposedAnswers(person);
  let answers = proposed?.decision === decision ? proposed : await askAll(session, person, decision);
  for (;;) {
    if (answers === null) return null;
    const chosen = await prompt.select(`${consequence(answers, person, template.body)} Correct?`, [
      { value: 'save', name: 'Yes, save' },
      { value: 'change', name: `Change something (${inWords(answers)})` },
      backChoice,
    ]);
    if (chosen === 'save') return answers;
    if (chosen === 'back') return null;
    answers = await askAll(session, person, decision);
  }
}

async function askAll(session: Session, person: Person, decision: Decision): Promise<Answers | null> {
  const questions = questionsFor(decision, person);
  const taken: Answers[] = [{ decision }];
  for (let index = 0; index < questions.length;) {
    const id = questions[index];
    const sofar = taken[index];
    if (id === undefined || sofar === undefined) break;
    const answer = await askOne(session, questionOf(id, person, session.template.body, sofar, session.contract));
    if (answer === null && index === 0) return null;
    if (answer === null) index -= 1;
    else {
      taken.splice(index + 1, Infinity, { ...sofar, [id]: answer });
      index += 1;
    }
  }
  return taken.at(-1) ?? null;
}

/** Asks for one answer of a decision; null to go back. */
export async function askOne(session: Session, question: Question): Promise<string | null> {
  const { words, otherwise, choices } = question;
  if (choices === null) return askText(session, words, otherwise, (answer) => answerProblem(answer, question));
  const chosen = await session.prompt.select(
    words,
    [...choices.map(({ value, meaning }) => ({ value, name: meaning })), { value: backWord, name: 'Back' }],
    otherwise,
  );
  return chosen === backWord ? null : chosen;
}
