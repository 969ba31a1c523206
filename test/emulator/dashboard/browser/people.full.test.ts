import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { createEnvelope, landlord, rental, tenant } from '../../../support/agreement.js';
import { canBrowse, expectAccessible } from '../../../support/browser.js';
import { dashboardScene } from '../../../support/pages/dashboard.js';

const scene = dashboardScene();
const open = async (changes: object = {}): Promise<{ readonly page: Page; readonly id: string }> => {
  const { id } = await createEnvelope(scene.organisation.live, scene.template, { values: [rental], ...changes });
  const { page } = await scene.open(`#/envelopes/${id}`);
  await page.waitForSelector('.detail h1');
  return { page, id };
};
const state = (page: Page): Promise<string | null> => page.textContent('.detail .head .state');
const turn = (page: Page): Promise<string | null> => page.textContent('.card.turn .what');
const press = (page: Page, name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click();

describe.skipIf(!canBrowse)('what people do', () => {
  it('signs as each of them in turn, with the keyboard too', async () => {
    const { page } = await open({ send: true });
    await press(page, 'Sign as Thandi Mokoena');
    await expect.poll(() => turn(page)).toContain('Pieter van Wyk');
    expect(await state(page)).toBe('Partly signed');
    await page.getByRole('button', { name: 'Sign as Pieter van Wyk' }).focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => state(page)).toBe('Completed');
  });

  it('declines with a reason', async () => {
    const { page } = await open({ send: true });
    await press(page, 'Decline');
    await press(page, 'Cancel');
    await expect.poll(() => page.locator('dialog').count()).toBe(0);
    expect(await state(page)).toBe('Sent');
    await press(page, 'Decline');
    await expectAccessible(page);
    await page.keyboard.type('Too dear');
    await page.keyboard.press('Enter');
    await expect.poll(() => state(page)).toBe('Declined');
    expect(await page.textContent('.detail')).toContain('Reason: Too dear');
    expect(await page.locator('dialog').count()).toBe(0);
  });

  it('hands over to another person', async () => {
    const { page } = await open({ send: true });
    await press(page, 'Hand over');
    await page.waitForSelector('dialog[open]');
    await page.keyboard.press('Escape');
    await expect.poll(() => page.locator('dialog').count()).toBe(0);
    await press(page, 'Hand over');
    await page.fill('dialog input[name=name]', 'Lerato Nkosi');
    await page.fill('dialog input[name=email]', 'lerato@example.test');
    await page.locator('dialog').getByRole('button', { name: 'Hand over' }).click();
    await expect.poll(() => turn(page)).toContain('Lerato Nkosi');
  });

  it.each([
    ['of the mail', tenant],
    ['of an embedded signer', { ...tenant, embedded: true }],
  ])('opens the signing page %s in a new tab', async (_which, signer) => {
    const { page } = await open({ send: true, recipients: [signer, landlord] });
    const [signing] = await Promise.all([page.waitForEvent('popup'), press(page, 'Open in a new tab')]);
    await signing.waitForSelector('#form');
    expect(await signing.evaluate<boolean>('window.opener === null')).toBe(true);
    await page.waitForSelector('.timeline :text("opened the signing page")');
  });

  it('says why an act is rejected', async () => {
    const { page, id } = await open({ send: true });
    await page.route('**/sign', async (route) => {
      await scene.organisation.live(`POST /api/v1/envelopes/${id}/void`, { reason: 'Late' }, { 'Idempotency-Key': id });
      await route.continue();
    });
    await press(page, 'Sign as Thandi Mokoena');
    await page.waitForSelector('.message.problem');
    expect(await page.textContent('.message.problem')).toContain('not open for signing');
    await press(page, 'Close this message');
    await expect.poll(() => page.locator('.message').count()).toBe(0);
  });
});

describe.skipIf(!canBrowse)('what is made to happen', () => {
  it('sends a draft, and lets everyone sign', async () => {
    const { page } = await open();
    await press(page, 'Send it');
    await expect.poll(() => state(page)).toBe('Sent');
    await press(page, 'Everyone signs');
    await expect.poll(() => state(page)).toBe('Completed');
    await press(page, 'Seal it');
    await expect.poll(() => state(page)).toBe('Sealed');
  });

  it.each([
    ['Let it expire', 'Expired'],
    ['Void it', 'Voided'],
  ])('%s', async (name, after) => {
    const { page } = await open({ send: true });
    await press(page, name);
    await expect.poll(() => state(page)).toBe(after);
  });

  it('seals again what could not be sealed', async () => {
    const { page } = await open({ send: true });
    await press(page, 'Fail to seal it');
    await expect.poll(() => state(page)).toBe('Sealing failed');
    await press(page, 'Seal again');
    await scene.emulator.settle();
    await expect.poll(() => state(page)).toBe('Sealed');
  });
});
