import { describe, expect, it } from 'vitest';
import { canBrowse, expectAccessible } from '../../../support/browser.js';
import { dashboardScene } from '../../../support/pages/dashboard.js';

const scene = dashboardScene();

describe.skipIf(!canBrowse)('opening the page', () => {
  it('with the code of `emulator open`: the address keeps no credential, a reload works, another tab is told how', async () => {
    const { page, complaints, asked } = await scene.open();
    await page.waitForSelector('.list');
    expect(page.url()).toBe(`${scene.emulator.url}/#/envelopes`);
    await page.reload();
    await page.waitForSelector('.list');
    const other = await page.context().newPage();
    await other.goto(scene.emulator.url);
    await other.waitForSelector('.notice');
    expect(await other.textContent('.notice p')).toBe(
      'Open this page with esign emulator open, which gives it access to this emulator.',
    );
    await expectAccessible(other);
    expect(complaints).toEqual([]);
    expect(asked.filter((address) => !address.startsWith(scene.emulator.url))).toEqual([]);
    expect(asked.filter((address) => address.includes(scene.emulator.token))).toEqual([]);
    expect(await page.context().cookies()).toEqual([]);
  });

  it('with a code that was used: says how to open it', async () => {
    const { page } = await scene.open();
    await page.evaluate('sessionStorage.clear()');
    await page.goto(`${scene.emulator.url}/#code=used`);
    await page.reload();
    await page.waitForSelector('.notice');
  });
});
