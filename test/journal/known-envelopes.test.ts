import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openRequestJournal, type NewIntent, type RequestJournal } from '../../src/journal/requests.js';
import { manualClock } from '../support/clock.js';

const [one, two, three, four] = ['11', '22', '33', '44'].map(
  (part) => `${part.repeat(4)}-aaaa-4aaa-8aaa-aaaaaaaaaaaa`,
) as [string, string, string, string];
const start = Date.UTC(2026, 11, 1, 8);
const minute = (count: number): string => new Date(start + count * 60_000).toISOString();

let folder = '';
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'esign-known-'))));
afterEach(() => rmSync(folder, { recursive: true }));

/** Writes at a minute, and says what came of it. */
async function wrote(at: number, operation: string, path: string, made: readonly string[] = [], host = 'api.test') {
  const clock = manualClock({ start: start + at * 60_000 });
  const journal = openRequestJournal({ folder, now: clock.now });
  const intent: NewIntent = {
    id: `r${at}`,
    operation,
    method: 'POST',
    path,
    key: undefined,
    fingerprint: '',
    host,
    profile: undefined,
  };
  await journal.intent(intent);
  if (made.length > 0) {
    await journal.settled(`r${at}`, { status: 201, resource: made[0], resources: made, unknown: false }, 1);
  }
}
const heard = (at: number, envelopeId: string | null, ok = true, host = 'api.test') => {
  return { at: minute(at), envelopeId, verdict: { ok }, host };
};
const journal = (): RequestJournal => openRequestJournal({ folder, now: () => start + 60 * 60_000 });
const known = async (host = 'api.test') =>
  [...(await journal().envelopes(host))].map(({ id, firstAt }) => [id, firstAt.slice(0, 16)]);

describe('the envelopes that this machine knows', () => {
  it('come from writes, rows of a batch and deliveries; the one heard of last comes first', async () => {
    await wrote(1, 'createEnvelope', '/api/v1/envelopes', [one]);
    await wrote(2, 'createEnvelopeBatch', '/api/v1/envelopes/batches', [two, three]);
    await wrote(9, 'sendEnvelope', `/api/v1/envelopes/${one.toUpperCase()}/send`, [one]);
    await journal().hearOf([heard(6, two), heard(5, four)]);
    expect((await known()).map(([id]) => id)).toEqual([four, two, three, one]);
    expect(await known()).toContainEqual([one, minute(1).slice(0, 16)]);
    // Heard again, with another delivery: the first time counts.
    await journal().hearOf([heard(7, four.toUpperCase()), heard(5, four)]);
    expect((await known())[0]).toEqual([four, minute(5).slice(0, 16)]);
  });

  it('a write that was cut off before its answer names none, and neither does an authorisation', async () => {
    await wrote(1, 'createEnvelope', '/api/v1/envelopes');
    await wrote(2, 'createAuthorisation', '/api/v1/standing-authorisations', [one]);
    await wrote(3, 'createEnvelopeBatch', '/api/v1/envelopes/batches', ['../../etc/passwd']);
    expect(await known()).toEqual([]);
  });

  it('nothing is believed of a delivery that did not verify, and each service has its own', async () => {
    await journal().hearOf([heard(1, one, false), heard(2, two, true, 'other.test'), heard(3, null), heard(4, 'x')]);
    await wrote(1, 'createEnvelope', '/api/v1/envelopes', [three], 'other.test');
    expect(await known()).toEqual([]);
    expect((await known('other.test')).map(([id]) => id).toSorted()).toEqual([two, three]);
  });
});

describe('deliveries', () => {
  it('are heard of when another program recorded them a moment late, and older ones are not read again', async () => {
    await journal().hearOf([heard(10, one)]);
    const read: string[] = [];
    function* newestFirst() {
      for (const [at, id] of [
        [10, one],
        [9.5, two],
        [9, three],
        [8, four],
      ] as const) {
        read.push(id);
        yield heard(at, id);
      }
    }
    await journal().hearOf(newestFirst());
    expect(read).toEqual([one, two, three]);
    expect((await known()).map(([id]) => id)).toContain(two);
    expect((await known()).map(([id]) => id)).not.toContain(three);
  });

  it('of no envelope and of no verified one do not hide the next', async () => {
    await journal().hearOf([heard(3, null), heard(2, one, false)]);
    await journal().hearOf([heard(1, two)]);
    expect(await known()).toEqual([[two, minute(1).slice(0, 16)]]);
  });
});

it('an envelope is each service’s own, and all are listed together', async () => {
  await wrote(1, 'createEnvelope', '/api/v1/envelopes', [one]);
  await wrote(2, 'createEnvelope', '/api/v1/envelopes', [one], 'other.test');
  expect([...(await journal().envelopes())].map(({ id, host }) => [id, host])).toEqual([
    [one, 'other.test'],
    [one, 'api.test'],
  ]);
  expect([await known(), await known('other.test')].map((list) => list.length)).toEqual([1, 1]);
});
