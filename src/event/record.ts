import type { Context } from '../cli/context.js';
import { CommandFailure, UsageFailure } from '../cli/failure.js';
import type { RecordedDelivery } from '../journal/deliveries-entry.js';
import { deliveriesFolder, type DeliveryReader, openDeliveryReader } from '../journal/deliveries-read.js';

/** The recorded deliveries on this machine, and how an ID selects one of them. */
export const openRecord = (context: Context): DeliveryReader => openDeliveryReader(recordFolder(context));

export const recordFolder = (context: Context): string => deliveriesFolder(context.settings().stateDir.value);

/** A parser for an ID on the command line: of a delivery, its prefix, or of an event. */
export function deliveryId(text: string): string {
  if (/^[\w:-]{4,200}$/.test(text)) return text;
  throw new UsageFailure(`Invalid delivery ID "${text}".`, {
    code: 'invalid_id',
    hint: 'Find the ID with `esign event list`. Its first four characters are enough if they are unique.',
  });
}

/** The only delivery with an ID. Throws Ended (4) for none, UsageFailure for several. */
export async function findDelivery(record: DeliveryReader, id: string): Promise<RecordedDelivery> {
  const found = (await record.find(id)).filter(({ envelopeId }) => envelopeId?.toLowerCase() !== id.toLowerCase());
  const [first, ...others] = found;
  if (first === undefined) {
    const remembered = await record.remembered(id);
    const hint = 'List the stored deliveries: esign event list';
    if (remembered === undefined)
      throw new CommandFailure(4, 'delivery_not_found', `Delivery ${id} not found.`, { hint });
    const at = new Date(remembered.at).toISOString();
    const words = `Event ${id} was received at ${at}, but its record was removed to make room for newer deliveries.`;
    throw new CommandFailure(4, 'delivery_gone', words, {
      hint,
      details: { received_at: at, taken: remembered.taken },
    });
  }
  if (others.length === 0) return first;
  throw new UsageFailure(`ID "${id}" matches ${found.length} deliveries.`, {
    code: 'invalid_id',
    hint: `Use the full ID of one of them:\n${found.map(named).join('\n')}`,
  });
}

const named = ({ id, event, forward }: RecordedDelivery): string =>
  [id, event ?? '?', ...(forward.is === 'none' ? [] : [`to ${forward.target}`])].join('  ');
