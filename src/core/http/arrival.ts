import type { IncomingMessage } from 'node:http';

export interface ArrivalLimit {
  readonly limitMs: number;
  readonly isStreamed: boolean;
  readonly late: () => void;
}

/**
 * The time in which a body has to arrive: all of it, counted from its head as Node's own limit does, or of a streamed
 * one each byte after the last.
 */
export function limitArrival(message: IncomingMessage, { limitMs, isStreamed, late }: ArrivalLimit): void {
  const { socket } = message;
  const timer = isStreamed ? undefined : setTimeout(late, limitMs);
  if (isStreamed) socket.setTimeout(limitMs, late);
  const arrived = (): void => {
    clearTimeout(timer);
    if (isStreamed) socket.setTimeout(0).off('timeout', late);
  };
  message.once('end', arrived).once('close', arrived);
}
