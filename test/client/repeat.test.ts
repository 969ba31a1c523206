import { expect, it } from 'vitest';
import { describeIntent } from '../../src/client/recording.js';
import { prepareRepeat, type RecordedWrite, RepeatRefused } from '../../src/client/repeat.js';
import { prepareRequest } from '../../src/client/request.js';
import { readCorrections } from '../../src/contract/corrections.js';
import { operations } from '../../src/contract/operations.js';
import { testKey } from '../support/scene.js';

const service = { baseUrl: 'https://api.example.test/base', apiKey: testKey };
const input = { parameters: { envelopeId: '11111111-2222-4333-8444-555555555555' }, body: { reason: 'Zoë sold' } };
const chosen = { idempotencyKey: 'k', ifMatch: undefined };
const original = prepareRequest(operations.voidEnvelope, input, service, chosen);
const write: RecordedWrite = { ...describeIntent('id', original, service, true), body: original.body };

function refusal(changes: Partial<RecordedWrite>, to = service): string {
  try {
    prepareRepeat({ ...write, ...changes }, to);
  } catch (error) {
    if (error instanceof RepeatRefused) return error.code;
    throw error;
  }
  return 'none';
}

it('is the same request to the byte', () => {
  const { url, ...repeat } = prepareRepeat(write, service);
  const { url: first, ...request } = original;
  expect([url.href, repeat]).toEqual([first.href, request]);
});

it('goes to no other service and with no other API key', () => {
  expect(refusal({}, { ...service, baseUrl: 'https://other.example.test/base' })).toBe('other_host');
  expect(refusal({}, { ...service, apiKey: testKey.replace('0', '1') })).toBe('other_key');
});

it.each<[string, Partial<RecordedWrite>]>([
  ['another path below the same origin', { path: '/base/api/v1/templates' }],
  ['a path that leads elsewhere', { path: '//evil.example.test/api/v1/envelopes/x/void' }],
  ['a path with steps upwards', { path: '/base/api/v1/envelopes/../void' }],
  ['another method', { method: 'DELETE' }],
  ['an operation that nobody knows', { operation: 'constructor' }],
  ['another operation', { operation: 'sendEnvelope' }],
  ['a body that is no JSON', { body: '{"reason":' }],
  ['no body', { body: undefined }],
])('refuses a record with %s', (_what, changes) => {
  expect(refusal(changes)).toBe('damaged');
});

it('is sent to the old path or the new one, whichever it was recorded with', () => {
  const corrections = readCorrections({
    'voidEnvelope.path': '/api/v1/envelopes/{envelopeId}/withdraw',
    'voidEnvelope.body.reason': 'comment',
  });
  const now = { ...service, corrections };
  expect(prepareRepeat(write, now).url.pathname).toMatch(/\/void$/);
  const later = prepareRequest(corrections.row('voidEnvelope'), input, now, chosen);
  const recorded = { ...describeIntent('id', later, now, true), body: later.body };
  const repeat = prepareRepeat(recorded, now);
  expect([repeat.url.pathname, repeat.body]).toEqual([expect.stringMatching(/\/withdraw$/), '{"comment":"Zoë sold"}']);
  // Without the correction nobody can say that it is what was meant.
  expect(() => prepareRepeat(recorded, service)).toThrow(RepeatRefused);
});
