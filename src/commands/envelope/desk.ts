import { Option } from 'commander';
import { EsignCommand } from '../../cli/flags/command.js';
import { hasScreen } from '../../cli/context/has-screen.js';
import type { Context } from '../../cli/context/context.js';
import { parseDuration } from '../../cli/flags/duration.js';
import { serviceExitCodes } from '../../cli/failure/exit-code.js';
import { UsageFailure } from '../../cli/failure/failure.js';
import { usualLateMs } from '../../sending/envelope/list-choice.js';

interface EnvelopeDeskOptions {
  readonly late?: number;
}

/** `esign envelope desk`: a live screen of the envelopes that this machine knows, with keys. */
export function envelopeDeskCommand(context: Context): EsignCommand {
  return new EsignCommand('desk')
    .summary('Follow all envelopes on a live screen')
    .description(
      'Show the envelopes that this machine knows on a live screen: late ones first, then those that wait longest, in ' +
        'groups of bulk runs. Keys show, void or correct the selected one, download its current PDF or its evidence, and ' +
        'filter the list; `?` lists them. Envelopes that can still change are read again, with at most a fifth of the ' +
        'rate limit of the key, and at once when `esign listen` on this machine receives an event about one. Voiding asks ' +
        'for a reason and for confirmation.',
    )
    .addOption(
      new Option('--late <duration>', 'how long somebody waits until an envelope is late (default: 3d)').argParser(
        (text) => parseDuration(text, '--late'),
      ),
    )
    .example('esign envelope desk', 'Follow all envelopes.')
    .example('esign envelope desk --late 24h', 'Mark those that wait for more than a day.')
    .usesOperations('getEnvelope', 'listEnvelopeDocuments')
    .printsNoJson('It is a screen for a person. `esign envelope list --json` prints the same envelopes.')
    .exits(serviceExitCodes)
    .action((options: EnvelopeDeskOptions) => runEnvelopeDesk(context, options));
}

async function runEnvelopeDesk(context: Context, { late = usualLateMs }: EnvelopeDeskOptions): Promise<void> {
  if (!hasScreen(context)) {
    throw new UsageFailure('The desk requires a terminal that can move its cursor.', {
      code: 'no_terminal',
      hint: 'Use this command instead: esign envelope list --sort waiting',
    });
  }
  const { openDesk } = await import('../../sending/desk/open-desk.js');
  await openDesk(context, { late });
}
