import { describe, expect, it } from 'vitest';
import { type BulkRow, nextKey } from '../../src/bulk/bulk-row.js';
import type { PlacedRow } from '../../src/bulk/compare.js';
import { LedgerEntries } from '../../src/bulk/ledger-entries.js';
import { isDone, openTasks, rowTasks } from '../../src/bulk/tasks.js';

const identity = { by: 'recipients', id: 'i', who: 'i' } as const;
const slot = 'i#0';
const row = (content: string): BulkRow => ({
  number: 7,
  line: 8,
  identity,
  content,
  key: `key of ${content}`,
  body: { title: content },
});
interface Sending {
  readonly content: string;
  readonly key?: string;
  readonly slot?: string;
  readonly body?: { readonly title: string } | null;
  readonly end?: 'created' | 'refused';
}
/** The ledger after these requests; without an `end`, the outcome of one is unknown. */
function ledger(...sendings: readonly Sending[]): LedgerEntries {
  const entries = new LedgerEntries();
  for (const { content, key = `key of ${content}`, slot: at = slot, body = { title: content }, end } of sendings) {
    const line = { slot: at, identity, at: 'then', row: 1, line: 2, content, key, body };
    entries.sent({ type: 'sent', service_at: null, ...line });
    if (end !== undefined)
      entries.ended({ type: 'end', at: 'then', slot: at, key, status: end, envelope: null, code: null });
  }
  return entries;
}
const placed = (content: string, entries: LedgerEntries): PlacedRow => ({
  row: row(content),
  slot,
  entry: entries.at(slot),
});
/** The keys that would be sent, and how many rows are left as they were sent. */
function toSend(content: string, entries: LedgerEntries, resend?: 'changed') {
  const again = new Set(resend === undefined ? [] : [slot]);
  const decision = { again, held: new Set<string>(), replaces: new Set<string>() };
  const { tasks, skipped } = rowTasks([placed(content, entries)], entries, decision);
  return { keys: tasks.map(({ key }) => key), skipped };
}

describe('a row is sent', () => {
  it('once: with the same content its envelope is there', () => {
    const entries = ledger({ content: 'a', end: 'created' });
    expect([isDone(placed('a', entries)), toSend('a', entries)]).toEqual([true, { keys: [], skipped: 0 }]);
    expect(toSend('a', entries, 'changed')).toEqual({ keys: [], skipped: 0 });
  });

  it('when it is new, or was refused', () => {
    expect(toSend('a', ledger())).toEqual({ keys: ['key of a'], skipped: 0 });
    const refused = ledger({ content: 'a', end: 'refused' });
    expect([isDone(placed('a', refused)), toSend('a', refused)]).toEqual([false, { keys: ['key of a'], skipped: 0 }]);
  });

  it('with other content only when that was asked for', () => {
    const entries = ledger({ content: 'a', end: 'created' });
    expect(isDone(placed('b', entries))).toBe(false);
    expect(toSend('b', entries)).toEqual({ keys: [], skipped: 1 });
    expect(toSend('b', entries, 'changed')).toEqual({ keys: ['key of b'], skipped: 0 });
  });

  it('not while its outcome is unknown, with whatever content', () => {
    for (const entries of [ledger({ content: 'a' }), ledger({ content: 'a', end: 'created' }, { content: 'b' })]) {
      for (const content of ['a', 'b', 'c']) {
        expect(isDone(placed(content, entries))).toBe(false);
        expect(toSend(content, entries, 'changed')).toEqual({ keys: [], skipped: 0 });
      }
    }
  });

  it('with a new key when its own has made an envelope, or belongs to another row', () => {
    const back = ledger({ content: 'a', end: 'created' }, { content: 'b', end: 'created' });
    expect(toSend('a', back, 'changed').keys).toEqual([nextKey('key of a')]);
    const again = ledger(
      { content: 'a', end: 'created' },
      { content: 'a', key: nextKey('key of a'), end: 'created' },
      { content: 'b', end: 'created' },
    );
    expect(toSend('a', again, 'changed').keys).toEqual([nextKey(nextKey('key of a'))]);
    const foreign = ledger({ content: 'a', slot: 'other#0', end: 'refused' });
    expect(toSend('a', foreign).keys).toEqual([nextKey('key of a')]);
  });
});

describe('a request with an unknown outcome', () => {
  it('is retried as it was sent: its own key and body, at the current line of the row', () => {
    const entries = ledger({ content: 'a', end: 'created' }, { content: 'b' });
    expect(openTasks([placed('c', entries)])).toMatchObject([
      { slot, number: 7, line: 8, identity, content: 'b', key: 'key of b', body: { title: 'b' } },
    ]);
  });

  it('without a recorded body, repeats what the row says', () => {
    expect(openTasks([placed('a', ledger({ content: 'a', body: null }))])).toMatchObject([{ body: { title: 'a' } }]);
  });

  it('is empty when the row is new, created or refused', () => {
    for (const entries of [
      ledger(),
      ledger({ content: 'a', end: 'created' }),
      ledger({ content: 'a', end: 'refused' }),
    ])
      expect(openTasks([placed('a', entries)])).toEqual([]);
  });
});
