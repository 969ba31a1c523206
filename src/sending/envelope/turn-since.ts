import type { Context } from '../../cli/context/context.js';
import type { Envelope } from '../../contract/resources/envelope.js';
import { serviceTime } from '../../cli/emulator/service-time.js';
import { listDeliveries } from '../../store/deliveries.js';
import { ifUsable } from '../../store/state.js';
import type { SeenEnvelope, TurnSince } from '../../store/envelope-states.js';
import { acts, isDone, spanWords } from './status-words.js';
import { localInstant } from '../../core/terminal/time.js';

interface TurnSinceOptions {
  readonly turn: SeenEnvelope['turn'];
  /** The envelope as last stored. */
  readonly before: SeenEnvelope | undefined;
  readonly host: string;
}

/**
 * Since when those whose turn it is are asked to act; null: nobody is. A recipient of the service has no times, so this is
 * when the envelope was sent, when a received `recipient.completed` was created, or else when it was first seen so.
 */
export async function turnSince(
  context: Context,
  { id, sent_at: sentAt, recipients }: Envelope,
  { turn, before, host }: TurnSinceOptions,
): Promise<TurnSince | null> {
  if (turn.length === 0) return null;
  if (sentAt !== null && !recipients.filter(acts).some(isDone)) return { at: sentAt, exact: true };
  const isSame = before !== undefined && JSON.stringify(before.turn) === JSON.stringify(turn);
  if (isSame && before.since?.exact === true) return before.since;
  const state = await context.state();
  const received = ifUsable(() => listDeliveries(state, { envelope: id, events: ['recipient.completed'] }), []);
  const completed = received.filter(({ host: from, verdict }) => from === host && verdict.ok).toReversed();
  const done = recipients.filter((each) => acts(each) && isDone(each));
  // Without a delivery about each of them, another may have acted last.
  const at = done.map((each) => completed.find(({ recipientId }) => recipientId === each.id)?.createdAt ?? null);
  const last = at
    .flatMap((time) => time ?? [])
    .toSorted()
    .at(-1);
  if (last !== undefined && at.every((time) => time !== null)) return { at: last, exact: true };
  if (isSame && before.since != null) return before.since;
  return { at: new Date(await serviceTime(context)).toISOString(), exact: false };
}

/** `3d 4h, since 2026-03-02 10:00:00 +02:00`; `now` is the service's time in milliseconds. */
export function sinceWords({ at, exact }: TurnSince, now: number): string {
  const span = spanWords(Math.max(0, now - Date.parse(at)));
  return `${exact ? '' : 'at least '}${span}, since ${exact ? '' : 'before '}${localInstant(at)}`;
}
