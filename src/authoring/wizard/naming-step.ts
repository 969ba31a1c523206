import type { Field } from '../../contract/resources/template.js';
import type { Choice } from '../../core/terminal/prompt.js';
import { acceptNames, nameIt, propose, toName, undoLast } from './naming-actions.js';
import { address, isSure, nameListLines, names, namesOverview, type Proposal, type Unnamed } from './naming-list.js';
import { nameLines, saidOf } from './screens.js';
import { backChoice, leaveChoice, type Move, type Session } from './session.js';

type Overview = 'list' | 'right' | 'all' | 'each' | 'undo' | 'on' | 'back' | 'leave';

/** Gives the fields their names: what was checked in the list at once, the others one by one. */
export async function namingStep(session: Session, from: 'people' | 'review' = 'people'): Promise<Move> {
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
