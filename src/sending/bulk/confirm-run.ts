import { type Act, confirmAct, noteLive, type PlannedRequest } from '../../cli/write/write.js';
import type { Context } from '../../cli/context/context.js';
import { pluralize } from '../../cli/context/counted.js';
import { Cancelled, CommandFailure } from '../../cli/failure/failure.js';
import { type Decision, replacedLines, voidedFor } from './decide-changed.js';
import { isObject } from '../../core/platform/json.js';
import type { FoundRun } from './find-run.js';
import { asNewRun } from './rows-options.js';
import type { RowTask } from './run-rows.js';
import type { BulkRow } from './bulk-row.js';
import { type Run, type RunSettings, runsLike } from '../../store/runs.js';
import { sentIdentities } from '../../store/run-rows.js';
import type { State } from '../../store/state.js';

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
  const people = countPeople(bodies);
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

/** How many people get an envelope: each address counts once. */
export function countPeople(bodies: readonly Readonly<Record<string, unknown>>[]): number {
  const all = bodies.flatMap(({ recipients }) => (Array.isArray(recipients) ? (recipients as readonly unknown[]) : []));
  return new Set(all.map((each) => (isObject(each) ? String(each['email']).toLowerCase() : ''))).size;
}

/** Also with an emulator, and with a test key: no flag has decided. */
async function askAlways({ prompt }: Context, { what, toWhom = [], question = 'Continue?' }: Act): Promise<void> {
  prompt.say([`${what}.`, ...toWhom].join('\n'));
  if (!(await prompt.confirm(question, false))) throw new Cancelled();
}

interface NewRun {
  readonly settings: RunSettings;
  readonly found: Pick<FoundRun, 'run' | 'isPlan'>;
  /** The rows of this machine. */
  readonly rows: readonly BulkRow[];
  readonly mayAsk: boolean;
}

/**
 * Detects a copy of a file that was already sent, which would be sent again as another run. Runs named by `--run` or by
 * the CI system are not checked. Returns whether the user wants a new run; throws CommandFailure (6) without a prompt.
 */
export async function isResentAsNewRun(context: Context, { settings, found, rows, mayAsk }: NewRun): Promise<boolean> {
  if (found.run.length > 0) return false;
  const before = await findSentBefore(await context.state(), settings, rows);
  if (before === null) return false;
  const { count } = before;
  const { name, file } = before.run;
  const were = count === 1 ? 'was' : 'were';
  const message = `${count} of ${pluralize(rows.length, 'row')} ${were} already sent in the run "${name}".`;
  if (mayAsk && context.prompt.available) {
    context.output.note(message);
    if (await context.prompt.confirm('Send all rows as a new run?', false)) return true;
    throw new Cancelled();
  }
  throw new CommandFailure(6, 'rows_sent_before', `${message} Nothing was sent.`, {
    hint:
      `${asNewRun(found.isPlan)}\n` +
      'To continue the earlier run, repeat its command. List runs with `esign envelope runs`.',
    details: { run: name, file, sent: count, rows: rows.length },
  });
}

/** Another run that has sent rows of a file. */
interface SentBefore {
  readonly run: Run;
  /** How many rows of the file have, or may have, an envelope of that run. */
  readonly count: number;
}

/**
 * Finds the run of the same service, kind of key and template that has sent most of these rows, if it has sent more than
 * half of them. A row is the same by its identity, as within one run. Throws JournalFailure.
 */
export function findSentBefore(
  state: State,
  settings: Pick<RunSettings, 'host' | 'mode' | 'template_id'>,
  rows: readonly BulkRow[],
): SentBefore | null {
  let most: SentBefore | null = null;
  for (const run of runsLike(state, settings)) {
    const count = countSent(state, run, rows);
    if (count * 2 > rows.length && count > (most?.count ?? 0)) most = { run, count };
  }
  return most;
}

function countSent(state: State, { id }: Run, rows: readonly BulkRow[]): number {
  const sent = sentIdentities(state, id);
  const ids = new Set(sent.map((each) => `${each.by} ${each.id}`));
  const people = new Map<string, Set<string>>();
  for (const { by, who } of sent) people.set(who, (people.get(who) ?? new Set()).add(by));
  // IDs are compared only with IDs of the same kind; rows with another kind are compared by their recipients.
  return rows.filter(
    ({ identity }) =>
      ids.has(`${identity.by} ${identity.id}`) ||
      [...(people.get(identity.who) ?? [])].some((kind) => kind !== identity.by),
  ).length;
}
