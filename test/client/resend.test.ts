import { expect, it } from 'vitest';
import { describeIntent, fingerprintOf } from '../../src/client/recording.js';
import { ResendRefused } from '../../src/client/failure.js';
import { prepareResend, type RecordedWrite } from '../../src/client/resend.js';
import { prepareRequest } from '../../src/client/request.js';
import { readContract } from '../../src/contract/overlay/read-contract.js';
import { operations } from '../../src/contract/operations.js';
import { testKey } from '../support/network/scene.js';

const service = { baseUrl: 'https://api.example.test/base', apiKey: testKey };
const input = { parameters: { envelopeId: '11111111-2222-4333-8444-555555555555' }, body: { reason: 'Zoë sold' } };
const chosen = { idempotencyKey: 'k', ifMatch: undefined };
const original = prepareRequest(operations.voidEnvelope, input, service, chosen);
const write: RecordedWrite = { ...describeIntent('id', original, service, true), body: original.body };

function refusal(changes: Partial<RecordedWrite>, to = service): string {
  try {
    prepareResend({ ...write, ...changes }, to);
  } catch (error) {
    if (error instanceof ResendRefused) return error.code;
    throw error;
  }
  return 'none';
}

it('is the same request to the byte', () => {
  const { url, ...repeat } = prepareResend(write, service);
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
  const contract = readContract({
    'voidEnvelope.path': '/api/v1/envelopes/{envelopeId}/withdraw',
    'voidEnvelope.body.reason': 'comment',
  });
  const now = { ...service, contract };
  expect(prepareResend(write, now).url.pathname).toMatch(/\/void$/);
  const later = prepareRequest(contract.row('voidEnvelope'), input, now, chosen);
  const recorded = { ...describeIntent('id', later, now, true), body: later.body };
  const repeat = prepareResend(recorded, now);
  expect([repeat.url.pathname, repeat.body]).toEqual([expect.stringMatching(/\/withdraw$/), '{"comment":"Zoë sold"}']);
  // Without the correction nobody can say that it is what was meant.
  expect(() => prepareResend(recorded, service)).toThrow(ResendRefused);
});

it('is the same request to the byte without a body, and with the ETag that it depended on', () => {
  const { envelopeId } = input.parameters;
  const send = prepareRequest(operations.sendEnvelope, { parameters: { envelopeId } }, service, chosen);
  const rename = prepareRequest(
    operations.renameTemplateField,
    { parameters: { templateId: envelopeId, fieldId: envelopeId }, body: { label: 'Rent' } },
    service,
    { idempotencyKey: undefined, ifMatch: '"7"' },
  );
  expect([send.body, rename.ifMatch]).toEqual([undefined, '"7"']);
  for (const request of [send, rename]) {
    const recorded = { ...describeIntent('id', request, service, true), body: request.body };
    expect(prepareResend(recorded, service)).toEqual(request);
  }
});

it.each([
  ['of another resource of the same shape', '/base/api/v1/envelopes/22222222-2222-4333-8444-555555555555/void', true],
  ['of another operation', '/base/api/v1/envelopes/x/send', false],
  ['below another base', '/other/api/v1/envelopes/x/void', false],
  ['that only resembles the base', '/bXse/api/v1/envelopes/x/void', false],
  ['with more before it', '/x/base/api/v1/envelopes/x/void', false],
  ['with more behind it', '/base/api/v1/envelopes/x/void/all', false],
  ['with no id', '/base/api/v1/envelopes//void', false],
  ['with two segments for one', '/base/api/v1/envelopes/x/y/void', false],
])('asks for no path but one of its operation, even where the fingerprint fits: a path %s', (_what, path, is) => {
  const to = { ...service, baseUrl: 'https://api.example.test/b.se' };
  const at = path.replace('/base', '/b.se');
  const fingerprint = fingerprintOf(operations.voidEnvelope, at, original.json);
  expect(refusal({ path: at, fingerprint }, to)).toBe(is ? 'none' : 'damaged');
});

it('goes to the same service by whatever name it was recorded, and to no other port', () => {
  expect(refusal({}, { ...service, baseUrl: 'https://api.example.test:443/base/' })).toBe('none');
  expect(refusal({}, { ...service, baseUrl: 'https://api.example.test:8443/base' })).toBe('other_host');
});
