import { describe, expect, it } from 'vitest';
import { Ledger } from '../../src/listen/ledger.js';
import { eventNames } from '../../src/contract/events.js';
import { refused, scriptedClient } from '../support/listen-client.js';

const since = Date.parse('2026-12-01T08:00:00Z');
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

describe('an audit of what came', () => {
  it('names what an envelope implies and did not come', async () => {
    const { made } = ledger({ a: () => envelope('a', 'completed') });
    await made.begin(since, [], signal);
    made.arrived('envelope.sent', 'a', null);
    const { missing, whole, read } = await made.audit(10, signal);
    expect([events(missing), whole, read]).toEqual([['envelope.completed', 'envelope.sealed'], true, 1]);
  });

  it('does not count what had happened before, nor what is not listened for', async () => {
    let status = 'sent';
    const { made } = ledger({ a: () => envelope('a', status, '2026-11-01T00:00:00.000Z') }, [
      'envelope.voided',
      'envelope.sent',
    ]);
    await made.begin(since, ['a'], signal);
    expect((await made.audit(10, signal)).missing).toEqual([]);
    status = 'voided';
    expect(events((await made.audit(10, signal)).missing)).toEqual(['envelope.voided']);
  });

  it('says that it is not whole when it cannot know', async () => {
    const older = ledger({ a: () => envelope('a', 'voided', '2026-11-01T00:00:00.000Z') });
    await older.made.begin(since, [], signal);
    older.made.know(['a']);
    expect(await older.made.audit(10, signal)).toMatchObject({ missing: [], whole: false });
    const failing = ledger({ a: () => Promise.reject(refused(503, 'service_unavailable')) });
    await failing.made.begin(since, [], signal);
    failing.made.know(['a']);
    expect(await failing.made.audit(10, signal)).toMatchObject({ whole: false, read: 0 });
    const many = ledger({ a: () => envelope('a', 'draft'), b: () => envelope('b', 'draft') });
    await many.made.begin(since, [], signal);
    many.made.know(['a', 'b']);
    expect(await many.made.audit(1, signal)).toMatchObject({ whole: false, read: 1 });
  });

  it('passes over what is gone', async () => {
    const { made } = ledger({});
    await made.begin(since, [], signal);
    made.know(['gone']);
    expect(await made.audit(10, signal)).toEqual({ missing: [], whole: true, read: 0 });
  });
});
