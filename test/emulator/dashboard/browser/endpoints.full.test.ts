import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEnvelope } from '../../../support/agreement.js';
import { canBrowse, expectAccessible, phone } from '../../../support/browser.js';
import { type Receiver, startReceiver } from '../../../support/listening/deliveries.js';
import { dashboardScene } from '../../../support/pages/dashboard.js';

const scene = dashboardScene();
let receiver: Receiver;

beforeAll(async () => {
  if (!canBrowse) return;
  receiver = await startReceiver();
  receiver.answer(500);
  const { live } = scene.organisation;
  await live('POST /api/v1/webhooks', { url: receiver.url, events: ['envelope.sent'] });
  await createEnvelope(live, scene.template, { send: true, title: 'Rooftop lease' });
  await scene.emulator.settle();
});
afterAll(() => receiver?.close());

describe.skipIf(!canBrowse)('the endpoints', () => {
  it('show deliveries with attempts, what was answered and when the next one is due, and send again', async () => {
    const { page, complaints } = await scene.open('#/endpoints');
    const row = page.locator('.rows a', { hasText: receiver.url });
    await expect.poll(() => row.textContent()).toContain('1 waiting');
    await row.click();
    await page.waitForSelector('.deliveries .card');
    expect(await page.textContent('.detail .head .state')).toBe('Failing');
    expect(await page.textContent('.detail')).not.toContain('whsec_');
    const delivery = page.locator('.deliveries > li');
    for (const part of ['envelope.sent', 'Rooftop lease', 'Retrying', 'Attempt 1', '500 in', 'Attempt 2 is due on']) {
      expect(await delivery.textContent()).toContain(part);
    }
    await delivery.locator('.line').focus();
    await page.keyboard.press('Enter');
    await page.waitForSelector('.opened :text("Response 500")');
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect.poll(() => page.locator('.opened').count()).toBe(0);
    receiver.answer(200);
    await delivery.getByRole('button', { name: 'Send now' }).click();
    await expect.poll(() => delivery.locator('.state').textContent()).toBe('Delivered');
    await expect.poll(() => page.textContent('.detail .head .state')).toBe('Active');
    await page.selectOption('select[aria-label="Show deliveries"]', 'true');
    await page.waitForSelector('.detail :text("No delivery has failed.")');
    await page.selectOption('select[aria-label="Show deliveries"]', '');
    await page.getByRole('link', { name: 'Rooftop lease' }).click();
    await expect.poll(() => page.textContent('.detail h1')).toBe('Rooftop lease');
    expect(complaints).toEqual([]);
  });

  it('of which one is disabled or deleted say so, also on a phone', async () => {
    const { live } = scene.organisation;
    const made = await live<{ id: string }>('POST /api/v1/webhooks', {
      url: receiver.url,
      events: ['envelope.sealed'],
    });
    const path = `/api/v1/webhooks/${made.body.id}`;
    await live(`PATCH ${path}`, { active: false });
    const { page } = await scene.open(`#/endpoints/${made.body.id}`, phone);
    await page.waitForSelector('.tinted');
    expect(await page.textContent('.tinted')).toContain('It gets no deliveries');
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBe(390);
    await expectAccessible(page);
    await live(`DELETE ${path}`);
    await page.reload();
    await page.waitForSelector('.detail :text("was deleted")');
    await page.click('.back');
    await page.locator('.rows a').first().waitFor();
  });
});
