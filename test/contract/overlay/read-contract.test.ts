import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LineRefused } from '../../../src/contract/overlay/contract.js';
import { readContract } from '../../../src/contract/overlay/read-contract.js';
import { propertiesNamed } from '../../../src/contract/overlay/outline.js';
import { inFewLines } from '../../../src/contract/published/few-lines.js';
import { operationIds, operations } from '../../../src/contract/operations.js';

function refused(lines: Readonly<Record<string, unknown>>): string {
  try {
    readContract(lines);
  } catch (error) {
    if (error instanceof LineRefused) return `${error.line} ${error.problem}`;
    throw error;
  }
  return 'accepted';
}

describe('the rows as corrected', () => {
  it('have the path, the method and the status of their lines, and all else as before', () => {
    const { row, lines } = readContract({
      'sendEnvelope.path': '/api/v1/envelopes/{envelopeId}/dispatch',
      'sendEnvelope.status': 202,
      'renameTemplateFields.method': 'PUT',
    });
    const send = operations.sendEnvelope;
    expect(row('sendEnvelope')).toEqual({
      ...send,
      path: '/api/v1/envelopes/{envelopeId}/dispatch',
      answer: { ...send.answer, status: 202 },
    });
    expect(row('renameTemplateFields').method).toBe('PUT');
    for (const id of operationIds.filter((one) => !['sendEnvelope', 'renameTemplateFields'].includes(one))) {
      expect(row(id)).toBe(operations[id]);
    }
    expect(lines).toHaveLength(3);
  });

  it('leave the reason of a void out of the identity of a request, whatever its name', () => {
    const { row } = readContract({ 'voidEnvelope.body.reason': 'comment' });
    expect(row('voidEnvelope').outsideFingerprint).toEqual(['comment']);
  });
});

describe('names of properties', () => {
  const contract = readContract({
    'createEnvelope.body.recipients': 'signers',
    'createEnvelope.body.recipients[].external_ref': 'reference',
    'createEnvelope.answer.recipients[].external_ref': 'reference',
    'listTemplates.query.limit': 'page_size',
  });

  it('are written as the service has them, deep in lists too, in the same order', () => {
    const body = {
      template_id: 't',
      recipients: [{ role: 'A', external_ref: '1' }, { external_ref: null }],
      send: true,
    };
    expect(JSON.stringify(contract.written('createEnvelope', 'body', body))).toBe(
      '{"template_id":"t","signers":[{"role":"A","reference":"1"},{"reference":null}],"send":true}',
    );
    expect(contract.written('listTemplates', 'query', { limit: 5 })).toEqual({ page_size: 5 });
    expect(body.recipients[0]?.external_ref).toBe('1');
  });

  it('are read as ours, and the service’s word counts where it has both', () => {
    const answer = { id: 'x', recipients: [{ reference: 'theirs', external_ref: 'old' }, { role: 'B' }], more: [1] };
    expect(contract.read('createEnvelope', 'answer', answer)).toEqual({
      id: 'x',
      recipients: [{ external_ref: 'theirs' }, { role: 'B' }],
      more: [1],
    });
  });

  it('come back as they went for any value, and touch no other operation', () => {
    const { written } = contract;
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(written('getEnvelope', 'body', value)).toEqual(value);
        const wrapped = { template_id: value, send: value };
        expect(written('createEnvelope', 'body', wrapped)).toEqual(wrapped);
      }),
      { numRuns: 100 },
    );
  });

  it('take nothing from the prototype of objects', () => {
    const hostile = JSON.parse('{"__proto__": {"reference": 1}, "constructor": 2}') as unknown;
    expect(JSON.stringify(contract.read('createEnvelope', 'answer', hostile))).toBe(JSON.stringify(hostile));
  });
});

describe('a line for a property at any place', () => {
  const contract = readContract({ '*.external_ref': 'reference', '*.grantor.email': 'mail' });

  it('renames it in every body, query and answer, and touches no other of the same name', () => {
    const { written, read, linesOf } = contract;
    const body = { recipients: [{ external_ref: '1', email: 'a@b.test' }] };
    expect(written('createEnvelope', 'body', body)).toEqual({ recipients: [{ reference: '1', email: 'a@b.test' }] });
    expect(written('createEnvelopeBatch', 'body', { rows: [body] })).toEqual({
      rows: [{ recipients: [{ reference: '1', email: 'a@b.test' }] }],
    });
    expect(read('getEnvelope', 'answer', { recipients: [{ reference: '2' }] })).toEqual({
      recipients: [{ external_ref: '2' }],
    });
    expect(read('getAuthorisation', 'answer', { grantor: { mail: 'x' } })).toEqual({ grantor: { email: 'x' } });
    expect(linesOf('getEnvelope').map(({ name }) => name)).toEqual(['*.external_ref']);
    expect(linesOf('listWebhooks')).toEqual([]);
  });

  it('is what many lines of the same kind are written as, unless a place was left as it was', () => {
    const places = propertiesNamed('external_ref').map(({ id, part, path }) => ({
      name: `${id}.${part}.${path}`,
      value: 'reference',
    }));
    const other = { name: 'sendEnvelope.status', value: 202 };
    expect(places.length).toBeGreaterThan(5);
    expect(inFewLines([other, ...places])).toEqual([other, { name: '*.external_ref', value: 'reference' }]);
    expect(inFewLines(places.slice(1))).not.toContainEqual({ name: '*.external_ref', value: 'reference' });
    expect(inFewLines(places.slice(1)).length).toBeLessThan(places.length);
    const grantor = propertiesNamed('grantor.email').map(({ id, part, path }) => ({
      name: `${id}.${part}.${path}`,
      value: 'mail',
    }));
    expect(inFewLines(grantor)).toEqual([{ name: '*.grantor.email', value: 'mail' }]);
  });

  it('is idle when a release knows the name, and refused when it never was one', () => {
    expect(readContract({ '*.reference_of_old': 'external_ref' }).idle).toHaveLength(1);
    expect(refused({ '*.nothing': 'else' })).toBe('*.nothing names no property of any operation');
    expect(refused({ '*.path': '/x' })).toMatch(/names no property of any operation/);
    expect(refused({ '*.external_ref': 'email' })).toMatch(/which another property has/);
  });
});

describe('the format of all instants', () => {
  const all = { 'format.instants': 'unix_seconds' };
  const one = { 'getEnvelope.answer.created_at.format': 'unix_milliseconds' };

  it.each([
    ['after', { ...one, ...all }],
    ['before', { ...all, ...one }],
  ])('leaves a property its own, which stands %s it', (_, lines) => {
    const { read, written, linesOf } = readContract(lines);
    const instant = '2026-03-02T08:00:00.000Z';
    const answer = { created_at: instant, sent_at: instant, expires_at: instant };
    const wire = { created_at: 1772438400000, sent_at: 1772438400, expires_at: 1772438400 };
    expect(written('getEnvelope', 'answer', answer)).toEqual(wire);
    expect(read('getEnvelope', 'answer', wire)).toEqual(answer);
    expect(linesOf('getEnvelope').map(({ name }) => name)).toEqual(Object.keys(lines));
    expect(linesOf('delivery').map(({ name }) => name)).toEqual(['format.instants']);
  });
});

describe('a line that a release has caught up with', () => {
  it('changes nothing, and is distinguished from an effective one', () => {
    const { idle, row, read } = readContract({
      'sendEnvelope.path': operations.sendEnvelope.path,
      'sendEnvelope.status': 202,
      'voidEnvelope.status': 200,
      'getEnvelope.answer.recipients[].reference': 'external_ref',
      'getEnvelope.answer.title': 'title',
    });
    expect(idle.map(({ name }) => name)).toEqual([
      'sendEnvelope.path',
      'voidEnvelope.status',
      'getEnvelope.answer.recipients[].reference',
      'getEnvelope.answer.title',
    ]);
    expect(row('voidEnvelope')).toBe(operations.voidEnvelope);
    expect(read('getEnvelope', 'answer', { title: 'x', reference: 'y' })).toEqual({ title: 'x', reference: 'y' });
  });
});

describe('a line that is not a correction', () => {
  it.each<[Readonly<Record<string, unknown>>, RegExp]>([
    [{ 'sendEnvelop.path': '/x' }, /names no operation/],
    [{ 'constructor.path': '/x' }, /names no operation/],
    [{ 'sendEnvelope.verb': 'PUT' }, /must end in path, method or status/],
    [{ 'sendEnvelope.path': '/api/v1/envelopes/send' }, /must have \{envelopeId\} once/],
    [{ 'sendEnvelope.path': '/api/{envelopeId}/{envelopeId}' }, /must have \{envelopeId\} once/],
    [{ 'sendEnvelope.path': 'https://evil.example.test/{envelopeId}' }, /must be a path below/],
    [{ 'sendEnvelope.path': '/../{envelopeId}' }, /`\.` and `\.\.`/],
    [{ 'sendEnvelope.path': '//evil.example.test/{envelopeId}' }, /empty parts/],
    [{ 'sendEnvelope.path': '/api/..;/{envelopeId}' }, /nor `\.` and/],
    [{ 'sendEnvelope.path': '/api/.;x=1/{envelopeId}' }, /nor `\.` and/],
    [{ 'sendEnvelope.path': '/api/{envelopeId}?x=1' }, /must be a path below/],
    [{ 'sendEnvelope.path': '/api/{envelopeId}\r\nHost: x' }, /must be a path below/],
    [{ 'sendEnvelope.path': '/api/v1/envelopes/{envelopeId}/void' }, /sendEnvelope\.path is also that of voidEnvelope/],
    [{ 'sendEnvelope.method': 'GET' }, /must be one of/],
    [{ 'getEnvelope.method': 'POST' }, /must not become a write/],
    [{ 'sendEnvelope.status': '202' }, /status of a success/],
    [{ 'sendEnvelope.status': 404 }, /status of a success/],
    [{ 'getEnvelope.answer.recipients.email': 'mail' }, /names no property/],
    [{ 'getEnvelope.answer.recipients[]': 'x' }, /names no property/],
    [{ 'getEnvelope.answer.title[]': 'x' }, /names no property/],
    [{ 'getEnvelope.answer.toString': 'x' }, /names no property/],
    [{ 'getEnvelope.body.title': 'x' }, /names no property/],
    [{ 'getEnvelope.answer.title': 'na me' }, /must be the name/],
    [{ 'getEnvelope.answer.title': '__proto__' }, /must be the name/],
    [{ 'getEnvelope.answer.title': 'status' }, /which another property has/],
    [{ 'getEnvelope.answer.title': 'x', 'getEnvelope.answer.sent_at': 'x' }, /which another property has/],
    [Object.fromEntries(Array.from({ length: 501 }, (_, at) => [`x${at}.path`, '/'])), /more than 500/],
  ])('is refused by its name: %j', (lines, told) => {
    expect(refused(lines)).toMatch(told);
  });
});

describe('the name of a scope', () => {
  it('stands in the rows that need it, and in no other', () => {
    const { row, scope } = readContract({ 'scopes.envelopes:read': 'envelope.view' });
    expect([scope('envelopes:read'), scope('envelopes:write')]).toEqual(['envelope.view', 'envelopes:write']);
    expect(row('getEnvelope')).toEqual({ ...operations.getEnvelope, scope: 'envelope.view' });
    expect(row('sendEnvelope')).toBe(operations.sendEnvelope);
  });

  it('may be that of another, which a service does not tell apart', () => {
    const { row } = readContract({ 'scopes.envelopes:read': 'envelopes', 'scopes.envelopes:write': 'envelopes' });
    expect([row('getEnvelope').scope, row('sendEnvelope').scope]).toEqual(['envelopes', 'envelopes']);
  });

  it('is one that fits a header', () => {
    expect(refused({ 'scopes.envelopes': 'x' })).toMatch(/names no scope/);
    expect(refused({ 'scopes.constructor': 'x' })).toMatch(/names no scope/);
    expect(refused({ 'scopes.envelopes:read': 'a" b' })).toMatch(/must be the name that the service has/);
    expect(readContract({ 'scopes.envelopes:read': 'envelopes:read' }).idle).toHaveLength(1);
  });
});
