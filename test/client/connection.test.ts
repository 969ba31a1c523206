import { expect, it } from 'vitest';
import { ServiceTime } from '../../src/client/connection.js';
import { HeaderList } from '../../src/core/http/headers.js';

const local = Date.parse('2026-12-01T08:00:00.000Z');
const hour = 3_600_000;
/** A service whose clock is an hour ahead answered at `local`. */
function heard(date = new Date(local + hour).toUTCString()): ServiceTime {
  const time = new ServiceTime();
  time.observe(new HeaderList([['Date', date]]), local);
  return time;
}

it('shows nothing before the service sent its time', () => {
  for (const time of [new ServiceTime(), heard('soon'), heard('')]) {
    expect([time.at(local), time.freshAt(local), time.readSince(0)]).toEqual([undefined, undefined, undefined]);
  }
});

it('continues with the clock of this machine', () => {
  expect([heard().at(local), heard().at(local + 5_000)]).toEqual([local + hour, local + hour + 5_000]);
});

it('reads a time in each of the forms of HTTP as UTC', () => {
  for (const date of ['Tue Dec  1 09:00:00 2026', 'Tuesday, 01-Dec-26 09:00:00 GMT']) {
    expect(heard(date).at(local)).toBe(local + hour);
  }
});

it('is fresh for a minute, and not at all once the clock here was set back', () => {
  expect(heard().freshAt(local)).toBe(local + hour);
  expect(heard().freshAt(local + 59_999)).toBe(local + hour + 59_999);
  expect(heard().freshAt(local + 60_000)).toBeUndefined();
  expect(heard().freshAt(local - 1)).toBeUndefined();
});

it('tells when the service answered, if it did since an instant', () => {
  expect(heard().readSince(local)).toBe(local + hour);
  expect(heard().readSince(local - 1)).toBe(local + hour);
  expect(heard().readSince(local + 1)).toBeUndefined();
});

it('keeps what was heard when an answer says nothing, and takes the newer of two', () => {
  const time = heard();
  time.observe(new HeaderList([]), local + 1_000);
  expect(time.at(local)).toBe(local + hour);
  time.observe(new HeaderList([['Date', new Date(local).toUTCString()]]), local + 2_000);
  expect(time.at(local + 2_000)).toBe(local);
});
