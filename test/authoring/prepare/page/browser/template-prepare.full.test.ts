import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { PreparedField, PreparedForm } from '../../../../../src/document/prepare/prepared-field.js';
import {
  canBrowse,
  desktop,
  expectAccessible,
  launchBrowser,
  openPage,
  phone,
  type Watched,
} from '../../../../support/browser.js';
import { openPrepare, type OpenPrepare, preparedField } from '../../../../support/pages/template-prepare.js';

const read: PreparedForm = {
  fields: [
    preparedField({ label: 'Full name', rect: { x: 0.1, y: 0.2, w: 0.3, h: 0.03 } }),
    preparedField({ label: '', type: 'tickbox', rect: { x: 0.1, y: 0.3, w: 0.02, h: 0.015 }, role: 'Landlord' }),
    preparedField({ label: 'No', type: 'tickbox', rect: { x: 0.2, y: 0.3, w: 0.02, h: 0.015 }, role: 'Landlord' }),
  ],
  groups: [],
};

describe.skipIf(!canBrowse)('the page of template prepare', () => {
  let browser: Browser;
  let opened: OpenPrepare[] = [];
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterEach(async () => {
    await Promise.all(opened.map((each) => each.close()));
    opened = [];
  });
  afterAll(() => browser?.close());

  const open = async (
    options: BrowserContextOptions,
    parts: Partial<Parameters<typeof openPrepare>[0]> = {},
  ): Promise<Watched & { readonly served: OpenPrepare; readonly last: () => PreparedForm }> => {
    const doubtsOf = ({ fields }: PreparedForm) =>
      fields.flatMap(({ label, page }, field) =>
        label === '' ? [{ field, page, words: `A tickbox on page ${page} has no words.` }] : [],
      );
    const served = await openPrepare({ form: read, doubtsOf, ...parts });
    opened.push(served);
    const watched = await openPage(browser, options);
    await watched.page.goto(served.url);
    await watched.page.waitForSelector('.page img');
    return { ...watched, served, last: () => served.written.at(-1)! };
  };
  const saved = (page: Page): Promise<unknown> => page.waitForSelector('.status.saved');
  const field = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`^${name}, `) });
  /** Drags from a point of the first page to another one, in fractions of it. */
  const drag = async (page: Page, from: readonly [number, number], to: readonly [number, number]): Promise<void> => {
    const box = (await page.locator('.page').first().boundingBox())!;
    const at = ([x, y]: readonly [number, number]) => [box.x + x * box.width, box.y + y * box.height] as const;
    await page.mouse.move(...at(from));
    await page.mouse.down();
    await page.mouse.move(...at(to), { steps: 4 });
    await page.mouse.up();
  };
  const until = (last: () => PreparedForm, of: (fields: readonly PreparedField[]) => unknown) =>
    expect.poll(() => of(last().fields));

  it('draws, moves, resizes, retypes, groups and undoes with a mouse, and saves each change', async () => {
    const { page, served, last, complaints } = await open(desktop);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Text', exact: true }).click();
    await drag(page, [0.5, 0.05], [0.8, 0.08]);
    // What is typed next is its label.
    await page.keyboard.type('Case number');
    await until(last, (fields) => fields[3]).toMatchObject({ type: 'text', label: 'Case number', page: 1 });
    // No field is near, so it is not for the last person.
    expect(last().fields[3]!.role).toBeNull();
    await page.getByText('Nobody fills it in yet: choose who under “Filled in by”.').waitFor();
    expect(last().fields[3]!.rect.x).toBeCloseTo(0.5, 1);
    expect(last().fields[3]!.rect.w).toBeCloseTo(0.3, 1);
    await expectAccessible(page);

    // Moved next to another field, its edge goes to that of the other one.
    await drag(page, [0.65, 0.065], [0.253, 0.12]);
    await until(last, (fields) => fields[3]!.rect.x).toBeCloseTo(0.1, 9);
    const before = last().fields[3]!.rect;
    const corner = (await page.locator('[data-corner=se]').boundingBox())!;
    await page.mouse.move(corner.x + 7, corner.y + 7);
    await page.mouse.down();
    await page.mouse.move(corner.x + 107, corner.y + 27, { steps: 4 });
    await page.mouse.up();
    await until(last, (fields) => fields[3]!.rect.w).toBeGreaterThan(before.w + 0.05);
    expect(last().fields[3]!.rect.x).toBeCloseTo(0.1, 9);

    await page.locator('.panel').getByLabel('Kind').selectOption('date');
    await page.getByLabel('Filled in by').selectOption('Another person…');
    await page.getByLabel('Name of this person on the form').fill('Witness');
    await page.keyboard.press('Enter');
    await page.getByLabel('Required').check();
    await until(last, (fields) => fields[3]).toMatchObject({ type: 'date', role: 'Witness', required: true });

    // Two tickboxes that are framed become one question.
    await page.keyboard.press('Escape');
    await drag(page, [0.08, 0.28], [0.25, 0.33]);
    await page.getByRole('dialog', { name: '2 fields chosen' }).waitFor();
    await page.getByRole('button', { name: 'Make them one question' }).click();
    // What is typed next is the question.
    await page.getByLabel('Answer 2').waitFor();
    await page.keyboard.type('Do you own a car?');
    await page.getByLabel('Answer 1').fill('Yes');
    await page.getByLabel('The signer chooses').selectOption('exactly one');
    await until(last, (fields) => fields.map(({ option }) => option)).toEqual([null, 'Yes', 'No', null]);
    await field(page, 'No').click();
    expect(last().groups).toMatchObject([{ label: 'Do you own a car?', min_selected: 1, max_selected: 1 }]);
    await expectAccessible(page);

    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await until(last, ({ length }) => length).toBe(3);
    await page.keyboard.press('Control+z');
    await until(last, ({ length }) => length).toBe(4);
    for (let step = 0; step < 20; step += 1) await page.keyboard.press('Control+z');
    await until(last, (fields) => fields).toEqual(read.fields);
    await page.keyboard.press('Control+Shift+z');
    await until(last, ({ length }) => length).toBe(4);
    await saved(page);

    await page.getByRole('button', { name: 'Samples' }).click();
    await page.waitForSelector('.sample:text-matches("\\\\w+ \\\\w+")');
    await expectAccessible(page);
    expect(await page.evaluate('document.scrollingElement.scrollHeight')).toBe(900);
    await page.getByRole('button', { name: 'Done' }).click();
    await served.done;
    await page.waitForSelector('.notice:has-text("Saved in lease.prepared.pdf.")');
    expect(complaints).toEqual([]);
  });

  it('has the column name follow the label until one is typed, and moves nothing while somebody types', async () => {
    const { page, last } = await open(desktop);
    await page.getByRole('button', { name: 'Text', exact: true }).click();
    await drag(page, [0.5, 0.05], [0.8, 0.08]);
    const label = page.getByLabel('What the signer reads');
    const top = async (): Promise<number> => (await label.boundingBox())!.y;
    const before = await top();
    await page.locator('.panel').getByText('A tickbox on page 1 has no words.').waitFor();
    expect(await top()).toBe(before);
    await page.keyboard.type('Case number');
    await until(last, (fields) => fields[3]!.key).toBe('words.case_number');
    expect(await top()).toBe(before);
    const column = page.getByLabel('Column name in spreadsheets');
    await label.fill('Number of the case');
    await expect.poll(() => column.inputValue()).toBe('words.number_of_the_case');
    await column.fill('case.number');
    await label.fill('Docket');
    await until(last, (fields) => fields[3]).toMatchObject({ label: 'Docket', key: 'case.number' });
    await column.fill('');
    await label.focus();
    await until(last, (fields) => fields[3]!.key).toBe('words.docket');
  });

  it('keeps what is typed of a person while an earlier change is saved, and names two people as one', async () => {
    const { page, last } = await open(desktop);
    await field(page, 'Full name').click();
    await page.keyboard.press('Delete');
    const name = page.getByLabel('Name of Landlord');
    await name.click();
    await page.keyboard.press('Control+A');
    await page.keyboard.type('Ten');
    await saved(page);
    await page.getByText('Saved in').waitFor();
    await page.keyboard.type('ant');
    await page.keyboard.press('Enter');
    await expect.poll(() => last().fields.map(({ role }) => role)).toEqual(['Tenant', 'Tenant']);
  });

  it('takes what somebody finds right off the list, also after it is loaded again', async () => {
    const { page, complaints } = await open({ ...desktop, colorScheme: 'dark' });
    const side = page.locator('.side');
    await side.getByRole('button', { name: /^It is right/ }).click();
    await side.getByText('Nothing stands out.').waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Control+z');
    await side.getByRole('button', { name: /^It is right/ }).click();
    const kept = async (): Promise<unknown> => (await (await fetchState(page)).json()).form.right;
    await expect.poll(kept).toHaveLength(1);
    await page.reload();
    await side.getByText('1 found right').click();
    await side.getByRole('button', { name: /^Check again/ }).click();
    await side.getByRole('heading', { name: 'To check (1)' }).waitFor();
    expect(complaints).toEqual([]);
  });

  it('makes one field, or all fields, of words in brackets, by keyboard, and undoes it', async () => {
    const names = ['Company name', 'Country', 'Term'];
    const doubtsOf = ({ fields }: PreparedForm) => {
      const left = names.filter((name) => !fields.some(({ label }) => label === name));
      const offers = left.map((label, y) =>
        preparedField({ label, rect: { x: 0.5, y: 0.4 + y / 20, w: 0.2, h: 0.02 } }),
      );
      return left.length === 0 ? [] : [{ field: null, page: 1, words: `${left.length} words in brackets.`, offers }];
    };
    const { page, last, complaints } = await open(desktop, { doubtsOf });
    const press = (name: string | RegExp) => page.getByRole('button', { name }).press('Enter');
    await page.getByText('One by one').press('Enter');
    await press(/^Make a field of Country, page 1/);
    await page.getByText('1 field made. Ctrl-Z takes it off again.').waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Make fields of these 2' }).press('Enter');
    await page.getByText('Nothing stands out.').waitFor({ state: 'attached' });
    expect(
      last()
        .fields.slice(-3)
        .map(({ label }) => label),
    ).toEqual(['Country', 'Company name', 'Term']);
    await expectAccessible(page);
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+z');
    await page.getByText('3 words in brackets.').waitFor({ state: 'attached' });
    expect(complaints).toEqual([]);
  });

  it('has an answer of several lines as one field, which is taken apart and put together', async () => {
    const line = (y: number) => ({ x: 0.1, y, w: 0.3, h: 0.02 });
    const fields = [preparedField({ label: 'Address', rect: line(0.2), more: [line(0.23), line(0.26)] })];
    const { page, last, complaints } = await open(desktop, { form: { fields, groups: [] } });
    const box = (await page.locator('.page').first().boundingBox())!;
    await page.mouse.click(box.x + 0.2 * box.width, box.y + 0.27 * box.height);
    await page.getByRole('button', { name: 'Make a field of each of its 3 lines' }).click();
    await until(last, (all) => all.map(({ label, more }) => `${label} ${String(more)}`).join()).toBe(
      'Address undefined,Address undefined,Address undefined',
    );
    await page.keyboard.press('Escape');
    await drag(page, [0.05, 0.18], [0.45, 0.3]);
    await page.getByRole('button', { name: 'Make them lines of one answer' }).click();
    await until(last, (all) => all).toEqual(fields);
    await drag(page, [0.2, 0.27], [0.2, 0.37]);
    await until(last, ([one]) => one!.more![1]!.y).toBeGreaterThan(0.33);
    await expectAccessible(page);
    expect(complaints).toEqual([]);
  });

  it('does everything by keyboard alone, and shows what the keys do', async () => {
    const { page, last, complaints } = await open({ ...desktop, viewport: { width: 1024, height: 768 } });
    await page.getByRole('region', { name: 'Pages' }).focus();
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keys and gestures' }).waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await page.getByRole('region', { name: 'Pages' }).focus();
    await page.keyboard.press('s');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Signature of the tenant');
    await page.keyboard.press('Enter');
    await until(last, (fields) => fields[3]).toMatchObject({
      type: 'signature',
      required: true,
      label: 'Signature of the tenant',
    });
    const { width, height } = (await (await fetchState(page)).json()).pages[0] as { width: number; height: number };
    const { x, y, w } = last().fields[3]!.rect;
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Shift+ArrowUp');
    await page.keyboard.press('Alt+ArrowLeft');
    await until(last, (fields) => Math.round((fields[3]!.rect.w - w) * width)).toBe(-1);
    expect(Math.round((last().fields[3]!.rect.x - x) * width)).toBe(1);
    expect(Math.round((last().fields[3]!.rect.y - y) * height)).toBe(-10);
    await page.keyboard.press('Control+d');
    await until(last, ({ length }) => length).toBe(5);
    await page.keyboard.press('Delete');
    await until(last, ({ length }) => length).toBe(4);
    // A field that only has the focus is deleted alone, and the others are not.
    await field(page, 'Full name').focus();
    await page.keyboard.press('Backspace');
    await until(last, (fields) => fields.map(({ label }) => label)).toEqual(['', 'No', 'Signature of the tenant']);
    await page.keyboard.press('Control+z');
    await until(last, ({ length }) => length).toBe(4);
    // Letters draw on the pages alone: not from a button, and not where nothing has the focus.
    await page.getByRole('button', { name: 'Samples' }).focus();
    await page.keyboard.press('t');
    await page.evaluate('document.activeElement.blur()');
    await page.keyboard.press('s');
    await page.getByRole('region', { name: 'Pages' }).focus();
    await page.keyboard.press('Enter');
    expect(await page.locator('.hint').count()).toBe(0);

    // Two fields, chosen one after the other, move together.
    await field(page, 'Full name').focus();
    await page.keyboard.press(' ');
    await page.keyboard.press('Tab');
    await page.keyboard.press(' ');
    await page.getByRole('dialog', { name: '2 fields chosen' }).waitFor();
    const starts = read.fields.map(({ rect }) => rect.x);
    await page.keyboard.press('Shift+ArrowRight');
    await until(last, (fields) =>
      fields.map(({ rect }, index) => Math.round((rect.x - (starts[index] ?? rect.x)) * width)),
    ).toEqual([10, 10, 0, 0]);
    await page.keyboard.press('Control+z');
    await until(last, (fields) => fields[0]!.rect.x).toBe(starts[0]);
    expect(complaints).toEqual([]);
  });

  it('is used with a finger on a phone: choosing, drawing and dragging', async () => {
    const { page, last, complaints } = await open({ ...phone, colorScheme: 'dark' });
    await expectAccessible(page);
    expect(
      await page.evaluate('[document.scrollingElement.scrollWidth, document.scrollingElement.scrollHeight]'),
    ).toEqual([390, 844]);
    await page.getByRole('button', { name: /^To check \(1\)/ }).tap();
    await page.getByRole('button', { name: 'A tickbox on page 1 has no words.', exact: true }).tap();
    const panel = page.getByRole('dialog');
    await panel.getByRole('heading', { name: 'Tickbox on page 1' }).waitFor();
    // The field is in view above its form, and large enough.
    const [box, side] = await Promise.all([
      page.locator('[data-id="1"]').boundingBox(),
      page.locator('.side').boundingBox(),
    ]);
    expect(box!.y).toBeGreaterThan(0);
    expect(box!.y + box!.height).toBeLessThanOrEqual(side!.y);
    await expectAccessible(page);
    await panel.getByLabel('What the signer reads').fill('I own a car');
    await until(last, (fields) => fields[1]!.label).toBe('I own a car');
    await panel.getByRole('button', { name: 'Close' }).tap();

    await page.getByLabel('Draw another kind of field').selectOption('Signature');
    await touch(page, '.pages', [0.3, 0.6], [0.8, 0.7]);
    await until(last, (fields) => fields[3]?.type).toBe('signature');
    const { x } = last().fields[3]!.rect;
    // A field that is chosen is dragged; the page does not scroll meanwhile.
    await touch(page, '[data-id="3"]', [0.5, 0.5], [0.7, 0.5]);
    await until(last, (fields) => fields[3]!.rect.x).toBeGreaterThan(x);
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).tap();
    await until(last, ({ length }) => length).toBe(3);
    expect(complaints).toEqual([]);
  });

  it('keeps what was drawn when it is loaded again, and says what is not saved and why', async () => {
    const problemsOf = ({ fields }: PreparedForm) =>
      fields.flatMap(({ label, page }, at) =>
        label === 'x' ? [{ field: at, page, words: 'This label is too short.' }] : [],
      );
    const { page, last, served } = await open(desktop, { problemsOf });
    await field(page, 'Full name').click();
    await page.getByLabel('What the signer reads').fill('Name and surname');
    await until(last, (fields) => fields[0]!.label).toBe('Name and surname');
    await saved(page);
    await page.reload();
    await field(page, 'Name and surname').click();
    await page.getByLabel('What the signer reads').fill('x');
    await page.waitForSelector('.status.invalid:has-text("Not saved: This label is too short.")');
    await page.getByLabel('What the signer reads').press('Escape');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'This label is too short.', exact: true }).click();
    await page.getByRole('dialog', { name: 'x' }).getByText('This label is too short.').waitFor();
    expect(last().fields[0]!.label).toBe('Name and surname');
    await page.getByLabel('What the signer reads').fill('Name');
    await saved(page);

    // A second tab of the same browser does not undo what the first one drew.
    const other = await page.context().newPage();
    await other.goto(served.url);
    await field(other, 'Name').click();
    await other.getByLabel('What the signer reads').fill('Given name');
    await saved(other);
    await page.getByLabel('What the signer reads').fill('Surname');
    await page.waitForSelector('.status.stale');
    expect(last().fields[0]!.label).toBe('Given name');
    await other.close();
  });

  it('says so when the command has stopped', async () => {
    const { page, served } = await open(desktop);
    await served.close();
    opened = [];
    const lost = page.getByRole('alert');
    await lost.getByText(/The command has stopped\. Start it again with `esign template prepare`/).waitFor();
    await lost.getByText(/lease\.prepared\.pdf holds what was saved before/).waitFor();
    await field(page, 'Full name').click();
    await page.getByLabel('What the signer reads').fill('Name');
    await page.waitForSelector('.status.failed');
    await expectAccessible(page);
  });
});

const fetchState = (page: Page): Promise<Response> =>
  page.evaluate("fetch('state').then((answer) => answer.text())").then((text) => new Response(text as string));

/** A finger that drags within an element, in fractions of it. */
async function touch(page: Page, selector: string, from: readonly [number, number], to: readonly [number, number]) {
  const box = (await page.locator(selector).first().boundingBox())!;
  const session = await page.context().newCDPSession(page);
  const at = ([x, y]: readonly [number, number]) => [{ x: box.x + x * box.width, y: box.y + y * box.height }];
  const middle = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2] as const;
  // A second long, and at rest when the finger is lifted: after a quick one a browser takes the next tap for a halt.
  const begun = Date.now() / 1000 - 1;
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: ReturnType<typeof at>, seconds: number) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints, timestamp: begun + seconds });
  await send('touchStart', at(from), 0);
  await send('touchMove', at(middle), 0.3);
  await send('touchMove', at(to), 0.6);
  await send('touchMove', at(to), 0.9);
  await send('touchEnd', [], 1);
  await session.detach();
}
