import type { ShapeBlocks } from '../../contract/shape.js';
import { Option } from 'commander';
import { EsignCommand } from '../../cli/flags/command.js';
import { noteLive } from '../../cli/write/write.js';
import type { Context } from '../../cli/context/context.js';
import { serviceExitCodes } from '../../cli/failure/exit-code.js';
import { CommandFailure, UsageFailure } from '../../cli/failure/failure.js';
import type { RecordedRequest } from '../../store/entry.js';
import type { ListedRequest } from '../../store/requests.js';
import { closedByHand } from '../../store/entry.js';
import { confirmRepeats } from '../../sending/request/confirm-repeats.js';
import { findRequest, requestId, type RequestState, stateOf } from '../../sending/request/record.js';
import { resumeRequest, type ResumeResult } from '../../sending/request/resume-request.js';
import { correctionOf } from '../../sending/envelope/replace-envelope.js';
import { requestFacts, requestJson } from '../../sending/request/view.js';

interface RequestResumeOptions {
  readonly id?: string;
  readonly all?: boolean;
  readonly old?: boolean;
  readonly close?: boolean;
}

/** `esign request resume`: resolves requests with an unknown outcome, with the same key and the same bytes. */
export function requestResumeCommand(context: Context): EsignCommand {
  return new EsignCommand('resume')
    .summary('Resume requests with an unknown outcome')
    .description(
      'Resume requests with an unknown outcome. The same request is sent again with the same Idempotency-Key, so ' +
        'nothing happens twice. A request without a key is repeated only if that is harmless, and a change of a ' +
        'template only if the template did not change. For other requests, the output shows what to check. Asks for ' +
        'confirmation if a repeated request emails people or cannot be undone.',
    )
    .argument('[request]', 'request ID, or its first characters (default: the only unsettled one)', requestId)
    .addOption(new Option('--all', 'resume all unsettled requests'))
    .addOption(new Option('--old', 'also repeat requests whose key may have expired; they may happen twice'))
    .addOption(new Option('--close', 'mark the request as checked, without sending it').conflicts('old'))
    .example('esign request resume', 'Resume the only unsettled request.')
    .example('esign request resume --all --yes', 'Resume all of them, in a script.')
    .example('esign request resume 1f2e3d4c --close', 'Close a request that you checked yourself.')
    .usesOperations('getTemplate')
    .prints(resumed)
    .exits(serviceExitCodes, 13)
    .action((id: string | undefined, options: Omit<RequestResumeOptions, 'id'>) =>
      runRequestResume(context, { ...options, ...(id === undefined ? {} : { id }) }),
    );
}

/** The requests as they are now. `look_at`: the command that shows what became of one. */
const resumed = (s: ShapeBlocks) =>
  s.object({
    data: s.list(
      s.object({
        ...requestFacts(s),
        replayed: s.optional(s.nullable(s.flag)),
        why: s.optional(s.text),
        look_at: s.optional(s.text),
      }),
    ),
  });

async function runRequestResume(context: Context, options: RequestResumeOptions): Promise<void> {
  const chosen = await choose(context, options);
  const journal = await context.journal();
  const results: Results = new Map();
  if (options.close === true) {
    for (const { id } of chosen) await journal.settled(id, { code: closedByHand, unknown: false }, 0);
  } else if (chosen.length > 0) {
    try {
      await settleAll(context, chosen, options, results);
    } catch (failure) {
      // Requests resolved before the failure are shown too.
      if (results.size > 0) await show(context, chosen, results);
      throw failure;
    }
  }
  await show(context, chosen, results);
  for (const request of chosen) {
    if (results.get(request.id)?.is === 'done') await warnOfCorrection(context, request);
  }
  requireResolved([...results.values()]);
}

/** Where the voiding of a correction was resumed, the corrected envelope may not be sent yet. */
async function warnOfCorrection(context: Context, request: RecordedRequest): Promise<void> {
  const correction = await correctionOf(await context.journal(), request);
  if (correction === null) return;
  const { id, draft } = correction;
  context.output.warn(
    `Envelope ${id} was voided for a corrected one, ${draft}. If that is still a draft: esign envelope send ${draft}`,
  );
}

/** Results of the resumed requests, by request id. */
type Results = Map<string, ResumeResult>;

async function settleAll(
  context: Context,
  chosen: readonly RecordedRequest[],
  options: RequestResumeOptions,
  results: Results,
): Promise<void> {
  const [client, journal] = await Promise.all([context.api(), context.journal()]);
  await noteLive(context);
  const now = context.clock.now();
  await confirmRepeats(context, chosen, { now, old: options.old === true });
  for (const request of chosen) {
    const settled = await resumeRequest(request, { client, journal, now, old: options.old === true });
    if (settled.is === 'waiting' && options.all !== true) throw settled.failure;
    // Another process resumed it meanwhile, which deletes its body.
    const standing = settled.is === 'look' ? await journal.standing(request) : undefined;
    if (standing !== undefined && stateOf(standing) !== 'unsettled') continue;
    results.set(request.id, settled);
  }
}

async function choose(context: Context, { id, all, close }: RequestResumeOptions): Promise<readonly RecordedRequest[]> {
  if (id !== undefined && all === true) {
    throw new UsageFailure('An ID and --all cannot be used together.', {
      code: 'conflicting_options',
      hint: 'Use the ID of one request, or --all for every unsettled one.',
    });
  }
  if (id === undefined) {
    const unsettled = (await (await context.journal()).listOpen()).filter((each) => stateOf(each) === 'unsettled');
    // --close needs an explicit id, so that only a request that was checked is closed.
    if (all === true || unsettled.length === 0 || (unsettled.length === 1 && close !== true)) return unsettled;
    const count = unsettled.length === 1 ? 'One request is' : `${unsettled.length} requests are`;
    throw new UsageFailure(`${count} unsettled. Use the ID of one request, or --all.`, {
      code: 'missing_argument',
      hint: 'List them with `esign request list --unsettled`.',
    });
  }
  const request = await findRequest(context, id);
  const state = stateOf(request);
  if (state === 'running') {
    throw new CommandFailure(
      6,
      'request_running',
      `Request ${request.id} is still being sent by another esign process.`,
      {
        hint: 'Wait until that process has finished.',
      },
    );
  }
  return state === 'unsettled' ? [request] : [];
}

async function show(context: Context, chosen: readonly RecordedRequest[], results: Results): Promise<void> {
  const journal = await context.journal();
  const found = await Promise.all(chosen.map((each) => journal.standing(each)));
  const after = found.filter((each) => each !== undefined);
  const data = after.map((request) => ({ ...requestJson(request), ...outcomeJson(request, results.get(request.id)) }));
  await context.output.result(
    { data },
    {
      table: {
        columns: ['REQUEST', 'OPERATION', 'STATE', 'RESOURCE', 'RESULT'],
        rows: after.map((request) => [
          { id: request.id },
          request.operation,
          { state: stateOf(request) },
          request.settled?.resource === undefined ? null : { id: request.settled.resource },
          { sentence: resultWords(request, results.get(request.id)) },
        ]),
        empty: 'No unsettled requests.',
      },
    },
  );
}

/** Throws CommandFailure (13) if some are still unsettled or were refused. */
function requireResolved(results: readonly ResumeResult[]): void {
  const count = (is: ResumeResult['is']): number => results.filter((each) => each.is === is).length;
  const [look, waiting, refused] = [count('look'), count('waiting'), count('refused')];
  const left = look + waiting;
  if (left === 0 && refused === 0) return;
  const part = (words: string, hint: string, some: number) => (some === 0 ? [] : [{ words, hint, some }]);
  const parts = [
    ...part('For you to check', 'Check them, then close them with `esign request resume ID --close`.', look),
    ...part('Outcome not yet known to the service', 'Run the same command again later.', waiting),
    ...part('Refused by the service', 'What was refused changed nothing. List it with `esign request list`.', refused),
  ];
  const sentences = parts.map(({ words, some }) => `${words}: ${some} of ${results.length}.`);
  throw new CommandFailure(13, left === 0 ? 'partly_refused' : 'still_unsettled', sentences.join(' '), {
    hint: parts.map(({ hint }) => hint).join('\n'),
    details: { unsettled: left, refused },
  });
}

function outcomeJson(request: RecordedRequest, settled: ResumeResult | undefined) {
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

/** For a request that this process did not resume. */
const notResumed: Readonly<Record<RequestState, string>> = {
  done: 'resumed by another process',
  refused: 'resumed by another process',
  not_sent: 'resumed by another process',
  closed: 'closed by you',
  running: 'not resumed',
  unsettled: 'not resumed',
};

function resultWords(request: ListedRequest, settled: ResumeResult | undefined): string {
  switch (settled?.is) {
    case 'done':
      return settled.replayed === true ? 'already processed' : 'processed now';
    case 'look':
      return `Check it yourself, because ${settled.why}: ${settled.how}`;
    case 'waiting':
      return `The service does not know the outcome yet: ${settled.failure.message}`;
    case 'refused':
      return `The service refused it: ${settled.failure.message}`;
    case undefined:
      return notResumed[stateOf(request)];
  }
}
