import { describe, expect, it } from 'vitest';
import { headersIn, readAnswerBody, writeAnswerBody } from '../../../src/contract/overlay/edge.js';
import { readContract } from '../../../src/contract/overlay/read-contract.js';

const contract = readContract({
  'codes.invalid_request': 'bad_request',
  '*.recipients[].email': 'mail',
  '*.recipients': 'parties',
  'headers.Idempotency-Key': 'Request-Key',
  'format.instants': 'unix_seconds',
});

describe('an answer', () => {
  it('goes there and back', () => {
    const ours = { id: 'x', created_at: '2026-03-02T08:00:00.000Z', recipients: [{ email: 'a@b.test' }] };
    const theirs = { id: 'x', created_at: 1772438400, parties: [{ mail: 'a@b.test' }] };
    expect(writeAnswerBody(contract, 'getEnvelope', ours)).toEqual(theirs);
    expect(readAnswerBody(contract, 'getEnvelope', theirs)).toEqual(ours);
  });

  it('that refuses names its code and the property in the words of its reader', () => {
    const ours = { error: { code: 'invalid_request', message: 'recipients[0].email must be an e-mail address.' } };
    const theirs = { error: { code: 'bad_request', message: 'parties[0].mail must be an e-mail address.' } };
    expect(writeAnswerBody(contract, 'createEnvelope', ours)).toEqual(theirs);
    expect(readAnswerBody(contract, 'createEnvelope', theirs)).toEqual(ours);
    const key = { error: { code: 'x', message: 'Idempotency-Key must be printable.' } };
    expect(writeAnswerBody(contract, 'createEnvelope', key)).toEqual({
      error: { code: 'x', message: 'Request-Key must be printable.' },
    });
  });

  it('whose instant is invalid stays as it is', () => {
    for (const created_at of ['soon', null, 1e300, {}, '2026-02-30T00:00:00Z']) {
      expect(readAnswerBody(contract, 'getEnvelope', { created_at })).toEqual({ created_at });
    }
  });
});

describe('the headers', () => {
  const pairs = [
    ['idempotency-key', 'k'],
    ['Accept', 'application/json'],
  ] as const;

  it('that the service names otherwise have its names', () => {
    expect(headersIn(contract, pairs, 'to')).toEqual([
      ['Request-Key', 'k'],
      ['Accept', 'application/json'],
    ]);
    expect(headersIn(contract, [['request-key', 'k']], 'from')).toEqual([['Idempotency-Key', 'k']]);
  });

  it('under our name are not the service’s, which has another name', () => {
    expect(headersIn(contract, pairs, 'from')).toEqual([['Accept', 'application/json']]);
  });

  it('are the same list where nothing is renamed', () => {
    expect(headersIn(readContract({}), pairs, 'to')).toBe(pairs);
  });
});
