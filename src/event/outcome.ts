import type { AttemptOutcome } from '../listen/attempt.js';

/** The result of a delivery that was sent here, as text and as JSON. */

export const wasTaken = ({ status }: AttemptOutcome): boolean => status !== null && status >= 200 && status < 300;

/** To follow "it": `responded with 204 in 3 ms`. */
export function outcomeWords({ status, milliseconds, words, location }: AttemptOutcome): string {
  if (status === null) return `did not respond: ${words ?? 'no data received'}`;
  const where = location === null ? '' : `, a redirect to ${location}, which the service does not follow`;
  return `responded with ${status} in ${milliseconds} ms${where}`;
}

export const outcomeJson = ({ status, milliseconds, words, excerpt }: AttemptOutcome) => ({
  status,
  milliseconds,
  ...(words === null ? {} : { why: words }),
  ...(excerpt === '' ? {} : { answer: excerpt }),
});
