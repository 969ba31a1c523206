import { describe, expect, it } from 'vitest';
import {
  disabled,
  failed,
  revived,
  rotated,
  signingSecrets,
  wants,
  webhookBody,
  type WebhookEndpoint,
} from '../../../src/emulator/domain/webhook-endpoint.js';

const now = Date.parse('2026-03-02T08:00:00.000Z');
const hour = 3_600_000;
const day = 24 * hour;

const endpoint: WebhookEndpoint = {
  id: '00000000-0000-4000-8000-000000000001',
  organisation_id: 'one',
  url: 'https://hooks.example.com/a',
  subscribed_events: ['envelope.sent', 'envelope.sealed'],
  brand_id: null,
  active: true,
  consecutive_failures: 0,
  last_success_at: null,
  last_failure_at: null,
  failing_since: null,
  disabled_at: null,
  disabled_reason: null,
  created_at: now,
  secret: 'whsec_new',
  previous_secret: null,
  rotated_at: null,
};

describe('which events an endpoint wants', () => {
  it('those that it subscribes to, of every brand or of its own', () => {
    expect(wants(endpoint, { name: 'envelope.sent', brand_id: 'a' })).toBe(true);
    expect(wants(endpoint, { name: 'envelope.voided', brand_id: 'a' })).toBe(false);
    const branded = { ...endpoint, brand_id: 'a' };
    expect(wants(branded, { name: 'envelope.sent', brand_id: 'a' })).toBe(true);
    expect(wants(branded, { name: 'envelope.sent', brand_id: 'b' })).toBe(false);
    expect(wants(branded, { name: 'envelope.sent', brand_id: null })).toBe(false);
  });

  it('none while it is disabled', () => {
    expect(wants(disabled(endpoint, now, 'why'), { name: 'envelope.sent', brand_id: null })).toBe(false);
  });
});

describe('the run of failures', () => {
  it('counts ladders that were used up, not attempts', () => {
    const once = failed(endpoint, now, false, 7);
    expect([once.consecutive_failures, once.last_failure_at, once.failing_since]).toEqual([0, null, now]);
    const exhausted = failed(once, now + day, true, 7);
    expect([exhausted.consecutive_failures, exhausted.last_failure_at]).toEqual([1, now + day]);
    expect(exhausted.failing_since).toBe(now);
  });

  it('disables the endpoint at seven days from its start, and not a millisecond sooner', () => {
    const failing = failed(endpoint, now, false, 7);
    expect(failed(failing, now + 7 * day - 1, true, 7).active).toBe(true);
    const gone = failed(failing, now + 7 * day, false, 7);
    expect([gone.active, gone.disabled_at]).toEqual([false, now + 7 * day]);
    expect(gone.disabled_reason).toContain('7 days');
  });

  it('restarts when the endpoint is reactivated', () => {
    const back = revived(failed(failed(endpoint, now, true, 7), now + 8 * day, true, 7));
    expect(webhookBody(back)).toMatchObject({
      active: true,
      disabled_at: null,
      disabled_reason: null,
      consecutive_failures: 0,
    });
    expect(failed(back, now + 9 * day, true, 7).active).toBe(true);
  });
});

describe('rotation', () => {
  it('lets the previous secret sign for 24 hours', () => {
    const after = rotated(endpoint, 'whsec_newer', now);
    expect(signingSecrets(after, now, 24)).toEqual({ current: 'whsec_newer', previous: 'whsec_new' });
    expect(signingSecrets(after, now + day - 1, 24)).toEqual({ current: 'whsec_newer', previous: 'whsec_new' });
    expect(signingSecrets(after, now + day, 24)).toEqual({ current: 'whsec_newer' });
  });

  it('a second one within the day leaves the first secret without power', () => {
    const after = rotated(rotated(endpoint, 'whsec_second', now), 'whsec_third', now + hour);
    expect(signingSecrets(after, now + hour, 24)).toEqual({ current: 'whsec_third', previous: 'whsec_second' });
  });
});

describe('the body of an endpoint', () => {
  it('never shows a secret', () => {
    expect(JSON.stringify(webhookBody(rotated(endpoint, 'whsec_newer', now)))).not.toContain('whsec');
  });
});
