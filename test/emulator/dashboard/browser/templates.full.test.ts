import { describe, expect, it } from 'vitest';
import { canBrowse, expectAccessible } from '../../../support/browser.js';
import { dashboardScene } from '../../../support/pages/dashboard.js';

const scene = dashboardScene();

describe.skipIf(!canBrowse)('the templates', () => {
  it('are listed, and shown with their fields drawn on their pages', async () => {
    const { page, complaints } = await scene.open('#/templates');
    await page.waitForSelector('.rows a');
    expect(await page.textContent('.rows a')).toContain('2 pages, 10 fields');
    await page.focus('.rows a');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.page img');
    expect(await page.locator('.legend .role').allTextContents()).toEqual(['Tenant', 'Landlord']);
    const field = page.locator('.field', { hasText: 'Monthly rental' });
    expect(await field.getAttribute('title')).toBe('Monthly rental · text · Landlord · rental.amount · required');
    const [inner, outer] = [await field.boundingBox(), await page.locator('.page').nth(1).boundingBox()];
    expect(inner!.y).toBeGreaterThan(outer!.y);
    expect(inner!.x + inner!.width).toBeLessThan(outer!.x + outer!.width);
    await expectAccessible(page);
    expect(complaints).toEqual([]);
  });

  it('are turned over in pages', async () => {
    const fields = [{ type: 'signature', role: 'Tenant' }];
    for (let at = 0; at < 50; at++) {
      await scene.emulator.control('POST /_emulator/templates', { name: `Listed ${at}`, fields });
    }
    const { page } = await scene.open('#/templates');
    const count = (): Promise<number> => page.locator('.rows a').count();
    await expect.poll(count).toBe(50);
    await page.getByRole('button', { name: 'Older' }).click();
    await expect.poll(count).toBe(1);
    await page.getByRole('button', { name: 'Newer' }).click();
    await expect.poll(count).toBe(50);
  });
});
