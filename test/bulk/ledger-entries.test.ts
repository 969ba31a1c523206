import { describe, expect, it } from 'vitest';
import { LedgerEntries, openAttempt, sentContent } from '../../src/bulk/ledger-entries.js';
import type { EndLine, SentLine } from '../../src/bulk/ledger-line.js';

const identity = { by: 'recipients', id: 'i', who: 'i' } as const;
const sent = (key: string, at: string, more: Partial<SentLine> = {}): SentLine => ({
  type: 'sent',
  at,
  service_at: `service ${at}`,
  slot: 'i#0',
  row: 1,
  line: 2,
  identity,
  content: `content of ${key}`,
  key,
  body: { of: key },
  ...more,
});
const end = (key: string, status: EndLine['status'], more: Partial<EndLine> = {}): EndLine => ({
  type: 'end',
  at: 'then',
  slot: 'i#0',
  key,
  status,
  envelope: status === 'created' ? `envelope of ${key}` : null,
  code: status === 'created' ? null : 'reset',
  ...more,
});
/** How a row stands after the lines of its run; `heard` says which ends were taken. */
function after(...lines: readonly (SentLine | EndLine)[]) {
  const entries = new LedgerEntries();
  const heard: boolean[] = [];
  for (const line of lines) {
    if (line.type === 'sent') entries.sent(line);
    else heard.push(entries.ended(line));
  }
  const entry = entries.at('i#0');
  return { entries, entry, heard, open: entry === undefined ? null : openAttempt(entry) };
}

describe('a row that left', () => {
  it('is open, with all that it takes to settle it with its own key', () => {
    const { open, entry } = after(sent('k', 'first'));
    expect(open).toEqual({
      at: 'first',
      serviceAt: 'service first',
      row: 1,
      line: 2,
      content: 'content of k',
      key: 'k',
      body: { of: 'k' },
      state: 'open',
      code: null,
    });
    expect(entry).toMatchObject({ slot: 'i#0', identity, againOf: null, line: 2, made: [] });
  });

  it('is as old as its key: when that left again, the first time counts', () => {
    expect(after(sent('k', 'first'), sent('k', 'later')).open).toMatchObject({
      at: 'first',
      serviceAt: 'service first',
    });
    expect(after(sent('k', 'first'), sent('l', 'later')).open).toMatchObject({
      at: 'later',
      serviceAt: 'service later',
    });
    expect(after(sent('k', 'first', { service_at: null }), sent('k', 'later')).open?.serviceAt).toBeNull();
    // The service keeps no key of what it refused.
    const refused = after(sent('k', 'first'), end('k', 'refused'), sent('k', 'later'));
    expect(refused.open).toMatchObject({ at: 'later', code: null });
  });

  it('stays open while its outcome is unknown, with its body', () => {
    const { open, heard } = after(sent('k', 'first'), end('k', 'unknown'));
    expect([open?.state, open?.code, open?.body, heard]).toEqual(['open', 'reset', { of: 'k' }, [true]]);
  });

  it('is not open once it is refused, and its body is forgotten', () => {
    const { open, entry, heard } = after(sent('k', 'first'), end('k', 'refused'));
    expect([open, heard]).toEqual([null, [true]]);
    expect(entry?.attempt).toMatchObject({ state: 'refused', code: 'reset', body: null, content: 'content of k' });
  });

  it('has an envelope once it is created, and stays so when another machine sent it meanwhile', () => {
    const made = [{ at: 'then', key: 'k', envelope: 'envelope of k', content: 'content of k' }];
    const { entry, heard } = after(sent('k', 'first'), end('k', 'created'));
    expect([entry?.made, entry?.attempt, heard]).toEqual([made, null, [true]]);
    const again = after(sent('k', 'first'), end('k', 'created'), sent('k', 'later'));
    expect([again.entry?.made, again.open]).toEqual([made, null]);
  });

  it('has two envelopes where it was sent again with other content', () => {
    const { entry } = after(sent('k', 'a'), end('k', 'created'), sent('l', 'b', { line: 9 }), end('l', 'created'));
    expect(entry?.made.map(({ envelope }) => envelope)).toEqual(['envelope of k', 'envelope of l']);
    expect(entry?.line).toBe(9);
  });

  it('stays the repeat of the row that it was first', () => {
    const again = { again_of: 'i#7' };
    expect(after(sent('k', 'a', again), sent('l', 'b')).entry?.againOf).toBe('i#7');
    expect(after(sent('k', 'a'), sent('l', 'b', again)).entry?.againOf).toBeNull();
  });
});

describe('an end', () => {
  it('for a request that was never sent is ignored', () => {
    const { heard, entries } = after(end('k', 'created'));
    expect([heard, entries.size, [...entries.all]]).toEqual([[false], 0, []]);
    const other = after(sent('k', 'first'), end('l', 'created'));
    expect([other.heard, other.open?.key, other.entry?.made]).toEqual([[false], 'k', []]);
  });

  it('for a key that was replaced changes nothing, and is not damage', () => {
    const { heard, open } = after(sent('k', 'a'), sent('l', 'b'), end('k', 'refused'));
    expect([heard, open?.key]).toEqual([[true], 'l']);
    expect(after(sent('k', 'a', { slot: 'i#1' }), sent('l', 'b'), end('k', 'refused')).heard).toEqual([false]);
  });
});

it('a row is compared with what may be there, else with what is there, else with what was refused', () => {
  const said = (...lines: readonly (SentLine | EndLine)[]): string | null => {
    const { entry } = after(...lines);
    return entry === undefined ? null : sentContent(entry);
  };
  const created = [sent('k', 'a'), end('k', 'created')];
  expect(said(...created, sent('l', 'b'))).toBe('content of l');
  expect(said(...created, sent('l', 'b'), end('l', 'refused'))).toBe('content of k');
  expect(said(sent('l', 'b'), end('l', 'refused'))).toBe('content of l');
});

it('tells the row that a key was used for', () => {
  const { entries } = after(sent('k', 'a'), sent('l', 'b', { slot: 'i#1' }));
  expect([entries.usedFor('k'), entries.usedFor('l'), entries.usedFor('m'), entries.size]).toEqual([
    'i#0',
    'i#1',
    undefined,
    2,
  ]);
});
