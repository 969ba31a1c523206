import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import type { AgreementScene } from '../agreement-scene.js';
import { createTemplate } from '../agreement.js';
import { type Receiver, startReceiver } from '../listening/deliveries.js';
import { minute, startTestEmulator, type TestEmulator, type TestOrganisation } from '../emulator.js';
import type { Template, Webhook } from '../shapes.js';

/** What the tests of one file share; all but the emulator is new for every test. */
export interface DeliveryScene extends AgreementScene {
  readonly receiver: Receiver;
  /** The endpoint whose deliveries the receiver takes. */
  readonly endpoint: Webhook;
}

/** An emulator whose deliveries of `events` come to a receiver on a socket of its own. */
export function deliveryScene(events: readonly string[]): DeliveryScene {
  let emulator: TestEmulator;
  let organisation: TestOrganisation;
  let template: Template;
  let receiver: Receiver;
  let endpoint: Webhook;
  beforeAll(async () => {
    emulator = await startTestEmulator();
  });
  afterAll(() => emulator.close());
  beforeEach(async () => {
    await emulator.advance(minute);
    organisation = await emulator.organisation();
    template = await createTemplate(organisation.live);
    receiver = await startReceiver();
    const answer = await organisation.live<Webhook>('POST /api/v1/webhooks', { url: receiver.url, events });
    if (answer.status !== 201) throw new Error(`the endpoint was answered ${answer.status}: ${String(answer.bytes)}`);
    endpoint = answer.body;
  });
  afterEach(async () => {
    await organisation.live(`DELETE /api/v1/webhooks/${endpoint.id}`);
    await receiver.close();
  });
  return {
    get emulator() {
      return emulator;
    },
    get organisation() {
      return organisation;
    },
    get template() {
      return template;
    },
    get receiver() {
      return receiver;
    },
    get endpoint() {
      return endpoint;
    },
  };
}
