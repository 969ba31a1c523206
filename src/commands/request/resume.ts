import { Option } from 'commander';
import { EsignCommand, type Runner } from '../../cli/command.js';
import { noteLive } from '../../cli/confirm.js';
import type { Context } from '../../cli/context.js';
import { serviceExitCodes } from '../../cli/exit-code.js';
import { Ended, UsageFailure } from '../../cli/failure.js';
import type { RecordedRequest } from '../../journal/entry.js';
import { closedByHand, findRequest, requestId, stateOf } from './record.js';
import { settle, type Settled } from './settle.js';
import { requestJson } from './view.js';

export interface RequestResumeOptions {
  readonly id?: string;
  readonly all?: boolean;
  readonly old?: boolean;
  readonly close?: boolean;
}

/** `esign request resume`: settles writes that were cut off, with the same key and the same bytes. */
export function requestResumeCommand(
  context: Context,
  run: Runner<RequestResumeOptions> = runRequestResume,
): EsignCommand {
  return new EsignCommand('resume')
    .summary('Settle writes that were cut off')
    .description(
      'Settle writes of which nobody knows how they ended: the same request is sent again with the same ' +
        'Idempotency-Key, so that nothing happens twice. A write without a key is repeated only where that does no ' +
        'harm; a change of a template only if the template is still as it was. For any other, it says what to look at.',
    )
    .argument('[id]', 'the id of the request, or its start', requestId)
    .addOption(new Option('--all', 'every unsettled one'))
    .addOption(new Option('--old', 'also one so old that the service may have forgotten its key, and do it twice'))
    .addOption(new Option('--close', 'send nothing: you looked yourself, and it counts as settled').conflicts('old'))
    .example('esign request resume --all', 'Settle what a crash or a lost answer left behind.')
    .example('esign request resume 1f2e3d4c --close', 'Close one that you looked at yourself.')
    .calls('getTemplate')
    .exits(serviceExitCodes, 13)
    .action((id: string | undefined, options: Omit<RequestResumeOptions, 'id'>) =>
      run(context, { ...options, ...(id === undefined ? {} : { id }) }),
    );
}

export async function runRequestResume(context: Context, options: RequestResumeOptions): Promise<void> {
  const chosen = await choose(context, options);
  const journal = await context.journal();
  if (options.close === true) {
    for (const { id } of chosen) await journal.settled(id, { code: closedByHand, unknown: false }, 0);
    return report(context, chosen, []);
  }
  const ended: Settled[] = [];
  if (chosen.length > 0) {
    const client = await context.api();
    await noteLive(context);
    const now = context.clock.now();
    for (const request of chosen) {
      ended.push(await settle(request, { client, journal, now, old: options.old === true }));
    }
  }
  await report(context, chosen, ended);
}

async function choose(context: Context, { id, all }: RequestResumeOptions): Promise<readonly RecordedRequest[]> {
  const now = context.clock.now();
  if ((id === undefined) === (all !== true)) {
    throw new UsageFailure('Name one request, or all of them with --all.', {
      code: 'missing_argument',
      hint: 'Look at those that are unsettled with `esign request list --unsettled`.',
    });
  }
  if (id === undefined) {
    return (await (await context.journal()).listRequests()).filter((each) => stateOf(each, now) === 'unsettled');
  }
  const request = await findRequest(context, id);
  const state = stateOf(request, now);
  if (state === 'running') {
    throw new Ended(6, 'request_running', `The request ${request.id} is still on its way from another run of esign.`, {
      hint: 'Wait until that one has ended.',
    });
  }
  return state === 'unsettled' ? [request] : [];
}

/** The result first, then the failure, if some are left or were refused. */
async function report(context: Context, chosen: readonly RecordedRequest[], ended: readonly Settled[]): Promise<void> {
  const now = context.clock.now();
  const ids = new Set(chosen.map(({ id }) => id));
  const after = (await (await context.journal()).listRequests()).filter(({ id }) => ids.has(id));
  const how = new Map(chosen.map(({ id }, index) => [id, ended[index]]));
  const data = after.map((request) => ({ ...requestJson(request, now), ...told(how.get(request.id)) }));
  await context.output.result(
    { data },
    {
      table: {
        columns: ['REQUEST', 'OPERATION', 'STATE', 'RESOURCE', 'WHAT CAME OF IT'],
        rows: after.map((request) => [
          { id: request.id },
          request.operation,
          { state: stateOf(request, now) },
          request.settled?.resource === undefined ? null : { id: request.settled.resource },
          { sentence: words(how.get(request.id)) },
        ]),
        empty: 'Nothing is unsettled.',
      },
    },
  );
  const left = ended.filter(({ is }) => is === 'look').length;
  const refused = ended.filter(({ is }) => is === 'refused').length;
  if (left === 0 && refused === 0) return;
  const sentences = [
    ...(left === 0 ? [] : [`Left for you to look at: ${left} of ${ended.length}.`]),
    ...(refused === 0 ? [] : [`Refused by the service: ${refused} of ${ended.length}.`]),
  ];
  throw new Ended(13, left === 0 ? 'partly_refused' : 'still_unsettled', sentences.join(' '), {
    hint:
      left === 0
        ? 'Those were not carried out. Look at them with `esign request list`.'
        : 'Look, and then close them with `esign request resume ID --close`.',
    details: { unsettled: left, refused },
  });
}

function told(settled: Settled | undefined) {
  if (settled?.is === 'done') return { replayed: settled.replayed ?? null };
  return settled?.is === 'look' ? { why: settled.why, look_at: settled.how } : {};
}

function words(settled: Settled | undefined): string {
  if (settled === undefined) return 'closed by hand';
  if (settled.is === 'look') return `Look yourself, since ${settled.why}: ${settled.how}`;
  if (settled.is === 'refused') return `The service refused it: ${settled.failure.message}`;
  return settled.replayed === true ? 'it had been carried out' : 'carried out now';
}
