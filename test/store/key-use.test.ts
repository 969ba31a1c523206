import { describe, expect, it } from 'vitest';
import type { RecordedEnd, RecordedRequest } from '../../src/store/entry.js';
import type { KeyReuse } from '../../src/contract/recorded-write.js';
import { keyRefusal, type KeyUsed } from '../../src/store/key-use.js';

const request = (id: string, changes: Partial<RecordedRequest> = {}): RecordedRequest => ({
  id,
  at: '2026-12-01T08:00:00.000Z',
  operation: 'createEnvelope',
  method: 'POST',
  path: '/api/v1/envelopes',
  key: 'k',
  fingerprint: 'same',
  host: 'api.example.test',
  credential: 'c',
  profile: undefined,
  settled: undefined,
  ...changes,
});
const end = (changes: Partial<RecordedEnd>): RecordedEnd => ({
  at: '2026-12-01T08:00:01.000Z',
  status: 201,
  code: undefined,
  resource: undefined,
  unknown: false,
  attempts: 1,
  ...changes,
});
const mine = { ...request('mine'), key: 'k' };
const day = 24 * 60 * 60 * 1000;
const refusal = (others: readonly RecordedRequest[], reuse?: KeyReuse, later = 1_000): KeyUsed | undefined =>
  keyRefusal(others, mine, reuse, { now: Date.parse(mine.at) + later });
const found = (other: Partial<RecordedRequest>): string | undefined => {
  const refused = refusal([request('other', { fingerprint: 'different', ...other }), mine]);
  return refused?.code === 'idempotency_key_reused' ? refused.earlier.id : undefined;
};

it('finds the different request that holds the key, carried out or perhaps so', () => {
  expect(found({})).toBe('other');
  expect(found({ settled: end({}) })).toBe('other');
  expect(found({ settled: end({ status: undefined, code: 'reset', unknown: true }) })).toBe('other');
});

it('lets go of a key whose request was refused or never left', () => {
  expect(found({ settled: end({ status: 422, code: 'invalid_request' }) })).toBeUndefined();
  expect(found({ settled: end({ status: undefined, code: 'unreachable' }) })).toBeUndefined();
});

it('takes the same request for a repeat, and keys of other services and other API keys for their own', () => {
  expect(found({ fingerprint: 'same' })).toBeUndefined();
  expect(found({ host: 'other.example.test' })).toBeUndefined();
  expect(found({ credential: 'd' })).toBeUndefined();
  expect(found({ key: 'l' })).toBeUndefined();
});

it('considers only earlier records: of two simultaneous ones, the first one continues', () => {
  expect(refusal([mine, request('later', { fingerprint: 'different' })])).toBeUndefined();
});

describe('the same request again', () => {
  const held = (reuse: KeyReuse | undefined, later: number, settled?: RecordedEnd): string => {
    const refused = refusal([request('earlier', { settled }), mine], reuse, later);
    return refused?.code ?? 'may leave';
  };
  const open = undefined;
  const done = end({});
  const refused = end({ status: 422, code: 'invalid_request' });

  it.each<[string, KeyReuse | undefined, number, RecordedEnd | undefined, string]>([
    ['while the service knows the key', 'while_kept', day / 2, done, 'may leave'],
    ['while the service knows the key of one that nobody saw end', 'while_kept', day / 2, open, 'may leave'],
    ['when the service may have forgotten it', 'while_kept', day, done, 'key_outlived'],
    ['when that ended unseen', 'while_kept', day, open, 'key_outlived'],
    ['when the clock was set back since', 'while_kept', -day, done, 'key_outlived'],
    ['when the clock was set back by a little', 'while_kept', -60_000, done, 'may leave'],
    ['when it was refused', 'while_kept', day, refused, 'may leave'],
    ['that has to be new, when it was done', 'never', 1_000, done, 'replayed'],
    ['that has to be new, long after it was done', 'never', day, done, 'replayed'],
    ['that has to be new, when only the service can tell', 'never', 1_000, open, 'may leave'],
    ['that has to be new, when nobody can tell', 'never', day, open, 'key_outlived'],
    ['that has to be new, when it was refused', 'never', day, refused, 'may leave'],
    ['of a caller that judges it itself', undefined, day, done, 'may leave'],
  ])('%s', (_, reuse, later, settled, told) => expect(held(reuse, later, settled)).toBe(told));

  it('names what was carried out, if one was', () => {
    const all = [request('unseen'), request('done', { settled: done }), mine];
    expect(refusal(all, 'while_kept', day)).toMatchObject({ key: 'k', earlier: { id: 'done' } });
  });
});
