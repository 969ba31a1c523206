import { describe, expect, it } from 'vitest';
import { DeliveryVerifier } from '../../src/listen/delivery-verifier.js';
import type { HeldEndpoint } from '../../src/listen/state.js';
import { writeSignature } from '../../src/webhook/signature.js';
import { manualClock } from '../support/clock.js';
import { deferred } from '../support/deferred.js';

const body = Buffer.from('{}');
const held: HeldEndpoint = { id: 'w', url: 'x', secrets: [{ value: 's', until: null }] };
const day = 86_400_000;

describe('judging by a service’s clock that may be moved', () => {
  const open = (offset: () => number) => {
    const clock = manualClock();
    let asked = 0;
    const serviceNow = () => {
      asked += 1;
      return Promise.resolve(clock.now() + offset());
    };
    const judging = new DeliveryVerifier({ clock, endpoints: () => [held], serviceNow });
    const header = (secret: string, at: number) => [writeSignature({ current: secret }, body, Math.floor(at / 1000))];
    return { clock, judging, header, asked: () => asked };
  };

  it('takes what is in time there, and asks once for many that come together', async () => {
    const { clock, judging, header, asked } = open(() => day);
    const signed = header('s', clock.now() + day);
    const judged = await Promise.all(Array.from({ length: 20 }, () => judging.verify(signed, body)));
    expect(judged.every(({ ok }) => ok)).toBe(true);
    expect(asked()).toBeLessThanOrEqual(2);
    expect(judging.now()).toBe(clock.now() + day);
  });

  it('refuses what is out of time there too', async () => {
    const { clock, judging, header } = open(() => day);
    await judging.look();
    expect((await judging.verify(header('s', clock.now()), body)).ok).toBe(false);
  });

  it('asks nothing for a delivery that was not signed with the secret', async () => {
    const { clock, judging, header, asked } = open(() => day);
    expect((await judging.verify(header('guess', clock.now() + day), body)).ok).toBe(false);
    expect(asked()).toBe(0);
  });

  it('asks again when the clock was moved while it was being asked', async () => {
    const clock = manualClock();
    const answers = [deferred<number>(), deferred<number>()];
    let asked = 0;
    const serviceNow = () => answers[asked++]?.promise ?? Promise.reject(new Error('asked too often'));
    const judging = new DeliveryVerifier({ clock, endpoints: () => [held], serviceNow });
    void judging.look();
    const signed = [writeSignature({ current: 's' }, body, Math.floor((clock.now() + day) / 1000))];
    const judged = judging.verify(signed, body);
    answers[0]?.resolve(clock.now());
    answers[1]?.resolve(clock.now() + day);
    expect((await judged).ok).toBe(true);
  });
});

describe('a delivery that comes before the answer to the registration', () => {
  it('waits for the secret that the answer holds', async () => {
    const clock = manualClock();
    let endpoints: readonly HeldEndpoint[] = [];
    const judging = new DeliveryVerifier({ clock, endpoints: () => endpoints, serviceNow: null });
    const registering = deferred();
    judging.during(registering.promise);
    const judged = judging.verify([writeSignature({ current: 's' }, body, Math.floor(clock.now() / 1000))], body);
    endpoints = [held];
    registering.resolve();
    expect(await judged).toMatchObject({ ok: true, endpoint: 'w' });
  });

  it('has a time limit, and is refused when it is missing', async () => {
    const clock = manualClock();
    const judging = new DeliveryVerifier({ clock, endpoints: () => [], serviceNow: null });
    judging.during(new Promise(() => undefined));
    const judged = judging.verify(['t=1, v1=x'], body);
    await clock.nextSleep();
    clock.advance(5_000);
    expect((await judged).ok).toBe(false);
  });
});
