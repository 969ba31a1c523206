import { beforeAll, describe, expect, it } from 'vitest';
import { createEnvelope, createTemplate } from '../support/agreement.js';
import { expectRefusal, once, startTestEmulator } from '../support/emulator.js';
import { http } from '../support/http.js';
import { shared } from '../support/shared.js';

interface Described {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly responses?: object }>>>>;
}

const emulator = shared(startTestEmulator);
let described: Described;
beforeAll(async () => {
  described = (await http<Described>(emulator.url, 'GET', '/api/v1/openapi.json')).body;
});

describe('the machine-readable description', () => {
  it('is served without a credential, as JSON [purpose.specification-public, specification.path]', async () => {
    const answer = await http(emulator.url, 'GET', '/api/v1/openapi.json');
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toMatch(/^application\/json/);
  });

  it('spends no allowance and carries no rate headers [auth.bearer]', async () => {
    const answer = await http(emulator.url, 'GET', '/api/v1/openapi.json');
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('ratelimit'))).toEqual([]);
  });

  it('is served the same to somebody who sends a wrong key [auth.bearer]', async () => {
    const answer = await http(emulator.url, 'GET', '/api/v1/openapi.json', {
      headers: { Authorization: 'Bearer nonsense' },
    });
    expect(answer.status).toBe(200);
  });

  it('carries version 0.2.0 and is OpenAPI 3.1 [version.number]', () => {
    expect([described.info.version, described.openapi.slice(0, 3)]).toEqual(['0.2.0', '3.1']);
  });

  it('all paths are under /api/v1 [version.path]', () => {
    for (const path of Object.keys(described.paths)) expect(path).toMatch(/^\/api\/v1\//);
  });

  it.each([
    ['/api/v1/templates', ['get', 'post']],
    ['/api/v1/templates/{templateId}', ['get']],
    ['/api/v1/templates/{templateId}/people', ['get']],
    ['/api/v1/templates/{templateId}/people/{personId}', ['put']],
    ['/api/v1/templates/{templateId}/fields', ['patch']],
    ['/api/v1/templates/{templateId}/fields/{fieldId}', ['patch']],
    ['/api/v1/templates/{templateId}/naming-runs', ['post']],
    ['/api/v1/templates/{templateId}/naming-runs/{runId}/accept-current', ['post']],
    ['/api/v1/envelopes', ['post']],
    ['/api/v1/envelopes/one-off', ['post']],
    ['/api/v1/envelopes/batches', ['post']],
    ['/api/v1/envelopes/{envelopeId}', ['get']],
    ['/api/v1/envelopes/{envelopeId}/send', ['post']],
    ['/api/v1/envelopes/{envelopeId}/void', ['post']],
    ['/api/v1/envelopes/{envelopeId}/recipients/{recipientId}/signing-url', ['post']],
    ['/api/v1/envelopes/{envelopeId}/documents', ['get']],
    ['/api/v1/envelopes/{envelopeId}/documents/{position}/draft', ['get']],
    ['/api/v1/webhooks', ['get', 'post']],
    ['/api/v1/webhooks/{webhookId}', ['delete', 'get', 'patch']],
    ['/api/v1/standing-authorisations', ['get', 'post']],
    ['/api/v1/standing-authorisations/{authorisationId}', ['get']],
    ['/api/v1/standing-authorisations/{authorisationId}/revoke', ['post']],
  ])('describes %s [version.only-what-exists]', (path, methods) => {
    const found = Object.keys(described.paths[path] ?? {}).filter((name) =>
      ['get', 'post', 'put', 'patch', 'delete'].includes(name),
    );
    expect(found.toSorted()).toEqual(methods);
  });

  it('has no entry for what is not built: changing an envelope, extending a deadline, listing envelopes [version.only-what-exists, purpose.no-change-of-draft, purpose.no-longer-deadline]', () => {
    expect(Object.keys(described.paths['/api/v1/envelopes'] ?? {})).not.toContain('get');
    expect(Object.keys(described.paths['/api/v1/envelopes/{envelopeId}'] ?? {})).not.toContain('patch');
    expect(Object.keys(described.paths).filter((path) => /extend|deadline|email/.test(path))).toEqual([]);
  });
});

it('answers that rest on a guess say so, and those that the description fixes do not [version.only-what-exists]', async () => {
  const organisation = await emulator.organisation();
  const guessed = await organisation.live('GET /api/v1/templates');
  expect(guessed.headers['esign-assumption']).toMatch(/^A\d+/);
  const fixed = await organisation.live('GET /api/v1/webhooks');
  expect(fixed.headers).not.toHaveProperty('esign-assumption');
});

it('a refusal with a code or a status that is a guess says so, and one from the table does not [version.closed-names]', async () => {
  const organisation = await emulator.organisation();
  const template = await createTemplate(organisation.live);
  const envelope = await createEnvelope(organisation.live, template, { send: true });
  const guessed = await organisation.live(`POST /api/v1/envelopes/${envelope.id}/send`, {}, once());
  expectRefusal(guessed, 409, 'envelope_not_draft');
  expect(guessed.headers['esign-assumption']).toMatch(/A3/);
  const described = await organisation.live('GET /api/v1/webhooks/no-uuid');
  expectRefusal(described, 404, 'not_found');
  expect(described.headers).not.toHaveProperty('esign-assumption');
});
