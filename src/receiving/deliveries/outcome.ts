import type { Shaped, ShapeBlocks } from '../../contract/shape.js';
import type { AttemptOutcome } from '../../listen/forward/attempt.js';

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
