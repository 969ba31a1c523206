import { describe, expect, it } from 'vitest';
import { DeliveryVerifier } from '../../../src/listen/receive/delivery-verifier.js';
import type { HeldEndpoint } from '../../../src/listen/endpoint/state.js';
import { writeSignature } from '../../../src/domain/webhook/signature.js';
import { manualClock } from '../../support/program/clock.js';
import { deferred } from '../../support/network/deferred.js';

const body = Buffer.from('{}');
const held: HeldEndpoint = { id: 'w', url: 'x', secrets: [{ value: 's', until: null }] };

describe('a delivery that comes before the answer to the registration', () => {
  it('waits for the secret that the answer holds', async () => {
    const clock = manualClock();
    let endpoints: readonly HeldEndpoint[] = [];
    const judging = new DeliveryVerifier({ clock, endpoints: () => endpoints });
    const registering = deferred();
    judging.during(registering.promise);
    const judged = judging.verify([writeSignature({ current: 's' }, body, Math.floor(clock.now() / 1000))], body);
    endpoints = [held];
    registering.resolve();
    expect(await judged).toMatchObject({ ok: true, endpoint: 'w' });
  });

  it('has a time limit, and is refused when it is missing', async () => {
    const clock = manualClock();
    const judging = new DeliveryVerifier({ clock, endpoints: () => [] });
    judging.during(new Promise(() => undefined));
    const judged = judging.verify(['t=1, v1=x'], body);
    await clock.nextSleep();
    clock.advance(5_000);
    expect((await judged).ok).toBe(false);
  });
});
