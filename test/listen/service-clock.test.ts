import { describe, expect, it } from 'vitest';
import type { Client } from '../../src/client/client.js';
import { HeaderList } from '../../src/http/headers.js';
import { ServiceClock } from '../../src/listen/service-clock.js';

describe('the clock of the service', () => {
  it('is told by the Date of every answer, and by nothing else', async () => {
    const now = Date.parse('2026-12-01T08:10:00Z');
    const clock = new ServiceClock(() => now);
    let headers = new HeaderList([]);
    const client = clock.watch({ call: () => Promise.resolve({ headers }) } as unknown as Client);
    await client.call('listWebhooks', {});
    expect(clock.ahead).toBeNull();
    headers = new HeaderList([['Date', 'Tue, 01 Dec 2026 08:00:00 GMT']]);
    await client.call('listWebhooks', {});
    expect(clock.ahead).toBe(600_000);
    headers = new HeaderList([['Date', 'yesterday']]);
    await client.call('listWebhooks', {});
    expect(clock.ahead).toBe(600_000);
  });
});
