import { describe, expect, it } from 'vitest';
import type { Operation } from '../../../src/contract/operation.js';
import { operations } from '../../../src/contract/operations.js';
import { Refusal } from '../../../src/emulator/domain/refusal.js';
import {
  checkBody,
  checkParameters,
  checkQuery,
  readIdempotencyKey,
} from '../../../src/emulator/http/check-request.js';
import { readTarget } from '../../../src/emulator/http/path.js';
import { HeaderList, type HeaderPair } from '../../../src/core/http/headers.js';

const refusal = (work: () => unknown): [string, string] => {
  try {
    work();
  } catch (error) {
    if (error instanceof Refusal) return [error.code, error.message];
    throw error;
  }
  return ['passed', ''];
};

describe('the parameters of a path', () => {
  const { getEnvelopeDraft, decideTemplatePerson } = operations;
  const id = '0b9d2c1e-8f57-4a3b-9d64-2f1f6a7e5c10';

  it('are read in one spelling', () => {
    expect(checkParameters(getEnvelopeDraft, { envelopeId: id.toUpperCase(), position: '12' })).toEqual({
      envelopeId: id,
      position: '12',
    });
  });

  it.each(['0', '01', '1.0', '+1', '-1', ' 1', '1e0', '', '9999999999'])('position %j names nothing', (position) => {
    expect(refusal(() => checkParameters(getEnvelopeDraft, { envelopeId: id, position }))[0]).toBe('not_found');
  });

  it.each(['', 'x', id.slice(1), `${id}0`, id.replaceAll('-', ''), `{${id}}`])('id %j names nothing', (envelopeId) => {
    expect(refusal(() => checkParameters(getEnvelopeDraft, { envelopeId, position: '1' }))[0]).toBe('not_found');
  });

  it.each(['A'.repeat(32), 'a'.repeat(31), 'g'.repeat(32)])('person %j names nothing', (personId) => {
    expect(refusal(() => checkParameters(decideTemplatePerson, { templateId: id, personId }))[0]).toBe('not_found');
  });
});

describe('the Idempotency-Key', () => {
  const read = (row: Operation, ...pairs: HeaderPair[]): unknown => readIdempotencyKey(row, new HeaderList(pairs), 255);
  const { createEnvelope, revokeAuthorisation, getEnvelope } = operations;

  it('is read where the operation takes one, and passed over where it takes none', () => {
    expect(read(createEnvelope, ['idempotency-key', 'any string: even this/one'])).toBe('any string: even this/one');
    expect(read(revokeAuthorisation, ['Idempotency-Key', 'k'])).toBe('k');
    expect(read(getEnvelope, ['Idempotency-Key', 'k'])).toBeNull();
  });

  it('may be missing only where it is optional', () => {
    expect(read(revokeAuthorisation)).toBeNull();
    expect(refusal(() => read(createEnvelope))[0]).toBe('idempotency_key_required');
    expect(refusal(() => read(createEnvelope, ['Idempotency-Key', '']))[0]).toBe('idempotency_key_required');
  });

  it.each([['k'.repeat(256)], ['clé'], ['tab\there']])('%j is invalid_request', (key) => {
    expect(refusal(() => read(createEnvelope, ['Idempotency-Key', key]))[0]).toBe('invalid_request');
  });

  it('may not be sent twice', () => {
    expect(refusal(() => read(createEnvelope, ['Idempotency-Key', 'a'], ['Idempotency-Key', 'b']))[0]).toBe(
      'invalid_request',
    );
  });
});

describe('a body', () => {
  it('is filled with its defaults', () => {
    expect(
      checkBody(operations.registerWebhook, { url: 'https://a.example', events: ['envelope.sent', 'envelope.sent'] }),
    ).toEqual({
      url: 'https://a.example',
      events: ['envelope.sent'],
      brand_id: null,
    });
  });

  it('may be absent only where marked so', () => {
    expect(checkBody(operations.sendEnvelope, undefined)).toEqual({});
    expect(refusal(() => checkBody(operations.registerWebhook, undefined))[0]).toBe('invalid_request');
    expect(checkBody(operations.getEnvelope, undefined)).toBeUndefined();
  });

  it.each([
    [{ url: 'https://a.example', events: ['envelope.sent', 'x'] }, /^events\[1\] must be one of envelope\.sent, .*\.$/],
    [{ url: 'https://a.example' }, 'events is required.'],
    [{ url: 'https://a.example', events: ['envelope.sent'], colour: 1 }, 'colour is not a property of this request.'],
    [[], 'The body must be an object.'],
    ['text', 'The body must be an object.'],
    [null, 'The body must be an object.'],
  ])('%j is refused with the path in front', (body, message) => {
    const [code, text] = refusal(() => checkBody(operations.registerWebhook, body));
    expect(code).toBe('invalid_request');
    expect(text).toMatch(message);
  });
});

describe('a query', () => {
  const check = (query: string): unknown => checkQuery(operations.listTemplates, readTarget(`/?${query}`));

  it('is filled with its defaults, and what the operation does not know is passed over', () => {
    expect(check('utm_source=x')).toEqual({ limit: 20 });
    expect(check('limit=100')).toEqual({ limit: 100 });
  });

  it.each(['limit=0', 'limit=101', 'limit=x', 'limit=1&limit=2', 'limit='])('%s is refused', (query) => {
    expect(refusal(() => check(query))[0]).toBe('invalid_request');
  });
});
