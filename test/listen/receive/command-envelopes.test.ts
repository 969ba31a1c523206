import { describe, expect, it } from 'vitest';
import type { RecordedRequest } from '../../../src/store/entry.js';
import { envelopesOf } from '../../../src/listen/receive/command-envelopes.js';

const [one, two, three] = ['11', '22', '33'].map((part) => `${part.repeat(4)}-aaaa-4aaa-8aaa-aaaaaaaaaaaa`) as [
  string,
  string,
  string,
];
const now = Date.parse('2026-12-01T08:00:00Z');
const request = (operation: string, path: string, resource?: string, host = 'api.test', at = now): RecordedRequest => ({
  id: 'r',
  at: new Date(at).toISOString(),
  operation,
  method: 'POST',
  path,
  key: undefined,
  fingerprint: '',
  host,
  profile: undefined,
  settled:
    resource === undefined
      ? undefined
      : { at: '', status: 201, code: undefined, resource, unknown: false, attempts: 1 },
});

describe('the envelopes that this machine knows', () => {
  it('are those that its writes made or named, the latest mention last', () => {
    const requests = [
      request('createEnvelope', '/api/v1/envelopes', one),
      request('createOneOffEnvelope', '/api/v1/envelopes/one-off', two),
      request('voidEnvelope', `/api/v1/envelopes/${three}/void`),
      request('sendEnvelope', `/api/v1/envelopes/${one}/send`, one),
    ];
    expect(envelopesOf(requests, 'api.test', now)).toEqual([two, three, one]);
  });

  it('are those of the rows of a batch too', () => {
    const batch = request('createEnvelopeBatch', '/api/v1/envelopes/batches');
    const settled = { at: '', status: 200, code: undefined, resource: undefined, unknown: false, attempts: 1 };
    const requests = [{ ...batch, settled: { ...settled, resources: [one, two, 'no-uuid'] } }];
    expect(envelopesOf(requests, 'api.test', now)).toEqual([one, two]);
  });

  it('are of this service, of the last month, and envelopes', () => {
    const requests = [
      request('createEnvelope', '/api/v1/envelopes', one, 'other.test'),
      request('createEnvelope', '/api/v1/envelopes', two, 'api.test', now - 40 * 86_400_000),
      request('registerWebhook', '/api/v1/webhooks', three),
      request('createEnvelope', '/api/v1/envelopes', 'no-uuid'),
      request('createEnvelope', '/api/v1/envelopes'),
    ];
    expect(envelopesOf(requests, 'api.test', now)).toEqual([]);
  });
});
