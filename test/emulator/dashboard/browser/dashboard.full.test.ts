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

  it('at an address that leads nowhere: says so, with the way to the envelopes', async () => {
    const { page, complaints } = await scene.open('#/nonsense/1');
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Show the envelopes' }).click();
    await page.waitForSelector('.list');
    expect(complaints).toEqual([]);
  });

  it('on a phone: every search shows what it looks at', async () => {
    const { page } = await scene.open('#/mails', { viewport: { width: 390, height: 800 } });
    for (const room of ['mails', 'envelopes', 'requests', 'endpoints', 'templates']) {
      await page.goto(`${scene.emulator.url}/#/${room}`);
      const search = page.locator('.tools input');
      await search.waitFor();
      const spare = await page.evaluate(`(() => {
        const input = document.querySelector('.tools input');
        const style = getComputedStyle(input);
        const context = document.createElement('canvas').getContext('2d');
        context.font = style.font;
        const padding = parseFloat(style.paddingLeft) + parseFloat(style.paddingRight);
        return input.clientWidth - padding - context.measureText(input.placeholder).width;
      })()`);
      expect(spare, room).toBeGreaterThan(0);
    }
  });

  it('with a code that was used: says how to open it', async () => {
    const { page } = await scene.open();
    await page.evaluate('sessionStorage.clear()');
    await page.goto(`${scene.emulator.url}/#code=used`);
    await page.reload();
    await page.waitForSelector('.notice');
  });
});
