import { EsignCommand } from '../../cli/flags/command.js';
import { parseJson } from '../../core/platform/json.js';
import type { Context } from '../../cli/context/context.js';
import { localExitCodes } from '../../cli/failure/exit-code.js';
import { findRequest, requestId, stateOf } from '../../sending/request/record.js';
import { requestDetails, requestJson, requestFacts } from '../../sending/request/view.js';

interface RequestShowOptions {
  readonly id: string;
}

const maxShownLength = 8_000;

/** `esign request show ID`: one recorded request, with its body while that is stored. */
export function requestShowCommand(context: Context): EsignCommand {
  return new EsignCommand('show')
    .alias('get')
    .summary('Show a request that this machine has sent')
    .description(
      'Show a request that this machine has sent. The body is stored until the outcome is known, and may contain ' +
        'personal data.',
    )
    .argument('<request>', 'request ID, or its first characters', requestId)
    .example('esign request show 1f2e3d4c', 'Show a request.')
    .prints((s) => s.object({ ...requestFacts(s), body: s.anything }))
    .exits(localExitCodes, 4)
    .action((id: string) => runRequestShow(context, { id }));
}

async function runRequestShow(context: Context, { id }: RequestShowOptions): Promise<void> {
  const request = await findRequest(context, id);
  const text = await (await context.journal()).body(request.id);
  const next = stateOf(request) === 'unsettled' ? [`esign request resume ${request.id}`] : [];
  await context.output.result(
    { ...requestJson(request), body: text == null ? null : (parseJson(text) ?? text) },
    {
      ...(text == null ? {} : { verbatim: text.slice(0, maxShownLength) }),
      details: requestDetails(request),
      next,
    },
  );
}
