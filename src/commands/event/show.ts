import { EsignCommand } from '../../cli/flags/command.js';
import type { Context } from '../../cli/context/context.js';
import { localExitCodes } from '../../cli/failure/exit-code.js';
import { CommandFailure } from '../../cli/failure/failure.js';
import { shellWord } from '../../cli/flags/reach-flags.js';
import { parseJson } from '../../core/platform/json.js';
import { deliveryBody } from '../../store/deliveries.js';
import type { Delivery } from '../../store/delivery.js';
import { deliveryId, findDelivery } from '../../receiving/deliveries/record.js';
import { deliveryDetails, deliveryJson, deliveryFacts } from '../../receiving/deliveries/view.js';

interface EventShowOptions {
  readonly id: string;
  readonly raw?: boolean;
}

const maxShownLength = 8_000;

/** `esign event show ID`: one delivery with its body, or only the raw bytes of the body. */
export function eventShowCommand(context: Context): EsignCommand {
  return new EsignCommand('show')
    .alias('get')
    .summary('Show a received delivery')
    .description('Show a delivery with its body. With --raw, print only the exact bytes of the body.')
    .argument('<delivery>', 'delivery ID, delivery ID prefix, or event ID', deliveryId)
    .option('--raw', 'print only the raw bytes of the body')
    .example('esign event show 1f2e3d4c', 'Show a delivery.')
    .example('esign event show 1f2e3d4c --raw', 'Print the exact bytes that were signed.')
    .prints((s) => s.object({ ...deliveryFacts(s), signature: s.list(s.text), body: s.anything }))
    .prints(null, '--raw')
    .exits(localExitCodes, 4)
    .action((id: string, options: Omit<EventShowOptions, 'id'>) => runEventShow(context, { ...options, id }));
}

async function runEventShow(context: Context, { id, raw }: EventShowOptions): Promise<void> {
  const delivery = await findDelivery(context, id);
  const bytes = deliveryBody(await context.state(), delivery);
  if (raw === true) {
    if (bytes === undefined) throw gone(delivery);
    return context.output.bytes(bytes);
  }
  const text = bytes?.toString('utf8') ?? null;
  const shown = text === null ? 'The body is no longer stored.' : text.slice(0, maxShownLength);
  const body = text === null ? null : parseJson(text);
  await context.output.result(
    { ...deliveryJson(delivery), signature: delivery.signature, body: body ?? text },
    { verbatim: shown, details: deliveryDetails(delivery) },
  );
}

export const gone = ({ id, envelopeId }: Delivery): CommandFailure =>
  new CommandFailure(4, 'body_gone', `The body of delivery ${id} is no longer stored.`, {
    hint:
      envelopeId === null
        ? 'List the stored deliveries: esign event list'
        : `Show the envelope instead: esign envelope get ${shellWord(envelopeId)}`,
  });
