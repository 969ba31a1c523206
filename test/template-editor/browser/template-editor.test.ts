import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  canBrowse,
  desktop,
  expectAccessible,
  launchBrowser,
  openPage,
  phone,
  type Watched,
} from '../../support/browser.js';
import { openEditor, type OpenEditor } from '../../support/template-editor.js';
import { leasePdf } from '../../support/template-of.js';
import { type TwoPeople, twoPeople } from '../../support/two-people.js';

describe.skipIf(!canBrowse)('the page of template edit', () => {
  let two: TwoPeople;
  let browser: Browser;
  let id: string;
  let editors: OpenEditor[] = [];
  beforeAll(async () => {
    [two, browser] = await Promise.all([twoPeople(), launchBrowser()]);
    ({ id } = await two.template(Buffer.from(leasePdf())));
  });
  afterEach(async () => {
    await Promise.all(editors.map((editor) => editor.stop()));
    editors = [];
  });
  afterAll(async () => {
    await browser?.close();
    await two?.close();
  });

  const open = async (options: BrowserContextOptions): Promise<Watched & { readonly ended: OpenEditor['ended'] }> => {
    const editor = await openEditor(two.ann.machine, [id]);
    editors.push(editor);
    const watched = await openPage(browser, options);
    watched.page.setDefaultTimeout(20_000);
    await watched.page.goto(editor.url);
    await watched.page.waitForSelector('.page img');
    return { ...watched, ended: editor.ended };
  };
  const fieldId = async (label: string): Promise<string> =>
    (await two.read(id)).fields.find((field) => field.label === label)!.id;
  const dataKey = async (label: string): Promise<string | null> =>
    (await two.read(id)).fields.find((field) => field.label === label)!.data_key;
  const said = (page: Page, words: string): Promise<unknown> => page.waitForSelector(`.said:has-text("${words}")`);

  it('names a field by keyboard, decides a person, and meets a colleague', async () => {
    const { page, complaints, ended } = await open(desktop);
    await expectAccessible(page);

    await page.getByRole('button', { name: /^Decide THE TENANT/ }).click();
    await page.getByRole('radio', { name: 'Signs only' }).check();
    await page.waitForSelector('.consequence:has-text("The tenant signs.")');
    await page.getByRole('radio', { name: 'Fills in their details and signs' }).check();
    await page.waitForSelector('.consequence:has-text("fills in 8 fields")');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await said(page, 'The tenant signs and fills in 8 fields.');

    const field = page.getByRole('button', { name: /^Suburb of the property,/ });
    await field.focus();
    await page.keyboard.press('Enter');
    const key = page.getByLabel('Column name');
    await key.fill('property.area');
    await two.ben.ok([
      'template',
      'rename',
      id,
      await fieldId('Suburb of the property'),
      '--data-key',
      'property.place',
    ]);
    await page.keyboard.press('Enter');
    await page.waitForSelector('.answer:has-text("Someone else changed the template")');
    expect(await page.textContent('.answer')).toContain('property.place');
    expect(await dataKey('Suburb of the property')).toBe('property.place');
    await expectAccessible(page);
    expect(await key.inputValue()).toBe('property.area');
    await page.getByRole('button', { name: 'Save anyway' }).click();
    await said(page, 'property.area');
    expect(await dataKey('Suburb of the property')).toBe('property.area');
    // The focus is back on the field.
    await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('property.area');

    await page.getByRole('button', { name: 'Done' }).click();
    expect((await ended).code).toBe(0);
    expect(complaints).toEqual([]);
  });

  it('accepts names by touch on a phone, where nothing runs out of the screen', async () => {
    const { page, complaints } = await open({ ...phone, viewport: { width: 360, height: 740 }, colorScheme: 'dark' });
    await page.getByRole('button', { name: /^Names/ }).tap();
    await expectAccessible(page);
    await page.getByRole('button', { name: /^Accept these/ }).tap();
    await said(page, 'names');
    expect(await dataKey('Monthly rental in rand')).toBe('rental.monthly_amount');
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
    await page.getByRole('button', { name: 'Pages' }).tap();
    await page.getByRole('button', { name: /^Monthly rental in rand,/ }).tap();
    await page.getByText('Give this field to another person').tap();
    await page.waitForSelector('dialog :text("copy-names")');
    await expectAccessible(page);
    expect(complaints).toEqual([]);
  });
});
