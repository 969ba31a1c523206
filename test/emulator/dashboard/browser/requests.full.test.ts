import { describe, expect, it } from 'vitest';
import { createEnvelope } from '../../../support/agreement.js';
import { canBrowse, desktop, expectAccessible, phone } from '../../../support/browser.js';
import { dashboardScene } from '../../../support/pages/dashboard.js';

const scene = dashboardScene();

describe.skipIf(!canBrowse)('the log of requests', () => {
  it('shows an injected error, which leads to the request, its bodies and the envelope', async () => {
    const { live, liveKey } = scene.organisation;
    const made = await createEnvelope(live, scene.template);
    const path = `/api/v1/envelopes/${made.id}`;
    const fault = { operation: 'getEnvelope', code: 'rate_limited', count: 1 };
    await scene.emulator.control('POST /_emulator/faults/operations', fault);
    await live(`GET ${path}`);
    await live(`GET ${path}`);
    const { page, complaints } = await scene.open('#/requests', { ...desktop, colorScheme: 'dark' });
    await page.selectOption('select[aria-label=Show]', 'faults');
    const rows = page.locator('.rows a');
    await expect.poll(() => rows.count()).toBe(1);
    const row = await rows.textContent();
    for (const part of ['GET /api/v1/envelopes/{envelopeId}', '429', 'rate_limited', 'fault:', 'live key', ' ms']) {
      expect(row).toContain(part);
    }
    await rows.click();
    await page.waitForSelector('.detail h1');
    const detail = await page.textContent('.detail');
    expect(detail).toContain(`GET ${path}`);
    expect(detail).toContain('A fault of the emulator answered in place of the service.');
    expect(detail).toContain('"code": "rate_limited"');
    expect(detail).not.toContain(liveKey);
    await expectAccessible(page);
    await page.selectOption('select[aria-label=Show]', '');
    await page.locator('.rows a', { hasText: '200' }).first().click();
    await page.getByRole('link', { name: made.id }).click();
    await expect.poll(() => page.textContent('.detail h1')).toBe('Lease');
    expect(complaints).toEqual([]);
  });

  it('is searched by the Request-Id, with the keyboard alone', async () => {
    const { headers } = await scene.organisation.live('GET /api/v1/templates');
    const { page } = await scene.open('#/requests');
    await page.waitForSelector('.rows a');
    await page.keyboard.press('/');
    await page.keyboard.type(headers['request-id']!);
    await expect.poll(() => page.locator('.rows a').count()).toBe(1);
    for (const key of ['Tab', 'Tab', 'Enter']) await page.keyboard.press(key);
    await page.waitForSelector('.detail h1:has-text("GET /api/v1/templates")');
    await page.keyboard.press('Escape');
    await page.waitForSelector('.detail.empty');
  });

  it('on a phone, a long path and the views of the page fit the screen', async () => {
    await createEnvelope(scene.organisation.live, scene.template);
    const { page } = await scene.open('#/requests', phone);
    await page.waitForSelector('.rows a');
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBe(390);
    await page.click('.rows a');
    await page.waitForSelector('.detail h1');
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBe(390);
    await expectAccessible(page);
    await page.click('.back');
    await page.locator('.list').waitFor();
  });
});
