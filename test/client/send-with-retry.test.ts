import { describe, expect, it } from 'vitest';
import type { Wait } from '../../src/client/send-with-retry.js';
import type { Client } from '../../src/client/client.js';
import { leavesOpen } from '../../src/client/failure.js';
import { type Behaviour, json, refusal, reset, text } from '../support/network/hostile-server.js';
import { setScene } from '../support/network/scene.js';

const list = json(200, { data: [] });

describe('a wait between attempts', () => {
  it('is reported when it is longer than two seconds: how long, for which attempt and why', async () => {
    const waits: Wait[] = [];
    const busy = refusal(503, 'service_unavailable');
    const onWait = (wait: Wait): void => void waits.push(wait);
    const scene = await setScene([busy, busy, list], { onWait });
    await scene.client.call('listTemplates', {});
    await scene.close();
    expect(waits).toEqual([
      { milliseconds: 5_000, attempt: 2, why: 'about service_unavailable' },
      { milliseconds: 10_000, attempt: 3, why: 'about service_unavailable' },
    ]);
  });

  it('is not reported when it is short', async () => {
    const waits: Wait[] = [];
    const limited = refusal(429, 'rate_limited', { 'Retry-After': '1' });
    const scene = await setScene([limited, list], { onWait: (wait) => void waits.push(wait) });
    await scene.client.call('listTemplates', {});
    await scene.close();
    expect(waits).toEqual([]);
  });
});

const id = '6f1f2f0e-4f0b-4f43-9d8a-000000000002';
const template_id = '6f1f2f0e-4f0b-4f43-9d8a-000000000001';
const create = (client: Client) =>
  client.call('createEnvelope', {
    body: { template_id, recipients: [{ role: 'Tenant', name: 'T', email: 't@x.test' }] },
  });
const remove = (client: Client) => client.call('deleteWebhook', { parameters: { webhookId: id } });
const rename = (client: Client) =>
  client.call('renameTemplateFields', {
    parameters: { templateId: template_id },
    body: { fields: [{ id, label: 'Rent' }] },
    ifMatch: '"a"',
  });

async function failure(
  behaviours: readonly Behaviour[],
  call: (client: Client) => Promise<unknown>,
): Promise<{ readonly failure: unknown; readonly attempts: number }> {
  const scene = await setScene(behaviours);
  const failed: unknown = await call(scene.client).then(
    () => null,
    (error: unknown) => error,
  );
  await scene.close();
  return { failure: failed, attempts: scene.server.seen.length };
}

describe('the outcome of a write', () => {
  const html = { 'Content-Type': 'text/html' };
  it.each<[string, Behaviour]>([
    ['a 303', text(303, '', { Location: 'http://127.0.0.1:1/' })],
    ['a 400 web page', text(400, '<html>', html)],
    ['a 408', text(408, '')],
    ['a 409 without an error object', json(409, { message: 'busy' })],
    ['a 429 without an error object', text(429, 'slow down')],
    ['a 499', text(499, '')],
    ['a 408 with an error of its own', refusal(408, 'request_timeout')],
    ['a 422 with an error that is a text', json(422, { error: 'gateway timeout' })],
    ['a 502 web page', text(502, '<html>', html)],
    ['a 503 with an unknown code', refusal(503, 'upstream_away')],
    ['a 200 with an error that is no object', json(200, { error: null })],
    ['an empty 200', text(200, '')],
  ])('is unknown after %s, with a key and without one', async (_what, behaviour) => {
    for (const call of [create, remove]) {
      const { failure: failed, attempts } = await failure([behaviour], call);
      expect(failed).toMatchObject({ outcomeUnknown: true });
      // Without a key, it could be done twice.
      if (call === remove) expect(attempts).toBe(1);
    }
  });

  it.each<[string, Behaviour]>([
    ['not_found', refusal(404, 'not_found')],
    ['service_unavailable', refusal(503, 'service_unavailable')],
    ['rate_limited', refusal(429, 'rate_limited', { 'Retry-After': '1' })],
    ['an unknown code at a status of the service', refusal(422, 'brand_new')],
  ])('is known after %s', async (_what, behaviour) => {
    for (const call of [create, remove]) {
      expect((await failure([behaviour], call)).failure).toMatchObject({ outcomeUnknown: false });
    }
  });

  it('of a lost attempt is told by a refusal under the same key alone', async () => {
    const gone = refusal(404, 'not_found');
    expect((await failure([reset, gone], create)).failure).toMatchObject({ outcomeUnknown: false });
    for (const code of ['idempotency_key_reused', 'idempotency_key_required']) {
      expect((await failure([reset, refusal(409, code)], create)).failure).toMatchObject({ outcomeUnknown: true });
    }
    // The repeat may be refused because of what the first attempt did.
    const changed = [reset, refusal(412, 'template_changed'), text(500, '')];
    expect((await failure(changed, rename)).failure).toMatchObject({ code: 'template_changed', outcomeUnknown: true });
  });

  it('of an earlier run stays open after a failure that does not tell of its key', async () => {
    const open = async (behaviour: Behaviour): Promise<readonly boolean[]> => {
      const { failure: failed } = await failure([behaviour], create);
      return [leavesOpen(failed), leavesOpen(failed, true)];
    };
    expect(await open(refusal(401, 'unauthenticated'))).toEqual([false, true]);
    expect(await open(refusal(503, 'service_unavailable'))).toEqual([false, true]);
    expect(await open(refusal(422, 'cannot_be_drawn'))).toEqual([false, false]);
    expect(await open(text(408, ''))).toEqual([true, true]);
    expect([leavesOpen(new Error('of ours')), leavesOpen(new Error('of ours'), true)]).toEqual([false, true]);
  });
});
