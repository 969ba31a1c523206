import { Option } from 'commander';
import { EsignCommand } from '../../cli/flags/command.js';
import { addListOptions, endList, limitOf, type ListOptions, sinceOf } from '../../cli/flags/paging.js';
import type { Context } from '../../cli/context/context.js';
import { localExitCodes } from '../../cli/failure/exit-code.js';
import type { ListedRequest } from '../../store/requests.js';
import { stateOf } from '../../sending/request/record.js';
import { requestJson, requestTable, requestFacts } from '../../sending/request/view.js';

interface RequestListOptions extends ListOptions {
  readonly unsettled?: boolean;
}

const usual = 50;

/** `esign request list`: the requests with side effects that this machine has sent, newest first. */
export function requestListCommand(context: Context): EsignCommand {
  const command = new EsignCommand('list')
    .summary('List the requests that this machine has sent')
    .description(
      'List the requests that create or change something and were sent from this machine, newest first, with their ' +
        'outcome. A request is `unsettled` if its response was lost: the service may have processed it.',
    )
    .addOption(new Option('--unsettled', 'show only requests with an unknown outcome'))
    .example('esign request list', 'List the latest 50 requests.')
    .example('esign request list --unsettled -q', 'List the IDs of requests to resume.')
    .prints((s) => s.object({ data: s.list(s.object(requestFacts(s))), more: s.flag }))
    .exits(localExitCodes, 4)
    .action((options: RequestListOptions) => runRequestList(context, options));
  return addListOptions(command, usual);
}

async function runRequestList(context: Context, options: RequestListOptions): Promise<void> {
  const { unsettled } = options;
  const from = sinceOf(options, context.clock.now());
  const limit = limitOf(options, usual);
  const journal = await context.journal();
  const shown: ListedRequest[] = [];
  let more = false;
  const sources = unsettled === true ? (await journal.listOpen()).toReversed() : journal.newestFirst();
  for await (const request of sources) {
    if (Date.parse(request.at) < from) break;
    if (unsettled === true && stateOf(request) !== 'unsettled') continue;
    more = shown.length === limit;
    if (more) break;
    shown.push(request);
  }
  await context.output.result({ data: shown.map(requestJson), more }, { table: requestTable(shown) });
  endList(context, options, { data: shown, more });
}
