import { envelopeStates, openEnvelopeStates } from '../../contract/states.js';
import type { EventName } from '../../contract/events.js';
import type { Implied } from '../../listen/receive/implied-events.js';

/** What a list may say of an envelope: its state, and `sealed` for one that is completed and sealed. */
export const listStates = [...envelopeStates, 'sealed'] as const;
export type ListState = (typeof listStates)[number];

/** How the list stands to the service; `conflict`: neither state can become the other. */
export type Standing = 'same' | 'behind' | 'ahead' | 'conflict';

/** Whether an envelope can go from one state to the other (States and transitions). */
function canBecome(from: ListState, to: ListState): boolean {
  if (from === 'draft') return to !== 'draft';
  if (from === 'completed') return to === 'sealed';
  const isOpen = openEnvelopeStates.some((state) => state === from);
  return isOpen && to !== 'draft' && to !== 'sent' && to !== from;
}

/**
 * Compares the state in a list with that of the service. `told`: the states that the list knows at all. A list that
 * never says `sealed` or `partially_signed` is not behind for it.
 */
export function standingOf(listed: ListState, service: ListState, told: ReadonlySet<ListState>): Standing {
  const seen = asTold(service, told);
  if (seen === listed) return 'same';
  if (canBecome(listed, seen)) return 'behind';
  return canBecome(seen, listed) ? 'ahead' : 'conflict';
}

function asTold(state: ListState, told: ReadonlySet<ListState>): ListState {
  if (told.has(state)) return state;
  if (state === 'sealed') return 'completed';
  return state === 'partially_signed' ? 'sent' : state;
}

/** The events that somebody at a state has not heard of, of those that occurred, in their order (Events). */
export function missedEvents(listed: ListState, occurred: readonly Implied[]): readonly Implied[] {
  const heard = new Set<EventName>();
  if (listed !== 'draft') heard.add('envelope.sent');
  if (listed === 'completed' || listed === 'sealed') heard.add('recipient.completed').add('envelope.completed');
  return occurred.filter(({ event }) => !heard.has(event));
}
