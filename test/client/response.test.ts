import { describe, expect, it } from 'vitest';
import { readAnswer, type Reading } from '../../src/client/response.js';
import { operations, type OperationId } from '../../src/contract/operations.js';
import { HeaderList } from '../../src/core/http/headers.js';

const envelope = {
  id: '11111111-2222-4333-8444-555555555555',
  status: 'sent',
  template_id: null,
  title: 'Lease',
  created_at: '2026-12-01T08:00:00Z',
  sent_at: null,
  expires_at: null,
  recipients: [],
};

function read(
  status: number,
  body: unknown,
  type = 'application/json; charset=utf-8',
  operation: OperationId = 'getEnvelope',
): Reading {
  const bytes = Buffer.isBuffer(body) ? body : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
  const headers = new HeaderList(type === '' ? [] : [['content-type', type]]);
  return readAnswer(operations[operation], status, headers, bytes);
}

const refused = { error: { code: 'not_found', message: 'No such envelope.' } };

describe('telling a result from a refusal', () => {
  it('takes a described body as it is', () => {
    expect(read(200, envelope)).toEqual({ kind: 'result', body: envelope, deviations: [] });
  });

  it.each([404, 500, 200, 201])('takes an error key for a refusal at status %i', (status) => {
    expect(read(status, refused)).toMatchObject({ kind: 'refused', code: 'not_found', message: 'No such envelope.' });
  });

  it('takes an error key for a refusal even beside a whole envelope, and with a wrong content type', () => {
    expect(read(200, { ...envelope, ...refused }).kind).toBe('refused');
    expect(read(400, refused, 'text/html').kind).toBe('refused');
  });

  it.each([null, 'text', 5, [], {}, { code: 7 }])(
    'takes the odd error %j for a refusal with the code of its status',
    (error) => {
      expect(read(403, { error })).toMatchObject({ kind: 'refused', code: 'forbidden' });
      expect(read(200, { error })).toMatchObject({ kind: 'refused', code: 'unknown_error' });
    },
  );

  it.each([null, 'Request Timeout', {}, { code: 408, message: 'm' }, { code: 'Timeout', message: 'm' }, { code: 'a' }])(
    'takes the odd error %j in answer to a write for one of somebody else',
    (error) => {
      for (const status of [200, 201, 400, 408, 429]) {
        const reading = read(status, { error }, 'application/json', 'createEnvelope');
        expect(reading).toMatchObject({ kind: 'unexpected', reason: 'status' });
      }
      const failed = read(503, { error }, 'application/json', 'createEnvelope');
      expect(failed).toMatchObject({ kind: 'refused', code: 'internal_error' });
    },
  );

  it('is not taken in by an error deeper down, as in the rows of a batch', () => {
    const batch = { rows: [{ index: 0, error: { code: 'cannot_be_drawn', message: 'no' } }] };
    expect(read(200, batch, 'application/json', 'createEnvelopeBatch')).toEqual({
      kind: 'result',
      body: batch,
      deviations: [],
    });
  });

  it.each([
    [500, ''],
    [502, '<html>Bad gateway</html>'],
    [503, { status: 'down' }],
    [599, 'null'],
  ])('takes a %i without an error key for internal_error', (status, body) => {
    expect(read(status, body, 'text/html')).toMatchObject({ kind: 'refused', code: 'internal_error' });
  });

  it('passes on an error that is only a text', () => {
    expect(read(403, { error: 'Blocked.' })).toMatchObject({ code: 'forbidden', message: 'Blocked.' });
  });

  it('passes on a code that it does not know', () => {
    expect(read(422, { error: { code: 'brand_new', message: 'm' } })).toMatchObject({ code: 'brand_new' });
  });

  it.each(['esign_live_c2VjcmV0', 'not a code', 'x'.repeat(65), '\u001b[31m'])(
    'takes the code of the status for %j, which looks like none',
    (code) => {
      expect(read(403, { error: { code, message: 'm' } })).toMatchObject({ code: 'forbidden', message: 'm' });
    },
  );

  it('cuts a message that fills screens', () => {
    const reading = read(422, { error: { code: 'brand_new', message: 'm'.repeat(100_000) } });
    expect(reading.kind === 'refused' && reading.message).toMatch(/^m{4000}… \(100000 characters\)$/);
  });
});

describe('answers that nothing can be done with', () => {
  it.each([
    ['HTML', 200, '<html>', 'text/html', 'not_json'],
    ['JSON under another type', 200, envelope, 'text/plain', 'not_json'],
    ['JSON without a type', 200, envelope, '', 'not_json'],
    ['half a body', 200, JSON.stringify(envelope).slice(0, 40), 'application/json', 'not_json'],
    ['an empty body', 200, '', 'application/json', 'not_json'],
    ['a list', 200, [envelope], 'application/json', 'not_json'],
    ['a number', 200, '5', 'application/json', 'not_json'],
    ['bytes that are not UTF-8', 200, Buffer.from([0x22, 0xff, 0x22]), 'application/json', 'not_json'],
    ['a redirect', 302, '', '', 'redirect'],
    ['a redirect with an error', 307, refused, 'application/json', 'redirect'],
    ['a 404 of somebody else', 404, '<html>', 'text/html', 'status'],
  ])('explains why %s is invalid', (_what, status, body, type, reason) => {
    expect(read(status, body, type)).toMatchObject({ kind: 'unexpected', reason });
  });

  it('names a compression that was not asked for', () => {
    const headers = new HeaderList([
      ['content-type', 'application/json'],
      ['content-encoding', 'gzip'],
    ]);
    expect(readAnswer(operations.getEnvelope, 200, headers, Buffer.from([0x1f, 0x8b]))).toMatchObject({
      message: expect.stringContaining('compressed') as unknown,
    });
  });

  it('quotes nothing of the answer', () => {
    const reading = read(200, 'whsec_hidden', 'text/whsec_hidden; <b>');
    expect(JSON.stringify(reading)).not.toContain('whsec_hidden');
  });
});

describe('shapes that differ', () => {
  it('records the path of what differs, and does not fail', () => {
    const odd = { ...envelope, status: 'lost', sent_at: 5, recipients: [{ id: 'x' }], brand_new: true };
    const reading = read(200, odd);
    expect(reading).toMatchObject({ kind: 'result', body: odd });
    const paths = reading.kind === 'result' ? reading.deviations.map(({ path }) => path) : [];
    expect(paths).toContain('status');
    expect(paths).toContain('sent_at');
    expect(paths).toContain('recipients[0].id');
    expect(paths).not.toContain('brand_new');
  });

  it('notes a success status that the operation does not have', () => {
    expect(read(201, envelope)).toMatchObject({ deviations: [{ path: '', message: 'has status 201 instead of 200' }] });
  });

  it('takes an empty 204 where it is described, and no other empty answer', () => {
    expect(read(204, '', '', 'deleteWebhook')).toEqual({ kind: 'result', body: undefined, deviations: [] });
    expect(read(200, '', '', 'deleteWebhook')).toMatchObject({ kind: 'unexpected', reason: 'not_json' });
    expect(read(200, {}, undefined, 'deleteWebhook')).toMatchObject({ kind: 'result', deviations: [{ path: '' }] });
  });

  it('keeps the notes to a readable number', () => {
    const recipients = Array.from({ length: 100 }, () => ({ id: 'x' }));
    const reading = read(200, { ...envelope, recipients });
    expect(reading.kind === 'result' && reading.deviations.length).toBe(20);
  });
});

it('cannot read an answer that lacks a list it is described with, where whole answers are asked for', () => {
  const bytes = Buffer.from('{"id":"3f0c9a52-6d1e-4b77-9a55-0c2f7a1f9b10","status":"voided"}');
  const headers = new HeaderList([['content-type', 'application/json']]);
  expect(readAnswer(operations.voidEnvelope, 200, headers, bytes, { whole: true })).toEqual({
    kind: 'unexpected',
    reason: 'shape',
    message: 'the service responded with 200, but `recipients` in the response is invalid',
  });
  expect(readAnswer(operations.voidEnvelope, 200, headers, bytes).kind).toBe('result');
});

it('cannot read a flag that is a text, but takes it in the response to a write, which has happened', () => {
  const headers = new HeaderList([['content-type', 'application/json']]);
  const odd = Buffer.from(JSON.stringify({ ...envelope, recipients: [{ embedded: 'false' }] }));
  expect(readAnswer(operations.getEnvelope, 200, headers, odd, { whole: true })).toMatchObject({
    kind: 'unexpected',
    message: 'the service responded with 200, but `recipients[0].embedded` in the response is invalid',
  });
  expect(readAnswer(operations.createEnvelope, 201, headers, odd, { whole: true }).kind).toBe('result');
});

it.each<[OperationId, unknown, string]>([
  ['createEnvelope', { status: 'accepted' }, 'id'],
  ['createEnvelope', { id: 7, recipients: [] }, 'id'],
  ['mintSigningUrl', { ok: true }, 'url'],
  ['createEnvelopeBatch', {}, 'rows'],
])('does not take JSON of another server for a success of %s', (operation, body, name) => {
  const message = `the service responded with 200, but \`${name}\` in the response is invalid`;
  expect(read(200, body, 'application/json', operation)).toEqual({ kind: 'unexpected', reason: 'shape', message });
});
