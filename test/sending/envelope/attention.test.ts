import { describe, expect, it } from 'vitest';
import { attentionFor } from '../../../src/sending/envelope/attention.js';
import type { SeenEnvelope } from '../../../src/store/envelope-states.js';

const now = Date.parse('2026-03-05T08:00:00Z');
const limits = {
  unsealedAfter: 600_000,
  undeliveredAfter: 3_600_000,
  expiresWithin: 86_400_000,
  waitingLongerThan: 259_200_000,
};
const thandi = { role: 'Tenant', name: 'Thandi Mokoena' };
const sent = {
  status: 'sent',
  sealed: null,
  turn: [thandi],
  undelivered: [],
  since: { at: '2026-03-05T06:00:00Z', exact: true },
  expiresAt: null,
} as const;
const found = (seen: Partial<SeenEnvelope>, failedAt: string | null = null): readonly string[] =>
  attentionFor({ ...sent, ...seen } as SeenEnvelope, limits, { now, failedAt }).map(
    ({ attention, why }) => `${attention}: ${why}`,
  );

describe('what an envelope needs somebody for', () => {
  it('is nothing before its time, and for one that is over', () => {
    expect(found({})).toEqual([]);
    expect(found({ undelivered: [thandi], since: { at: '2026-03-05T07:30:00Z', exact: true } })).toEqual([]);
    expect(found({ status: 'voided', since: { at: '2026-01-05T06:00:00Z', exact: true } })).toEqual([]);
    expect(found({ status: 'completed', sealed: true }, '2026-03-05T06:00:00Z')).toEqual([]);
    expect(
      found({ status: 'completed', sealed: null, completed: { at: '2026-03-01T06:00:00Z', exact: true } }),
    ).toEqual([]);
  });

  it.each([
    [{ undelivered: [thandi] }, 'undelivered: no report that the invitation reached Thandi Mokoena (Tenant), for 2h'],
    [
      { since: { at: '2026-03-01T08:00:00Z', exact: false } },
      'waiting: waits for Thandi Mokoena (Tenant), for at least 4d',
    ],
    [{ expiresAt: '2026-03-05T20:30:00Z' }, 'expiring: it expires in 12h 30m, and waits for Thandi Mokoena (Tenant)'],
    [
      { status: 'completed', sealed: false, completed: { at: '2026-03-05T07:45:00Z', exact: true } },
      'unsealed: completed 15m ago, and still not sealed',
    ],
  ] as const)('is %j', (seen, words) => {
    expect(found(seen)).toEqual([words]);
  });

  it('is a failed sealing where a delivery told of it', () => {
    const words = 'sealing_failed: sealing failed 2h ago, and only support can retry it';
    expect(found({ status: 'completed', sealed: false }, '2026-03-05T06:00:00Z')).toEqual([words]);
  });
});
