import { describe, expect, it } from 'vitest';
import { canBrowse, expectAccessible } from '../../../support/browser.js';
import { dashboardScene } from '../../../support/pages/dashboard.js';

const scene = dashboardScene();

describe.skipIf(!canBrowse)('the faults', () => {
  it('of requests are set, counted, and removed alone', async () => {
    const { page, complaints } = await scene.open('#/faults');
    const form = page.getByRole('form', { name: 'Requests of your app' });
    await form.locator('[name=operation]').selectOption('listWebhooks');
    await form.locator('[name=code]').selectOption('internal_error');
    await form.locator('[name=count]').fill('1');
    await form.getByRole('button', { name: 'Set' }).click();
    const row = page.locator('.faults .card');
    await expect
      .poll(() => row.allTextContents())
      .toEqual([expect.stringContaining('listWebhooks: 500 internal_error, at most onceNot applied yet')]);
    expect((await scene.organisation.live('GET /api/v1/webhooks')).status).toBe(500);
    await page.waitForSelector('.faults .card.spent :text("Spent: applied once")');
    expect(await page.locator('.faults .none').textContent()).toContain('All of them are spent.');
    await expectAccessible(page);
    await row.getByRole('button', { name: 'Remove' }).click();
    await expect.poll(() => row.count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  it('of every kind are set and all removed at once', async () => {
    const { page } = await scene.open('#/faults');
    const requests = page.getByRole('form', { name: 'Requests of your app' });
    await requests.locator('[name=kind]').selectOption('delay');
    await requests.getByLabel('Seconds').fill('2');
    await requests.getByLabel('Probability').fill('25');
    await requests.getByRole('button', { name: 'Set' }).click();
    const deliveries = page.getByRole('form', { name: 'Deliveries to your app' });
    await deliveries.getByLabel('sent twice').check();
    await deliveries.locator('[name=clock_skew]').check();
    await deliveries.getByRole('button', { name: 'Set' }).click();
    const points = page.getByRole('form', { name: 'Sealing, drafts and mail' });
    await points.getByLabel('Times').fill('2');
    await points.getByRole('button', { name: 'Set' }).click();
    const words = page.locator('.faults .card .what');
    await expect
      .poll(async () => (await words.allTextContents()).toSorted())
      .toEqual([
        expect.stringContaining('Every delivery: sent twice, wrong time in the signature'),
        expect.stringContaining('Every operation: delayed, after 2 s, 25% of the time'),
        'seal: fails with internal_error, 2 times',
      ]);
    await page.getByRole('button', { name: 'Remove all' }).click();
    await page.waitForSelector('.faults .none');
    const { data } = await scene.emulator.control<{ data: readonly unknown[] }>('GET /_emulator/faults/operations');
    expect(data).toEqual([]);
  });

  it('that hold a request let it go', async () => {
    await scene.emulator.control('POST /_emulator/faults', { point: 'operation:listWebhooks', hold: true, count: 1 });
    const { page } = await scene.open('#/faults');
    const answer = scene.organisation.live('GET /api/v1/webhooks');
    await page.getByRole('button', { name: 'Continue 1 held request' }).click();
    expect((await answer).status).toBe(200);
    await scene.emulator.control('DELETE /_emulator/faults');
  });
});
