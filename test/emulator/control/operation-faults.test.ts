import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTemplate, landlord, tenant } from '../../support/agreement.js';
import { expectRefusal, minute, once, startTestEmulator, type TestOrganisation } from '../../support/emulator.js';
import { bearer, http, type Answer } from '../../support/http.js';
import type { Envelope, Template } from '../../support/shapes.js';
import { shared } from '../../support/shared.js';

interface Shown {
  readonly fault: string;
  readonly operation: string | null;
  readonly seed: number;
  readonly met: number;
  readonly struck: number;
}
interface Logged {
  readonly operation: string | null;
  readonly status: number | null;
  readonly fault: string | null;
  readonly answered: boolean;
}

const emulator = shared(startTestEmulator);
let organisation: TestOrganisation;
let template: Template;
beforeAll(async () => {
  organisation = await emulator.organisation();
  template = await createTemplate(organisation.live);
});
beforeEach(async () => {
  await emulator.control('DELETE /_emulator/faults');
  await emulator.advance(minute);
});

const path = '/_emulator/faults/operations';
const fault = (body: object): Promise<Shown> => emulator.control<Shown>(`POST ${path}`, body);
const list = async (): Promise<readonly Shown[]> =>
  (await emulator.control<{ data: readonly Shown[] }>(`GET ${path}`)).data;
const create = (key: string): Promise<Answer<Envelope>> =>
  organisation.live<Envelope>(
    'POST /api/v1/envelopes',
    { template_id: template.id, recipients: [tenant, landlord] },
    { 'Idempotency-Key': key },
  );
const lastLogged = async (): Promise<Logged | undefined> =>
  (await emulator.control<{ data: readonly Logged[] }>('GET /_emulator/requests')).data.at(-1);

describe('faults by operation', () => {
  it('drop-after-commit: the envelope exists, its response is lost, and the same key returns it', async () => {
    await fault({ operation: 'createEnvelope', drop_after_commit: true, count: 1 });
    await expect(create('dropped')).rejects.toMatchObject({ code: 'ECONNRESET', message: 'socket hang up' });
    expect(await lastLogged()).toMatchObject({ status: 201, fault: 'drop_after_commit', answered: false });
    const again = await create('dropped');
    expect([again.status, again.headers['idempotency-replayed']]).toEqual([201, 'true']);
    expect(await list()).toMatchObject([{ struck: 1, met: 2 }]);
  });

  it('drop-after-commit takes the answer to a repeat too, and leaves a refusal alone', async () => {
    await create('known');
    await fault({ operation: 'createEnvelope', drop_after_commit: true });
    await expect(create('known')).rejects.toMatchObject({ code: 'ECONNRESET' });
    expectRefusal(await organisation.live('POST /api/v1/envelopes', {}, once()), 400, 'invalid_request');
    expect(await list()).toMatchObject([{ struck: 1, met: 2 }]);
  });

  it('reset: nothing has happened', async () => {
    await fault({ operation: 'createEnvelope', reset: true, count: 1 });
    await expect(create('reset')).rejects.toMatchObject({ code: 'ECONNRESET', message: 'read ECONNRESET' });
    expect(await lastLogged()).toMatchObject({ status: null, fault: 'reset', answered: false });
    expect((await create('reset')).headers['idempotency-replayed']).toBe('false');
  });

  it('stuck: the key stays in progress until it is released, and then has its answer', async () => {
    await fault({ operation: 'createEnvelope', stuck: true, count: 1 });
    await expect(create('stuck')).rejects.toMatchObject({ code: 'ECONNRESET' });
    expectRefusal(await create('stuck'), 409, 'request_in_progress');
    await emulator.control('POST /_emulator/faults/release');
    await expect.poll(async () => (await create('stuck')).headers['idempotency-replayed']).toBe('true');
  });

  it('stuck: what is still stuck at a reset leaves nothing behind', async () => {
    const own = await startTestEmulator();
    try {
      const { live } = await own.organisation();
      await own.control(`POST ${path}`, { operation: 'registerWebhook', stuck: true });
      const hook = { url: 'http://127.0.0.1:9/', events: ['envelope.sent'] };
      await expect(live('POST /api/v1/webhooks', hook)).rejects.toMatchObject({ code: 'ECONNRESET' });
      await own.control('POST /_emulator/reset');
      const { tables } = await own.control<{ tables: Record<string, unknown[]> }>('GET /_emulator/snapshot');
      expect([tables['webhooks'], await own.control(`GET ${path}`)]).toEqual([[], { data: [] }]);
    } finally {
      await own.close();
    }
  });

  it('a code comes with its own status or another one, a status alone is bare, and both say that they were asked for', async () => {
    await fault({ operation: 'getSpecification', code: 'internal_error', http_status: 502, count: 1 });
    await fault({ operation: 'getSpecification', code: 'rate_limited', count: 1 });
    await fault({ operation: 'getSpecification', http_status: 503, count: 1 });
    const read = (): Promise<Answer> => http(emulator.url, 'GET', '/api/v1/openapi.json');
    const [first, second, third, fourth] = [await read(), await read(), await read(), await read()];
    expectRefusal(first, 502, 'internal_error');
    expectRefusal(second, 429, 'rate_limited');
    expect([second.headers['retry-after'], second.headers['esign-fault']]).toEqual(['60', 'answer']);
    expect([third.status, third.bytes.length, fourth.status]).toEqual([503, 0, 200]);
    expect(fourth.headers).not.toHaveProperty('esign-fault');
  });

  it.each([
    [path, { operation: 'listWebhooks', code: 'rate_limited', count: 1 }],
    [path, { operation: 'listWebhooks', http_status: 429, count: 1 }],
    ['/_emulator/faults', { point: 'operation:listWebhooks', code: 'rate_limited' }],
  ])('a 429 has the headers of a refused request, and takes nothing from the minute: %s %j', async (where, wanted) => {
    await emulator.control(`POST ${where}`, wanted);
    const refused = await organisation.live('GET /api/v1/webhooks');
    expect(refused.status).toBe(429);
    const { 'ratelimit-limit': limit, 'ratelimit-remaining': remaining, 'ratelimit-reset': reset } = refused.headers;
    expect([limit, remaining, refused.headers['retry-after']]).toEqual(['600', '0', reset]);
    expect((await organisation.live('GET /api/v1/webhooks')).headers['ratelimit-remaining']).toBe('598');
  });

  it('a delay holds any operation, is released, and goes with another fault', async () => {
    await fault({ delay_seconds: 3600, count: 1 });
    const late = organisation.live('GET /api/v1/webhooks');
    await expect.poll(async () => (await list())[0]?.struck).toBe(1);
    await emulator.control('POST /_emulator/faults/release');
    expect((await late).headers['esign-fault']).toBe('delay');
    await fault({ delay_seconds: 0.01, http_status: 500, count: 1 });
    expect((await organisation.live('GET /api/v1/webhooks')).status).toBe(500);
  });

  it('the same seed selects the same requests of a run', async () => {
    const run = async (): Promise<readonly number[]> => {
      await emulator.control(`DELETE ${path}?operation=listWebhooks`);
      await fault({ operation: 'listWebhooks', http_status: 500, probability: 0.4, seed: 11 });
      const statuses: number[] = [];
      for (let each = 0; each < 20; each += 1) statuses.push((await organisation.live('GET /api/v1/webhooks')).status);
      return statuses;
    };
    const first = await run();
    expect(new Set(first)).toEqual(new Set([200, 500]));
    expect(await run()).toEqual(first);
  });

  it.each([
    [{}, /must have one of/],
    [{ reset: true, stuck: true }, /must have only one/],
    [{ operation: 'nothing', reset: true }, /operation/],
    [{ reset: true, probability: 1.5 }, /probability/],
    [{ delay_seconds: 4000 }, /delay_seconds/],
  ])('%j is refused', async (body, message) => {
    expectRefusal(
      await http(emulator.url, 'POST', path, { headers: bearer(emulator.token), body }),
      400,
      'invalid_request',
      message,
    );
  });

  it('is in the description of these routes', async () => {
    const { paths } = await emulator.control<{ paths: Record<string, object> }>('GET /_emulator/openapi.json');
    expect(Object.keys(paths[path] ?? {})).toEqual(['get', 'post', 'delete']);
    expect(paths[path]).toMatchObject({ delete: { parameters: [{ name: 'operation', in: 'query' }] } });
  });
});
