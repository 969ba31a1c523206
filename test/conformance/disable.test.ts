import { describe, expect, it } from 'vitest';
import { createEnvelope } from '../support/agreement.js';
import { deliveryScene } from '../support/emulator/delivery-scene.js';
import { day, hour, second } from '../support/emulator.js';
import type { Webhook } from '../support/shapes.js';

const scene = deliveryScene(['envelope.sent']);

const read = async (): Promise<Webhook> =>
  (await scene.organisation.live<Webhook>(`GET /api/v1/webhooks/${scene.endpoint.id}`)).body;
const send = async (): Promise<void> => {
  await createEnvelope(scene.organisation.live, scene.template, { send: true });
  await scene.emulator.advance(second);
};
const fail = (): void => scene.receiver.answer(500);
const succeed = (): void => scene.receiver.answer(204);
/** Seven days of failures, one new delivery a day, so that some attempt falls after the window. */
const failForAWeek = async (): Promise<void> => {
  fail();
  for (let index = 0; index < 8; index += 1) {
    await send();
    await scene.emulator.advance(day);
  }
};

describe('an endpoint without a success for seven days [disable.seven-days]', () => {
  it('is deactivated: active false, disabled_at and disabled_reason set [webhook.disabled, webhook.active]', async () => {
    await failForAWeek();
    const after = await read();
    expect(after.active).toBe(false);
    expect(Date.parse(after.disabled_at!)).toBeLessThanOrEqual(scene.emulator.now());
    expect(after.disabled_reason).toMatch(/\w+ \w+ \w+/);
  });

  it('is not deactivated before: the window is measured from the start of the current run of failures [disable.window-start]', async () => {
    fail();
    const start = scene.emulator.now();
    for (let index = 0; index < 6; index += 1) {
      await send();
      await scene.emulator.advance(day);
    }
    expect((await read()).active).toBe(true);
    await scene.emulator.advance(2 * day);
    await send();
    const after = await read();
    expect(after.active).toBe(false);
    expect(Date.parse(after.disabled_at!) - start).toBeGreaterThanOrEqual(7 * day);
  });

  it('a success in between restarts the count [disable.window-start]', async () => {
    fail();
    for (let index = 0; index < 5; index += 1) {
      await send();
      await scene.emulator.advance(day);
    }
    succeed();
    await send();
    fail();
    for (let index = 0; index < 5; index += 1) {
      await send();
      await scene.emulator.advance(day);
    }
    expect((await read()).active).toBe(true);
  });

  it('the ladder of a single delivery ends long before and does not deactivate it [practice.ladder-before-disable]', async () => {
    fail();
    await send();
    await scene.emulator.advance(35 * hour);
    expect([(await read()).active, (await read()).consecutive_failures]).toEqual([true, 1]);
    await scene.emulator.advance(10 * day);
    expect((await read()).active).toBe(true);
  });

  it('an endpoint without deliveries is not deactivated [disable.seven-days]', async () => {
    await scene.emulator.advance(30 * day);
    expect((await read()).active).toBe(true);
  });

  it('gets neither new events nor retries [disable.queue-dropped]', async () => {
    await failForAWeek();
    const before = scene.receiver.received.length;
    await send();
    await scene.emulator.advance(3 * day);
    expect(scene.receiver.received.length).toBe(before);
  });

  it('is not announced by e-mail [disable.no-mail]', async () => {
    const before = (await scene.emulator.mails()).filter(({ kind }) => kind !== 'invitation').length;
    await failForAWeek();
    expect((await scene.emulator.mails()).filter(({ kind }) => kind !== 'invitation').length).toBe(before);
  });

  it('is found by polling: the list shows it [purpose.no-organisation-email]', async () => {
    await failForAWeek();
    const { data } = (await scene.organisation.live<{ data: Webhook[] }>('GET /api/v1/webhooks')).body;
    expect(data.map(({ id, active }) => [id, active])).toEqual([[scene.endpoint.id, false]]);
  });

  it('there is no automatic reactivation [disable.recovery]', async () => {
    await failForAWeek();
    succeed();
    await scene.emulator.advance(60 * day);
    expect((await read()).active).toBe(false);
  });
});

describe('recovery [disable.recovery]', () => {
  it('is a PATCH with active: true, which clears why and when [webhook-update.active]', async () => {
    await failForAWeek();
    const revived = await scene.organisation.live<Webhook>(`PATCH /api/v1/webhooks/${scene.endpoint.id}`, {
      active: true,
    });
    expect(revived.status).toBe(200);
    expect(revived.body).toMatchObject({
      active: true,
      disabled_at: null,
      disabled_reason: null,
      consecutive_failures: 0,
    });
    succeed();
    const before = scene.receiver.received.length;
    await send();
    expect(scene.receiver.received.length).toBe(before + 1);
  });

  it('resets the window: the next failure alone does not deactivate it, another seven days do', async () => {
    await failForAWeek();
    await scene.organisation.live(`PATCH /api/v1/webhooks/${scene.endpoint.id}`, { active: true });
    await send();
    await scene.emulator.advance(6 * day);
    await send();
    expect((await read()).active).toBe(true);
    await failForAWeek();
    expect((await read()).active).toBe(false);
  });
});
