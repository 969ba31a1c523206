import type { Context } from '../../cli/context/context.js';
import { CommandFailure, UsageFailure } from '../../cli/failure/failure.js';
import { findDeliveries, rememberedEvent } from '../../store/deliveries.js';
import type { Delivery } from '../../store/delivery.js';
import type { ShapeBlocks, Shaped } from '../../contract/shape.js';
import type { AttemptOutcome } from '../../listen/forward/attempt.js';

/** How an ID selects one of the recorded deliveries on this machine. */

/** A parser for an ID on the command line: of a delivery, its prefix, or of an event. */
export function deliveryId(text: string): string {
  if (/^[\w:-]{4,200}$/.test(text)) return text;
  throw new UsageFailure(`Invalid delivery ID "${text}".`, {
    code: 'invalid_id',
    hint: 'Find the ID with `esign event list`. Its first four characters are enough if they are unique.',
  });
}

/** The only delivery with an ID. Throws CommandFailure (4) for none, UsageFailure for several. */
export async function findDelivery(context: Context, id: string): Promise<Delivery> {
  const state = await context.state();
  const found = findDeliveries(state, id).filter(({ envelopeId }) => envelopeId?.toLowerCase() !== id.toLowerCase());
  const [first, ...others] = found;
  if (first === undefined) {
    const removed = rememberedEvent(state, id, context.clock.now());
    const hint = 'List the stored deliveries: esign event list';
    if (removed === undefined) throw new CommandFailure(4, 'delivery_not_found', `Delivery ${id} not found.`, { hint });
    const at = new Date(removed.at).toISOString();
    const words = `Event ${id} was received at ${at}, but its record is no longer stored.`;
    throw new CommandFailure(4, 'delivery_gone', words, {
      hint,
      details: { received_at: at, taken: removed.taken },
    });
  }
  if (others.length === 0) return first;
  throw new UsageFailure(`ID "${id}" matches ${found.length} deliveries.`, {
    code: 'invalid_id',
    hint: `Use the full ID of one of them:\n${found.map(named).join('\n')}`,
  });
}

const named = ({ id, event, forward }: Delivery): string =>
  [id, event ?? '?', ...(forward.is === 'none' ? [] : [`to ${forward.target}`])].join('  ');

/** The result of a delivery that was sent here, as text and as JSON. */

export const wasTaken = ({ status }: AttemptOutcome): boolean => status !== null && status >= 200 && status < 300;

/** To follow "it": `responded with 204 in 3 ms`. */
export function outcomeWords({ status, milliseconds, words, location }: AttemptOutcome): string {
  if (status === null) return `did not respond: ${words ?? 'no data received'}`;
  const where = location === null ? '' : `, a redirect to ${location}, which the service does not follow`;
  return `responded with ${status} in ${milliseconds} ms${where}`;
}

export const outcomeFacts = (s: ShapeBlocks) => ({
  status: s.nullable(s.count),
  milliseconds: s.number,
  why: s.optional(s.text),
  answer: s.optional(s.text),
});
const outcomeShape = (s: ShapeBlocks) => s.object(outcomeFacts(s));

export const outcomeJson = ({ status, milliseconds, words, excerpt }: AttemptOutcome): Shaped<typeof outcomeShape> => ({
  status,
  milliseconds,
  ...(words === null ? {} : { why: words }),
  ...(excerpt === '' ? {} : { answer: excerpt }),
});
