import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { createEnvelope, landlord, tenant } from '../../../support/agreement.js';
import { canBrowse, desktop, expectAccessible, phone } from '../../../support/browser.js';
import { dashboardScene } from '../../../support/pages/dashboard.js';

const scene = dashboardScene();
const make = (title: string, changes: object = {}): Promise<{ readonly id: string }> =>
  createEnvelope(scene.organisation.live, scene.template, { title, ...changes });
const titles = (page: Page): Promise<readonly string[]> => page.locator('.rows .title').allTextContents();
const focused = (page: Page): Promise<string> => page.evaluate<string>('document.activeElement.textContent');
const first = (page: Page): Promise<string | undefined> => titles(page).then(([title]) => title);

beforeAll(async () => {
  if (!canBrowse) return;
  await make('Rooftop lease', { send: true });
  await make('Cellar lease');
});

describe.skipIf(!canBrowse)('the list of envelopes', () => {
  it('shows state and people, newest first, and what happens while one looks', async () => {
    const { page, complaints } = await scene.open();
    await page.waitForSelector('.rows a');
    expect(await titles(page)).toEqual(['Cellar lease', 'Rooftop lease']);
    const rooftop = page.locator('.rows a', { hasText: 'Rooftop' });
    expect(await rooftop.locator('.state').textContent()).toBe('Sent');
    expect(await rooftop.locator('.person.turn').textContent()).toBe('Thandi Mokoena');
    await make('Attic lease');
    await expect.poll(() => first(page)).toBe('Attic lease');
    expect(complaints).toEqual([]);
  });

  it('searches, filters and turns pages', async () => {
    await Promise.all(Array.from({ length: 52 }, (_, at) => make(`Numbered ${at}`)));
    const { page } = await scene.open();
    await page.fill('input[type=search]', 'rooftop');
    await expect.poll(() => titles(page)).toEqual(['Rooftop lease']);
    await page.fill('input[type=search]', 'nothing like it');
    await expect.poll(() => page.textContent('.list .none')).toBe('No envelope matches.');
    await page.fill('input[type=search]', '');
    await page.selectOption('select[aria-label=State]', 'sent');
    await expect.poll(() => titles(page)).toEqual(['Rooftop lease']);
    await page.selectOption('select[aria-label=State]', '');
    await page.fill('input[type=search]', 'numbered');
    const count = async (): Promise<number> => (await titles(page)).length;
    await expect.poll(() => first(page)).toMatch(/^Numbered/);
    await page.click('text=Older');
    await expect.poll(count).toBe(2);
    await page.click('text=Newer');
    await expect.poll(count).toBe(50);
    await expectAccessible(page);
  });

  it('is walked with the keyboard alone', async () => {
    const { page } = await scene.open();
    await page.waitForSelector('.rows a');
    await page.keyboard.press('/');
    await page.keyboard.type('lease');
    await expect.poll(async () => (await titles(page)).length).toBe(3);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    expect(await focused(page)).toContain('Attic');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    expect(await focused(page)).toContain('Rooftop');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.detail h1');
    expect(await page.textContent('.detail h1')).toBe('Rooftop lease');
    const outline = await page.evaluate<string>('getComputedStyle(document.activeElement).outlineStyle');
    expect(outline).toBe('solid');
    await page.keyboard.press('Escape');
    await expect.poll(() => page.locator('.detail.empty').count()).toBe(1);
    expect(await focused(page)).toContain('Rooftop');
  });

  it('on a phone, the envelope takes the place of the list, and nothing is wider than the screen', async () => {
    const { page } = await scene.open('#/envelopes', { ...phone, viewport: { width: 360, height: 740 } });
    await page.waitForSelector('.rows a');
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBe(360);
    await page.click('.rows a');
    await page.waitForSelector('.detail h1');
    expect(await page.locator('.list').isVisible()).toBe(false);
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBe(360);
    await expectAccessible(page);
    await page.click('.back');
    await page.waitForSelector('.list');
  });

  it('tells envelopes of one title apart, and copies the ID of the open one', async () => {
    const twin = (): ReturnType<typeof createEnvelope> =>
      createEnvelope(scene.organisation.test, scene.template, { title: 'Twin' });
    const [one, other] = [await twin(), await twin()];
    const { page } = await scene.open(`#/envelopes/${one.id}`);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const rows = page.locator('.rows a', { hasText: 'test mode' });
    await expect
      .poll(() => rows.locator('code').allTextContents())
      .toEqual([other, one].map(({ id }) => id.slice(0, 8)));
    expect(await rows.first().locator('time').getAttribute('datetime')).toBe(other.created_at);
    expect(await rows.locator('.since').allTextContents()).toEqual(['', '']);
    await page.getByRole('button', { name: 'Copy the ID of the envelope' }).click();
    await page.waitForSelector('.message');
    expect(await page.evaluate<string>('navigator.clipboard.readText()')).toBe(one.id);
  });

  it('shows hostile names as text', async () => {
    const title = '<img src=x onerror=alert(1)>';
    await make(title, { recipients: [{ ...tenant, name: '<b>T</b>' }, landlord] });
    const { page, complaints } = await scene.open('#/envelopes', { ...desktop, colorScheme: 'dark' });
    await page.waitForSelector('.rows a');
    expect(await first(page)).toBe(title);
    await page.click('.rows a');
    await page.waitForSelector('.detail h1');
    expect(await page.locator('#app img').count()).toBe(1);
    expect(await page.textContent('.card .what')).toContain('<b>T</b>');
    expect(complaints).toEqual([]);
    await expectAccessible(page);
  });
});
