import { Option } from 'commander';
import { EsignCommand } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { parseDuration } from '../../cli/duration.js';
import { localExitCodes } from '../../cli/exit-code.js';
import { UsageFailure } from '../../cli/failure.js';
import type { Damage } from '../../journal/request-reader.js';
import type { ListedRequest, RequestJournal } from '../../journal/requests.js';
import { recordDamaged, stateOf } from '../../request/record.js';
import { requestJson, requestTable } from '../../request/view.js';

interface RequestListOptions {
  readonly unsettled?: boolean;
  /** Milliseconds. */
  readonly since?: number;
  readonly limit: number;
}

const most = 100_000;

/** `esign request list`: the writes that this machine has sent, newest first. */
export function requestListCommand(context: Context): EsignCommand {
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
    .action((options: RequestListOptions) => runRequestList(context, options));
}

async function runRequestList(context: Context, { unsettled, since, limit }: RequestListOptions): Promise<void> {
  const now = context.clock.now();
  const from = since === undefined ? '' : new Date(now - since).toISOString();
  const journal = await context.journal();
  const damaged: Damage[] = [];
  const shown: ListedRequest[] = [];
  let more = false;
  const told = (damage: Damage): void => void damaged.push(damage);
  const sources = unsettled === true ? unsettledFirst(journal, told) : journal.newestFirst(told);
  for await (const request of sources) {
    if (request.at < from) break;
    if (unsettled === true && stateOf(request) !== 'unsettled') continue;
    more = shown.length === limit;
    if (more) break;
    shown.push(request);
  }
  await context.output.result({ data: shown.map(requestJson) }, { table: requestTable(shown) });
  if (more) context.output.note(`These are the newest ${shown.length}. Show more with --limit.`);
  if (damaged.length > 0) throw recordDamaged(damaged);
}

async function* unsettledFirst(journal: RequestJournal, told: (damage: Damage) => void): AsyncGenerator<ListedRequest> {
  for (const damage of await journal.damaged()) told(damage);
  yield* (await journal.listOpen()).toReversed();
}

function readLimit(text: string): number {
  if (/^[1-9]\d{0,5}$/.test(text) && Number(text) <= most) return Number(text);
  throw new UsageFailure(`--limit takes a number from 1 to ${most}, and \`${text}\` is none.`, {
    code: 'invalid_value',
    hint: 'Write it like this: --limit 200',
  });
}
