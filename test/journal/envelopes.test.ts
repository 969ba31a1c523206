import { describe, expect, it } from 'vitest';
import type { RecordedRequest } from '../../src/journal/entry.js';
import { knownEnvelopes } from '../../src/journal/envelopes.js';

const [one, two, three, four] = ['11', '22', '33', '44'].map(
  (part) => `${part.repeat(4)}-aaaa-4aaa-8aaa-aaaaaaaaaaaa`,
) as [string, string, string, string];
const minute = (count: number): string => new Date(Date.UTC(2026, 11, 1, 8, count)).toISOString();
const wrote = (at: number, operation: string, path: string, made: readonly string[] = [], host = 'api.test') => {
  const end = { at: minute(at), status: 201, code: undefined, unknown: false, attempts: 1 };
  const request: RecordedRequest = {
    id: `r${at}`,
    at: minute(at),
    operation,
    method: 'POST',
    path,
    key: undefined,
    fingerprint: '',
    host,
    profile: undefined,
    settled: made.length === 0 ? undefined : { ...end, resource: made[0], resources: made },
  };
  return request;
};
const heard = (at: number, envelopeId: string | null, ok = true, host = 'api.test') => {
  return { at: minute(at), envelopeId, verdict: { ok }, host };
};

describe('the envelopes that this machine knows', () => {
  it('come from writes, rows of a batch and deliveries; the one heard of last comes first', () => {
    const requests = [
      wrote(1, 'createEnvelope', '/api/v1/envelopes', [one]),
      wrote(2, 'createEnvelopeBatch', '/api/v1/envelopes/batches', [two, three]),
      wrote(9, 'sendEnvelope', `/api/v1/envelopes/${one.toUpperCase()}/send`),
    ];
    expect(knownEnvelopes(requests, [heard(5, four), heard(6, two)], 'api.test')).toEqual([
      { id: four, firstAt: minute(5), lastAt: minute(5) },
      { id: two, firstAt: minute(2), lastAt: minute(6) },
      { id: three, firstAt: minute(2), lastAt: minute(2) },
      { id: one, firstAt: minute(1), lastAt: minute(9) },
    ]);
  });

  it('a write that was cut off before its answer names none, and an authorisation is none', () => {
    const requests = [
      wrote(1, 'createEnvelope', '/api/v1/envelopes'),
      wrote(2, 'createAuthorisation', '/api/v1/standing-authorisations', [one]),
      wrote(3, 'createEnvelopeBatch', '/api/v1/envelopes/batches', ['../../etc/passwd']),
    ];
    expect(knownEnvelopes(requests, [], 'api.test')).toEqual([]);
  });

  it('nothing is believed of a delivery that did not verify, nor of another service', () => {
    const deliveries = [heard(1, one, false), heard(2, two, true, 'other.test'), heard(3, null), heard(4, 'x')];
    const requests = [wrote(1, 'createEnvelope', '/api/v1/envelopes', [three], 'other.test')];
    expect(knownEnvelopes(requests, deliveries, 'api.test')).toEqual([]);
  });
});
