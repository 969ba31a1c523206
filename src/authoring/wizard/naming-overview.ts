import type { NamingRun } from '../../contract/resources/template.js';
import { acceptNames, labelIt, nameIt, propose, toName, undoLast } from './naming-actions.js';
import {
  markedOf,
  nameRows,
  firstOpen,
  type NamingFacts,
  type NamingResult,
  namingScreen,
  namingStart,
  renewed,
} from './naming-screen.js';
import type { Move, Session, Show } from './session.js';

/** The names in one table, until the person goes on. */
export async function namingOverview(session: Session, show: Show): Promise<Move> {
  const { prompt, template, undo } = session;
  let run = await propose(session);
  let state = namingStart(factsOf(session, run));
  for (;;) {
    if (template.catchUp()) run = await propose(session);
    const facts = factsOf(session, run);
    state = renewed(facts, state);
    const result: NamingResult = await show(namingScreen(facts, state));
    const { act, row } = result;
    ({ state } = result);
    if (act === 'on' || act === 'back' || act === 'leave') return act;
    if (act === 'accept') {
      const chosen = new Set(markedOf(state).map(({ field }) => field.id));
      const isSaved = await acceptNames(session, run, ({ field_id: id }) => chosen.has(id));
      if (isSaved) state = { ...state, active: firstOpen(factsOf(session, run)) };
    } else if (act === 'undo') {
      await undoLast(session);
      run = await propose(session);
    } else if (row === null) continue;
    else if (act === 'browser') prompt.say(await session.openPage());
    else {
      const field = template.body.fields.find(({ id }) => id === row.field.id) ?? row.field;
      if (act === 'label') {
        await labelIt(session, field);
        continue;
      }
      const how = field.question_id === null ? 'edit' : 'accept';
      if (await nameIt(session, field, row.proposal, how)) state = { ...state, active: state.active + 1 };
    }
  }

  function factsOf({ template: { body } }: Session, current: NamingRun): NamingFacts {
    const rows = nameRows(toName(session, current), body);
    return { form: body, rows, canUndo: undo.length > 0, columns: prompt.room.columns };
  }
}
