import { type Act, confirmAct, noteLive, type PlannedRequest } from '../../cli/write/write.js';
import type { Context } from '../../cli/context/context.js';
import { pluralize } from '../../cli/context/counted.js';
import { Cancelled } from '../../cli/failure/failure.js';
import { type Decision, replacedLines, voidedFor } from './decide-changed.js';
import type { RowTask } from './run-rows.js';

/**
 * Asks once for everything that a run is about to do. Bulk runs ask even for drafts, since a thousand drafts cannot be
 * undone; rows that replace an envelope ask also where nothing else would. Throws Cancelled and UsageFailure.
 */
export async function confirmRun(
  context: Context,
  tasks: readonly RowTask[],
  { rows, asks }: Pick<Decision, 'rows' | 'asks'>,
): Promise<void> {
  await noteLive(context);
  const bodies = tasks.map(({ body }) => body);
  const people = bodies.reduce(
    (sum, body) => sum + (Array.isArray(body['recipients']) ? body['recipients'].length : 0),
    0,
  );
  // By what leaves, not by what a file says about it.
  const sends = bodies.some((body) => body['send'] === true);
  const voided = rows.flatMap(voidedFor).length;
  const also = voided === 0 ? '' : `voids ${pluralize(voided, 'envelope')} and `;
  const envelopes = pluralize(tasks.length, 'envelope');
  const what = sends
    ? `This ${also}sends ${envelopes} to ${pluralize(people, 'person')} for signature`
    : `This ${also}creates ${envelopes}`;
  const question = `${voided === 0 ? '' : 'Void and '}${sends ? 'send' : 'create'} them?`;
  const act: Act = {
    what,
    toWhom: replacedLines(rows),
    question: question.charAt(0).toUpperCase() + question.slice(1),
  };
  if (asks) return await askAlways(context, act);
  const planned: readonly PlannedRequest[] = [
    { operation: 'createEnvelope', body: { send: sends } },
    ...(voided === 0 ? [] : [{ operation: 'voidEnvelope' as const }]),
  ];
  await confirmAct(context, planned, act);
}

/** Also with an emulator, and with a test key: no flag has decided. */
async function askAlways({ prompt }: Context, { what, toWhom = [], question = 'Continue?' }: Act): Promise<void> {
  prompt.say([`${what}.`, ...toWhom].join('\n'));
  if (!(await prompt.confirm(question, false))) throw new Cancelled();
}
