import { describe, expect, it } from 'vitest';
import type { Wait } from '../../src/client/send-with-retry.js';
import { json, refusal } from '../support/hostile-server.js';
import { setScene } from '../support/scene.js';

const list = json(200, { data: [] });

describe('a wait between attempts', () => {
  it('is reported when it is longer than two seconds: how long, for which attempt and why', async () => {
    const waits: Wait[] = [];
    const busy = refusal(503, 'service_unavailable');
    const onWait = (wait: Wait): void => void waits.push(wait);
    const scene = await setScene([busy, busy, list], { onWait });
    await scene.client.call('listTemplates', {});
    await scene.close();
    expect(waits).toEqual([
      { milliseconds: 5_000, attempt: 2, why: 'about service_unavailable' },
      { milliseconds: 10_000, attempt: 3, why: 'about service_unavailable' },
    ]);
  });

  it('is not reported when it is short', async () => {
    const waits: Wait[] = [];
    const limited = refusal(429, 'rate_limited', { 'Retry-After': '1' });
    const scene = await setScene([limited, list], { onWait: (wait) => void waits.push(wait) });
    await scene.client.call('listTemplates', {});
    await scene.close();
    expect(waits).toEqual([]);
  });
});
