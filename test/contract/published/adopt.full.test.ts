import { describe, expect, it } from 'vitest';
import { openApi } from '../../../src/contract/openapi.js';
import { linesAsObject } from '../../../src/contract/overlay/contract.js';
import { readContract } from '../../../src/contract/overlay/read-contract.js';
import { adopt } from '../../../src/contract/published/adopt.js';

/** A service that differs in these lines, as its own description tells it. */
const published = (lines: Readonly<Record<string, unknown>>): unknown => openApi(readContract(lines));
const adopted = (lines: Readonly<Record<string, unknown>>) => {
  const { lines: found, unsettled } = adopt(published(lines));
  return {
    lines: Object.fromEntries(found.map(({ name, value }) => [name, value])),
    open: unsettled.filter(({ breaks, candidates }) => breaks || candidates.length > 0),
  };
};

describe('adopting the description of a service', () => {
  it.each<[string, Readonly<Record<string, unknown>>]>([
    ['a path', { 'sendEnvelope.path': '/api/v1/envelopes/{envelopeId}/dispatch' }],
    ['a name that is like ours', { '*.external_ref': 'reference' }],
    ['a name that is not, by its position', { 'getEnvelope.answer.title': 'caption' }],
    ['a name inside another one', { '*.recipients': 'parties', '*.recipients[].email': 'mail' }],
    ['a status of success', { 'createEnvelope.status': 200 }],
    ['the name of a code', { 'codes.envelope_not_sent': 'envelope_state_conflict' }],
    ['the status of a code', { 'codes.brand_unknown.status': 404 }],
    ['both of one code', { 'codes.draft_not_available': 'no_draft', 'codes.draft_not_available.status': 409 }],
    ['a value', { '*.status=partially_signed': 'in_progress' }],
    ['a bound', { 'voidEnvelope.body.reason.max': 300 }],
    ['how it writes instants', { 'format.instants': 'unix_seconds' }],
    ['a header', { 'headers.Idempotency-Key': 'Request-Key' }],
    ['the header of the signature', { 'headers.Service-Signature': 'X-Acme-Signature' }],
    ['the name of an event', { 'events.envelope.sent': 'envelope.dispatched' }],
    ['the name of a scope', { 'scopes.envelopes:read': 'envelope.view' }],
    ['a property of the delivery', { 'delivery.body.event': 'type' }],
  ])('settles %s', (_, lines) => {
    expect(adopted(lines)).toEqual({ lines, open: [] });
  });

  it('settles many at once', () => {
    const lines = {
      'sendEnvelope.path': '/api/v1/envelopes/{envelopeId}/dispatch',
      '*.external_ref': 'reference',
      '*.recipients[].email': 'mail',
      'createEnvelope.status': 200,
      'codes.envelope_not_sent': 'envelope_state_conflict',
      '*.status=partially_signed': 'in_progress',
      'voidEnvelope.body.reason.max': 300,
      'format.instants': 'unix_milliseconds',
      'delivery.body.event': 'type',
      'headers.Service-Signature': 'X-Acme-Signature',
      'events.envelope.sent': 'envelope.dispatched',
    };
    expect(adopted(lines)).toEqual({ lines, open: [] });
  });

  it('asks for what may be one of several', () => {
    const lines = { 'getEnvelope.answer.sent_at': 'left', 'getEnvelope.answer.expires_at': 'until' };
    const { lines: found, open } = adopted(lines);
    expect(found).toEqual({});
    expect(open.map(({ where, candidates }) => [where, candidates])).toEqual([
      ['answer.sent_at', ['left', 'until']],
      ['answer.expires_at', ['left', 'until']],
    ]);
  });

  it('keeps the lines that a contract file had', () => {
    const before = readContract({ 'limits.webhook.toleranceSeconds': 600 });
    const found = adopt(published({ 'createEnvelope.status': 200 }), before).lines;
    expect(found.map(({ name }) => name)).toEqual(['limits.webhook.toleranceSeconds', 'createEnvelope.status']);
  });

  it('finds nothing at a service that is as described', () => {
    const { lines, unsettled } = adopt(openApi());
    expect([lines, unsettled]).toEqual([[], []]);
    expect(linesAsObject(readContract({}))).toEqual({});
  });
});

it('leaves a scope alone that operations of ours need and that has several names there', () => {
  const document = openApi() as { paths: Record<string, Record<string, object>> };
  const [paths] = [structuredClone(document.paths)];
  const secured = (scope: string) => ({ 'x-scope': undefined, security: [{ oauth: [scope] }] });
  Object.assign(paths['/api/v1/templates']?.['get'] ?? {}, secured('template.list'));
  Object.assign(paths['/api/v1/webhooks']?.['get'] ?? {}, secured('hooks'));
  Object.assign(paths['/api/v1/webhooks/{webhookId}']?.['get'] ?? {}, secured('hooks'));
  const { lines, unsettled } = adopt({ ...document, paths });
  expect(lines).toEqual([{ name: 'scopes.webhooks:read', value: 'hooks' }]);
  expect(unsettled.filter(({ kind }) => kind === 'scope')).toMatchObject([
    { operation: 'listTemplates', ours: 'templates:read', theirs: 'template.list', breaks: false },
  ]);
});
