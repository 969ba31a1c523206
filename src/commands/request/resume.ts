import { Option } from 'commander';
import { EsignCommand } from '../../cli/command.js';
import { noteLive } from '../../cli/confirm.js';
import type { Context } from '../../cli/context.js';
import { serviceExitCodes } from '../../cli/exit-code.js';
import { CommandFailure, UsageFailure } from '../../cli/failure.js';
import type { RecordedRequest } from '../../journal/entry.js';
import type { ListedRequest } from '../../journal/requests.js';
import { closedByHand } from '../../journal/closed-by-hand.js';
import { confirmRepeats } from '../../request/confirm-repeats.js';
import { findRequest, requestId, stateOf } from '../../request/record.js';
import { settle, type Settled } from '../../request/settle.js';
import { requestFields, requestJson } from '../../request/view.js';

interface RequestResumeOptions {
  readonly id?: string;
  readonly all?: boolean;
  readonly old?: boolean;
  readonly close?: boolean;
}

/** `esign request resume`: settles writes that were cut off, with the same key and the same bytes. */
export function requestResumeCommand(context: Context): EsignCommand {
  return new EsignCommand('resume')
    .summary('Settle writes that were cut off')
    .description(
      'Settle writes of which nobody knows how they ended: the same request is sent again with the same ' +
        'Idempotency-Key, so that nothing happens twice. A write without a key is repeated only where that does no ' +
        'harm; a change of a template only if the template is still as it was. For any other, it says what to look at. ' +
        'Asks first where a repeated write emails people or cannot be taken back.',
    )
    .argument('[id]', 'the id of the request, or its start; not needed when one alone is unsettled', requestId)
    .addOption(new Option('--all', 'every unsettled one'))
    .addOption(new Option('--old', 'also one so old that the service may have forgotten its key, and do it twice'))
    .addOption(new Option('--close', 'send nothing: you looked yourself, and it counts as settled').conflicts('old'))
    .example('esign request resume', 'Settle the one that is unsettled.')
    .example('esign request resume --all --yes', 'Settle what a crash or a lost answer left behind, in a script.')
    .example('esign request resume 1f2e3d4c --close', 'Close one that you looked at yourself.')
    .usesOperations('getTemplate')
    .answers([...requestFields, 'replayed', 'why', 'look_at'])
    .exits(serviceExitCodes, 13)
    .action((id: string | undefined, options: Omit<RequestResumeOptions, 'id'>) =>
      runRequestResume(context, { ...options, ...(id === undefined ? {} : { id }) }),
    );
}

async function runRequestResume(context: Context, options: RequestResumeOptions): Promise<void> {
  const chosen = await choose(context, options);
  const journal = await context.journal();
  const ended: Ends = new Map();
  if (options.close === true) {
    for (const { id } of chosen) await journal.settled(id, { code: closedByHand, unknown: false }, 0);
  } else if (chosen.length > 0) {
    try {
      await settleAll(context, chosen, options, ended);
    } catch (failure) {
      // What was settled before is told all the same.
      if (ended.size > 0) await show(context, chosen, ended);
      throw failure;
    }
  }
  await show(context, chosen, ended);
  judge([...ended.values()]);
}

/** How the settling of each write ended, by its id. */
type Ends = Map<string, Settled>;

async function settleAll(
  context: Context,
  chosen: readonly RecordedRequest[],
  options: RequestResumeOptions,
  ended: Ends,
): Promise<void> {
  const [client, journal] = await Promise.all([context.api(), context.journal()]);
  await noteLive(context);
  const now = context.clock.now();
  await confirmRepeats(context, chosen, { now, old: options.old === true });
  for (const request of chosen) {
    const settled = await settle(request, { client, journal, now, old: options.old === true });
    if (settled.is === 'waiting' && options.all !== true) throw settled.failure;
    ended.set(request.id, settled);
  }
}

async function choose(context: Context, { id, all, close }: RequestResumeOptions): Promise<readonly RecordedRequest[]> {
  if (id !== undefined && all === true) {
    throw new UsageFailure('An id and --all exclude each other.', {
      code: 'conflicting_options',
      hint: 'Name one request, or settle every unsettled one with --all.',
    });
  }
  if (id === undefined) {
    const unsettled = (await (await context.journal()).listOpen()).filter((each) => stateOf(each) === 'unsettled');
    // Only what was looked at is closed by hand, so that one has to be named.
    if (all === true || unsettled.length === 0 || (unsettled.length === 1 && close !== true)) return unsettled;
    const count = unsettled.length === 1 ? 'One request is' : `${unsettled.length} requests are`;
    throw new UsageFailure(`${count} unsettled; name the one that is meant, or all of them with --all.`, {
      code: 'missing_argument',
      hint: 'Look at those that are unsettled with `esign request list --unsettled`.',
    });
  }
  const request = await findRequest(context, id);
  const state = stateOf(request);
  if (state === 'running') {
    throw new CommandFailure(
      6,
      'request_running',
      `The request ${request.id} is still on its way from another run of esign.`,
      {
        hint: 'Wait until that one has ended.',
      },
    );
  }
  return state === 'unsettled' ? [request] : [];
}

async function show(context: Context, chosen: readonly RecordedRequest[], ended: Ends): Promise<void> {
  const journal = await context.journal();
  const found = await Promise.all(chosen.map((each) => journal.standing(each)));
  const after = found.filter((each) => each !== undefined);
  const data = after.map((request) => ({ ...requestJson(request), ...told(request, ended.get(request.id)) }));
  await context.output.result(
    { data },
    {
      table: {
        columns: ['REQUEST', 'OPERATION', 'STATE', 'RESOURCE', 'WHAT CAME OF IT'],
        rows: after.map((request) => [
          { id: request.id },
          request.operation,
          { state: stateOf(request) },
          request.settled?.resource === undefined ? null : { id: request.settled.resource },
          { sentence: words(request, ended.get(request.id)) },
        ]),
        empty: 'Nothing is unsettled.',
      },
    },
  );
}

/** Throws Ended (13) if some are left or were refused. */
function judge(ended: readonly Settled[]): void {
  const count = (is: Settled['is']): number => ended.filter((each) => each.is === is).length;
  const [look, waiting, refused] = [count('look'), count('waiting'), count('refused')];
  const left = look + waiting;
  if (left === 0 && refused === 0) return;
  const told = (words: string, hint: string, some: number) => (some === 0 ? [] : [{ words, hint, some }]);
  const parts = [
    ...told('Left for you to look at', 'Look, and then close them with `esign request resume ID --close`.', look),
    ...told('The service could not tell yet', 'Run the same command again later.', waiting),
    ...told('Refused by the service', 'Those were not carried out. Look at them with `esign request list`.', refused),
  ];
  const sentences = parts.map(({ words, some }) => `${words}: ${some} of ${ended.length}.`);
  throw new CommandFailure(13, left === 0 ? 'partly_refused' : 'still_unsettled', sentences.join(' '), {
    hint: parts.map(({ hint }) => hint).join('\n'),
    details: { unsettled: left, refused },
  });
}

function told(request: RecordedRequest, settled: Settled | undefined) {
  switch (settled?.is) {
    case 'done':
      return { replayed: settled.replayed ?? null };
    case 'look':
      return { why: settled.why, look_at: settled.how };
    case 'waiting':
      return { why: settled.failure.message, look_at: `esign request resume ${request.id}` };
    case 'refused':
    case undefined:
      return {};
  }
}

function words(request: ListedRequest, settled: Settled | undefined): string {
  switch (settled?.is) {
    case 'done':
      return settled.replayed === true ? 'it had been carried out' : 'carried out now';
    case 'look':
      return `Look yourself, since ${settled.why}: ${settled.how}`;
    case 'waiting':
      return `The service could not tell yet: ${settled.failure.message}`;
    case 'refused':
      return `The service refused it: ${settled.failure.message}`;
    case undefined:
      return stateOf(request) === 'closed' ? 'closed by hand' : 'not asked about';
  }
}
