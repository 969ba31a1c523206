import type { Field, NamingRun } from '../../contract/resources/template.js';
import type { Choice } from '../../core/terminal/prompt.js';
import { acceptNames, labelIt, nameIt, propose, toName, undoLast } from './naming-actions.js';
import { address, isSure, nameListLines, names, namesOverview, type Proposal, type Unnamed } from './naming-list.js';
import { nameLines, saidOf } from './screens.js';
import { backChoice, leaveChoice, type Move, type Session, type Show, showOf } from './session.js';
import {
  firstOpen,
  markedOf,
  nameRows,
  type NamingFacts,
  namingScreen,
  namingStart,
  renewed,
  rowOf,
} from './naming-screen.js';

type Overview = 'list' | 'right' | 'all' | 'each' | 'undo' | 'on' | 'back' | 'leave';

/** Gives the fields their names: in a screen where there is room for it, else by single questions. */
export function namesStep(session: Session, from: 'people' | 'review'): Promise<Move> {
  const show = showOf(session);
  return show === null ? namingStep(session, from) : namingOverview(session, show);
}

/** Accepts what was checked in the list at once, and asks about the others one by one. */
async function namingStep(session: Session, from: 'people' | 'review'): Promise<Move> {
  const { prompt, template, undo } = session;
  let looked = '';
  for (;;) {
    const run = await propose(session);
    const unnamed = toName(session, run);
    if (unnamed.length === 0 && (from === 'people' || undo.length === 0)) {
      prompt.say('Every field that a value can be sent for has a name.');
      return 'on';
    }
    const proposals = unnamed.flatMap(({ proposal }) => proposal ?? []);
    const own = new Set(undo.flatMap(({ before }) => before.map(({ id }) => id)));
    const list = nameListLines(unnamed, template.body, prompt.room.columns, own);
    const state = proposals.map(({ field_id: id, proposed }) => `${id} ${proposed.data_key}`).join();
    prompt.say('');
    prompt.say(saidOf([{ text: 'Names', style: 'heading' }]));
    prompt.say(namesOverview(unnamed));
    if (looked !== state && proposals.length > 0 && list.length < prompt.room.rows - rowsForQuestion) {
      prompt.say(saidOf(list));
      looked = state;
    }
    const right = proposals.filter(isSure);
    const hasLooked = looked === state;
    const chosen = await prompt.select<Overview>(
      hasLooked || proposals.length === 0 ? 'How do you want to continue?' : listQuestion(right.length),
      overviewChoices({
        right: right.length,
        all: proposals.length,
        open: unnamed.length,
        hasLooked,
        undo: undo.length,
      }),
    );
    if (chosen === 'list') {
      prompt.say(saidOf(list));
      looked = state;
    } else if (chosen === 'right') await acceptNames(session, run, isSure);
    else if (chosen === 'all') await acceptNames(session, run, () => true);
    else if (chosen === 'undo') await undoLast(session);
    else if (chosen === 'each') {
      const move = await eachName(session, unnamed);
      if (move !== 'back') return move;
    } else return chosen;
  }
}

/** The overview and its choices below a list. */
const rowsForQuestion = 14;

const listQuestion = (right: number): string =>
  right === 0 ? 'Show the list, or look at each?' : `Show the list, or accept the ${right}?`;

function overviewChoices({
  right,
  all,
  open,
  hasLooked,
  undo,
}: Readonly<Record<'right' | 'all' | 'open' | 'undo', number>> & {
  readonly hasLooked: boolean;
}): readonly Choice<Overview>[] {
  const list = { value: 'list', name: 'Show the list' } as const;
  return [
    ...(all === 0 || hasLooked ? [] : [list]),
    ...(right === 0
      ? []
      : [{ value: 'right', name: `Accept the ${names(right)} that ${right === 1 ? 'looks' : 'look'} right` } as const]),
    ...(!hasLooked || all === right
      ? []
      : [{ value: 'all', name: `Accept ${all === 1 ? 'the 1 name' : `all ${names(all)}`} in the list` } as const]),
    ...(all > 0 ? [] : [{ value: 'on', name: 'Go to the review' } as const]),
    ...(open === 0 ? [] : [{ value: 'each', name: 'Look at each name' } as const]),
    ...(all === 0 || !hasLooked ? [] : [{ ...list, name: 'Show the list again' }]),
    ...(undo === 0 ? [] : [{ value: 'undo', name: 'Undo: take the accepted names back' } as const]),
    ...(all === 0 ? [] : [{ value: 'on', name: 'Skip to the review' } as const]),
    { ...backChoice, name: 'Back to people' },
    leaveChoice,
  ];
}

type Chosen = 'accept' | 'edit' | 'keep' | 'page' | 'skip' | 'back' | 'leave';

/** One by one; back from the first one leads to the overview. */
async function eachName(session: Session, unnamed: readonly Unnamed[]): Promise<Move> {
  let index = 0;
  while (index < unnamed.length) {
    const one = unnamed[index];
    if (one === undefined) break;
    const move = await oneName(session, one, { number: index + 1, of: unnamed.length });
    if (move === 'leave') return 'leave';
    if (move === 'back' && index === 0) return 'back';
    index += move === 'back' ? -1 : 1;
  }
  return 'on';
}

async function oneName(
  session: Session,
  { field: { id }, proposal }: Unnamed,
  place: { readonly number: number; readonly of: number },
): Promise<Move> {
  const { prompt, pictures, template } = session;
  for (;;) {
    const field = template.body.fields.find((each) => each.id === id);
    if (field === undefined) return 'on';
    prompt.say(saidOf(nameLines(field, template.body, proposal, place, prompt.room.columns)));
    const chosen = await prompt.select('Its column name?', choicesFor(session, field, proposal));
    if (chosen === 'leave' || chosen === 'back') return chosen;
    if (chosen === 'skip' || chosen === 'keep') return 'on';
    if (chosen === 'page') await pictures.show(field.document_id, field.page, [field]);
    else if (await nameIt(session, field, proposal, chosen)) return 'on';
  }
}

function choicesFor({ pictures }: Session, field: Field, proposal: Proposal | null): readonly Choice<Chosen>[] {
  const named = field.data_key !== null;
  return [
    ...(named ? [{ value: 'keep', name: `Keep ${address(field.subject, field.data_key)}` } as const] : []),
    ...(proposal === null || named
      ? []
      : [
          {
            value: 'accept',
            name: `Accept ${address(proposal.proposed.subject, proposal.proposed.data_key)}`,
          } as const,
        ]),
    ...(field.question_id === null ? [{ value: 'edit', name: 'Enter another name' } as const] : []),
    ...(pictures.inTerminal === 'no' ? [] : [{ value: 'page', name: 'Show the page here' } as const]),
    ...(named ? [] : [{ value: 'skip', name: 'Skip it' } as const]),
    backChoice,
    leaveChoice,
  ];
}

/** The names in one table, until the person goes on. */
async function namingOverview(session: Session, show: Show): Promise<Move> {
  const { prompt, template, undo } = session;
  let run = await propose(session);
  let state = namingStart(factsOf(session, run));
  for (;;) {
    if (template.catchUp()) run = await propose(session);
    const facts = factsOf(session, run);
    state = renewed(facts, state);
    const ended = await show(namingScreen(facts, state));
    const { act } = ended;
    ({ state } = ended);
    const row = rowOf(state);
    if (act === 'back' || act === 'leave') return act;
    if (act === 'on') {
      const { marked } = state;
      if (marked.size === 0 || !(await prompt.confirm(`Accept the ${names(marked.size)} marked?`, true))) return act;
      if (await acceptNames(session, run, ({ field_id: id }) => marked.has(id))) return act;
    } else if (act === 'accept') {
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
