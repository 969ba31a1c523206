import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startReaper } from '../../../src/receiving/listener/start-reaper.js';
import { startFakeService } from '../../support/fake-service.js';

const id = '6f1f2f0e-4f0b-4f43-9d8a-1f1f7f2f8a11';

it('removes an endpoint of a listener that is gone, by the path that the override file gives', async () => {
  const stateDir = mkdtempSync(join(tmpdir(), 'esign-reaper-'));
  const service = await startFakeService();
  service.answer(() => ({ status: 204, headers: [], body: '' }));
  const env = { PATH: process.env['PATH'] };
  try {
    const reaper = startReaper({ env, cwd: stateDir, home: stateDir, random: () => 0.5 });
    reaper.tell({
      order: 'serve',
      baseUrl: service.url,
      apiKey: 'abc_test_0123456789abcdefghijklmnop',
      stateDir,
      userAgent: 'esign/test',
      keep: false,
      contract: { 'deleteWebhook.path': '/v2/hooks/{webhookId}' },
    });
    reaper.tell({ order: 'hold', id: '0123456789ab', endpoints: [{ id, url: 'https://hooks.example.com/x' }] });
    // Without a word: as after a kill.
    await reaper.leave();
    await expect.poll(() => service.asked, { interval: 20 }).toHaveLength(1);
    expect(service.asked[0]).toMatchObject({ method: 'DELETE', path: `/v2/hooks/${id}` });
  } finally {
    await service.close();
    rmSync(stateDir, { recursive: true, force: true });
  }
});
