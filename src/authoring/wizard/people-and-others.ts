import { othersStep } from './others-step.js';
import { peopleOverview } from './people-overview.js';
import { type From, peopleStep } from './people-step.js';
import { type Move, type Session, type Show, showOf } from './session.js';
import { giveTo, isSettled, othersOf, sayAbout, settle, takersOf } from './others.js';
import { type OthersResult, othersScreen } from './others-screen.js';

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

/** The fields of nobody in one screen; shown once, and again when `isAsked`. */
async function othersOverview(session: Session, show: Show, isAsked: boolean): Promise<Move> {
  const { prompt, template } = session;
  let active = 0;
  for (;;) {
    const people = await template.people('all');
    const others = othersOf(template.body, people);
    if (others === null || (isSettled(session) && !isAsked)) return 'on';
    const takers = takersOf(others, people);
    const facts = { others, form: template.body, hasTakers: takers.length > 0 };
    const { act, ...result }: OthersResult = await show(othersScreen(facts, active));
    ({ active } = result);
    const [field] = result.section;
    if (act === 'back' || act === 'leave') return act;
    if (act === 'settle') {
      settle(session);
      return 'on';
    }
    if (act === 'give') await giveTo(session, others.role, takers);
    else if (act === 'about') await sayAbout(session, result.section);
    else if (field !== undefined) prompt.say(await session.openPage());
  }
}
