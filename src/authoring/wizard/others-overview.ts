import { giveTo, isSettled, othersOf, sayAbout, settle, takersOf } from './others.js';
import { type OthersResult, othersScreen } from './others-screen.js';
import type { Move, Session, Show } from './session.js';

/** The fields of nobody in one screen; shown once, and again when `isAsked`. */
export async function othersOverview(session: Session, show: Show, isAsked: boolean): Promise<Move> {
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
