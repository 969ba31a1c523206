import { describe, expect, it } from 'vitest';
import { startEmulator } from '../../../src/emulator/emulator.js';
import { http } from '../../support/http.js';
import { shared } from '../../support/shared.js';

const emulator = shared(() => startEmulator({ frozen: true }));

describe('scenarios', () => {
  it.each([
    ['half-signed', 'envelopes', { status: 'partially_signed' }],
    ['sealed', 'envelopes', { status: 'completed' }],
    ['sealing-failed', 'envelopes', { status: 'completed' }],
    ['endpoint-disabled', 'webhooks', { active: false, consecutive_failures: 3 }],
    ['mandate-active', 'standing-authorisations', { status: 'active' }],
  ])('%s can be read back', async (name, path, fits) => {
    const { id } = await emulator.control<{ id: string }>('POST', '/_emulator/scenarios', { name });
    const headers = { Authorization: `Bearer ${emulator.keys.live}` };
    const { body } = await http<object>(emulator.url, 'GET', `/api/v1/${path}/${id}`, { headers });
    expect(body).toMatchObject(fits);
    if (path !== 'envelopes' || name === 'half-signed') return;
    const { data } = await emulator.control<{ data: readonly { event: string }[] }>(
      'GET',
      `/_emulator/events?envelope_id=${id}`,
    );
    expect(data.at(-1)?.event).toBe(name === 'sealed' ? 'envelope.sealed' : 'envelope.sealing_failed');
  });

  it('an endpoint is disabled after the days of the contract file', async () => {
    const other = await startEmulator({ contract: { 'limits.webhook.disableAfterDays': 14 } });
    await other.scenario('endpoint-disabled');
    const headers = { Authorization: `Bearer ${other.keys.live}` };
    const { body } = await http(other.url, 'GET', '/api/v1/webhooks', { headers });
    await other.close();
    expect(body).toMatchObject({ data: [{ active: false, disabled_reason: expect.stringContaining('for 14 days') }] });
  });

  it('all that is listed can be made, for the sandbox too', async () => {
    const { data } = await emulator.control<{ data: readonly { name: string; about: string }[] }>(
      'GET',
      '/_emulator/scenarios',
    );
    expect(data.length).toBe(5);
    const { id } = await emulator.control<{ id: string }>('POST', '/_emulator/scenarios', {
      name: 'half-signed',
      mode: 'test',
    });
    const headers = { Authorization: `Bearer ${emulator.keys.test}` };
    const { body } = await http(emulator.url, 'GET', `/api/v1/envelopes/${id}`, { headers });
    expect(body).toMatchObject({ status: 'partially_signed' });
    await expect(emulator.control('POST', '/_emulator/scenarios', { name: 'other' })).rejects.toThrow(/name/);
  });
});
