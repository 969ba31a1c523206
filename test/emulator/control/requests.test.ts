import { beforeAll, describe, expect, it } from 'vitest';
import { createEnvelope, createTemplate, landlord, tenant } from '../../support/agreement.js';
import { once, startTestEmulator, type TestOrganisation } from '../../support/emulator.js';
import type { Envelope, Template, Webhook } from '../../support/shapes.js';
import { shared } from '../../support/shared.js';

interface Logged {
  readonly operation: string | null;
  readonly refusal: {
    readonly code: string;
    readonly rule_id: string | null;
    readonly section: string | null;
    readonly basis: string;
  } | null;
}

const emulator = shared(startTestEmulator);
let organisation: TestOrganisation;
let template: Template;
beforeAll(async () => {
  organisation = await emulator.organisation();
  template = await createTemplate(organisation.live);
});

const last = async (): Promise<Logged | undefined> =>
  (await emulator.control<{ data: readonly Logged[] }>('GET /_emulator/requests')).data.at(-1);
const body = (changes: object = {}): object => ({
  template_id: template.id,
  recipients: [tenant, landlord],
  ...changes,
});

describe('why a request was refused', () => {
  it.each([
    ['GET /api/v1/nothing', undefined, {}, 'not_found', 'conventions.one-404', 'Endpoints, conventions', 'described'],
    [
      'GET /api/v1/webhooks',
      undefined,
      { Authorization: 'Bearer x' },
      'unauthenticated',
      'auth.one-401',
      'Authentication, 4',
      'described',
    ],
    [
      'POST /api/v1/envelopes',
      (): object => body(),
      {},
      'idempotency_key_required',
      'create.key-required',
      'Endpoints, POST /api/v1/envelopes',
      'described',
    ],
    [
      'POST /api/v1/envelopes',
      (): object => body(),
      { 'Idempotency-Key': 'k'.repeat(256) },
      'invalid_request',
      'limits.idempotency-key',
      'Limits, Idempotency-Key',
      'described',
    ],
    [
      'POST /api/v1/envelopes',
      (): object => body({ expires_at: 5 }),
      once(),
      'invalid_request',
      'limits.expires-at',
      'Limits, Envelope `expires_at`',
      'described',
    ],
    [
      'POST /api/v1/envelopes',
      (): string => '{',
      { ...once(), 'Content-Type': 'application/json' },
      'invalid_request',
      'conventions.json-bodies',
      'Endpoints, conventions',
      'described',
    ],
    [
      'POST /api/v1/envelopes',
      (): object => body({ recipients: [tenant] }),
      once(),
      'recipient_role_missing',
      'error.recipient_role_missing',
      'Errors, table',
      'described',
    ],
    [
      'POST /api/v1/envelopes/batches',
      (): object => ({}),
      once(),
      'invalid_request',
      'batch.operation',
      'Assumption A2',
      'assumed (A2)',
    ],
  ] as const)('%s: %#', async (line, sent, headers, code, rule_id, section, basis) => {
    await organisation.live(line, typeof sent === 'function' ? sent() : sent, headers);
    expect((await last())?.refusal).toMatchObject({ code, rule_id, section, basis });
  });

  it('is sent with a refusal, in a header', async () => {
    const answer = await organisation.live('GET /api/v1/nothing');
    expect(answer.headers['esign-rule']).toBe('conventions.one-404');
    expect((await organisation.live('GET /api/v1/webhooks')).headers).not.toHaveProperty('esign-rule');
  });

  it('names no rule where a fault refused', async () => {
    await emulator.control('POST /_emulator/faults', { point: 'operation:listWebhooks', code: 'forbidden' });
    await organisation.live('GET /api/v1/webhooks');
    expect((await last())?.refusal).toMatchObject({
      code: 'forbidden',
      rule_id: null,
      section: null,
      basis: 'injected',
    });
  });
});

/** What HAR 1.2 asks of each object, as its specification lists it. */
const required = {
  log: ['version', 'creator', 'entries'],
  creator: ['name', 'version'],
  entry: ['startedDateTime', 'time', 'request', 'response', 'cache', 'timings'],
  request: ['method', 'url', 'httpVersion', 'cookies', 'headers', 'queryString', 'headersSize', 'bodySize'],
  response: [
    'status',
    'statusText',
    'httpVersion',
    'cookies',
    'headers',
    'content',
    'redirectURL',
    'headersSize',
    'bodySize',
  ],
  content: ['size', 'mimeType'],
  timings: ['send', 'wait', 'receive'],
} as const;

type Entry = Readonly<Record<(typeof required.entry)[number], Record<string, unknown>>>;

describe('the log as HAR 1.2', () => {
  it('has what the format asks for, and none of the secrets that were answered', async () => {
    const hook = { url: 'http://127.0.0.1:9/', events: ['envelope.sent'] };
    const { body: webhook } = await organisation.live<Webhook>('POST /api/v1/webhooks', hook);
    const embedded = await createEnvelope(organisation.live, template, {
      send: true,
      recipients: [{ ...tenant, embedded: true }, landlord],
    });
    const [signer] = embedded.recipients;
    const mint = `POST /api/v1/envelopes/${embedded.id}/recipients/${signer?.id ?? ''}/signing-url`;
    const { body: minted } = await organisation.live<{ url: string }>(mint);
    await organisation.live<Envelope>('GET /api/v1/templates?limit=1&cursor=%20x');
    await emulator.control('POST /_emulator/faults/operations', { operation: 'listWebhooks', reset: true });
    await expect(organisation.live('GET /api/v1/webhooks')).rejects.toThrow();

    const har = await emulator.control<{ log: Record<string, unknown> & { entries: Entry[] } }>(
      'GET /_emulator/requests?format=har',
    );
    const expectMembers = (kind: keyof typeof required, value: unknown): void =>
      expect(Object.keys(value as object)).toEqual(expect.arrayContaining([...required[kind]]));
    expectMembers('log', har.log);
    expectMembers('creator', har.log['creator']);
    for (const entry of har.log.entries) {
      expectMembers('entry', entry);
      expectMembers('request', entry.request);
      expectMembers('response', entry.response);
      expectMembers('content', entry.response['content']);
      expectMembers('timings', entry.timings);
      expect(new Date(String(entry.startedDateTime)).toISOString()).toBe(entry.startedDateTime);
    }
    const text = JSON.stringify(har);
    for (const secret of [webhook.secret ?? 'none', minted.url, organisation.liveKey])
      expect(text).not.toContain(secret);
    expect(har.log.entries.at(-2)?.request['queryString']).toEqual([
      { name: 'limit', value: '1' },
      { name: 'cursor', value: ' x' },
    ]);
    expect(har.log.entries.at(-1)?.response).toMatchObject({ status: 0, content: { size: 0 } });
    expect(har.log.entries.at(-1)).toMatchObject({ comment: 'The fault reset closed the connection.' });
  });
});
