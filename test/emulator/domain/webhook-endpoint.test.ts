import { describe, expect, it } from 'vitest';
import {
  disabled,
  failed,
  rotated,
  signingSecrets,
  wants,
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

it('an endpoint wants nothing while it is disabled', () => {
  expect(wants(disabled(endpoint, now, 'why'), { name: 'envelope.sent', brand_id: null })).toBe(false);
});

describe('the run of failures', () => {
  it('disables the endpoint at seven days from its start, and not a millisecond sooner', () => {
    const failing = failed(endpoint, now, false, 7);
    expect(failed(failing, now + 7 * day - 1, true, 7).active).toBe(true);
    const gone = failed(failing, now + 7 * day, false, 7);
    expect([gone.active, gone.disabled_at]).toEqual([false, now + 7 * day]);
    expect(gone.disabled_reason).toContain('7 days');
  });
});

describe('rotation', () => {
  it('lets the previous secret sign for 24 hours', () => {
    const after = rotated(endpoint, 'whsec_newer', now);
    expect(signingSecrets(after, now, 24)).toEqual({ current: 'whsec_newer', previous: 'whsec_new' });
    expect(signingSecrets(after, now + day - 1, 24)).toEqual({ current: 'whsec_newer', previous: 'whsec_new' });
    expect(signingSecrets(after, now + day, 24)).toEqual({ current: 'whsec_newer' });
  });
});
