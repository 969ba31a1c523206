import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { createEnvelope } from '../support/agreement.js';
import { deliveryScene } from '../support/emulator/delivery-scene.js';
import { startReceiver } from '../support/listening/deliveries.js';
import { day, hour, minute, once, second } from '../support/emulator.js';
import type { Envelope, Webhook } from '../support/shapes.js';

interface Delivery {
  readonly status: string;
  readonly attempts: readonly { readonly at: string; readonly status: number | null; readonly error: string | null }[];
  readonly next_attempt_at: string | null;
}

const scene = deliveryScene(['envelope.sent', 'envelope.voided']);

const register = async (url: string): Promise<Webhook> =>
  (
    await scene.organisation.live<Webhook>('POST /api/v1/webhooks', {
      url,
      events: ['envelope.sent', 'envelope.voided'],
    })
  ).body;
const read = async (): Promise<Webhook> =>
  (await scene.organisation.live<Webhook>(`GET /api/v1/webhooks/${scene.endpoint.id}`)).body;
const sent = (): Promise<Envelope> => createEnvelope(scene.organisation.live, scene.template, { send: true });
const deliveries = async (): Promise<readonly Delivery[]> =>
  (await scene.emulator.control<{ data: Delivery[] }>(`GET /_emulator/deliveries?webhook_id=${scene.endpoint.id}`))
    .data;
/** Milliseconds between the attempts of the one delivery, as the emulator's clock saw them. */
const gaps = async (): Promise<readonly number[]> => {
  const { attempts } = (await deliveries())[0]!;
  const times = attempts.map(({ at }) => Date.parse(at));
  return times.slice(1).map((time, index) => time - times[index]!);
};

describe('the retry ladder [ladder.attempts]', () => {
  it('has 7 attempts: immediately, +1 minute, +15, +45, +1 hour, +8 hours, +24 hours, each from the previous one', async () => {
    scene.receiver.answer(500);
    const start = scene.emulator.now();
    await sent();
    await scene.emulator.advance(3 * day);
    expect(scene.receiver.received).toHaveLength(7);
    const [delivery] = await deliveries();
    expect(Date.parse(delivery!.attempts[0]!.at) - start).toBe(0);
    expect(await gaps()).toEqual([minute, 15 * minute, 45 * minute, hour, 8 * hour, 24 * hour]);
    expect(scene.receiver.received.map(({ body }) => body.retry_count)).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect([delivery!.status, delivery!.next_attempt_at]).toEqual(['exhausted', null]);
  });

  it('no attempt is made before it falls due [ladder.drains]', async () => {
    scene.receiver.answer(500);
    await sent();
    await scene.emulator.advance(second);
    expect(scene.receiver.received).toHaveLength(1);
    await scene.emulator.advance(58 * second);
    expect(scene.receiver.received).toHaveLength(1);
    await scene.emulator.advance(second);
    expect(scene.receiver.received).toHaveLength(2);
    await scene.emulator.advance(15 * minute - second);
    expect(scene.receiver.received).toHaveLength(2);
    await scene.emulator.advance(second);
    expect(scene.receiver.received).toHaveLength(3);
  });

  it('there is no eighth attempt', async () => {
    scene.receiver.answer(500);
    await sent();
    await scene.emulator.advance(5 * day);
    expect(scene.receiver.received).toHaveLength(7);
  });

  it.each([200, 201, 202, 204, 299])('any 2xx is success: %i [delivery.2xx]', async (status) => {
    scene.receiver.answer(status);
    await sent();
    await scene.emulator.advance(3 * day);
    expect(scene.receiver.received).toHaveLength(1);
    expect((await deliveries())[0]!.status).toBe('delivered');
  });

  it.each([301, 302, 307, 400, 401, 404, 410, 429, 500, 503])(
    'every non-2xx is retried, 4xx included: %i [delivery.retried]',
    async (status) => {
      scene.receiver.answer(status);
      await sent();
      await scene.emulator.advance(second);
      await scene.emulator.advance(minute);
      expect(scene.receiver.received).toHaveLength(2);
      scene.receiver.answer(204);
      await scene.emulator.advance(15 * minute);
      expect(scene.receiver.received).toHaveLength(3);
      expect((await deliveries())[0]!.status).toBe('delivered');
    },
  );

  it('a redirect is not followed: a 3xx is a failure [delivery.no-redirect]', async () => {
    const elsewhere = await startReceiver();
    scene.receiver.answer(302, { Location: elsewhere.url });
    await sent();
    await scene.emulator.advance(second);
    expect([scene.receiver.received.length, elsewhere.received.length]).toEqual([1, 0]);
    expect((await deliveries())[0]!.attempts).toMatchObject([{ status: 302 }]);
    await elsewhere.close();
  });

  it('an address without a listener is retried [delivery.retried]', async () => {
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    const { port } = taken.address() as AddressInfo;
    await new Promise<void>((resolve) => taken.close(() => resolve()));
    await scene.organisation.live(`PATCH /api/v1/webhooks/${scene.endpoint.id}`, { url: `http://127.0.0.1:${port}/` });
    await sent();
    await scene.emulator.advance(2 * minute);
    const [delivery] = await deliveries();
    expect(delivery!.attempts.map(({ status }) => status)).toEqual([null, null]);
    expect(delivery!.attempts[0]!.error).not.toBeNull();
    expect(delivery!.status).toBe('queued');
  });

  it('an answer that has not come after 10 seconds is a failure, and is retried [delivery.timeout, practice.slow-2xx]', async () => {
    scene.receiver.stall();
    await sent();
    const started = performance.now();
    await scene.emulator.advance(second);
    const waited = performance.now() - started;
    expect(waited).toBeGreaterThan(9 * second);
    expect((await deliveries())[0]).toMatchObject({
      status: 'queued',
      attempts: [{ status: null, error: 'no response within 10 s' }],
    });
    scene.receiver.answer(204);
    await scene.emulator.advance(minute);
    expect((await deliveries())[0]!.status).toBe('delivered');
  });

  it('a 2xx whose body breaks off is a failure, and is retried [delivery.broken-off]', async () => {
    scene.receiver.answer(200, { 'Content-Length': '100' });
    await sent();
    await scene.emulator.advance(second);
    expect((await deliveries())[0]).toMatchObject({ status: 'queued', attempts: [{ status: null }] });
    scene.receiver.answer(200);
    await scene.emulator.advance(minute);
    expect((await deliveries())[0]!.status).toBe('delivered');
  });

  it('an attempt that succeeds ends it [delivery.2xx]', async () => {
    scene.receiver.answer(500);
    await sent();
    await scene.emulator.advance(2 * minute);
    scene.receiver.answer(200);
    await scene.emulator.advance(5 * day);
    expect(scene.receiver.received).toHaveLength(3);
  });
});

describe('what the endpoint remembers', () => {
  it('last_success_at is the last 2xx received [webhook.last-success]', async () => {
    expect((await read()).last_success_at).toBeNull();
    const at = scene.emulator.now();
    await sent();
    await scene.emulator.advance(second);
    expect((await read()).last_success_at).toBe(new Date(at).toISOString());
  });

  it('consecutive_failures counts deliveries that used up their ladder, not attempts [webhook.consecutive-failures, webhook.last-failure]', async () => {
    scene.receiver.answer(500);
    await sent();
    await scene.emulator.advance(33 * hour);
    expect([
      scene.receiver.received.length,
      (await read()).consecutive_failures,
      (await read()).last_failure_at,
    ]).toEqual([6, 0, null]);
    await scene.emulator.advance(2 * hour);
    const after = await read();
    expect([scene.receiver.received.length, after.consecutive_failures]).toEqual([7, 1]);
    expect(after.last_failure_at).toBe((await deliveries())[0]!.attempts[6]!.at);
  });

  it('consecutive_failures restarts with a success [webhook.consecutive-failures]', async () => {
    scene.receiver.answer(500);
    await sent();
    await sent();
    await scene.emulator.advance(35 * hour);
    expect((await read()).consecutive_failures).toBe(2);
    scene.receiver.answer(204);
    await sent();
    await scene.emulator.advance(second);
    expect((await read()).consecutive_failures).toBe(0);
  });

  it('one endpoint that fails does not hold up another [ladder.drains]', async () => {
    const healthy = await startReceiver();
    const other = await register(healthy.url);
    scene.receiver.answer(500);
    await sent();
    await scene.emulator.advance(second);
    expect(healthy.received).toHaveLength(1);
    await scene.organisation.live(`DELETE /api/v1/webhooks/${other.id}`);
    await healthy.close();
  });
});

describe('retries that are no longer wanted', () => {
  it('deleting the endpoint drops them [webhook-delete.drops-queue]', async () => {
    scene.receiver.answer(500);
    await sent();
    await scene.emulator.advance(second);
    await scene.organisation.live(`DELETE /api/v1/webhooks/${scene.endpoint.id}`);
    await scene.emulator.advance(3 * day);
    expect(scene.receiver.received).toHaveLength(1);
  });

  it('an endpoint that is switched off gets no new deliveries [webhook-update.active]', async () => {
    await scene.organisation.live(`PATCH /api/v1/webhooks/${scene.endpoint.id}`, { active: false });
    const envelope = await sent();
    await scene.organisation.live(`POST /api/v1/envelopes/${envelope.id}/void`, { reason: 'sold' }, once());
    await scene.emulator.advance(2 * day);
    expect(scene.receiver.received).toEqual([]);
  });
});
