import { describe, expect, it } from 'vitest';
import {
  isKeySurelyKept,
  openAttempt,
  sentContent,
  SentRows,
  serviceAhead,
} from '../../../src/sending/bulk/sent-rows.js';
import type { Sending } from '../../../src/store/run-rows.js';
import { sendingOf } from '../../support/records/sendings.js';
import { HeaderList } from '../../../src/core/http/headers.js';

const sent = (key: string, at: string, more: Partial<Sending> = {}): Sending =>
  sendingOf({ key, at, serviceAt: `service ${at}`, ...more });
/** How a row stands after these sendings. */
function after(...sendings: readonly Sending[]) {
  const rows = new SentRows(sendings);
  const row = rows.at('i#0');
  return { rows, row, open: row === undefined ? null : openAttempt(row) };
}

describe('a row that left', () => {
  it('is open, with all that it takes to settle it with its own key', () => {
    const first = sent('k', 'first');
    const { open, row } = after(first);
    expect(open).toEqual(first);
    expect(row).toMatchObject({ slot: 'i#0', identity: first.identity, againOf: null, line: 2, made: [] });
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
    expect(after(sent('k', 'first', { serviceAt: null }), sent('k', 'later')).open?.serviceAt).toBeNull();
    // The service keeps no key of what it refused.
    expect(after(sent('k', 'first', { status: 'refused' }), sent('k', 'later')).open?.at).toBe('later');
  });

  it('stays open when it is sent again and that alone is refused, with its body', () => {
    const { open } = after(sent('k', 'first'), sent('k', 'later', { status: 'refused', line: 9 }));
    expect(open).toMatchObject({ at: 'first', body: JSON.stringify({ of: 'k' }), status: 'open', line: 9 });
  });

  it('is not open once it is refused', () => {
    const { open, row } = after(sent('k', 'first', { status: 'refused' }));
    expect([open, row?.attempt?.status, row?.attempt?.content]).toEqual([null, 'refused', 'content of k']);
  });

  it('has an envelope once it is created, and stays so whatever another attempt with its key has heard', () => {
    const made = sent('k', 'first', { status: 'created' });
    expect([after(made).row?.made, after(made).open]).toEqual([[made], null]);
    for (const again of [sent('k', 'later'), sent('k', 'later', { status: 'refused' })]) {
      expect([after(made, again).row?.made, after(made, again).open]).toEqual([[made], null]);
    }
    expect(after(sent('k', 'first'), { ...made, at: 'later' }).open).toBeNull();
  });

  it('has two envelopes where it was sent again with other content', () => {
    const { row } = after(sent('k', 'a', { status: 'created' }), sent('l', 'b', { status: 'created', line: 9 }));
    expect(row?.made.map(({ envelope }) => envelope)).toEqual(['envelope of k', 'envelope of l']);
    expect(row?.line).toBe(9);
  });

  it('stays the repeat of the row that it was first', () => {
    const again = { againOf: 'i#7' };
    expect(after(sent('k', 'a', again), sent('l', 'b')).row?.againOf).toBe('i#7');
    expect(after(sent('k', 'a'), sent('l', 'b', again)).row?.againOf).toBeNull();
  });
});

it('a row is compared with what may be there, else with what is there, else with what was refused', () => {
  const said = (...sendings: readonly Sending[]): string | null => {
    const { row } = after(...sendings);
    return row === undefined ? null : sentContent(row);
  };
  const created = sent('k', 'a', { status: 'created' });
  expect(said(created, sent('l', 'b'))).toBe('content of l');
  expect(said(created, sent('l', 'b', { status: 'refused' }))).toBe('content of k');
  expect(said(sent('l', 'b', { status: 'refused' }))).toBe('content of l');
});

it('tells the row that a key was used for', () => {
  const { rows } = after(sent('k', 'a'), sent('l', 'b', { slot: 'i#1' }));
  expect([rows.usedFor('k'), rows.usedFor('l'), rows.usedFor('m'), rows.size]).toEqual(['i#0', 'i#1', undefined, 2]);
});

describe('key age', () => {
  const hour = 3_600_000;
  const sentAt = Date.parse('2026-12-01T08:00:00.000Z');
  const iso = (hours: number): string => new Date(sentAt + hours * hour).toISOString();

  it.each<readonly [string, number, number | null, number, number | null, boolean]>([
    ['both clocks say 5 hours', 0, 0, 5, 0, true],
    ['both clocks say 25 hours', 0, 0, 25, 0, false],
    ['only the local clock is known: 5 hours', 0, null, 5, null, true],
    ['only the local clock is known: 25 hours', 0, null, 25, null, false],
    ['the service says 25 hours, the local clock was 20 ahead', 20, 0, 25, 0, false],
    ['the service says 25 hours, the local clock is 20 behind now', 0, 0, 5, 20, false],
    ['the local clock says 25 hours, the service 5', 0, 0, 25, -20, false],
    ['the record is from the future', 20, null, 5, null, false],
  ])('%s: %#', (_name, local, service, now, ahead, kept) => {
    const left = { at: iso(local), serviceAt: service === null ? null : iso(service) };
    expect(isKeySurelyKept(left, sentAt + now * hour, ahead === null ? null : ahead * hour)).toBe(kept);
  });

  it.each([
    ['Tue, 01 Dec 2026 10:00:00 GMT', 2 * hour],
    ['no date', null],
    [undefined, null],
  ])('a Date of %s tells how far the service is ahead', (date, ahead) => {
    expect(serviceAhead(new HeaderList(date === undefined ? [] : [['Date', date]]), sentAt)).toBe(ahead);
  });
});
