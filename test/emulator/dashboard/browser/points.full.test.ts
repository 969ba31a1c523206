import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { createEnvelope, rental } from '../../../support/agreement.js';
import { canBrowse, expectAccessible } from '../../../support/browser.js';
import { dashboardScene } from '../../../support/pages/dashboard.js';

const scene = dashboardScene();
const state = (page: Page): Promise<string | null> => page.textContent('.detail .head .state');
const press = (page: Page, name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click();

describe.skipIf(!canBrowse)('going back in time', () => {
  it('says of an older event that no state before it is kept', async () => {
    const { id } = await createEnvelope(scene.organisation.live, scene.template, { send: true });
    const { page } = await scene.open(`#/envelopes/${id}`);
    await page.locator('.entry.event .line', { hasText: 'envelope.sent' }).click();
    await page.waitForSelector('.opened pre');
    expect(await page.textContent('.opened')).toContain('No state before this event is kept');
  });

  it('to before an event, with the keyboard alone, and to the branch that was left', async () => {
    const { id } = await createEnvelope(scene.organisation.live, scene.template, { send: true, values: [rental] });
    await scene.emulator.settle();
    const { page, complaints } = await scene.open(`#/envelopes/${id}`);
    await press(page, 'Sign as Thandi Mokoena');
    await page.locator('.entry.event .line', { hasText: 'recipient.completed' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Go back to before this' }).focus();
    await page.keyboard.press('Enter');
    await page.waitForSelector('dialog');
    expect(await page.textContent('dialog h2')).toBe('Go back to before a signature?');
    expect(await page.textContent('dialog')).toContain('1 event since then, of any envelope, will be undone.');
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect.poll(() => page.locator('dialog').count()).toBe(0);
    await press(page, 'Go back to before this');
    await press(page, 'Cancel');
    await expect.poll(() => page.locator('dialog').count()).toBe(0);
    expect(await state(page)).toBe('Partly signed');
    await page.getByRole('button', { name: 'Go back to before this' }).focus();
    await page.keyboard.press('Enter');
    await page.locator('dialog').getByRole('button', { name: 'Go back', exact: true }).focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => state(page)).toBe('Sent');
    await press(page, 'Decline');
    await page.keyboard.type('Too dear');
    await page.keyboard.press('Enter');
    await expect.poll(() => state(page)).toBe('Declined');
    await createEnvelope(scene.organisation.live, scene.template);

    await page.click('.clock > button');
    await press(page, 'Earlier states');
    const shown = page.locator('.points .card');
    await shown.filter({ hasText: 'before the request to create an envelope from a template' }).first().waitFor();
    expect((await shown.allTextContents()).join()).not.toMatch(/\/api\/|\/_emulator\//);
    await expectAccessible(page);
    const left = page.locator('.points .card', { hasText: 'in another branch' });
    await left.getByRole('button', { name: 'Go there' }).click();
    await page.locator('dialog .acts').getByRole('button', { name: 'Go there' }).click();
    await expect.poll(() => state(page)).toBe('Partly signed');
    expect(complaints).toEqual([]);
  });
});
