import type { Person } from '../../contract/resources/template.js';
import { isSettled, looseOf, othersOf } from './others.js';
import { nextRow, type PeopleFacts, peopleScreen, suggestedOf } from './people-screen.js';
import { askOne, type From, peopleStep, showPerson } from './people-step.js';
import { answersOf, type PersonFacts, personScreen, personStart } from './person-screen.js';
import { questionOf } from './questions.js';
import { isDecided } from '../../contract/decision.js';
import { saveDecision } from './save-decision.js';
import { type Move, type Session, type Show, showOf } from './session.js';
import { othersOverview, othersStep } from './others-step.js';

/** The people in one screen. `others` is the way to the fields of nobody although they were confirmed. */
async function peopleOverview(session: Session, show: Show, from: From): Promise<Move | 'others'> {
  const { prompt, template, pictures } = session;
  let active: number | null = null;
  for (;;) {
    const people = await template.people('all');
    const facts: PeopleFacts = {
      people,
      form: template.body,
      loose: looseOf(template.body, people).length,
      others: othersOf(template.body, people),
      isSettled: isSettled(session),
      afterPeople: session.afterPeople,
      columns: prompt.room.columns,
      hasPictures: pictures.inTerminal !== 'no',
    };
    const row: number = active ?? firstRow(facts, from);
    const { act, state } = await show(peopleScreen(facts, row));
    ({ active } = state);
    const person = people[state.active];
    if (act === 'on' || act === 'leave' || act === 'others') return act;
    if (act === 'accept') {
      await acceptAll(session, people);
      active = null;
    } else if (act === 'look' || person === undefined) continue;
    else if (act === 'browser') prompt.say(await session.openPage());
    else if (act === 'page') await viewPage(session, person);
    else {
      const move = await onePerson(session, show, person, people);
      if (move === 'leave') return 'leave';
      if (move === 'saved') active = null;
    }
    from = 'open';
  }
}

function firstRow(facts: PeopleFacts, from: From): number {
  if (from === 'open') return nextRow(facts);
  return from === 'last' ? facts.people.length : facts.people.findIndex(({ id }) => id === from.personId);
}

/** Saves every suggestion; a witness is asked about, and what is refused stays open. */
async function acceptAll(session: Session, people: readonly Person[]): Promise<void> {
  for (const { person, answers } of suggestedOf(people)) {
    await saveDecision(session, person, people, answers);
  }
}

/** Shows the page, and waits until it was read: the screen takes its place. */
async function viewPage(session: Session, person: Person): Promise<void> {
  await showPerson(session, person);
  await session.prompt.select('Continue?', [{ value: 'back', name: 'Back to the people' }]);
}

async function onePerson(
  session: Session,
  show: Show,
  chosen: Person,
  all: readonly Person[],
): Promise<'saved' | 'back' | 'leave'> {
  const { prompt, template, pictures, contract } = session;
  let people = all;
  let person = chosen;
  const start = personStart(person);
  let state = start;
  for (;;) {
    const facts: PersonFacts = {
      person,
      form: template.body,
      number: people.findIndex(({ id }) => id === person.id) + 1,
      of: people.length,
      contract,
      columns: prompt.room.columns,
      hasPictures: pictures.inTerminal !== 'no',
    };
    const result = await show(personScreen(facts, state));
    ({ state } = result);
    const answers = answersOf(state, facts);
    switch (result.act) {
      case 'back':
      case 'leave':
        return result.act;
      case 'look': {
        people = await template.people('all');
        const now = people.find(({ id }) => id === chosen.id);
        if (JSON.stringify(now?.current) === JSON.stringify(person.current)) break;
        prompt.say(`“${chosen.heading}” was decided on the page in the browser.`);
        return 'saved';
      }
      case 'browser':
        prompt.say(await session.openPage());
        break;
      case 'page':
        await viewPage(session, person);
        break;
      case 'called':
      case 'short name': {
        const called = answers.role_name === undefined ? 'subject_label' : 'role_name';
        const id = result.act === 'called' ? called : 'subject_key';
        const { [id]: otherwise = '' } = answers;
        const typed = await askOne(session, { ...questionOf(id, person, template.body, answers, contract), otherwise });
        if (typed !== null) state = { ...state, typed: { ...state.typed, [id]: typed } };
        break;
      }
      case 'save': {
        const isUnchanged = JSON.stringify(answers) === JSON.stringify(answersOf(start, facts));
        if (isDecided(person) && isUnchanged) return 'back';
        if (await saveDecision(session, person, people, answers)) return 'saved';
        // Somebody else may have decided about this very person meanwhile; what was chosen here stays.
        people = await template.people('all');
        person = people.find(({ id }) => id === chosen.id) ?? chosen;
      }
    }
  }
}

/** The people, then the fields of nobody: as screens where there is room for them, else as single questions. */
export async function peopleAndOthers(session: Session, from: From): Promise<Move> {
  let begin: From = from;
  for (;;) {
    const show = showOf(session);
    const move = show === null ? await peopleStep(session, begin) : await peopleOverview(session, show, begin);
    if (move !== 'on' && move !== 'others') return move;
    const others = show === null ? await othersStep(session) : await othersOverview(session, show, move === 'others');
    // Who confirms the fields of nobody out of turn may have people to decide.
    if (others !== 'back' && !(others === 'on' && move === 'others')) return others;
    begin = 'last';
  }
}
