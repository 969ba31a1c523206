import { expect, it } from 'vitest';
import type { RecordedEnd, RecordedRequest } from '../../src/journal/entry.js';
import { otherUse } from '../../src/journal/key-use.js';

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
const mine = request('mine');
const found = (other: Partial<RecordedRequest>): string | undefined =>
  otherUse([request('other', { fingerprint: 'different', ...other }), mine], mine)?.id;

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

it('looks only at what was recorded before: of two that come at once, the first one goes on', () => {
  expect(otherUse([mine, request('later', { fingerprint: 'different' })], mine)).toBeUndefined();
});
