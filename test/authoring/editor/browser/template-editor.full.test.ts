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
} from '../../../support/browser.js';
import { type Door, openEditor, type OpenEditor, startDoor } from '../../../support/pages/template-editor.js';
import { leasePdf } from '../../../support/template-of.js';
import { type TwoPeople, twoPeople } from '../../../support/program/two-people.js';

describe.skipIf(!canBrowse)('the page of template edit', () => {
  let two: TwoPeople;
  let browser: Browser;
  let door: Door;
  let id: string;
  let editors: OpenEditor[] = [];
  beforeAll(async () => {
    [two, browser] = await Promise.all([twoPeople(), launchBrowser()]);
    door = await startDoor(two.emulator.url);
    Object.assign(two.ann.machine.env, { ESIGN_BASE_URL: door.url });
    ({ id } = await two.template(Buffer.from(leasePdf())));
  });
  afterEach(async () => {
    await Promise.all(editors.map((editor) => editor.stop()));
    editors = [];
  });
  afterAll(async () => {
    await browser?.close();
    await door?.shut();
    await two?.close();
  });

  const open = async (
    options: BrowserContextOptions,
    template = id,
  ): Promise<Watched & { readonly ended: OpenEditor['ended'] }> => {
    const editor = await openEditor(two.ann.machine, [template]);
    editors.push(editor);
    if (template !== id) await door.shut();
    const watched = await openPage(browser, options);
    await watched.page.goto(editor.url);
    await watched.page.waitForSelector(template === id ? '.page img' : '.page figcaption');
    return { ...watched, ended: editor.ended };
  };
  const fieldId = async (label: string): Promise<string> =>
    (await two.read(id)).fields.find((field) => field.label === label)!.id;
  const dataKey = async (label: string): Promise<string | null> =>
    (await two.read(id)).fields.find((field) => field.label === label)!.data_key;
  const said = (page: Page, words: string): Promise<unknown> => page.waitForSelector(`.message:has-text("${words}")`);

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
    await page.waitForSelector('.answer:visible:has-text("Someone else changed the template")');
    expect(await page.textContent('.answer')).toContain('property.place');
    expect(await dataKey('Suburb of the property')).toBe('property.place');
    await expectAccessible(page);
    expect(await key.inputValue()).toBe('property.area');
    await page.getByRole('button', { name: 'Save anyway' }).click();
    await said(page, 'property.area');
    expect(await dataKey('Suburb of the property')).toBe('property.area');
    // The focus is back on the field.
    await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('property.area');

    // From the field to its name and back, and to what the page looks like filled in.
    const focused = (): Promise<unknown> => page.evaluate('document.activeElement.className');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Show among the names' }).press('Enter');
    await expect.poll(focused).toContain('row');
    expect(await page.evaluate('document.activeElement.textContent')).toContain('property.area');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect.poll(focused).toContain('field');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('property.area');
    await page.getByRole('button', { name: 'Show samples' }).press('Enter');
    const drawn = (): Promise<unknown> => page.evaluate("document.querySelector('img[src^=filled]')?.naturalWidth");
    await expect.poll(drawn).toBe(1200);
    await expectAccessible(page);

    await page.getByRole('button', { name: 'Done' }).click();
    expect((await ended).code).toBe(0);
    expect(complaints).toEqual([]);
  });

  it('shows the form of a field beside its page, keeps what was typed there, and never scrolls as a whole', async () => {
    const { page, complaints } = await open({ ...desktop, viewport: { width: 1366, height: 763 } });
    await page.getByRole('button', { name: /^Decide THE SURETY/ }).waitFor();
    expect(await page.evaluate('document.scrollingElement.scrollHeight')).toBe(763);
    await page.getByText('esign template prepare FILE').waitFor();
    const field = page.getByRole('button', { name: /^Monthly rental in rand,/ });
    await field.click();
    const panel = page.getByRole('dialog', { name: 'Monthly rental in rand' });
    await panel.getByText('The signer reads: “Monthly rental in rand”.').waitFor();
    const [pages, beside] = await Promise.all([page.locator('.pages').boundingBox(), panel.boundingBox()]);
    expect(beside!.x).toBeGreaterThanOrEqual(pages!.x + pages!.width);
    await expectAccessible(page);
    // Another field is open with one click; what was typed is there when the first one is opened again.
    await page.getByLabel('Column name').fill('rental.half_typed');
    await page
      .getByRole('button', { name: /^Deposit/ })
      .first()
      .click();
    await expect.poll(() => page.getByLabel('Column name').inputValue()).not.toBe('rental.half_typed');
    await field.click();
    await expect.poll(() => page.getByLabel('Column name').inputValue()).toBe('rental.half_typed');
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: /^Decide THE SURETY/ }).waitFor();
    expect(complaints).toEqual([]);
  });

  it('accepts names by touch on a phone, where nothing runs out of the screen', async () => {
    const { page, complaints } = await open({ ...phone, viewport: { width: 360, height: 740 }, colorScheme: 'dark' });
    await page.getByRole('button', { name: /^Names/ }).tap();
    await expectAccessible(page);
    await page.getByRole('button', { name: /^Accept these/ }).tap();
    await said(page, 'names');
    // The button is gone; the keyboard goes on from its view.
    await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('names-title');
    expect(await dataKey('Monthly rental in rand')).toBe('rental.monthly_amount');
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
    await page.getByRole('button', { name: 'Pages' }).tap();
    // A field is too small for a finger at first: the page is enlarged there.
    const field = page.getByRole('button', { name: /^Monthly rental in rand,/ });
    await field.tap();
    await expect.poll(async () => (await field.boundingBox())?.height).toBeGreaterThan(20);
    expect(await page.locator('.panel').count()).toBe(0);
    await expectAccessible(page);
    await field.tap();
    await page.getByText('Give this field to another person').tap();
    await page.waitForSelector('.panel :text("copy-names")');
    // The field stays in view above its form.
    const [box, panel] = await Promise.all([field.boundingBox(), page.locator('.side').boundingBox()]);
    expect(box!.y).toBeGreaterThan(0);
    expect(box!.y + box!.height).toBeLessThanOrEqual(panel!.y);
    await expectAccessible(page);
    expect(complaints).toEqual([]);
    // Nobody has to save first to hear of it.
    await editors[0]!.stop();
    await page.waitForSelector('.lost:has-text("The command has stopped")');
  });

  it('continues where it was when the service goes away before the page is loaded and at every change', async () => {
    const { id: other } = await two.template(Buffer.from(leasePdf()));
    const { page, complaints } = await open(desktop, other);
    /** The service is back, and the page looks, as when somebody turns to it again. */
    const back = async (): Promise<void> => {
      await door.open();
      await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
      await page.waitForSelector('.lost', { state: 'detached' });
    };
    /** Does it while the service is away, and again once it is back. */
    const twice = async (act: () => Promise<void>): Promise<void> => {
      await door.shut();
      await act();
      await page.waitForSelector('.answer:visible:has-text("Not connected; nothing is lost.")');
      await back();
      await page.waitForSelector('.answer:visible:has-text("Connected again")');
      await act();
    };
    await page.waitForSelector('.lost:has-text("Not connected; nothing is lost.")');
    await expectAccessible(page);
    await back();
    await page.waitForSelector('.page img');
    await page.waitForSelector('nav button:has-text("Names (")');

    // The first of them is saved, and what came after it is told.
    await page.getByRole('button', { name: 'Accept all 3' }).waitFor();
    door.shutAt('PUT', 'next request');
    await page.getByRole('button', { name: 'Accept all 3' }).click();
    await page.waitForSelector('.answer:visible:has-text("Not saved:") :text("THE SURETY")');
    expect(await page.textContent('.answer .lines')).toContain('The landlord signs');
    await back();
    await page.getByRole('button', { name: 'Accept all 2' }).waitFor();

    await page.getByRole('button', { name: /^Decide THE TENANT/ }).click();
    const called = page.getByLabel('What should envelopes call this person?');
    await called.fill('Renter');
    await twice(() => page.getByRole('button', { name: 'Save', exact: true }).click());
    await said(page, 'signs and fills in 8 fields');
    expect((await two.people(other))[1]?.current.role_name).toBe('Renter');

    await page.getByRole('button', { name: /^Postal code of the property,/ }).click();
    const key = page.getByLabel('Column name');
    await key.fill('property.code');
    await twice(() => key.press('Enter'));
    await said(page, 'property.code');

    await page.getByRole('button', { name: /^Decide AS WITNESS/ }).click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('button', { name: 'Yes, save' }).waitFor();
    await twice(() =>
      page
        .getByRole('button', { name: /^(?:Yes, save|Save)$/ })
        .last()
        .click(),
    );
    await page.getByRole('button', { name: 'Yes, save' }).click();
    await said(page, 'witness');
    // What was chosen counts, also before the page knows what it means.
    await page.getByRole('button', { name: /^Decide THE SURETY/ }).click();
    await page.waitForSelector('.consequence');
    await page.route('**/weigh', () => undefined);
    await page.getByRole('radio', { name: 'Signs only' }).check();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await said(page, 'The surety signs.');
    await page.unroute('**/weigh');
    expect((await two.people(other))[2]?.proposed.decision).toBe('signer');

    await page.getByLabel('Give all of them to').selectOption({ index: 1 });
    await twice(() => page.getByRole('button', { name: 'Give', exact: true }).click());
    await said(page, 'fills in these fields too');

    await page.getByRole('button', { name: /^Names/ }).click();
    await twice(() => page.getByRole('button', { name: /^Accept these/ }).click());
    await said(page, 'names');
    expect((await two.read(other)).fields.find(({ label }) => label === 'Monthly rental in rand')?.data_key).toBe(
      'rental.monthly_amount',
    );
    // The picture that could not be loaded at first.
    expect(complaints.filter((words) => !words.includes('status of 502'))).toEqual([]);
  });
});
