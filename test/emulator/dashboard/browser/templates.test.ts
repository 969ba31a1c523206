import { describe, expect, it } from 'vitest';
import { canBrowse, expectAccessible } from '../../../support/browser.js';
import { dashboardScene } from '../../../support/dashboard.js';

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
});
