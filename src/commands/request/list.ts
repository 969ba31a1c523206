import { Option } from 'commander';
import { EsignCommand } from '../../cli/command.js';
import { sayMore } from '../../cli/paging.js';
import type { Context } from '../../cli/context.js';
import { parseDuration } from '../../cli/duration.js';
import { localExitCodes } from '../../cli/exit-code.js';
import { limitReader } from '../../cli/limit.js';
import type { Damage } from '../../journal/request-reader.js';
import type { ListedRequest, RequestJournal } from '../../journal/requests.js';
import { recordDamaged, stateOf } from '../../request/record.js';
import { requestJson, requestTable, requestFacts } from '../../request/view.js';

interface RequestListOptions {
  readonly unsettled?: boolean;
  /** Milliseconds. */
  readonly since?: number;
  readonly limit: number;
}

const maxLimit = 100_000;

/** `esign request list`: the requests with side effects that this machine has sent, newest first. */
export function requestListCommand(context: Context): EsignCommand {
  return new EsignCommand('list')
    .summary('List the requests that this machine has sent')
    .description(
      'List the requests that create or change something and were sent from this machine, newest first, with their ' +
        'outcome. A request is `unsettled` if its response was lost: the service may have processed it.',
    )
    .addOption(new Option('--unsettled', 'show only requests with an unknown outcome'))
    .addOption(
      new Option('--since <duration>', 'show requests of this period only, for example 2h or 3d').argParser((text) =>
        parseDuration(text, '--since'),
      ),
    )
    .addOption(
      new Option('--limit <n>', 'maximum number of requests to show').default(50).argParser(limitReader(maxLimit)),
    )
    .example('esign request list', 'List the latest 50 requests.')
    .example('esign request list --unsettled -q', 'List the IDs of requests to resume.')
    .prints((s) => s.object({ data: s.list(s.object(requestFacts(s))), more: s.flag }))
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
  const report = (damage: Damage): void => void damaged.push(damage);
  const sources = unsettled === true ? openRequests(journal, report) : journal.newestFirst(report);
  for await (const request of sources) {
    if (request.at < from) break;
    if (unsettled === true && stateOf(request) !== 'unsettled') continue;
    more = shown.length === limit;
    if (more) break;
    shown.push(request);
  }
  await context.output.result({ data: shown.map(requestJson), more }, { table: requestTable(shown) });
  if (more) sayMore(context, `These are the newest ${shown.length}. Show more with --limit.`);
  if (damaged.length > 0) throw recordDamaged(damaged);
}

async function* openRequests(journal: RequestJournal, report: (damage: Damage) => void): AsyncGenerator<ListedRequest> {
  for (const damage of await journal.damaged()) report(damage);
  yield* (await journal.listOpen()).toReversed();
}
