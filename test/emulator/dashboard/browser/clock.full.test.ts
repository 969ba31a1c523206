import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { createEnvelope } from '../../../support/agreement.js';
import { canBrowse, expectAccessible } from '../../../support/browser.js';
import { dashboardScene } from '../../../support/pages/dashboard.js';

const scene = dashboardScene();
const open = async (): Promise<Page> => {
  const { page } = await scene.open();
  await page.click('.clock > button');
  await page.waitForSelector('#clock');
  return page;
};
const press = (page: Page, name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click();

describe.skipIf(!canBrowse)('the clock', () => {
  it('shows the time, says what is due next, and jumps there', async () => {
    const page = await open();
    expect(await page.getAttribute('#clock time', 'datetime')).toBe(new Date(scene.emulator.now()).toISOString());
    await createEnvelope(scene.organisation.live, scene.template, { send: true });
    await page.waitForSelector('#clock :text("Next due:")');
    await expectAccessible(page);
    const before = scene.emulator.now();
    await press(page, 'Jump to next due');
    await expect.poll(() => scene.emulator.now()).toBe(before + 30_000);
  });

  it('advances by a step and to a time', async () => {
    const page = await open();
    const before = scene.emulator.now();
    await press(page, 'Advance by 1 day');
    await expect.poll(() => scene.emulator.now()).toBe(before + 86_400_000);
    await page.fill('#clock input', '2027-01-01T12:00:00');
    await press(page, 'Advance');
    await expect.poll(() => new Date(scene.emulator.now()).toISOString()).toContain('2027-01-01');
    await page.fill('#clock input', '2026-01-01T12:00:00');
    await press(page, 'Advance');
    await page.waitForSelector('.message.problem:has-text("never goes back")');
  });

  it('runs and freezes, and is closed by Escape and by a click beside it', async () => {
    const page = await open();
    await press(page, 'Run');
    await page.waitForSelector('.clock:has-text("runs")');
    const seen = (): Promise<string | null> => page.getAttribute('#clock time', 'datetime');
    const first = await seen();
    await expect.poll(seen).not.toBe(first);
    await press(page, 'Freeze');
    await page.waitForSelector('.clock:has-text("frozen")');
    await page.keyboard.press('Escape');
    await expect.poll(() => page.locator('#clock').isVisible()).toBe(false);
    expect(await page.evaluate<boolean>(`document.activeElement.matches('.clock > button')`)).toBe(true);
    await page.click('.clock > button');
    await page.locator('#clock').waitFor();
    await page.locator('.detail.empty').click({ position: { x: 50, y: 300 } });
    await expect.poll(() => page.locator('#clock').isVisible()).toBe(false);
  });
});
