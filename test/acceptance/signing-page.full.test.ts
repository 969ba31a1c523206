import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEnvelope, createTemplate } from '../support/agreement.js';
import { canBrowse, desktop, expectAccessible, launchBrowser, openPage, phone } from '../support/browser.js';
import { times } from '../support/counts.js';
import { startTestEmulator, type TestEmulator, type TestOrganisation } from '../support/emulator.js';
import {
  currentEntry,
  leaseTemplate,
  mailedLink,
  sealedPdf,
  sendLease,
  statusOf,
} from '../support/pages/lease-signing.js';
import type { Envelope, Template } from '../support/shapes.js';

const canRead = spawnSync('pdftotext', ['-v']).error === undefined;
let emulator: TestEmulator;
let organisation: TestOrganisation;
let browser: Browser;
let template: Template;
let envelope: Envelope;

beforeAll(async () => {
  if (!canBrowse) return;
  emulator = await startTestEmulator();
  organisation = await emulator.organisation({ name: 'Acacia Homes' });
  [browser, template] = await Promise.all([launchBrowser(), leaseTemplate(organisation)]);
  envelope = await sendLease(organisation, template);
});
afterAll(async () => {
  await browser?.close();
  await emulator?.close();
});

/** A page is checked where it holds the most as a rule; at every step of it in the full run. */
const inFull = times(0, 1) === 1;
const newestLink = (): Promise<string> => mailedLink(emulator, envelope);
const status = (role: string): Promise<string> => statusOf(organisation, envelope, role);
/** Every picture that has been looked at has come. */
const pictures = (page: Page): Promise<boolean> =>
  page.evaluate<boolean>(`(async () => {
    const image = document.querySelector('figure img');
    await image.decode();
    return image.naturalWidth > 0;
  })()`);
const answers: Readonly<Record<string, string>> = { date: '2026-12-01', text: 'Answer' };
/** Answers in a page what nobody has answered there, as typing does. */
const answerTheRest = `for (const entry of document.querySelectorAll('.entry')) {
  const control = entry.querySelector('input, textarea, select');
  if (control === null) continue;
  const ticked = entry.querySelector('input:checked') !== null;
  if (control.type === 'radio' || control.type === 'checkbox') control.checked = control.checked || !ticked;
  else if (control.tagName === 'SELECT') control.selectedIndex = 1;
  else if (control.value === '') control.value = entry.dataset.kind === 'date' ? '2026-12-01' : 'Answer';
  control.dispatchEvent(new Event('input', { bubbles: true }));
}`;

describe.skipIf(!canBrowse)('signing from the link in the mail', { timeout: 240_000 }, () => {
  it('on a desktop, led from field to field, shows what is missing, and puts each answer in its field', async () => {
    const { page, complaints, asked } = await openPage(browser, desktop);
    await page.goto(await newestLink());
    expect(await pictures(page)).toBe(true);
    if (inFull) await expectAccessible(page);

    await page.click('#sign');
    expect(await page.textContent('#alert')).toMatch(/\d+ things are missing\.[\s\S]*and \d+ more/);
    expect(await page.getAttribute('.entry.current input', 'aria-invalid')).toBe('true');
    await expectAccessible(page);
    expect(await status('Signer')).toBe('sent');

    // As at a zoom of 200 %: the document keeps two thirds of the screen.
    await page.setViewportSize({ width: 720, height: 450 });
    expect((await page.locator('#fill').boundingBox())!.y).toBeGreaterThanOrEqual(299);
    expect(await page.locator('.entry.current input').isVisible()).toBe(true);
    await page.setViewportSize(desktop.viewport!);

    const required = Number(/of (\d+) done/.exec((await page.textContent('#count'))!)![1]);
    // Led through the first of them, by hand; through all of them in the full run.
    for (let step = 0; step < times(10, 80); step++) {
      const { name, kind, count } = await currentEntry(page);
      if (name === 'finish' || count === `${required} of ${required} done`) break;
      if (kind === 'question') await page.check('.entry.current input >> nth=0');
      else if (kind === 'tickbox') await page.check('.entry.current input');
      else if (kind === 'dropdown') await page.selectOption('.entry.current select', { index: 1 });
      else await page.fill('.entry.current :is(input, textarea)', answers[kind]!);
      await page.click('#next');
    }
    await page.evaluate(answerTheRest);
    expect(await page.textContent('#count')).toBe(`${required} of ${required} done`);
    // What is answered stays on its page: ticks, and letters that the hand lacks, too.
    const hidden = "[...document.querySelectorAll('a.box.answered')].filter((box) => !box.checkVisibility()).length";
    expect(await page.evaluate(hidden)).toBe(0);
    expect(await page.locator('a.box.tickbox.answered').count()).toBeGreaterThan(0);
    const [box] = await page.$$(`a.box[data-of^="field-"]`);
    expect(await box!.textContent()).toBe('Answer');
    await page.click('#sign');
    await page.waitForSelector('.notice');
    expect(await page.textContent('.notice')).toContain('You have filled in your part.');
    expect(await status('Signer')).toBe('signed');
    expect(complaints).toEqual([]);
    expect(asked.filter((address) => !address.startsWith(emulator.url))).toEqual([]);
    await page.context().close();
  });

  it('on a phone, draws the signature, with the field visible above the sheet', async () => {
    const { page, complaints } = await openPage(browser, phone);
    await page.goto(await newestLink());
    expect(await pictures(page)).toBe(true);
    if (inFull) await expectAccessible(page);
    await page.tap('#next');
    await expectAccessible(page);
    const sheet = (await page.locator('#fill').boundingBox())!;
    const box = (await page.locator('a.box.current').first().boundingBox())!;
    expect(sheet.y + sheet.height).toBeCloseTo(844, 0);
    expect(box.y).toBeGreaterThan(0);
    expect(box.y + box.height).toBeLessThan(sheet.y);
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBe(390);
    // Small print is as large as on a desk.
    expect((await page.locator('figure .sheet').first().boundingBox())!.width).toBeGreaterThan(800);
    await page.tap('#list');
    expect(await page.locator('.entry:visible').count()).toBe(await page.locator('.entry').count());
    await expectAccessible(page);
    await page.tap('#list');

    await page.tap('label:has([name=signature_way][value=drawn])');
    const pad = (await page.locator('.entry.current .pad').boundingBox())!;
    await page.mouse.move(pad.x + 20, pad.y + 90);
    await page.mouse.down();
    for (let x = 20; x < 260; x += 8) await page.mouse.move(pad.x + x, pad.y + 80 + 40 * Math.sin(x / 20));
    await page.mouse.up();
    await page.waitForFunction(`document.querySelector('[name=signature_image]').value !== ''`);
    expect(await page.textContent('#count')).toBe('1 of 1 done');
    await page.tap('#next');
    expect(await page.locator('label[for=initials]').isVisible()).toBe(true);
    await page.fill('#initials', 'PvW');
    await page.tap('#next');
    if (inFull) await expectAccessible(page);
    await page.tap('#sign');
    await page.waitForSelector('.notice.done');
    expect(await status('Landlord')).toBe('signed');
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it('counts the first press, although the page moves to the field of what was pressed', async () => {
    const { page } = await openPage(browser, desktop);
    await page.goto(await newestLink());
    await page.click('#entry-signature label:has([value=drawn])');
    expect(await page.locator('#entry-signature .pad').isVisible()).toBe(true);
    expect(await page.locator('a.box.signature.current').count()).toBe(1);

    // Above the keyboard of a phone, and at a zoom of 200 %: below two thirds for the document, there is room to draw.
    const top = async (): Promise<number> => (await page.locator('#fill').boundingBox())!.y;
    for (const [width, least] of [
      [390, 55],
      [720, 80],
    ] as const) {
      await page.setViewportSize({ width, height: 450 });
      expect(await top()).toBeGreaterThanOrEqual(299);
      const pad = (await page.locator('#entry-signature .pad').boundingBox())!;
      expect([pad.y > (await top()), pad.y + pad.height < 450, pad.height > least]).toEqual([true, true, true]);
    }
    await page.click('#list');
    expect(await top()).toBeGreaterThanOrEqual(299);

    // Without a connection the page stays, with what was entered.
    await page.click('#entry-signature label:has([value=typed])');
    await page.fill('#signature', 'Thandi Mokoena');
    await page.context().setOffline(true);
    await page.click('#sign');
    await page.waitForSelector('#alert:has-text("You are offline. Keep this page open")');
    await expectAccessible(page);
    expect(await page.inputValue('#signature')).toBe('Thandi Mokoena');
    await page.context().close();
  });

  it('with the keyboard alone: no trap, a focus that is seen, and Enter that never signs', async () => {
    const { page, complaints } = await openPage(browser, desktop);
    await page.goto(await newestLink());
    expect(await page.textContent('.others summary')).toMatch(/What others have filled in \(\d+\)/);
    await page.keyboard.press('Tab');
    expect(await page.evaluate<string>('document.activeElement.textContent')).toBe('Go to the fields');
    await page.keyboard.press('Enter');
    const focused = (): Promise<string> =>
      page.evaluate<string>('document.activeElement.id || document.activeElement.name');
    for (let tab = 0; tab < 12 && (await focused()) !== 'signature'; tab++) {
      await page.keyboard.press('Tab');
      expect(await page.evaluate<string>(`getComputedStyle(document.activeElement).outlineStyle`)).not.toBe('');
    }
    expect(await focused()).toBe('signature');
    await page.keyboard.type('Thandi Mokoena');
    expect(await page.textContent('a.box.signature')).toBe('Thandi Mokoena');
    expect(await page.textContent('a.box.initials')).toBe('TM');
    await page.keyboard.press('Enter');
    expect(await status('Tenant')).toBe('sent');
    for (let tab = 0; tab < 8 && (await focused()) !== 'sign'; tab++) await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await page.waitForSelector('.notice.done');
    expect(await status('Tenant')).toBe('signed');
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it('without JavaScript: the pages, the form, and what is missing', async () => {
    const { page } = await openPage(browser, { ...desktop, javaScriptEnabled: false });
    await page.goto(await newestLink());
    expect(await page.locator('.sheet > img').count()).toBe(4);
    expect(await page.locator('#next').isVisible()).toBe(false);
    expect(await page.locator('.ways').first().isVisible()).toBe(false);
    await page.click('summary:has-text("Decline")');
    await page.fill('#reason', 'Half a reason');
    await page.click('#sign');
    await page.waitForSelector('#alert:not([hidden])');
    expect(await page.textContent('#alert')).toContain('Your signature is required');
    expect(await page.inputValue('#reason')).toBe('Half a reason');
    await page.fill('#signature', 'Sipho Ndlovu');
    await page.dblclick('#sign');
    await page.waitForSelector('.notice.done');
    expect(await status('Surety')).toBe('signed');
    await page.context().close();
  });

  it('by everybody: the envelope is completed, and what was typed and drawn is in the sealed document', async () => {
    const { page } = await openPage(browser, phone);
    const link = await newestLink();
    await page.goto(link);
    await page.tap('#next');
    for (let step = 0; step < 10; step++) {
      const { name, kind } = await currentEntry(page);
      if (name === 'finish') break;
      const words = kind === 'signature' ? 'Žoë Škoda' : kind === 'initials' ? 'ŽŠ' : 'Witness Answer';
      await page.fill('.entry.current input[type=text]', words);
      await page.tap('#next');
    }
    await page.tap('#sign');
    await page.waitForSelector('.notice.done');
    await page.goto(link);
    expect(await page.textContent('h1')).toBe('You have signed');
    await page.tap('text=Your copy');
    await page.waitForSelector('text=ready in about a minute');
    await emulator.advance(120_000);
    await page.tap('text=Check again');
    await page.waitForSelector('text=Download lease.pdf');
    await expectAccessible(page);
    const [copy] = await Promise.all([page.waitForEvent('download'), page.tap('text=Download lease.pdf')]);
    const pdf = await sealedPdf(organisation, envelope);
    expect(readFileSync(await copy.path()).equals(pdf)).toBe(true);
    await page.context().close();
    if (!canRead) return;
    const text = spawnSync('pdftotext', ['-layout', '-', '-'], { input: pdf, encoding: 'utf8' }).stdout;
    for (const words of [
      '127.0.0.1',
      'Mozilla/5.0',
      'Thandi Mokoena',
      'Sipho Ndlovu',
      'Žoë Škoda',
      'PvW',
      'TM',
      'Answer',
      '2026-12-01',
    ]) {
      expect(text).toContain(words);
    }
  });
});

describe.skipIf(!canBrowse)('what is wrong or too long', { timeout: 240_000 }, () => {
  const box = (label: string): string => `#field-${template.fields.find((field) => field.label === label)!.id}`;
  const boxOnPage = (label: string): string => box(label).replace('field-', 'at-');
  const isCovered = (): string =>
    `document.querySelector('a.box.current').getBoundingClientRect().bottom >
      document.getElementById('fill').getBoundingClientRect().top`;

  it('is shown at its field: a character that cannot be drawn, an answer longer than its field', async () => {
    template = await createTemplate(organisation.live);
    envelope = await createEnvelope(organisation.live, template, { send: true });
    const { page } = await openPage(browser, phone);
    const link = await newestLink();
    await page.goto(link);
    await page.tap('#next');
    await page.fill(box('Full name'), 'Thandi 😀');
    await page.tap('#next');
    // Long enough for two lines, and for none.
    await page.fill(box('Telephone'), '012 345 6789 or '.repeat(4));
    expect(await page.locator('.entry.current .too-long:visible').count()).toBe(0);
    expect(await page.locator(`${boxOnPage('Telephone')}.cut`).count()).toBe(0);
    const isSmall = (): Promise<boolean> => page.locator('.entry.current .small-print').isVisible();
    for (let times = 5; times < 60 && !(await isSmall()); times += 1) {
      await page.fill(box('Telephone'), '012 345 6789 or '.repeat(times));
    }
    expect(await isSmall()).toBe(true);
    await page.fill(box('Telephone'), '012 345 6789 or '.repeat(60));
    expect(await isSmall()).toBe(false);
    expect(await page.locator('.entry.current .too-long:not(.small-print)').isVisible()).toBe(true);
    expect(await page.locator(`${boxOnPage('Telephone')}.cut`).count()).toBe(1);
    await page.fill(box('Telephone'), '');
    expect(await page.locator('#end').isVisible()).toBe(false);

    await page.tap('.box.signature');
    const fonts = (): Promise<readonly string[]> =>
      Promise.all(
        ['#signature', '.box.own.signature'].map((place) =>
          page
            .locator(place)
            .first()
            .evaluate((node) => getComputedStyle(node).fontFamily.split(',')[0] ?? ''),
        ),
      );
    await page.fill('#signature', 'Mashudu Ḓavhana');
    expect(await fonts()).not.toContain('Hand');
    await page.fill('#signature', 'Thandi Mokoena');
    expect(await fonts()).toEqual(['Hand', 'Hand']);
    await page.tap('label:has([name=signature_way][value=drawn])');
    await page.waitForFunction(`!(${isCovered()})`);
    await page.tap('label:has([name=signature_way][value=typed])');
    // Nothing is missing any more: what is optional need not be looked at.
    await page.tap('#end');
    await page.tap('#sign');
    await page.waitForSelector('#alert:not([hidden])');
    expect(await page.textContent('#alert')).toMatch(/Full name contains the character 😀 \(U\+1F600\)/);
    expect(await page.evaluate('document.activeElement.id')).toBe('alert');
    expect(await page.getAttribute(box('Full name'), 'aria-invalid')).toBe('true');
    expect(await page.locator('.entry.current .problem').isVisible()).toBe(true);
    await expectAccessible(page);
    await page.fill(box('Full name'), 'Thandi Mokoena');
    await page.tap('#end');
    await page.tap('#sign');
    await page.waitForSelector('.notice.done');
    // Not a question whether to send the form again, but what became of it.
    await page.reload();
    expect(await page.textContent('h1')).toBe('You have signed');
    await page.context().close();
  });
});

describe.skipIf(!canBrowse)('not signing', { timeout: 240_000 }, () => {
  it('declines or hands over after a mistake, with nothing typed lost, and the page says what became of it', async () => {
    const agreement = await createTemplate(organisation.live);
    for (const act of ['decline', 'delegate'] as const) {
      envelope = await createEnvelope(organisation.live, agreement, { send: true });
      const { page, complaints } = await openPage(browser, phone);
      const link = await newestLink();
      await page.goto(link);
      await page.tap(act === 'decline' ? 'summary:has-text("Decline")' : 'summary:has-text("Delegate")');
      if (act === 'delegate') await page.fill('#name', 'Lerato Nkosi');
      await page.tap(`button[value=${act}]`);
      await page.waitForSelector('.other-ways .problem');
      if (act === 'delegate') await expectAccessible(page);
      if (act === 'decline') await page.fill('#reason', 'The rental is not what we agreed.');
      else {
        expect(await page.inputValue('#name')).toBe('Lerato Nkosi');
        await page.fill('#email', 'lerato@example.test');
      }
      await page.tap(`button[value=${act}]`);
      await page.waitForSelector('.notice');
      expect(await page.textContent('h1')).toBe(act === 'decline' ? 'You have declined' : 'Delegated');
      await page.goto(link);
      expect(await page.textContent('.notice')).toContain(act === 'decline' ? 'is closed' : 'is asked in your place');
      expect(complaints).toEqual([]);
      await page.context().close();
    }
  });
});
