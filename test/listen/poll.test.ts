import { describe, expect, it } from 'vitest';
import type { Client } from '../../src/client/client.js';
import { eventNames } from '../../src/contract/events.js';
import { Poller } from '../../src/listen/poll.js';
import { scriptedClock } from '../support/scripted-clock.js';

const start = Date.parse('2026-12-01T08:00:00Z');
const body = { id: 'a', status: 'sent', created_at: '2026-12-01T07:00:00.000Z', sent_at: null, recipients: [] };

/** Looks at two envelopes; after the first, `remaining` of 60 are left for so many milliseconds. */
async function waitsOf(remaining: number, milliseconds: number) {
  const clock = scriptedClock([], { start, each: () => Promise.resolve() });
  const rate = { limit: 60, remaining, resetsAt: start + milliseconds };
  const call = (): Promise<unknown> => Promise.resolve({ status: 200, body, rate });
  const told: number[] = [];
  const nothing = (): Promise<void> => Promise.resolve();
  const poller = new Poller(
    {
      client: { call: call as unknown as Client['call'] },
      clock,
      events: eventNames,
      since: start,
      emit: nothing,
      remember: nothing,
      trouble: (words) => expect.fail(words),
      waiting: (wait) => told.push(wait),
    },
    new Map(),
  );
  await poller.round(['a', 'b'], new AbortController().signal);
  return { told, slept: clock.slept };
}

describe('polling within the minute of the key', () => {
  it('tells of a wait for a new minute', async () => {
    expect(await waitsOf(3, 32_000)).toEqual({ told: [32_000], slept: [32_000] });
  });

  it('does not report a short one, nor where there is enough', async () => {
    expect(await waitsOf(3, 2_000)).toEqual({ told: [], slept: [2_000] });
    expect(await waitsOf(40, 32_000)).toEqual({ told: [], slept: [] });
  });
});
