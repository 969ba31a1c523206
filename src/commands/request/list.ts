import { Option } from 'commander';
import { EsignCommand, type Runner } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { parseDuration } from '../../cli/duration.js';
import { localExitCodes } from '../../cli/exit-code.js';
import { UsageFailure } from '../../cli/failure.js';
import { stateOf } from './record.js';
import { requestJson, requestTable } from './view.js';

export interface RequestListOptions {
  readonly unsettled?: boolean;
  /** Milliseconds. */
  readonly since?: number;
  readonly limit: number;
}

const most = 10_000;

/** `esign request list`: the writes that this machine has sent, newest first. */
export function requestListCommand(context: Context, run: Runner<RequestListOptions> = runRequestList): EsignCommand {
  return new EsignCommand('list')
    .summary('List the writes that this machine has sent')
    .description(
      'List the writes that this machine has sent, newest first, and how each ended. A write is unsettled when the ' +
        'program did not live to see its answer: the service may have carried it out.',
    )
    .addOption(new Option('--unsettled', 'only those of which nobody knows how they ended'))
    .addOption(
      new Option('--since <duration>', 'only those of the last 2h, 3d …').argParser((text) =>
        parseDuration(text, '--since'),
      ),
    )
    .addOption(new Option('--limit <n>', 'at most so many').default(50).argParser(readLimit))
    .example('esign request list', 'The last fifty.')
    .example('esign request list --unsettled -q', 'Ids of those that `esign request resume` would settle.')
    .exits(localExitCodes)
    .action((options: RequestListOptions) => run(context, options));
}

export async function runRequestList(context: Context, { unsettled, since, limit }: RequestListOptions): Promise<void> {
  const now = context.clock.now();
  const from = since === undefined ? '' : new Date(now - since).toISOString();
  const requests = (await (await context.journal()).listRequests())
    .filter(({ at }) => at >= from)
    .filter((request) => unsettled !== true || stateOf(request) === 'unsettled')
    .toReversed();
  const shown = requests.slice(0, limit);
  await context.output.result({ data: shown.map(requestJson) }, { table: requestTable(shown) });
  if (shown.length === requests.length) return;
  context.output.note(`These are the newest ${shown.length} of ${requests.length}; show more with --limit.`);
}

function readLimit(text: string): number {
  if (/^[1-9]\d{0,4}$/.test(text) && Number(text) <= most) return Number(text);
  throw new UsageFailure(`--limit takes a number from 1 to ${most}, and \`${text}\` is none.`, {
    code: 'invalid_value',
    hint: 'Write it like this: --limit 200',
  });
}
