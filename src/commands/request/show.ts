import { EsignCommand } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { localExitCodes } from '../../cli/exit-code.js';
import { findRequest, requestId, stateOf } from '../../request/record.js';
import { requestDetails, requestJson } from '../../request/view.js';

interface RequestShowOptions {
  readonly id: string;
}

const longestShown = 8_000;

/** `esign request show ID`: one write, and its body as long as it is kept. */
export function requestShowCommand(context: Context): EsignCommand {
  return new EsignCommand('show')
    .summary('Show one write that this machine has sent')
    .description(
      'Show one write that this machine has sent. Its body is kept until it is settled, and shown with it; it may name ' +
        'people.',
    )
    .argument('<id>', 'the id of the request, or its start', requestId)
    .example('esign request show 1f2e3d4c', 'Show it.')
    .exits(localExitCodes, 4)
    .action((id: string) => runRequestShow(context, { id }));
}

async function runRequestShow(context: Context, { id }: RequestShowOptions): Promise<void> {
  const request = await findRequest(context, id);
  const text = await (await context.journal()).body(request.id);
  const next = stateOf(request) === 'unsettled' ? [`esign request resume ${request.id}`] : [];
  await context.output.result(
    { ...requestJson(request), body: text == null ? null : parse(text) },
    {
      ...(text == null ? {} : { verbatim: text.slice(0, longestShown) }),
      details: requestDetails(request),
      next,
    },
  );
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
