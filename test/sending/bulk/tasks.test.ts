import { describe, expect, it } from 'vitest';
import { type BulkRow, nextKey } from '../../../src/sending/bulk/bulk-row.js';
import type { PlacedRow } from '../../../src/sending/bulk/compare.js';
import { SentRows } from '../../../src/sending/bulk/sent-rows.js';
import { isDone, openTasks, rowTasks } from '../../../src/sending/bulk/tasks.js';
import { sendingOf } from '../../support/records/sendings.js';

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
interface Sent {
  readonly content: string;
  readonly key?: string;
  readonly slot?: string;
  readonly body?: { readonly title: string } | null;
  readonly end?: 'created' | 'refused';
}
/** The rows after these requests; without an `end`, the outcome of one is unknown. */
function sent(...sendings: readonly Sent[]): SentRows {
  const rows = new SentRows();
  for (const { content, key = `key of ${content}`, slot: at = slot, body = { title: content }, end } of sendings) {
    const text = body === null ? null : JSON.stringify(body);
    rows.take(sendingOf({ slot: at, identity, content, key, body: text, status: end ?? 'open' }));
  }
  return rows;
}
const placed = (content: string, entries: SentRows): PlacedRow => ({
  row: row(content),
  slot,
  entry: entries.at(slot),
});
/** The keys that would be sent, and how many rows are left as they were sent. */
function toSend(content: string, entries: SentRows, resend?: 'changed') {
  const again = new Set(resend === undefined ? [] : [slot]);
  const decision = { again, held: new Set<string>(), replaces: new Set<string>() };
  const { tasks, skipped } = rowTasks([placed(content, entries)], entries, decision);
  return { keys: tasks.map(({ key }) => key), skipped };
}

describe('a row is sent', () => {
  it('once: with the same content its envelope is there', () => {
    const entries = sent({ content: 'a', end: 'created' });
    expect([isDone(placed('a', entries)), toSend('a', entries)]).toEqual([true, { keys: [], skipped: 0 }]);
    expect(toSend('a', entries, 'changed')).toEqual({ keys: [], skipped: 0 });
  });

  it('when it is new, or was refused', () => {
    expect(toSend('a', sent())).toEqual({ keys: ['key of a'], skipped: 0 });
    const refused = sent({ content: 'a', end: 'refused' });
    expect([isDone(placed('a', refused)), toSend('a', refused)]).toEqual([false, { keys: ['key of a'], skipped: 0 }]);
  });

  it('with other content only when that was asked for', () => {
    const entries = sent({ content: 'a', end: 'created' });
    expect(isDone(placed('b', entries))).toBe(false);
    expect(toSend('b', entries)).toEqual({ keys: [], skipped: 1 });
    expect(toSend('b', entries, 'changed')).toEqual({ keys: ['key of b'], skipped: 0 });
  });

  it('not while its outcome is unknown, with whatever content', () => {
    for (const entries of [sent({ content: 'a' }), sent({ content: 'a', end: 'created' }, { content: 'b' })]) {
      for (const content of ['a', 'b', 'c']) {
        expect(isDone(placed(content, entries))).toBe(false);
        expect(toSend(content, entries, 'changed')).toEqual({ keys: [], skipped: 0 });
      }
    }
  });

  it('with a new key when its own has made an envelope, or belongs to another row', () => {
    const back = sent({ content: 'a', end: 'created' }, { content: 'b', end: 'created' });
    expect(toSend('a', back, 'changed').keys).toEqual([nextKey('key of a')]);
    const again = sent(
      { content: 'a', end: 'created' },
      { content: 'a', key: nextKey('key of a'), end: 'created' },
      { content: 'b', end: 'created' },
    );
    expect(toSend('a', again, 'changed').keys).toEqual([nextKey(nextKey('key of a'))]);
    const foreign = sent({ content: 'a', slot: 'other#0', end: 'refused' });
    expect(toSend('a', foreign).keys).toEqual([nextKey('key of a')]);
  });
});

describe('a request with an unknown outcome', () => {
  it('is retried as it was sent: its own key and body, at the current line of the row', () => {
    const entries = sent({ content: 'a', end: 'created' }, { content: 'b' });
    expect(openTasks([placed('c', entries)])).toMatchObject([
      { slot, number: 7, line: 8, identity, content: 'b', key: 'key of b', body: { title: 'b' } },
    ]);
  });

  it('without a recorded body, repeats what the row says', () => {
    expect(openTasks([placed('a', sent({ content: 'a', body: null }))])).toMatchObject([{ body: { title: 'a' } }]);
  });

  it('is empty when the row is new, created or refused', () => {
    for (const entries of [sent(), sent({ content: 'a', end: 'created' }), sent({ content: 'a', end: 'refused' })])
      expect(openTasks([placed('a', entries)])).toEqual([]);
  });
});
