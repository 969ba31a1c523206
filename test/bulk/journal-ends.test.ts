import { expect, it } from 'vitest';
import { readJournalEnds } from '../../src/bulk/journal-ends.js';
import type { WriteOutcome } from '../../src/contract/recorded-write.js';
import type { ListedRequest } from '../../src/store/requests.js';

const host = 'sign.example.test';
type End = { readonly status?: number; readonly code?: string; readonly resource?: string; readonly unknown?: boolean };
const request = (id: string, key: string, end: End | null, at = host): ListedRequest => ({
  id,
  at: '2026-12-01T08:00:00Z',
  operation: 'createEnvelope',
  method: 'POST',
  path: '/api/v1/envelopes',
  key,
  fingerprint: '',
  host: at,
  profile: undefined,
  settled:
    end === null
      ? undefined
      : { at: '', attempts: 1, unknown: false, status: undefined, code: undefined, resource: undefined, ...end },
  atWork: false,
});
async function look(requests: readonly ListedRequest[], keys: readonly string[] = ['k']) {
  const settled: (readonly [string, WriteOutcome])[] = [];
  let reads = 0;
  const journal = {
    listRequests: () => {
      reads += 1;
      return Promise.resolve([...requests]);
    },
    settled: (id: string, outcome: WriteOutcome) => {
      settled.push([id, outcome]);
      return Promise.resolve();
    },
  };
  return { ends: await readJournalEnds(journal, host, new Set(keys)), settled, reads: () => reads };
}

it.each<readonly [string, readonly ListedRequest[], string | undefined, boolean]>([
  ['nothing', [], undefined, false],
  ['an open request', [request('1', 'k', null)], undefined, false],
  ['an unknown outcome', [request('1', 'k', { status: 500, code: 'internal_error', unknown: true })], undefined, false],
  ['a created envelope', [request('1', 'k', { status: 201, resource: 'e' })], 'e', false],
  [
    'an open request and a created envelope',
    [request('1', 'k', null), request('2', 'k', { status: 201, resource: 'e' })],
    'e',
    false,
  ],
  [
    'a created envelope whose answer was lost',
    [request('1', 'k', { status: 201, resource: 'e', unknown: true })],
    undefined,
    false,
  ],
  ['a refusal of the row', [request('1', 'k', { status: 422, code: 'value_not_writable' })], undefined, true],
  ['a refusal of the key', [request('1', 'k', { status: 401, code: 'unauthenticated' })], undefined, false],
  ['a spent rate limit', [request('1', 'k', { status: 429, code: 'rate_limited' })], undefined, false],
  ['a used key', [request('1', 'k', { status: 409, code: 'idempotency_key_reused' })], undefined, false],
  ['a service that was away', [request('1', 'k', { status: 503, code: 'service_unavailable' })], undefined, false],
  ['a person who closed it', [request('1', 'k', { code: 'closed_by_hand' })], undefined, true],
  [
    'a refusal and an open request',
    [request('1', 'k', null), request('2', 'k', { status: 422, code: 'x' })],
    undefined,
    false,
  ],
  ['another host', [request('1', 'k', { status: 201, resource: 'e' }, 'other.test')], undefined, false],
  ['another key', [request('1', 'other', { status: 201, resource: 'e' })], undefined, false],
])('knows of %s what it tells', async (_name, requests, created, over) => {
  const { ends } = await look(requests);
  expect([ends.createdUnder('k'), ends.isOver('k')]).toEqual([created, over]);
});

it('settles what is open under the key, and nothing else', async () => {
  const { ends, settled } = await look([
    request('1', 'k', null),
    request('2', 'k', { status: 422, code: 'x' }),
    request('3', 'k', { code: 'reset', unknown: true }),
    request('4', 'other', null),
  ]);
  await ends.settle('k', { status: 'unknown', envelope_id: null, code: 'reset' });
  expect(settled).toEqual([]);
  await ends.settle('k', { status: 'created', envelope_id: 'e', code: null });
  const end = { status: 201, resource: 'e', unknown: false };
  expect(settled).toEqual([
    ['1', end],
    ['3', end],
  ]);
});

it('does not read the record where no row is open', async () => {
  const { reads, ends } = await look([request('1', 'k', null)], []);
  expect([reads(), ends.isOver('k')]).toEqual([0, false]);
});
