import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { failed, type WebhookEndpoint } from '../../../src/emulator/domain/webhook-endpoint.js';
import { webhookRepository } from '../../../src/emulator/store/webhook-repository.js';
import { createRig, rigStart as now, type Rig } from '../../support/emulator/temporary-store.js';

const hour = 3_600_000;
const endpoint: WebhookEndpoint = {
  id: 'w',
  organisation_id: 'o',
  url: 'https://example.test/hooks',
  subscribed_events: ['envelope.sent'],
  brand_id: null,
  active: true,
  consecutive_failures: 0,
  last_success_at: null,
  last_failure_at: null,
  failing_since: null,
  disabled_at: null,
  disabled_reason: null,
  created_at: now,
  secret: 'whsec_secret',
  previous_secret: null,
  rotated_at: null,
};

let rig: Rig;
beforeEach(() => {
  rig = createRig();
  rig.store.sql.run(
    `INSERT INTO organisations (id, name, plan, members, confirmed_addresses) VALUES ('o', 'O', 'free', '[]', '[]')`,
  );
  webhookRepository(rig.store.sql).insert(endpoint);
});
afterEach(() => rig.close());

describe('a success', () => {
  it('ends the run of failures, and leaves the rest as it is', () => {
    const webhooks = webhookRepository(rig.store.sql);
    const failing = failed(endpoint, now, true, 7);
    webhooks.update(failing);
    webhooks.succeeded('w', now + hour);
    const expected = { ...failing, consecutive_failures: 0, failing_since: null, last_success_at: now + hour };
    expect(webhooks.get('w')).toEqual(expected);
  });

  it('ends a run of failures of the same time', () => {
    const webhooks = webhookRepository(rig.store.sql);
    webhooks.succeeded('w', now);
    const again = webhooks.get('w');
    if (again === null) throw new Error('the endpoint is gone');
    webhooks.update(failed(again, now, false, 7));
    webhooks.succeeded('w', now);
    expect(webhooks.get('w')).toEqual({ ...endpoint, last_success_at: now });
  });

  it('of an endpoint that was deleted has no effect', () => {
    const webhooks = webhookRepository(rig.store.sql);
    webhooks.remove('w');
    webhooks.succeeded('w', now);
    expect(webhooks.get('w')).toBeNull();
  });
});
