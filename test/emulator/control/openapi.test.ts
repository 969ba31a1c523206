import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { beforeAll, describe, expect, it } from 'vitest';
import { eventNames } from '../../../src/contract/events.js';
import { isInstant, isUuid } from '../../../src/contract/schema.js';
import { isObject } from '../../../src/core/platform/json.js';
import { agreementPdf, createEnvelope, createTemplate, landlord, rental, tenant } from '../../support/agreement.js';
import { once, startTestEmulator, type Call } from '../../support/emulator.js';
import { bearer, http, type Answer } from '../../support/http.js';
import type { Authorisation, Envelope, Webhook } from '../../support/shapes.js';
import { shared } from '../../support/shared.js';

type Json = Readonly<Record<string, unknown>>;

interface Described {
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, { readonly responses: Readonly<Record<string, Json>> }>>>
  >;
  readonly components: Json;
}

const emulator = shared(startTestEmulator);
let live: Call;
let document: Described;
let judge: (line: string, status: number) => ValidateFunction | null;
beforeAll(async () => {
  live = (await emulator.organisation()).live;
  document = (await ask<Described>('GET /_emulator/openapi.json')).body;
  // An answer has no property that the document does not name, but for objects of which it names none.
  const closed = JSON.parse(JSON.stringify(document).replaceAll('"#/', '"document#/'), (_key, value: unknown) =>
    isObject(value) && isObject(value['properties']) && Object.keys(value['properties']).length > 0
      ? { ...value, additionalProperties: false }
      : value,
  ) as Described;
  const ajv = new Ajv2020({ strict: false });
  ajv
    .addFormat('uuid', isUuid)
    .addFormat('date-time', isInstant)
    .addFormat('email', /^[^@\s]+@[^@\s]+$/);
  ajv.addSchema({ $id: 'document', components: closed.components });
  judge = (line, status) => {
    const [method = '', path = ''] = line.split(' ');
    const answer = closed.paths[path]?.[method.toLowerCase()]?.responses[status];
    if (answer === undefined) throw new Error(`${line} does not describe ${status}`);
    const media = answer['content'] as Record<string, { schema: Json }> | undefined;
    const schema = media?.['application/json']?.schema;
    return schema === undefined ? null : ajv.compile(schema);
  };
});

function ask<T = unknown>(line: string, body?: unknown): Promise<Answer<T>> {
  const [method = '', target = ''] = line.split(' ');
  return http<T>(emulator.url, method, target, { body, headers: bearer(emulator.token) });
}

const hook = { url: 'http://127.0.0.1:9/hooks', events: [...eventNames] };
const sent = async (): Promise<Envelope> =>
  createEnvelope(live, await createTemplate(live, agreementPdf()), { send: true, values: [rental] });
const mandate = async (): Promise<string> => {
  const [brand] = (await ask<{ data: { id: string; organisation_id: string }[] }>('GET /_emulator/brands')).body.data
    .filter(({ organisation_id: owner }) => owner === organisationId)
    .map(({ id }) => id);
  const body = {
    brand_id: brand,
    legal_entity: { name: 'Van Wyk Family Trust' },
    grantor: { name: 'Pieter van Wyk', email: 'pieter@example.test' },
    intended_use: 'Residential leases',
    valid_until: new Date(emulator.now() + 90 * 86_400_000).toISOString(),
  };
  return (await live<Authorisation>('POST /api/v1/standing-authorisations', body, once())).body.id;
};
let organisationId: string;

/** A request with the parameters of its path and a body. */
interface Request {
  readonly path?: string;
  readonly body?: unknown;
}

/** How to ask each route for a success; a route that is not named here needs nothing. */
const requests: Readonly<Record<string, () => Promise<Request> | Request>> = {
  'POST /_emulator/clock': () => ({ body: { action: 'advance', seconds: 60 } }),
  'POST /_emulator/keys': () => ({ body: { mode: 'test', scopes: ['envelopes:read'] } }),
  'GET /_emulator/organisations/{organisationId}': () => ({ path: '/_emulator/organisations/default' }),
  'PATCH /_emulator/organisations/{organisationId}': () => ({
    path: '/_emulator/organisations/default',
    body: { members: ['thandi@example.test'] },
  }),
  'POST /_emulator/brands': () => ({ body: { name: 'Second', origins: ['https://app.example.com'] } }),
  'PATCH /_emulator/brands/{brandId}': async () => {
    const { data } = (await ask<{ data: { id: string }[] }>('GET /_emulator/brands')).body;
    return { path: `/_emulator/brands/${data[0]?.id}`, body: { origins: [] } };
  },
  'POST /_emulator/envelopes/{envelopeId}/origins': async () => ({
    path: `/_emulator/envelopes/${(await sent()).id}/origins`,
    body: { origin: 'https://app.example.com' },
  }),
  'POST /_emulator/templates': () => ({
    body: { name: 'Listed', fields: [{ type: 'signature', role: 'Tenant', required: true }] },
  }),
  'POST /_emulator/templates/{templateId}/archive': async () => ({
    path: `/_emulator/templates/${(await createTemplate(live)).id}/archive`,
  }),
  'GET /_emulator/templates/{templateId}/naming-record': async () => {
    const { id } = await createTemplate(live);
    const run = (await live<{ id: string }>(`POST /api/v1/templates/${id}/naming-runs`, {})).body;
    const accepted = await live(`POST /api/v1/templates/${id}/naming-runs/${run.id}/accept-current`, { accept: 'all' });
    expect(accepted.status).toBe(200);
    return { path: `/_emulator/templates/${id}/naming-record` };
  },
  'POST /_emulator/envelopes/{envelopeId}/recipients/{recipient}/sign': async () => ({
    path: `/_emulator/envelopes/${(await sent()).id}/recipients/${tenant.role}/sign`,
    body: {},
  }),
  'POST /_emulator/envelopes/{envelopeId}/recipients/{recipient}/decline': async () => ({
    path: `/_emulator/envelopes/${(await sent()).id}/recipients/${tenant.role}/decline`,
    body: { reason: 'No' },
  }),
  'POST /_emulator/envelopes/{envelopeId}/recipients/{recipient}/delegate': async () => ({
    path: `/_emulator/envelopes/${(await sent()).id}/recipients/${tenant.role}/delegate`,
    body: { name: landlord.name, email: landlord.email },
  }),
  'POST /_emulator/envelopes/{envelopeId}/requeue-sealing': async () => {
    const made = await ask<{ id: string }>('POST /_emulator/scenarios', { name: 'sealing-failed' });
    return { path: `/_emulator/envelopes/${made.body.id}/requeue-sealing` };
  },
  'POST /_emulator/authorisations/{authorisationId}/grant': async () => ({
    path: `/_emulator/authorisations/${await mandate()}/grant`,
    body: {},
  }),
  'POST /_emulator/authorisations/{authorisationId}/decline': async () => ({
    path: `/_emulator/authorisations/${await mandate()}/decline`,
    body: { reason: 'No' },
  }),
  'GET /_emulator/envelopes/{envelopeId}/end': async () => ({ path: `/_emulator/envelopes/${(await sent()).id}/end` }),
  'GET /_emulator/envelopes/{envelopeId}/test': async () => ({
    path: `/_emulator/envelopes/${(await sent()).id}/test?runner=pytest`,
  }),
  'GET /_emulator/inbox/{mailId}': async () => {
    const [mail] = await emulator.mails();
    return { path: `/_emulator/inbox/${mail?.id}` };
  },
  'GET /_emulator/proof': () => ({ path: `/_emulator/proof?nonce=${'0a'.repeat(16)}` }),
  // Faults of operations that nothing here calls.
  'POST /_emulator/faults': () => ({ body: { point: 'operation:voidEnvelope', code: 'internal_error' } }),
  'POST /_emulator/faults/operations': () => ({ body: { operation: 'deleteWebhook', http_status: 500 } }),
  'POST /_emulator/faults/deliveries': () => ({ body: { drop: 0.1, clock_skew_seconds: -400 } }),
  'POST /_emulator/deliveries/app-responses': () => ({ body: { responses: [] } }),
  'POST /_emulator/deliveries/redeliver': async () => {
    const { data } = (await ask<{ data: { id: string }[] }>('GET /_emulator/deliveries')).body;
    return { body: { id: data[0]?.id } };
  },
  'POST /_emulator/webhook-secret': () => ({ body: { url: 'http://127.0.0.1:9/lasting' } }),
  'POST /_emulator/trigger': () => ({ body: { event: 'recipient.completed', organisation_id: organisationId } }),
  'POST /_emulator/scenarios': () => ({ body: { name: 'sealed' } }),
  'POST /_emulator/organisations': () => ({ body: { name: 'Third' } }),
  'POST /_emulator/restore': async () => ({ body: (await ask('GET /_emulator/snapshot')).body }),
};

/** What replaces or deletes everything is asked last, and reads of what was done after it was done. */
const order = (line: string): number =>
  /\/(?:reset|restore)$/.test(line)
    ? 3
    : line.startsWith('DELETE') || line.endsWith('/release')
      ? 2
      : line.startsWith('GET')
        ? 1
        : 0;

async function judged(line: string, request: Request = {}): Promise<unknown> {
  const [method = '', path = ''] = line.split(' ');
  const answer = await ask(`${method} ${request.path ?? path}`, request.body);
  expect([answer.status < 300, answer.bytes.toString('utf8').slice(0, 300)]).toEqual([true, expect.anything()]);
  const check = judge(line, answer.status);
  if (check === null) {
    expect(answer.bytes).toHaveLength(0);
    return undefined;
  }
  check(answer.body);
  expect(check.errors ?? []).toEqual([]);
  return answer.body;
}

describe('each of the routes', () => {
  it('answers a success with the status and the body that it describes, and nothing else', async () => {
    const settings = await ask<{ id: string; live_key: string }>('POST /_emulator/organisations', {});
    organisationId = settings.body.id;
    live = emulator.call(settings.body.live_key);
    await live<Webhook>('POST /api/v1/webhooks', hook);
    const lines = Object.entries(document.paths)
      .flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`))
      .toSorted((a, b) => order(a) - order(b));
    expect(Object.keys(requests).filter((line) => !lines.includes(line))).toEqual([]);
    const empty: string[] = [];
    for (const line of lines) {
      const body = await judged(line, await requests[line]?.());
      if (isObject(body) && Array.isArray(body['data']) && body['data'].length === 0) empty.push(line);
    }
    // A list without an item would show nothing.
    expect(empty).toEqual([]);
  });

  it('names one status of success, with a schema unless there is no content', () => {
    for (const [path, methods] of Object.entries(document.paths)) {
      for (const [method, { responses }] of Object.entries(methods)) {
        const [status = '', refused, ...more] = Object.keys(responses);
        expect([`${method} ${path}`, refused, more]).toEqual([`${method} ${path}`, '4XX', []]);
        expect(status).toMatch(/^20[0124]$/);
        expect([path, 'content' in (responses[status] ?? {})]).toEqual([path, status !== '204']);
      }
    }
  });

  it.each(['curl', 'har'])('describes the log of requests as %s', async (format) => {
    await live('GET /api/v1/webhooks');
    await judged('GET /_emulator/requests', { path: `/_emulator/requests?format=${format}` });
  });

  it('describes the clock while it is being advanced', () => {
    const check = judge('GET /_emulator/clock', 200);
    const clock = { now: '2026-03-02T08:00:00.000Z', frozen: true, next: null };
    expect(check?.({ ...clock, advance: { done: 1, due: 2 } })).toBe(true);
    expect(check?.({ ...clock, advance: { done: 1 } })).toBe(false);
    expect(check?.({ ...clock, colour: 1 })).toBe(false);
  });
});
