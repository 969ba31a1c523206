import { othersOverview } from './others-overview.js';
import { othersStep } from './others-step.js';
import { peopleOverview } from './people-overview.js';
import { type From, peopleStep } from './people-step.js';
import { type Move, type Session, showOf } from './session.js';

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
