import { describe, expect, it } from 'vitest';
import { Ledger } from '../../../src/listen/receive/ledger.js';
import type { Arrival } from '../../../src/store/delivery.js';
import { eventNames } from '../../../src/contract/events.js';
import { refused, scriptedClient } from '../../support/listening/listen-client.js';

const since = Date.parse('2026-12-01T08:00:00Z');
const nothing = (): boolean => false;
const signal = new AbortController().signal;
const envelope = (id: string, status: string, created = '2026-12-01T09:00:00.000Z') => ({
  id,
  status,
  created_at: created,
  sent_at: created,
  recipients: [],
});

function ledger(
  envelopes: Readonly<Record<string, () => unknown>>,
  events = eventNames as readonly (typeof eventNames)[number][],
) {
  const { client, calls } = scriptedClient({
    getEnvelope: ({ parameters }) =>
      envelopes[parameters?.['envelopeId'] ?? '']?.() ?? Promise.reject(refused(404, 'not_found')),
    listEnvelopeDocuments: () => ({ sealed: true, documents: [] }),
  });
  return { made: new Ledger({ client, events }), calls };
}
const events = (missing: readonly { readonly event: string }[]) => missing.map(({ event }) => event);

describe('an audit of received deliveries', () => {
  it('names what an envelope implies and did not come', async () => {
    const { made } = ledger({ a: () => envelope('a', 'completed') });
    await made.begin(since, [], nothing, signal);
    made.arrived('envelope.sent', 'a', null);
    const { missing, unsure, read } = await made.audit(10, signal);
    expect([events(missing), unsure, read]).toEqual([['envelope.completed', 'envelope.sealed'], null, 1]);
  });

  it('counts neither earlier events nor unselected ones', async () => {
    let status = 'sent';
    const { made } = ledger({ a: () => envelope('a', status, '2026-11-01T00:00:00.000Z') }, [
      'envelope.voided',
      'envelope.sent',
    ]);
    await made.begin(since, ['a'], nothing, signal);
    expect((await made.audit(10, signal)).missing).toEqual([]);
    status = 'voided';
    expect(events((await made.audit(10, signal)).missing)).toEqual(['envelope.voided']);
  });

  it('says why it cannot know', async () => {
    const older = ledger({ a: () => envelope('a', 'voided', '2026-11-01T00:00:00.000Z') });
    await older.made.begin(since, [], nothing, signal);
    older.made.know(['a']);
    expect(await older.made.audit(10, signal)).toMatchObject({
      missing: [],
      unsure: expect.stringMatching(/older than this run/),
    });
    const failing = ledger({ a: () => Promise.reject(refused(503, 'service_unavailable')) });
    await failing.made.begin(since, [], nothing, signal);
    failing.made.know(['a']);
    expect(await failing.made.audit(10, signal)).toMatchObject({
      unsure: expect.stringMatching(/could not be read/),
      read: 0,
    });
    const many = ledger({ a: () => envelope('a', 'draft'), b: () => envelope('b', 'draft') });
    await many.made.begin(since, [], nothing, signal);
    many.made.know(['a', 'b']);
    expect(await many.made.audit(1, signal)).toMatchObject({
      unsure: 'only the latest 1 of 2 envelopes were read',
      read: 1,
    });
  });

  it('begins with what had not come of envelopes of which something had, and of no other', async () => {
    const { made } = ledger({
      known: () => envelope('known', 'completed', '2026-11-01T00:00:00.000Z'),
      foreign: () => envelope('foreign', 'voided', '2026-11-01T00:00:00.000Z'),
    });
    const before = ({ event, envelopeId }: Arrival): boolean => event === 'envelope.sent' && envelopeId === 'known';
    const gap = await made.begin(since, ['known', 'foreign'], before, signal);
    expect(events(gap)).toEqual(['envelope.completed', 'envelope.sealed']);
    expect((await made.audit(10, signal)).missing).toEqual([]);
  });

  it('passes over what is gone', async () => {
    const { made } = ledger({});
    await made.begin(since, [], nothing, signal);
    made.know(['gone']);
    expect(await made.audit(10, signal)).toEqual({ missing: [], unsure: null, read: 0 });
  });
});
