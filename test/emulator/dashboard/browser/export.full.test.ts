import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createEnvelope } from '../../../support/agreement.js';
import { canBrowse, expectAccessible } from '../../../support/browser.js';
import { dashboardScene } from '../../../support/pages/dashboard.js';

const scene = dashboardScene();

describe.skipIf(!canBrowse)('the export as a test', () => {
  it('is shown for a runner, copied and saved', async () => {
    const { id } = await createEnvelope(scene.organisation.live, scene.template, { send: true, title: '<b>Lease</b>' });
    const { page, complaints } = await scene.open(`#/envelopes/${id}`);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Export as a test' }).focus();
    await page.keyboard.press('Enter');
    await page.waitForSelector('pre.code:has-text("startEmulator")');
    await expectAccessible(page);
    await page.selectOption('dialog select', 'pytest');
    await page.waitForSelector('pre.code:has-text("import pytest")');
    const { text, name } = await scene.emulator.control<{ text: string; name: string }>(
      `GET /_emulator/envelopes/${id}/test?runner=pytest`,
    );
    await page.getByRole('button', { name: 'Copy', exact: true }).click();
    await page.waitForSelector('.message');
    expect(await page.evaluate<string>('navigator.clipboard.readText()')).toBe(text);
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: `Save ${name}` }).click(),
    ]);
    expect(saved.suggestedFilename()).toBe(name);
    expect(readFileSync((await saved.path()) ?? '', 'utf8')).toBe(text);
    await page.keyboard.press('Escape');
    await expect.poll(() => page.locator('dialog').count()).toBe(0);
    expect(complaints).toEqual([]);
  });
});
