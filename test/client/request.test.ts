import { afterEach, describe, expect, it } from 'vitest';
import { InputRefused } from '../../src/client/failure.js';
import { type AnyInput, prepareRequest, type Service } from '../../src/client/request.js';
import { type OperationId, operations } from '../../src/contract/operations.js';
import { type Behaviour, json, refusal } from '../support/network/hostile-server.js';
import { failureOf, type Scene, setScene } from '../support/network/scene.js';

const service: Service = { baseUrl: 'https://api.example.test', apiKey: 'abc_live_secret' };
const id = '11111111-2222-4333-8444-555555555555';
const person = 'a'.repeat(32);
const none = { idempotencyKey: undefined, ifMatch: undefined };
const envelope = {
  template_id: id,
  recipients: [{ role: 'Tenant', name: 'Thandi', email: 'thandi@example.test' }],
};

const prepare = (operation: OperationId, input: AnyInput, given: Partial<typeof none> | object = {}, by = service) =>
  prepareRequest(operations[operation], input, by, { ...none, ...given });

function refusalOf(act: () => unknown): { path: string; message: string } {
  try {
    act();
  } catch (error) {
    if (error instanceof InputRefused) return { path: error.path, message: error.message };
    throw error;
  }
  throw new Error('it was not refused');
}

describe('making a request', () => {
  it('writes method, address, body and headers of a creation', () => {
    const made = prepare('createEnvelope', { body: envelope }, { idempotencyKey: 'key-1' });
    expect(made.method).toBe('POST');
    expect(made.url.href).toBe('https://api.example.test/api/v1/envelopes');
    expect(JSON.parse(made.body ?? '')).toEqual(envelope);
    expect(made.headers).toEqual([
      ['Accept', 'application/json'],
      ['User-Agent', 'esign'],
      ['Authorization', 'Bearer abc_live_secret'],
      ['Content-Type', 'application/json'],
      ['Idempotency-Key', 'key-1'],
    ]);
  });

  it('sends the body as the caller wrote it, without filling in defaults', () => {
    const made = prepare('registerWebhook', { body: { url: 'https://x.test', events: ['envelope.sent'] } });
    expect(made.body).toBe('{"url":"https://x.test","events":["envelope.sent"]}');
  });

  it('puts path parameters into the path, and a query after it', () => {
    const made = prepare('decideTemplatePerson', {
      parameters: { templateId: id, personId: person },
      body: { decision: 'signer', role_name: 'Tenant' },
    });
    expect(made.url.pathname).toBe(`/api/v1/templates/${id}/people/${person}`);
    const listed = prepare('listTemplates', { query: { limit: 5, cursor: undefined } });
    expect(listed.url.href).toBe('https://api.example.test/api/v1/templates?limit=5');
  });

  it('keeps a path that the base address has', () => {
    const made = prepare('listWebhooks', {}, {}, { ...service, baseUrl: 'https://gateway.test/esign/' });
    expect(made.url.href).toBe('https://gateway.test/esign/api/v1/webhooks');
  });

  it('sends no body where none is needed, and no credential to read the specification', () => {
    expect(prepare('sendEnvelope', { parameters: { envelopeId: id } }).body).toBeUndefined();
    expect(prepare('getSpecification', {}).headers.map(([name]) => name)).not.toContain('Authorization');
  });

  it('asks for a PDF where the answer is one', () => {
    const made = prepare('getEnvelopeDraft', { parameters: { envelopeId: id, position: '1' } });
    expect(made.headers[0]).toEqual(['Accept', 'application/pdf, application/json']);
  });

  it('quotes an ETag that was copied without its quotes', () => {
    const hex = 'ab'.repeat(32);
    const input = { parameters: { templateId: id, fieldId: id }, body: { label: 'Rent' } };
    const header = (ifMatch: string) => prepare('renameTemplateField', input, { ifMatch }).headers.at(-1);
    expect(header(hex)).toEqual(['If-Match', `"${hex}"`]);
    expect(header(`"${hex}"`)).toEqual(['If-Match', `"${hex}"`]);
    expect(header('*')).toEqual(['If-Match', '*']);
  });

  it('writes the own word of a service where the description writes `service`', () => {
    const own = { ...service, completionDeliveryValue: 'the-service' };
    const body = { ...envelope, completion_delivery: 'service' };
    expect(JSON.parse(prepare('createEnvelope', { body }, {}, own).body ?? '')).toMatchObject({
      completion_delivery: 'the-service',
    });
    const other = { ...envelope, completion_delivery: 'integrator' };
    expect(JSON.parse(prepare('createEnvelope', { body: other }, {}, own).body ?? '')).toMatchObject({
      completion_delivery: 'integrator',
    });
  });

  it('charges a batch its rows, and everything else one', () => {
    const row = { recipients: envelope.recipients };
    expect(prepare('createEnvelopeBatch', { body: { template_id: id, rows: [row, row, row] } }).cost).toBe(3);
    expect(prepare('createEnvelope', { body: envelope }).cost).toBe(1);
  });
});

describe('refusing input before anything is sent', () => {
  it.each<[string, OperationId, AnyInput, string, string]>([
    [
      'a wrong e-mail address',
      'createEnvelope',
      { body: { ...envelope, recipients: [{ role: 'A', name: 'B', email: 'nope' }] } },
      'recipients[0].email',
      'must be an e-mail address',
    ],
    ['a missing property', 'createEnvelope', { body: { template_id: id } }, 'recipients', 'is required'],
    ['a missing body', 'voidEnvelope', { parameters: { envelopeId: id } }, 'reason', 'is required'],
    [
      'a property that is not known',
      'voidEnvelope',
      { parameters: { envelopeId: id }, body: { reason: 'x', why: 'y' } },
      'why',
      'is not a property of this request',
    ],
    [
      'half a character in an id',
      'acceptNamingRun',
      { parameters: { templateId: id, runId: 'a\ud800' }, body: { accept: 'all' } },
      'runId',
      'must be well-formed text',
    ],
    ...['../templates', 'a/b', 'a b', 'a%2fb', 'é', 'a?b'].map(
      (envelopeId): [string, OperationId, AnyInput, string, string] => [
        `an id that may be read as something else: ${envelopeId}`,
        'getEnvelope',
        { parameters: { envelopeId } },
        'envelopeId',
        'must be a uuid',
      ],
    ),
    ['a missing id', 'getEnvelope', {}, 'envelopeId', 'is required'],
    [
      'a position with a leading zero',
      'getEnvelopeDraft',
      { parameters: { envelopeId: id, position: '01' } },
      'position',
      'must be a whole number from 1, without leading zeros',
    ],
    ['a query where none is taken', 'listWebhooks', { query: { limit: 1 } }, '', 'takes no query'],
    ['a body where none is taken', 'listWebhooks', { body: {} }, '', 'takes no body'],
  ])('names the path of %s', (_what, operation, input, path, message) => {
    expect(refusalOf(() => prepare(operation, input))).toEqual({ path, message });
  });

  it('refuses a key that cannot travel in a header, without repeating it', () => {
    const secret = { ...service, apiKey: 'abc_live_\nInjected: yes' };
    const refused = refusalOf(() => prepare('listWebhooks', {}, {}, secret));
    expect(refused.path).toBe('api_key');
    expect(refused.message).not.toContain('Injected');
    expect(refusalOf(() => prepare('listWebhooks', {}, {}, { ...service, apiKey: '' })).path).toBe('api_key');
  });

  it('refuses an Idempotency-Key of 256 characters, with a break, or with spaces around it', () => {
    const withKey = (idempotencyKey: string) => () => prepare('createEnvelope', { body: envelope }, { idempotencyKey });
    for (const key of ['k'.repeat(256), 'a\r\nb', ' a', 'a ', '', 'ü']) {
      expect(refusalOf(withKey(key)).path).toBe('Idempotency-Key');
    }
    expect(withKey('k'.repeat(255))().idempotencyKey).toHaveLength(255);
  });

  it.each(['ftp://x.test', 'https://user:pass@x.test', 'https://x.test/?a=b', 'https://x.test/#f', 'no address'])(
    'refuses the base address %s',
    (baseUrl) => {
      expect(refusalOf(() => prepare('listWebhooks', {}, {}, { ...service, baseUrl })).path).toBe('base_url');
    },
  );

  it('skips the check when disabled, but never leaves the path of the operation', () => {
    const unchecked = (input: AnyInput) => prepareRequest(operations.getEnvelope, input, service, none, true);
    expect(unchecked({ parameters: { envelopeId: '../webhooks' } }).url.pathname).toBe(
      '/api/v1/envelopes/..%2Fwebhooks',
    );
    expect(refusalOf(() => unchecked({ parameters: { envelopeId: '..' } })).path).toBe('envelopeId');
    const odd = prepareRequest(
      operations.voidEnvelope,
      { parameters: { envelopeId: id }, body: [1] },
      service,
      none,
      true,
    );
    expect(odd.body).toBe('[1]');
  });
});

describe('over limit', () => {
  const id = '11111111-2222-4333-8444-555555555555';
  const recipients = [{ role: 'Tenant', name: 'Thandi', email: 'thandi@example.test' }];

  const ends: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const end of ends.splice(0).toReversed()) await end();
  });

  async function meet(behaviours: readonly Behaviour[]): Promise<Scene> {
    const scene = await setScene(behaviours);
    ends.push(scene.close);
    return scene;
  }

  describe('a batch of more rows than the key has requests in a minute', () => {
    const headers = {
      'RateLimit-Limit': '60',
      'RateLimit-Remaining': '0',
      'RateLimit-Reset': '40',
      'Retry-After': '40',
    };
    const batch = { template_id: id, rows: Array.from({ length: 61 }, () => ({ recipients })) };

    it('is not sent: one read asks for the limit when it is not known yet', async () => {
      const scene = await meet([refusal(404, 'not_found', { ...headers, 'RateLimit-Remaining': '59' })]);
      const failure = await failureOf(scene.client.call('createEnvelopeBatch', { body: batch }));
      expect(failure).toMatchObject({ code: 'invalid_input', path: 'rows', overLimit: 60 });
      expect(scene.server.seen.map(({ method }) => method)).toEqual(['GET']);
      // By now it is known.
      await failureOf(scene.client.call('createEnvelopeBatch', { body: batch }));
      expect(scene.server.seen).toHaveLength(1);
    });

    it('leaves when no read tells the limit, and is not sent again once its refusal does', async () => {
      const scene = await meet([refusal(403, 'insufficient_scope'), refusal(429, 'rate_limited', headers)]);
      const failure = await failureOf(scene.client.call('createEnvelopeBatch', { body: batch }));
      expect(failure).toMatchObject({ code: 'rate_limited', status: 429, attempts: 1, overLimit: 60 });
      expect(scene.server.seen.map(({ method }) => method)).toEqual(['GET', 'POST']);
    });

    it('costs no read while it is so small that every key has room for it', async () => {
      const small = { ...batch, rows: batch.rows.slice(1) };
      const scene = await meet([json(200, { rows: [] })]);
      await scene.client.call('createEnvelopeBatch', { body: small });
      expect(scene.server.seen.map(({ method }) => method)).toEqual(['POST']);
    });
  });
});
