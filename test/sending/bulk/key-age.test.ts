import { expect, it } from 'vitest';
import { isKeySurelyKept, serviceAhead } from '../../../src/sending/bulk/key-age.js';
import { HeaderList } from '../../../src/core/http/headers.js';

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
